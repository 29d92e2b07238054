package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.FioEngine.FioOutput;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;

class FioOutputTest {
    private static final int MIB = 1 << 20;
    private static final ProbeSettings SETTINGS = new ProbeSettings.Builder()
            .fileBytes(64 * MIB)
            .threads(2)
            .randomTime(Duration.ofMillis(1500))
            .build();
    private static final IoTask READ = IoTask.of(new BlockSizeStep(Operation.READ, MIB), 64 * MIB, SETTINGS);
    private static final IoTask WRITE = IoTask.of(new BlockSizeStep(Operation.WRITE, MIB), 64 * MIB, SETTINGS);

    /**
     * Returns a line in version 3 of the terse format. Fields 6 and 9, counted from 1, describe reads; 47 and 50
     * describe writes.
     */
    private static String line(int error, String readKib, String readMillis, String writeKib, String writeMillis) {
        String[] fields = IntStream.range(0, 130).mapToObj(i -> "0").toArray(String[]::new);
        fields[0] = "3";
        fields[1] = "fio-3.33";
        fields[2] = "spindle";
        fields[4] = String.valueOf(error);
        fields[5] = readKib;
        fields[8] = readMillis;
        fields[46] = writeKib;
        fields[49] = writeMillis;
        return String.join(";", fields);
    }

    @Test
    void figures_are_those_of_the_direction() throws IOException {
        String output = "fio: a warning\n" + line(0, "65536", "500", "1024", "7") + "\n";

        IoTotals read = FioOutput.read(output, READ);
        assertThat(read.bytes()).isEqualTo(64L * MIB);
        assertThat(read.requests()).isEqualTo(64);
        assertThat(read.nanos()).isEqualTo(500_000_000);
        assertThat(FioOutput.read(output, WRITE).bytes()).isEqualTo(MIB);
    }

    @Test
    void what_fio_complains_of_is_handed_on() {
        assertThatThrownBy(() -> FioOutput.read("fio: no such engine\n\n", READ))
                .isInstanceOf(IOException.class)
                .hasMessage("fio: fio: no such engine");
        assertThatThrownBy(() -> FioOutput.read("fio: disk full\n" + line(28, "1", "1", "1", "1"), READ))
                .hasMessage("fio: error 28: fio: disk full");
        assertThatThrownBy(() -> FioOutput.read("", READ)).hasMessageContaining("no numbers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1234567890123", "x"})
    void what_is_no_number_is_refused(String field) {
        assertThatThrownBy(() -> FioOutput.read(line(0, field, "1", "0", "0"), READ))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("where a number was expected");
    }

    @Test
    void less_than_a_millisecond_is_no_figure() {
        assertThatThrownBy(() -> FioOutput.read(line(0, "1024", "0", "0", "0"), READ))
                .hasMessageContaining("less than a millisecond");
    }

    @Test
    void fio_gets_the_same_limits() throws Exception {
        FioEngine fio = FioEngine.find(System.getenv("PATH"), 1);
        assumeThat(fio).as("fio is not installed").isNotNull();
        IoTask random = IoTask.of(new BlockSizeStep(Operation.RANDOM_READ, MIB), 64 * MIB, SETTINGS);

        assertThat(fio.command(random, 0, Path.of("/a/data"), Access.DIRECT))
                .contains(
                        "--filename=data",
                        "--rw=randread",
                        "--bs=1048576",
                        "--direct=1",
                        "--size=67108864",
                        "--numjobs=2",
                        "--runtime=1500ms",
                        "--time_based",
                        "--allow_file_create=0")
                .doesNotContain("--end_fsync=1");
        assertThat(fio.command(random.lasting(2_000_000), 0, Path.of("/a/data"), Access.BUFFERED))
                .contains("--runtime=2ms", "--direct=0");
        assertThat(fio.command(WRITE, 0, Path.of("/a/data"), Access.DIRECT))
                .contains("--end_fsync=1")
                .doesNotContain("--allow_file_create=0", "--time_based");
    }
}
