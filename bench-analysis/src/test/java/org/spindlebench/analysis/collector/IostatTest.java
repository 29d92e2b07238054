package org.spindlebench.analysis.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.IoSum.IoFigures;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;
import org.spindlebench.analysis.record.NodeMetrics;

class IostatTest {
    @TempDir
    Path directory;

    private final Fixtures fixtures = new Fixtures();

    @Test
    void figuresAreRatesTimesTheTimeInTheWindowAtItsEdgesInProportion() throws IOException {
        NodeFigures node = node(Fixtures.text("iostat-extended.json"), Fixtures.window(5, 20));

        assertThat(node.node()).isEqualTo("node-1");
        assertThat(node.from()).isEqualTo(Fixtures.at(5));
        assertThat(node.to()).isEqualTo(Fixtures.at(20));
        assertThat(node.readings()).isEqualTo(2);
        // 5 s of 10 reads/s and 10 s of 30 reads/s; the other metrics accordingly.
        DeviceFigures sda = node.devices().get(0);
        assertThat(node.devices()).extracting(DeviceFigures::device).containsExactly("sda");
        assertThat(sda.io().reads()).isEqualTo(5 * 10 + 10 * 30);
        assertThat(sda.io().readsMerged()).isEqualTo(5);
        assertThat(sda.io().bytesRead()).isEqualTo((5 * 1000 + 10 * 3000) * 1024);
        assertThat(sda.io().writes()).isEqualTo(5 * 20);
        assertThat(sda.io().writesMerged()).isEqualTo(5 * 2);
        assertThat(sda.io().bytesWritten()).isEqualTo(5 * 2000 * 1024);
        assertThat(sda.io().bytesPerRead()).isCloseTo(102_400, within(1e-6));
        assertThat(sda.io().bytesPerWrite()).isCloseTo(102_400, within(1e-6));
        assertThat(sda.io().readWait()).isCloseTo((5 * 10 * 0.005 + 10 * 30 * 0.010) / 350, within(1e-12));
        assertThat(sda.io().writeWait()).isCloseTo(0.010, within(1e-12));
        assertThat(sda.io().service()).isCloseTo(12.5 / 450, within(1e-12));
        assertThat(sda.io().queue()).isCloseTo((5 * 0.25 + 10 * 0.3) / 15, within(1e-12));
        assertThat(sda.io().busy()).isCloseTo((5 * 0.5 + 10 * 1.0) / 15, within(1e-12));
    }

    @Test
    void processorsAreTheMeanOverTime() throws IOException {
        NodeFigures.Cpu cpu = node(Fixtures.text("iostat-extended.json"), Fixtures.window(5, 20))
                .cpu();

        assertThat(cpu.threads()).isEqualTo(8);
        assertThat(cpu.busy()).isCloseTo(0.4, within(1e-12));
        assertThat(cpu.user()).isCloseTo((5 * 0.3 + 10 * 0.2) / 15, within(1e-12));
        assertThat(cpu.system()).isCloseTo((5 * 0.1 + 10 * 0.2) / 15, within(1e-12));
        assertThat(cpu.iowait()).isCloseTo(5 * 0.2 / 15, within(1e-12));
    }

    @Test
    void theReportSinceBootIsNoInterval() throws IOException {
        CollectedEvidence evidence = read(Fixtures.text("iostat-extended.json"), Fixtures.window(-20, 0));

        assertThat(evidence.of(Fixtures.window(-20, 0))).isEmpty();
        assertThat(evidence.nodes()).containsOnly(Map.entry("node-1", Fixtures.window(0, 30)));
    }

    @Test
    void tablesWithoutExtendedFiguresGiveBytesOnly() throws IOException {
        DeviceFigures sda = node(Fixtures.text("iostat-classic.json"), Fixtures.window(0, 10))
                .devices()
                .get(0);

        assertThat(sda)
                .isEqualTo(new DeviceFigures(
                        "sda",
                        new IoFigures(
                                null, null, 25L << 20, null, null, 10L << 20, null, null, null, null, null, null,
                                null)));
    }

    @Test
    void fieldsOfOldVersionsAreKnownByTheirNames() throws IOException {
        DeviceFigures sda = node(Fixtures.text("iostat-old.json"), Fixtures.window(0, 10))
                .devices()
                .get(0);

        assertThat(sda.io().bytesRead()).isEqualTo(10L << 20);
        assertThat(sda.io().queue()).isEqualTo(0.5);
        assertThat(sda.io().busy()).isEqualTo(0.2);
        assertThat(sda.io().service()).isEqualTo(0.02);
        assertThat(sda.io().readWait()).isCloseTo(0.004, within(1e-12));
        assertThat(sda.io().writeWait()).isNull();
    }

    @Test
    void aDeviceThatAReportLeavesOutDidNothing() throws IOException {
        String text = Fixtures.text("iostat-classic.json");
        int last = text.lastIndexOf("{\n\t\t\t\t\t\"timestamp\"");
        String idle = "{\"timestamp\": \"2026-03-01T10:00:20+0000\", \"disk\": [\n]},\n";
        String between = text.substring(0, last)
                + idle.replace(":20", ":05")
                + text.substring(last).replace(":10+", ":15+");

        assertThat(node(between, Fixtures.window(0, 15)).devices().get(0).io().bytesRead())
                .isEqualTo(25L << 20);
    }

    @Test
    void aFileThatIsCutOffIsReadAsFarAsItIsWhole() throws IOException {
        String text = Fixtures.text("iostat-extended.json");
        String cut = text.substring(0, text.indexOf("10:00:30") + 40);

        assertThat(node(cut, Fixtures.window(5, 20)).devices().get(0).io().reads())
                .isEqualTo(350);
        assertThat(fixtures.notes)
                .containsExactly("node.json: is cut off or damaged, as happens when iostat is killed; read up to"
                        + " 2026-03-01T10:00:20Z");
        assertThat(fixtures.unreadable).isEmpty();
    }

    @Test
    void whatFollowsSomethingThatIsNotJsonIsUnreadable() throws IOException {
        String text = Fixtures.text("iostat-extended.json");
        String cut = text.substring(0, text.indexOf("10:00:30") + 40);

        assertThat(node(cut + text, Fixtures.window(5, 20))
                        .devices()
                        .get(0)
                        .io()
                        .reads())
                .isEqualTo(350);
        assertThat(fixtures.unreadable).hasSize(1);
        assertThat(fixtures.unreadable.get(0).toString())
                .startsWith("node.json: line ")
                .contains("not JSON", "10:00:20Z");
    }

    @Test
    void aFileMayHaveSeveralStartsOfWhichEachBeginsAnew() throws IOException {
        String text = Fixtures.text("iostat-extended.json");
        String later = text.replace("T10:", "T11:");
        NodeMetrics evidence = read(text + later, Fixtures.window(0, 3610))
                .of(Fixtures.window(0, 3610))
                .orElseThrow();

        // iostat's first start covers 30 s, and its second one 10 s. The hour in between adds nothing.
        assertThat(evidence.nodes().get(0).devices().get(0).io().reads()).isEqualTo(100 + 300 + 100);
        assertThat(evidence.missing()).containsExactly("node-1");
    }

    @Test
    void theCommaThatOldVersionsPrintForALeftOutReportDoesNoHarm() throws IOException {
        String text = Fixtures.text("iostat-extended.json").replace("\"statistics\": [", "\"statistics\": [\n,");

        assertThat(node(text, Fixtures.window(5, 20)).devices().get(0).io().reads())
                .isEqualTo(350);
    }

    @Test
    void timesOfALocaleAreRefusedWithTheRemedy() throws IOException {
        String text = Fixtures.text("iostat-extended.json").replaceAll("2026-03-01T(\\S{8})\\+0000", "03/01/26 $1");

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("node.json: line 1")
                .hasMessageContaining("`03/01/26 10:00:00`")
                .hasMessageContaining("set S_TIME_FORMAT=ISO");
    }

    @Test
    void reportsWithoutTimesAndOtherFilesAreRefused() throws IOException {
        String untimed = Fixtures.text("iostat-extended.json").replaceAll("\"timestamp\": \"\\S*\",", "");

        assertThatThrownBy(() -> read(untimed))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no timestamp");
        for (String other : List.of("", "{}", "[1, 2", "Linux 6.1.0 (node-1)")) {
            assertThatThrownBy(() -> read(other))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining("no iostat reports in this file");
        }
    }

    @Test
    void aNumberThatNothingCanHaveIsNotKnown() throws IOException {
        String text = Fixtures.text("iostat-extended.json").replace("\"r/s\": 30.00", "\"r/s\": -30.00");
        DeviceFigures sda = node(text, Fixtures.window(5, 20)).devices().get(0);

        assertThat(sda.io().reads()).isNull();
        assertThat(sda.io().readWait()).isNull();
        assertThat(sda.io().writes()).isEqualTo(100);
    }

    private NodeFigures node(String text, TimeWindow window) throws IOException {
        return read(text, window).of(window).orElseThrow().nodes().get(0);
    }

    private CollectedEvidence read(String text, TimeWindow... windows) throws IOException {
        Path file = Files.writeString(directory.resolve("node.json"), text);
        return fixtures.read(Collector.IOSTAT, List.of(file), null, windows);
    }
}
