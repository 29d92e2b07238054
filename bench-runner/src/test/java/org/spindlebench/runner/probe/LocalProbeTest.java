package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.probe.ProbeSample;

/** Checks that what Spindle itself reads and writes does not lie between a job's start and the sample before it. */
class LocalProbeTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final LocalProbe probe =
            LocalProbe.begin("here", List.of(), Duration.ofHours(1), Map.of(), List.of(), List.of());

    @AfterEach
    void close() {
        probe.close();
    }

    /** Returns the number of all samples. Every call adds one. */
    private int samples() throws Exception {
        List<ProbeSample> seen = new ArrayList<>();
        probe.window(Instant.now(), Instant.now()).get(0).source().forEach(seen::add);
        return seen.size();
    }

    /** Waits for the sample with which the probe begins, and returns how many there are. */
    private int begun() throws Exception {
        for (int calls = 1; calls <= 500; calls++) {
            int seen = samples();
            if (seen > calls) {
                return seen;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the probe takes no samples");
    }

    @Test
    void rereadingEndsWithASample() throws Exception {
        int before = begun();
        assertThat(probe.reread(LIMIT)).isTrue();
        assertThat(samples()).isEqualTo(before + 2);
    }

    @Test
    void flushingEndsWithASample() throws Exception {
        int before = begun();
        assertThat(probe.flush(LIMIT)).isPresent();
        assertThat(samples()).isEqualTo(before + 2);
    }
}
