package org.spindlebench.analysis.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;

/** Checks that the steps of a run's roles add up to the totals in its record. */
class ConservationTest {
    private static final long WRAP = 1L << 32;

    @TempDir
    private Path directory;

    private Random random;

    @RepeatedTest(60)
    void steps_add_up_to_the_figures_of_the_record_however_nodes_were_sampled(RepetitionInfo repetition)
            throws IOException {
        random = new Random(repetition.getCurrentRepetition());
        WatchedRun watched = new WatchedRun(directory);
        boolean flushed = random.nextBoolean();
        long last = WatchedRun.end() - WatchedRun.begin() + (flushed ? random.nextInt(8_000) : 0);
        if (flushed) {
            watched.flushed(last);
        }
        int nodes = 1 + random.nextInt(4);
        for (int node = 0; node < nodes; node++) {
            watched.plain("worker-" + node);
            sample(watched, "worker-" + node, last);
        }
        RunRecord run = watched.made();
        Duration step =
                Duration.ofMillis(List.of(37, 1_000, 1_500, 12_190, 60_000).get(random.nextInt(5)));
        RunSeries series = RunSeries.of(run, watched.file(), step);

        assertThat(series.roles()).hasSize(2);
        for (int i = 0; i < 2; i++) {
            RoleSeries role = series.roles().get(i);
            check(run.evidence().proofs().roles().get(i), role, role.outside(), series.seconds());
            if (flushed) {
                RoleIo until = run.evidence().proofs().flushed().get(i);
                check(until, role, role.outsideFlushed(), Double.MAX_VALUE);
            } else {
                assertThat(role.outsideFlushed()).isNull();
            }
        }
    }

    /**
     * Samples from before the job until after the end, sometimes often and sometimes rarely. Now and then two samples
     * are in one millisecond.
     */
    private void sample(WatchedRun watched, String node, long last) {
        Map<String, Long> counters = new HashMap<>();
        for (String device : List.of("sda", "sdb", "sdc")) {
            for (String field : WatchedRun.disk(device, 0, 0, 0, 0).keySet()) {
                boolean millis = field.endsWith("Millis");
                counters.put(field, millis ? WRAP - random.nextInt(20_000) : random.nextInt(1 << 30));
            }
        }
        long at = -random.nextInt(5_000);
        while (true) {
            watched.sample(node, at, counters);
            if (at > last + 2_000) {
                return;
            }
            long pause = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? 300 : 2_500);
            // Some samples are exactly at the job's begin.
            boolean over = at < 0 && at + pause > 0 && random.nextBoolean();
            at = over ? 0 : at + pause;
            counters.replaceAll((name, value) -> grown(name, value, pause));
        }
    }

    private long grown(String name, long value, long pause) {
        if (random.nextInt(4) == 0) {
            return value;
        }
        if (name.endsWith("Millis")) {
            long next = value + (long) (random.nextDouble() * pause);
            return next >= WRAP ? next - WRAP : next;
        }
        return value + random.nextInt(50_000);
    }

    private static void check(RoleIo figures, RoleSeries role, Sum outside, double seconds) {
        assertThat(figures.known()).isTrue();
        assertThat(role.known()).isTrue();
        assertThat(role.devices()).isEqualTo(figures.devices());
        check(figures.io().reads(), role, IoStep::readsPerSecond, outside, IoCounter.READS, seconds);
        check(figures.io().bytesRead(), role, IoStep::bytesReadPerSecond, outside, IoCounter.BYTES_READ, seconds);
        check(figures.io().writes(), role, IoStep::writesPerSecond, outside, IoCounter.WRITES, seconds);
        check(
                figures.io().bytesWritten(),
                role,
                IoStep::bytesWrittenPerSecond,
                outside,
                IoCounter.BYTES_WRITTEN,
                seconds);
        assertThat(role.steps()).allSatisfy(step -> {
            assertThat(step.busy()).isBetween(0.0, 1.0);
            assertThat(step.io().queue()).isNotNegative();
        });
    }

    private static void check(
            double total, RoleSeries role, Function<IoStep, Double> rate, Sum outside, IoCounter left, double seconds) {
        double sum = role.steps().stream()
                .filter(step -> step.at() + step.seconds() <= seconds + 1e-6)
                .mapToDouble(step -> rate.apply(step) * step.seconds())
                .sum();
        assertThat(outside.get(left).getAsDouble()).isNotNegative();
        assertThat(sum + outside.get(left).getAsDouble()).isCloseTo(total, within(1e-9 * total + 1e-6));
    }
}
