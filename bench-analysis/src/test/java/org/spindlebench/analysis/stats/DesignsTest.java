package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/** Checks pairs, visits and matched configurations. */
class DesignsTest {
    @Test
    void blocks_take_out_what_they_have_in_common() {
        Paired paired = Paired.of(pair(Vectors.A, Vectors.FASTER_A), 0.95);
        assertThat(paired.pays()).isTrue();
        assertThat(Paired.of(pair(Vectors.B, Vectors.CLOSE_B), 0.95).pays()).isFalse();
        double width = paired.interval().orElseThrow().high()
                - paired.interval().orElseThrow().low();
        Interval unpaired = LogWelch.of(pair(Vectors.A, Vectors.FASTER_A), 0.95)
                .orElseThrow()
                .interval();
        assertThat(width).isLessThan((unpaired.high() - unpaired.low()) / 5);
    }

    @Test
    void pairing_pays_above_a_correlation_of_0_31() {
        assertThat(paired(0.31).pays()).isFalse();
        assertThat(paired(0.3101).pays()).isTrue();
        assertThat(paired(-0.9).pays()).isFalse();
        double unpaired = StudentT.quantile(0.95, 8) / StudentT.quantile(0.95, 4);
        assertThat(Math.round(100 * (1 - unpaired * unpaired)) / 100.0).isEqualTo(Paired.PAYS_ABOVE);
    }

    @Test
    void one_block_has_a_ratio_and_nothing_else() {
        Paired one = Paired.of(pair(Sample.of(6), Sample.of(3)), 0.95);
        assertThat(one.blocks()).isEqualTo(1);
        assertThat(one.ratio()).isEqualTo(2);
        assertThat(one.interval()).isEmpty();
        assertThat(one.p()).isEmpty();
        assertThat(one.correlation()).isEmpty();
        assertThat(one.pays()).isFalse();
    }

    @Test
    void two_blocks_have_an_interval_and_no_correlation() {
        Paired two = Paired.of(pair(Sample.of(6, 7), Sample.of(3, 3.1)), 0.95);
        assertThat(two.interval()).isPresent();
        assertThat(two.correlation()).isEmpty();
    }

    @Test
    void ratios_that_differ_by_rounding_only_have_no_test() {
        Paired paired = Paired.of(pair(Sample.of(0.3, 0.6, 1.2, 0.9), Sample.of(0.1, 0.2, 0.4, 0.3)), 0.95);
        assertClose(paired.ratio(), 3, 1e-14);
        assertThat(paired.interval()).isEmpty();
        assertThat(paired.p()).isEmpty();
        assertClose(paired.correlation().orElseThrow(), 1, 1e-14);
        assertThat(paired.correlation().orElseThrow()).isLessThanOrEqualTo(1);
    }

    @Test
    void cells_that_do_not_vary_do_not_correlate() {
        assertThat(Paired.of(pair(Sample.of(3, 3, 3), Sample.of(1, 2, 3)), 0.95).correlation())
                .isEmpty();
        assertThat(Paired.of(pair(Sample.of(1, 2, 3), Sample.of(3, 3, 3)), 0.95).correlation())
                .isEmpty();
        assertThat(Paired.of(pair(Sample.of(1, 2, 3), Sample.of(3, 3, 3)), 0.95).interval())
                .isPresent();
    }

    @Test
    void a_block_needs_both_runs_above_zero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Paired.of(pair(Sample.of(1, 2), Sample.of(1)), 0.95))
                .withMessageContaining("2 and 1");
        assertThatIllegalArgumentException().isThrownBy(() -> Paired.of(pair(Sample.of(1, 0), Sample.of(1, 1)), 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> Paired.of(pair(Sample.of(1), Sample.of(1)), 1));
    }

    @Test
    void a_visit_counts_once_however_many_runs_it_has() {
        List<Sample> baseline = List.of(Sample.of(10, 12), Sample.of(14), Sample.of(9, 10, 11));
        List<Sample> contender = List.of(Sample.of(5), Sample.of(6, 7, 8));
        SamplePair units = pair(Sample.of(11, 14, 10), Sample.of(5, 7));
        assertThat(VisitedPair.ofVisits(baseline, contender).observations()).isEqualTo(units);
        assertThat(VisitedPair.ofVisits(baseline, contender).speedUp(0.9)).isEqualTo(SpeedUp.of(units, 0.9));
        assertClose(VisitedPair.ofVisits(baseline, contender).speedUp(0.9).ratio(), 35 / 18.0, 1e-14);
    }

    @Test
    void one_visit_is_confounded_with_time() {
        List<Sample> one = List.of(Sample.of(10, 12, 11));
        List<Sample> two = List.of(Sample.of(5, 6), Sample.of(5, 7));
        for (SpeedUp speedUp : List.of(
                VisitedPair.ofVisits(one, two).speedUp(0.95),
                VisitedPair.ofVisits(two, one).speedUp(0.95),
                VisitedPair.ofVisits(one, one).speedUp(0.95))) {
            assertThat(speedUp.basis()).isEqualTo(IntervalBasis.CONFOUNDED_WITH_TIME);
            assertThat(speedUp.interval()).isEmpty();
            assertThat(speedUp.isTie()).isTrue();
        }
        assertClose(VisitedPair.ofVisits(one, two).speedUp(0.95).ratio(), 11 / 5.75, 1e-14);
    }

    @Test
    void visits_that_are_alike_have_no_variation() {
        List<Sample> baseline = List.of(Sample.of(10 / 7.0, 10 / 7.0), Sample.of(10 / 7.0));
        assertThat(VisitedPair.ofVisits(baseline, baseline).speedUp(0.95).basis())
                .isEqualTo(IntervalBasis.NO_VARIATION);
    }

    @Test
    void a_setup_needs_a_visit_and_an_interval_a_confidence() {
        List<Sample> one = List.of(Sample.of(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VisitedPair.ofVisits(List.of(), one))
                .withMessageContaining("baseline");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VisitedPair.ofVisits(one, List.of()))
                .withMessageContaining("contender");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VisitedPair.ofVisits(one, one).speedUp(1));
    }

    @Test
    void unbalanced_pooling_makes_a_tenth_faster_look_like_much_faster() {
        // Each configuration is 1.1 times as fast. The contender mostly ran in the short one.
        SamplePair shortOne = pair(cell(110, 2), cell(100, 10));
        SamplePair longOne = pair(cell(1100, 10), cell(1000, 2));
        Matched matched = Matched.of(List.of(shortOne, longOne), 0.95);
        assertThat(matched.configurations()).isEqualTo(2);
        assertClose(matched.ratio(), 1.1, 1e-13);
        assertThat(matched.interval().orElseThrow().contains(1.1)).isTrue();
        assertClose(matched.pooledRatio(), (2 * 110 + 10 * 1100) / (10 * 100.0 + 2 * 1000), 1e-13);
        assertClose(matched.shareDifference(), 8 / 12.0, 1e-14);
        assertThat(matched.isUnbalanced()).isTrue();
    }

    @Test
    void the_interval_over_configurations_is_that_of_a_fixed_suite() {
        List<SamplePair> pairs = List.of(pair(Vectors.A, Vectors.FASTER_A), pair(Vectors.B, Vectors.CLOSE_B));
        SuiteRatio suite = SuiteRatio.of(pairs, 0.9);
        Matched matched = Matched.of(pairs, 0.9);
        assertThat(matched.ratio()).isEqualTo(suite.geometricMean());
        assertThat(matched.interval()).isEqualTo(suite.interval());
        assertThat(matched.isUnbalanced()).isFalse();
    }

    @Test
    void equal_shares_are_balanced_whatever_the_numbers() {
        Matched matched = Matched.of(List.of(pair(cell(5, 1), cell(4, 3)), pair(cell(50, 2), cell(40, 6))), 0.95);
        assertThat(matched.shareDifference()).isZero();
        assertThat(matched.isUnbalanced()).isFalse();
    }

    @Test
    void what_was_run_on_one_setup_only_is_pooled_and_not_matched() {
        List<SamplePair> both = List.of(pair(cell(20, 4), cell(10, 4)));
        Matched baselineMore =
                Matched.of(samples(both), List.of(VisitedSample.ofRuns(cell(80, 4))), List.of(), false, 0.95);
        assertClose(baselineMore.ratio(), 2, 1e-13);
        assertClose(baselineMore.pooledRatio(), 5, 1e-13);
        assertThat(baselineMore.shareDifference()).isEqualTo(0.5);
        Matched contenderMore =
                Matched.of(samples(both), List.of(), List.of(VisitedSample.ofRuns(cell(30, 12))), false, 0.95);
        assertClose(contenderMore.pooledRatio(), 20 / 25.0, 1e-13);
        assertThat(contenderMore.shareDifference()).isEqualTo(0.75);
        assertThat(contenderMore.isUnbalanced()).isTrue();
    }

    private static Paired paired(double correlation) {
        return new Paired(
                5,
                1,
                java.util.Optional.empty(),
                java.util.OptionalDouble.empty(),
                java.util.OptionalDouble.of(correlation));
    }

    /** Returns n runs around a mean. */
    private static Sample cell(double mean, int n) {
        List<Double> values = new java.util.ArrayList<>(Collections.nCopies(n, mean));
        for (int i = 0; i + 1 < n; i += 2) {
            values.set(i, mean * 0.99);
            values.set(i + 1, mean * 1.01);
        }
        return Sample.of(values);
    }

    private static List<VisitedPair> samples(List<SamplePair> pairs) {
        return pairs.stream().map(VisitedPair::ofRuns).toList();
    }
}
