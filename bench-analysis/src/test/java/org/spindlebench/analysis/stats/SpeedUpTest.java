package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

class SpeedUpTest {
    @Test
    void the_published_vectors_are_met() {
        SpeedUp a = SpeedUp.of(pair(Vectors.A, Vectors.FASTER_A), 0.95);
        assertClose(a.ratio(), 1.64081503711894, 1e-14);
        assertClose(a.df().orElseThrow(), 7.94144893514531, 1e-13);
        assertClose(a.interval().orElseThrow().low(), 1.58519290608869, 1e-13);
        assertClose(a.interval().orElseThrow().high(), 1.69821592597726, 1e-13);
        SpeedUp b = SpeedUp.of(pair(Vectors.B, Vectors.CLOSE_B), 0.95);
        assertClose(b.interval().orElseThrow().low(), 0.984562171427042, 1e-13);
        assertClose(b.interval().orElseThrow().high(), 1.0625473464386, 1e-13);
    }

    @Test
    void the_normalised_duration_is_the_reciprocal_with_its_bounds() {
        SpeedUp a = SpeedUp.of(pair(Vectors.A, Vectors.FASTER_A), 0.95);
        assertClose(a.normalised(), 253.24 / 415.52, 1e-14);
        assertClose(a.normalisedInterval().orElseThrow().low(), 1 / 1.69821592597726, 1e-13);
        assertClose(a.normalisedInterval().orElseThrow().high(), 1 / 1.58519290608869, 1e-13);
    }

    @Test
    void changed_over_the_interval_is_that_of_the_normalised_duration() {
        // If the sides are swapped, Fieller's test rejects the same ratios, with the same degrees of freedom.
        SamplePair pair = pair(Vectors.B, Vectors.CLOSE_B);
        Interval swapped = SpeedUp.of(pair.swapped(), 0.9).interval().orElseThrow();
        Interval normalised = SpeedUp.of(pair, 0.9).normalisedInterval().orElseThrow();
        assertClose(swapped.low(), normalised.low(), 1e-12);
        assertClose(swapped.high(), normalised.high(), 1e-12);
    }

    @Test
    void a_single_run_has_a_ratio_and_no_interval() {
        for (SamplePair single : new SamplePair[] {
            pair(Sample.of(10), Sample.of(4, 6)),
            pair(Sample.of(9, 11), Sample.of(5)),
            pair(Sample.of(10), Sample.of(5))
        }) {
            SpeedUp speedUp = SpeedUp.of(single, 0.95);
            assertThat(speedUp)
                    .isEqualTo(new SpeedUp(2, OptionalDouble.empty(), Optional.empty(), IntervalBasis.SINGLE_RUN));
            assertThat(speedUp.isTie()).isTrue();
            assertThat(speedUp.normalisedInterval()).isEmpty();
        }
    }

    @Test
    void no_variation_is_named_and_a_tie_only_of_equals() {
        SpeedUp faster = SpeedUp.of(pair(sevenths(6, 6), sevenths(4, 4, 4)), 0.95);
        assertThat(faster.basis()).isEqualTo(IntervalBasis.NO_VARIATION);
        assertThat(faster.interval()).isEmpty();
        assertThat(faster.df()).isEmpty();
        assertThat(faster.isTie()).isFalse();
        SpeedUp equal = SpeedUp.of(pair(sevenths(1, 1, 1), sevenths(1, 1)), 0.95);
        assertThat(equal.basis()).isEqualTo(IntervalBasis.NO_VARIATION);
        assertThat(equal.isTie()).isTrue();
    }

    // Sevenths are not in any clock's unit. R: fieller(c(6, 6, 6), c(4, 4.2, 3.9), .95) and fieller(c(6, 6.3, 5.8),
    // c(4, 4), .95) of vectors.R
    @Test
    void one_cell_without_variation_leaves_the_other_ones() {
        SpeedUp steadyBaseline = SpeedUp.of(pair(sevenths(6, 6, 6), sevenths(4, 4.2, 3.9)), 0.95);
        assertClose(steadyBaseline.df().orElseThrow(), 2, 1e-14);
        assertClose(steadyBaseline.interval().orElseThrow().low(), 1.3596835051329232, 1e-10);
        assertClose(steadyBaseline.interval().orElseThrow().high(), 1.642092285800825, 1e-10);
        SpeedUp steadyContender = SpeedUp.of(pair(sevenths(6, 6.3, 5.8), sevenths(4, 4)), 0.95);
        // Two equal runs count as two runs, not as exact: df = (m - 1)(1 + m/2M).
        assertClose(steadyContender.df().orElseThrow(), 4 / 3.0, 1e-14);
        assertClose(steadyContender.interval().orElseThrow().low(), 1.2471050641177173, 1e-10);
        assertClose(steadyContender.interval().orElseThrow().high(), 1.7695616025489498, 1e-10);
    }

    private static Sample sevenths(double... values) {
        return Sample.of(Arrays.stream(values).map(value -> value / 7).toArray());
    }

    @Test
    void a_contender_that_is_not_told_from_zero_bounds_nothing() {
        SpeedUp speedUp = SpeedUp.of(pair(Sample.of(10, 11, 12), Sample.of(1, 20)), 0.95);
        assertThat(speedUp.basis()).isEqualTo(IntervalBasis.UNBOUNDED);
        assertThat(speedUp.interval()).isEmpty();
        assertThat(speedUp.df()).isPresent();
        assertThat(speedUp.isTie()).isTrue();
    }

    @Test
    void a_baseline_that_varies_much_has_no_normalised_interval() {
        SpeedUp speedUp = SpeedUp.of(pair(Sample.of(1, 20), Sample.of(10, 10.1, 10.2)), 0.95);
        assertThat(speedUp.interval().orElseThrow().low()).isNegative();
        assertThat(speedUp.normalisedInterval()).isEmpty();
    }

    @Test
    void a_tie_is_an_interval_that_contains_one() {
        assertThat(SpeedUp.of(pair(Vectors.A, Vectors.FASTER_A), 0.95).isTie()).isFalse();
        assertThat(SpeedUp.of(pair(Vectors.B, Vectors.CLOSE_B), 0.95).isTie()).isTrue();
        assertThat(SpeedUp.of(pair(Vectors.B, Vectors.B), 0.95).isTie()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0x1p900, 0x1p-900, 0x1p10})
    void the_unit_does_not_matter(double unit) {
        SpeedUp plain = SpeedUp.of(pair(Vectors.B, Vectors.CLOSE_B), 0.95);
        assertThat(SpeedUp.of(pair(times(Vectors.B, unit), times(Vectors.CLOSE_B, unit)), 0.95))
                .isEqualTo(plain);
    }

    @Test
    void the_smallest_durations_there_are_have_a_speed_up() {
        double least = Double.MIN_VALUE;
        SpeedUp speedUp =
                SpeedUp.of(pair(Sample.of(3000 * least, 3001 * least), Sample.of(1000 * least, 1001 * least)), 0.95);
        assertThat(speedUp.basis()).isEqualTo(IntervalBasis.INTERVAL);
        assertThat(speedUp.interval().orElseThrow().contains(3)).isTrue();
    }

    @Test
    void zero_is_a_duration_as_long_as_the_mean_is_above_it() {
        assertThat(SpeedUp.of(pair(Sample.of(0, 2, 4), Sample.of(1, 1, 1)), 0.95)
                        .ratio())
                .isEqualTo(2);
    }

    @Test
    void certainty_and_nonsense_are_refused() {
        SamplePair single = pair(Sample.of(1), Sample.of(1));
        assertThatIllegalArgumentException().isThrownBy(() -> SpeedUp.of(single, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpeedUp.of(single, 95))
                .withMessageContaining("95");
        assertThatIllegalArgumentException().isThrownBy(() -> SpeedUp.without(0, IntervalBasis.SINGLE_RUN));
        assertThatIllegalArgumentException().isThrownBy(() -> SpeedUp.without(Double.NaN, IntervalBasis.SINGLE_RUN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpeedUp.without(Double.POSITIVE_INFINITY, IntervalBasis.SINGLE_RUN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SpeedUp.without(1, IntervalBasis.INTERVAL))
                .withMessageContaining("INTERVAL");
    }

    private static Sample times(Sample cell, double factor) {
        return Sample.of(cell.values().stream().map(value -> value * factor).toList());
    }
}
