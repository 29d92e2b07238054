package org.spindlebench.runner.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.probe.ProbeSample;

class WindowFilterTest {
    @ParameterizedTest
    @CsvSource({
        "2500, 4200, 2000, 5000, true",
        "2000, 4000, 2000, 4000, true",
        "2100, 2200, 2000, 3000, true",
        "500, 2500, 1000, 3000, false",
        "5500, 9000, 5000, 6000, false"
    })
    void aWindowReachesFromTheSampleBeforeItToTheOneAfterIt(long from, long to, long first, long last, boolean covered)
            throws IOException {
        List<ProbeSample> passed = new ArrayList<>();
        WindowFilter window = new WindowFilter(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to), passed::add);
        feed(window, 1000, 2000, 3000, 4000, 5000, 6000);
        assertThat(passed.get(0).millis()).isEqualTo(first);
        assertThat(passed.get(passed.size() - 1).millis()).isEqualTo(last);
        assertThat(window.passed()).isEqualTo(passed.size());
        assertThat(window.covered()).isEqualTo(covered);
    }

    @Test
    void oneSampleOrNoneCoversNothing() throws IOException {
        Instant now = Instant.now();
        assertThat(new WindowFilter(now, now, sample -> {}).covered()).isFalse();
        WindowFilter one = new WindowFilter(now, now, sample -> {});
        feed(one, now.toEpochMilli() + 1);
        assertThat(one.passed()).isEqualTo(1);
        assertThat(one.covered()).isFalse();
    }

    private static void feed(WindowFilter window, long... millis) throws IOException {
        for (long at : millis) {
            window.take(new ProbeSample(at, List.of("a"), new long[] {at}));
        }
    }
}
