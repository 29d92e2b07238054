package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.VisitedSample.VisitSample;

/** Checks suites and mixes with missing parts; {@link SuiteVectorsTest} checks their numbers. */
class SuiteRatioTest {
    private static final SamplePair A = pair(Vectors.A, Vectors.FASTER_A);
    private static final SamplePair B = pair(Vectors.B, Vectors.CLOSE_B);
    private static final SamplePair SINGLE = pair(Sample.of(8), Sample.of(4));
    private static final SamplePair STEADY = pair(Sample.of(8 / 7.0, 8 / 7.0), Sample.of(4 / 7.0, 4 / 7.0));
    private static final SamplePair STOPPED = pair(Sample.of(0, 16), Sample.of(4, 4));

    @Test
    void one_job_is_a_suite_without_a_sample_of_jobs() {
        SuiteRatio suite = SuiteRatio.of(List.of(A), 0.95);
        assertClose(suite.ratioOfSums(), 1.64081503711894, 1e-13);
        assertClose(suite.geometricMean(), 1.64075320859156, 1e-13);
        assertClose(suite.df().orElseThrow(), 7.94184996577585, 1e-12);
        assertThat(suite.interval()).isPresent();
        assertThat(suite.jobsAsSample()).isEmpty();
    }

    @Test
    void a_single_run_takes_the_interval_and_leaves_the_figures() {
        SuiteRatio suite = SuiteRatio.of(List.of(A, SINGLE), 0.95);
        assertThat(suite.interval()).isEmpty();
        assertThat(suite.df()).isEmpty();
        assertThat(suite.p()).isEmpty();
        assertThat(suite.jobsAsSample()).isPresent();
        assertClose(suite.geometricMean(), Math.sqrt(2 * 1.64075320859156), 1e-13);
        assertClose(suite.ratioOfSums(), (415.52 + 8) / (253.24 + 4), 1e-13);
    }

    @Test
    void a_duration_of_zero_has_no_geometric_mean() {
        assertThatIllegalArgumentException().isThrownBy(() -> SuiteRatio.of(List.of(A, STOPPED), 0.95));
    }

    @Test
    void what_a_visit_does_to_all_jobs_is_in_the_interval() {
        // Three visits shift both jobs alike. If runs were the unit, the interval would be a third as wide.
        List<Sample> baseline = List.of(Sample.of(100, 101), Sample.of(104, 105), Sample.of(96, 97));
        List<Sample> contender = List.of(Sample.of(100.5, 100), Sample.of(96, 97.5), Sample.of(104, 103));
        VisitedPair job = VisitedPair.ofVisits(baseline, contender);
        Interval both = SuiteRatio.of(List.of(job, job), 0.95, null).interval().orElseThrow();
        Interval one = SuiteRatio.of(List.of(job), 0.95, null).interval().orElseThrow();
        assertClose(both.low(), one.low(), 1e-12);
        assertClose(both.high(), one.high(), 1e-12);
    }

    @Test
    void visits_without_some_job_are_left_out_and_then_the_job() {
        VisitedPair whole = visited(4);
        VisitedPair rare = visited(1);
        SuiteRatio suite = SuiteRatio.of(List.of(whole, visited(3)), 0.95, null);
        assertThat(suite.leftOut()).isEmpty();
        assertThat(suite.contrast().baselineUnits()).isEqualTo(3);
        SuiteRatio withoutRare = SuiteRatio.of(List.of(whole, rare), 0.95, null);
        assertThat(withoutRare.leftOut()).containsExactly(1);
        assertThat(withoutRare.contrast().baselineUnits()).isEqualTo(4);
        SuiteRatio once = SuiteRatio.of(List.of(rare, rare), 0.95, null);
        assertThat(once.leftOut()).isEmpty();
        assertThat(once.interval()).isEmpty();
        assertThat(once.contrast().basis()).isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
    }

    @Test
    void both_figures_are_of_visits_with_all_jobs() {
        VisitedPair often = VisitedPair.ofVisits(
                List.of(Sample.of(10), Sample.of(12), Sample.of(90)),
                List.of(Sample.of(5), Sample.of(6), Sample.of(90)));
        VisitedPair rare =
                VisitedPair.ofVisits(List.of(Sample.of(20), Sample.of(24)), List.of(Sample.of(10), Sample.of(12)));
        SuiteRatio suite = SuiteRatio.of(List.of(often, rare), 0.95, null);
        assertClose(suite.geometricMean(), 2, 1e-12);
        assertClose(suite.ratioOfSums(), 2, 1e-12);
    }

    @Test
    void a_workload_says_why_it_has_no_interval() {
        VisitedPair once = visited(1);
        assertThat(WeightedRatio.of(List.of(once), List.of(1.0), 0.95, null).basis())
                .isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
        assertThat(WeightedRatio.of(List.of(SINGLE), List.of(1.0), 0.95).basis())
                .isEqualTo(SpeedUp.IntervalBasis.SINGLE_RUN);
        assertThat(WeightedRatio.of(List.of(STEADY), List.of(1.0), 0.95).basis())
                .isEqualTo(SpeedUp.IntervalBasis.NO_VARIATION);
        assertThat(WeightedRatio.of(List.of(A), List.of(1.0), 0.95).basis()).isEqualTo(SpeedUp.IntervalBasis.INTERVAL);

        assertThat(WeightedRatio.of(List.of(visited("a"), visited("b")), List.of(1.0, 1.0), 0.95, null)
                        .basis())
                .as("no visit has both jobs")
                .isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
    }

    private static VisitedPair visited(String campaign) {
        VisitedSample visits = VisitedSample.ofVisits(List.of(
                new VisitSample(campaign + 1, Sample.of(100, 102)),
                new VisitSample(campaign + 2, Sample.of(104, 106))));
        return new VisitedPair(visits, visits);
    }

    private static VisitedPair visited(int visits) {
        List<Sample> cells = java.util.stream.IntStream.range(0, visits)
                .mapToObj(visit -> Sample.of(100 + visit, 101 + visit))
                .toList();
        return VisitedPair.ofVisits(cells, cells);
    }

    @Test
    void steady_jobs_add_no_variance_and_alone_have_no_interval() {
        assertThat(SuiteRatio.of(List.of(A, STEADY), 0.95).interval()).isPresent();
        SuiteRatio steady = SuiteRatio.of(List.of(STEADY, STEADY), 0.95);
        assertThat(steady.interval()).isEmpty();
        assertThat(steady.df()).isEmpty();
        assertThat(steady.jobsAsSample()).isEmpty();
        assertThat(steady.ratioOfSums()).isEqualTo(2);
        assertClose(steady.geometricMean(), 2, 1e-15);
    }

    @Test
    void sums_of_the_largest_durations_do_not_overflow() {
        SamplePair large = pair(Sample.of(9e289, 9e289), Sample.of(3e289, 3e289));
        SamplePair small = pair(Sample.of(2e-300), Sample.of(1e-300));
        List<SamplePair> jobs = new java.util.ArrayList<>(java.util.Collections.nCopies(100, large));
        jobs.add(small);
        assertClose(SuiteRatio.of(jobs, 0.95).ratioOfSums(), 3, 1e-13);
    }

    @Test
    void bounds_beyond_a_double_are_absent() {
        SamplePair wide = pair(Sample.of(1e-50, 1e49), Sample.of(1e-50, 1e49));
        SamplePair far = pair(Sample.of(1e49, 1e49), Sample.of(1e-50, 1e-50));
        SuiteRatio suite = SuiteRatio.of(List.of(wide, far, far.swapped()), 0.999);
        assertThat(suite.interval()).isEmpty();
        assertThat(suite.df()).isEmpty();
        assertThat(suite.jobsAsSample()).isEmpty();
        assertThat(WeightedRatio.of(List.of(wide), List.of(1.0), Math.nextDown(1.0))
                        .interval())
                .isEmpty();
    }

    @Test
    void a_suite_needs_a_job_and_a_confidence() {
        assertThatIllegalArgumentException().isThrownBy(() -> SuiteRatio.of(List.of(), 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> SuiteRatio.of(List.of(SINGLE), 1));
    }

    @Test
    void a_mix_weighs_jobs_by_the_baselines_hours() {
        // Half of the hours run twice as fast, the other half as fast as before: 1 / (0.25 + 0.5).
        SamplePair same = pair(Sample.of(3 / 7.0, 3 / 7.0), Sample.of(3 / 7.0, 3 / 7.0));
        WeightedRatio mix = WeightedRatio.of(List.of(STEADY, same), List.of(7.0, 7.0), 0.95);
        assertClose(mix.speedUp(), 4 / 3.0, 1e-15);
        assertThat(mix.interval()).isEmpty();
    }

    @Test
    void a_job_without_share_changes_nothing() {
        WeightedRatio alone = WeightedRatio.of(List.of(A), List.of(1.0), 0.95);
        WeightedRatio withOthers = WeightedRatio.of(List.of(SINGLE, A, B), List.of(0.0, 0.3, 0.0), 0.95);
        assertThat(withOthers).isEqualTo(alone);
        assertThat(alone.interval()).isPresent();
        assertClose(alone.speedUp(), 1.64081503711894, 1e-13);
    }

    @Test
    void a_job_with_a_share_and_a_single_run_takes_the_interval() {
        WeightedRatio mix = WeightedRatio.of(List.of(SINGLE, A), List.of(1e-9, 1.0), 0.95);
        assertThat(mix.interval()).isEmpty();
        assertThat(mix.speedUp()).isGreaterThan(1.6);
    }

    @Test
    void the_smallest_share_of_the_only_job_that_varies_is_no_nan() {
        WeightedRatio mix = WeightedRatio.of(List.of(STEADY, A), List.of(1.0, 1e-150), 0.95);
        assertThat(mix.speedUp()).isEqualTo(2);
        mix.interval().ifPresent(interval -> assertThat(interval.low()).isEqualTo(2));
        WeightedRatio less = WeightedRatio.of(List.of(STEADY, A), List.of(1.0, 1e-100), 0.95);
        less.interval().ifPresent(interval -> assertThat(interval.high()).isEqualTo(2));
    }

    @Test
    void shares_that_are_no_shares_are_refused() {
        List<SamplePair> jobs = List.of(A, B);
        for (List<Double> shares : List.of(
                List.of(1.0),
                List.of(1.0, 1.0, 1.0),
                List.of(1.0, -0.1),
                List.of(0.0, 0.0),
                List.of(1.0, Double.NaN),
                List.of(1.0, Double.POSITIVE_INFINITY),
                List.of(Double.MAX_VALUE, Double.MAX_VALUE))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> WeightedRatio.of(jobs, shares, 0.95))
                    .withMessageContaining(shares.toString());
        }
        assertThatIllegalArgumentException().isThrownBy(() -> WeightedRatio.of(jobs, List.of(1.0, 1.0), 0));
    }
}
