package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/** Checks durations of a clock that ticks in units, and the uncertainty that rounding leaves. */
class ClockUnitTest {
    private static final double THIRD = 1 / 3.0;

    @Test
    void the_unit_is_the_greatest_that_all_values_are_multiples_of() {
        assertThat(Sample.of(5, 60, 1e15, 0, -3).unit()).isEqualTo(1);
        assertThat(Sample.of(600, 1200).unit()).isEqualTo(1);
        assertThat(Sample.of(5, 60.1).unit()).isEqualTo(0.1);
        assertThat(Sample.of(412.17, 405.7).unit()).isEqualTo(0.01);
        assertThat(Sample.of(412.123, 405.7).unit()).isEqualTo(0.001);
        assertThat(Sample.of(0.1 + 0.2).unit()).isZero();
        assertThat(Sample.of(412.1234).unit()).isZero();
        assertThat(Sample.of(THIRD, 1).unit()).isZero();
        assertThat(Sample.of(4.9e-324).unit()).isZero();
    }

    @Test
    void the_unit_of_a_pair_holds_for_both_cells() {
        assertThat(pair(Sample.of(5, 6), Sample.of(5.1, 6.2)).unit()).isEqualTo(0.1);
        assertThat(pair(Sample.of(5.12, 6), Sample.of(5, 6)).unit()).isEqualTo(0.01);
        assertThat(pair(Sample.of(5, 6), Sample.of(5, THIRD)).unit()).isZero();
    }

    // Each mean's variance is 1/12, with n = 3 for each. R computed the values by the formulas of Fieller and Welch.
    @Test
    void whole_seconds_that_do_not_vary_are_known_to_within_rounding() {
        SamplePair pair = pair(Sample.of(5, 5, 5), Sample.of(6, 6, 6));
        SpeedUp speedUp = SpeedUp.of(pair, 0.95);
        assertThat(speedUp.basis()).isEqualTo(IntervalBasis.INTERVAL);
        assertClose(speedUp.ratio(), 5 / 6.0, 1e-14);
        assertClose(speedUp.df().orElseThrow(), 3.874023945861532, 1e-12);
        assertClose(speedUp.interval().orElseThrow().low(), 0.6704253273615716, 1e-12);
        assertClose(speedUp.interval().orElseThrow().high(), 1.027326257832416, 1e-12);
        LogWelch welch = LogWelch.of(pair, 0.95).orElseThrow();
        assertClose(welch.t(), -2.425967512841582, 1e-12);
        assertClose(welch.p(), 0.07436766663509246, 1e-12);
        assertThat(speedUp.isTie()).isTrue();
    }

    @Test
    void repeats_do_not_undo_rounding() {
        Sample ten = Sample.of(5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
        VarianceSum variance = pair(ten, Sample.of(6, 6)).relativeVariance();
        assertClose(variance.parts().get(0).variance(), 1 / 12.0 / 25, 1e-14);
        assertClose(variance.parts().get(1).variance(), 1 / 12.0 / 36, 1e-14);
    }

    @Test
    void equal_seconds_are_equal_but_for_rounding() {
        SpeedUp speedUp = SpeedUp.of(pair(Sample.of(100, 100, 100), Sample.of(100, 100, 100)), 0.95);
        Interval interval = speedUp.interval().orElseThrow();
        assertThat(speedUp.isTie()).isTrue();
        assertThat(interval.low()).isCloseTo(1 - 2.7764 * Math.sqrt(2 / 12.0) / 100, within(2e-4));
        assertThat(interval.high()).isCloseTo(1 + 2.7764 * Math.sqrt(2 / 12.0) / 100, within(2e-4));
    }

    @Test
    void a_cell_that_varies_by_more_than_rounding_keeps_its_variance() {
        SamplePair pair = pair(Sample.of(12, 12, 13), Sample.of(12, 12, 12));
        VarianceSum variance = pair.relativeVariance();
        double mean = 37 / 3.0;
        assertClose(variance.parts().get(0).variance(), THIRD / 3 / (mean * mean), 1e-13);
        assertClose(variance.parts().get(1).variance(), 1 / 12.0 / 144, 1e-13);
        VarianceSum ofLogs = pair.requireLogs().variance();
        Sample logs = Sample.of(Math.log(12), Math.log(12), Math.log(13));
        double sd = logs.sd().orElseThrow();
        assertClose(ofLogs.parts().get(0).variance(), sd * sd / 3, 1e-12);
        assertClose(ofLogs.parts().get(1).variance(), 1 / 12.0 / 144, 1e-13);
    }

    @Test
    void a_finer_clock_leaves_less_open() {
        Interval seconds = SpeedUp.of(pair(Sample.of(5, 5), Sample.of(6, 6)), 0.95)
                .interval()
                .orElseThrow();
        Interval tenths = SpeedUp.of(pair(Sample.of(5.1, 5.1), Sample.of(6, 6)), 0.95)
                .interval()
                .orElseThrow();
        assertThat(seconds.high() - seconds.low()).isGreaterThan(9 * (tenths.high() - tenths.low()));
    }

    @Test
    void without_a_unit_nothing_bounds_what_does_not_vary() {
        SamplePair pair = pair(Sample.of(THIRD, THIRD), Sample.of(5, 5));
        assertThat(SpeedUp.of(pair, 0.95).basis()).isEqualTo(IntervalBasis.NO_VARIATION);
        assertThat(LogWelch.of(pair, 0.95)).isEmpty();
    }
}
