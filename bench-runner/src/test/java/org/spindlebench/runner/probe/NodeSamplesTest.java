package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.probe.Sample;

class NodeSamplesTest {
    @ParameterizedTest
    @CsvSource({
        "2500, 4200, 2000, 5000, true",
        "2000, 4000, 2000, 4000, true",
        "2100, 2200, 2000, 3000, true",
        "500, 2500, 1000, 3000, false",
        "5500, 9000, 5000, 6000, false"
    })
    void aWindowReachesFromTheSampleBeforeItToTheOneAfterIt(
            long from, long to, long first, long last, boolean covered) {
        Instant begin = Instant.ofEpochMilli(from);
        Instant end = Instant.ofEpochMilli(to);
        NodeSamples window = NodeSamples.around(begin, end, "a", samples(1000, 2000, 3000, 4000, 5000, 6000));
        assertThat(window.samples().get(0).millis()).isEqualTo(first);
        assertThat(window.samples().get(window.samples().size() - 1).millis()).isEqualTo(last);
        assertThat(window.cover(begin, end)).isEqualTo(covered);
    }

    @Test
    void withoutSamplesNothingIsCovered() {
        Instant now = Instant.now();
        NodeSamples none = NodeSamples.around(now, now, "a", List.of());
        assertThat(none.samples()).isEmpty();
        assertThat(none.cover(now, now)).isFalse();
        assertThat(NodeSamples.around(now, now, "a", samples(now.toEpochMilli()))
                        .cover(now, now))
                .isFalse();
    }

    private static List<Sample> samples(long... millis) {
        return LongStream.of(millis)
                .mapToObj(at -> new Sample(at, List.of("a"), new long[] {at}))
                .toList();
    }
}
