package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;

/**
 * Compares our own requests with fio's, in turn in one directory. The test calls fio as people call it. If it can, the
 * test limits the device to a rate below its own, because a shared device varies from one second to the next.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class FioAgreementTest {
    private static final int ROUNDS = 7;
    private static final long FILE = 256L << 20;
    private static final long PACE = 100_000_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"WRITE, 1048576", "READ, 1048576", "READ, 4194304"})
    void our_bandwidth_is_that_of_fio_within_10_percent(Operation operation, int block) throws Exception {
        assumeThat(FioEngine.find(System.getenv("PATH"), 1))
                .as("fio is not installed: there is nothing to compare with")
                .isNotNull();
        List<Double> own = new ArrayList<>();
        List<Double> fio = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        Engine engine = new OwnEngine(System.nanoTime());
        Optional<SteadyPace> pace = SteadyPace.of(directory, PACE);
        try (OwnDirectory made = OwnDirectory.in(directory)) {
            assumeThat(engine.refusal(made, List.of(block))).as("O_DIRECT").isNull();
            engine.warmUp(block, made, Access.DIRECT, new Deadline(Duration.ofMinutes(1)));
            fio(Operation.WRITE, 1 << 20, made);
            for (int round = 0; round < ROUNDS; round++) {
                // The two take turns at being first, so that a drift of the machine affects both.
                if (round % 2 == 0) {
                    own.add(own(engine, new BlockSizeStep(operation, block), round, made));
                }
                fio.add(fio(operation, block, made));
                if (round % 2 == 1) {
                    own.add(own(engine, new BlockSizeStep(operation, block), round, made));
                }
                ratios.add(own.get(round) / fio.get(round));
            }
        } finally {
            if (pace.isPresent()) {
                pace.get().close();
            }
        }
        String figures = String.format(
                "%s %d: own %.0f MB/s, fio %.0f MB/s, median of ratios %.3f; own %.0f, fio %.0f",
                operation.text(),
                block,
                median(own) / 1e6,
                median(fio) / 1e6,
                median(ratios),
                1e-6 * own.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                1e-6 * fio.stream().mapToDouble(Double::doubleValue).min().orElseThrow());
        System.out.println((pace.isPresent() ? "held to " + PACE / 1_000_000 + " MB/s: " : "") + figures
                + " the least; MB/s own " + whole(own) + " fio " + whole(fio));
        assertThat(median(own) / median(fio)).as(figures).isCloseTo(1, within(0.10));
    }

    private static double own(Engine engine, BlockSizeStep step, int round, OwnDirectory in)
            throws IOException, InterruptedException {
        if (step.operation() == Operation.WRITE) {
            in.discard();
        }
        ProbeSettings settings = new ProbeSettings.Builder().fileBytes(FILE).build();
        Deadline deadline = new Deadline(Duration.ofMinutes(5));
        IoTotals moved = engine.run(IoTask.of(step, FILE, settings), round, in, Access.DIRECT, deadline);
        return moved.bytes() * 1e9 / moved.nanos();
    }

    private static double fio(Operation operation, int block, OwnDirectory in)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Arrays.asList(
                ("fio --name=compare --filename=data --rw=" + operation.text() + " --bs=" + block + " --size=" + FILE
                                + " --direct=1 --ioengine=psync --output-format=terse --terse-version=3")
                        .split(" ")));
        if (operation == Operation.WRITE) {
            in.discard();
            command.add("--end_fsync=1");
            command.add("--fallocate=none");
        }
        Process process = in.start(new ProcessBuilder(command));
        String[] fields = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split(";", -1);
        int kib = operation.writes() ? 46 : 5;
        int millis = operation.writes() ? 49 : 8;
        return Long.parseLong(fields[kib]) * 1024e3 / Long.parseLong(fields[millis]);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static String whole(List<Double> bytesPerSecond) {
        return bytesPerSecond.stream()
                .map(rate -> Math.round(rate / 1e6))
                .toList()
                .toString();
    }
}
