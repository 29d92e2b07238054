package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.analysis.cost.Lists.figure;
import static org.spindlebench.analysis.cost.Lists.job;
import static org.spindlebench.analysis.cost.Lists.sample;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.TimeCost;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.stats.VisitedSample;

class RankingTest {
    private static final double[] A = {100.2, 103.5, 98.7, 101.1, 104.9};
    // R 4.2.2: A over B is 1.0227, Fieller's interval [0.984562171427042, 1.0625473464386].
    private static final double[] B = {99.0, 101.8, 97.4, 102.6, 96.3};
    private static final double[] SLOW = {200, 201, 202, 203, 204};
    private static final double LOW = 0.984562171427042;
    private static final double HIGH = 1.0625473464386;

    private static Lists hourly(double a, double b, double slow) {
        return new Lists().setup("A", at(a)).setup("B", at(b)).setup("slow", at(slow));
    }

    private static PricedSetup at(double hourly) {
        return new PricedSetup(null, new TreeMap<>(), null, new PricedSetup.StatedTotals(null, null, null, hourly));
    }

    private static CostFindings findings(Lists list, CostOptions options) {
        return CostFindings.of(
                list.list(), List.of(job("A", "sort", A), job("B", "sort", B), job("slow", "sort", SLOW)), options);
    }

    @Test
    void setups_are_ranked_by_means_and_tied_where_the_ratio_may_be_1() {
        CostFindings findings = findings(hourly(1, 1, 1), CostOptions.DEFAULT);
        for (CostMeasure measure : List.of(CostMeasure.TIME, CostMeasure.HOURLY_COST, CostMeasure.COST_TIMES_TIME)) {
            CostValue a = figure(findings, "A", "sort", measure);
            CostValue b = figure(findings, "B", "sort", measure);
            CostValue slow = figure(findings, "slow", "sort", measure);
            assertThat(b.rank()).isEqualTo(1);
            assertThat(a.rank()).isEqualTo(2);
            assertThat(slow.rank()).isEqualTo(3);
            assertThat(a.tiedWith()).containsExactly("B");
            assertThat(b.tiedWith()).containsExactly("A");
            assertThat(slow.tiedWith()).isEmpty();
        }
    }

    /** Cost A / cost B = (rate A / rate B) x the ratio of durations. */
    @Test
    void a_tie_of_costs_ends_where_the_scaled_interval_does() {
        assertThat(tied(CostMeasure.HOURLY_COST, 1 / (LOW + 1e-9), 1)).isTrue();
        assertThat(tied(CostMeasure.HOURLY_COST, 1 / (LOW - 1e-9), 1)).isFalse();
        assertThat(tied(CostMeasure.HOURLY_COST, 1 / (HIGH - 1e-9), 1)).isTrue();
        assertThat(tied(CostMeasure.HOURLY_COST, 1 / (HIGH + 1e-9), 1)).isFalse();
    }

    /** Cost x time A / B = (rate A / rate B) x the ratio of durations squared. */
    @Test
    void a_tie_of_cost_times_time_ends_where_the_squared_interval_does() {
        assertThat(tied(CostMeasure.COST_TIMES_TIME, 1 / (LOW * LOW + 1e-9), 1)).isTrue();
        assertThat(tied(CostMeasure.COST_TIMES_TIME, 1 / (LOW * LOW - 1e-9), 1)).isFalse();
        assertThat(tied(CostMeasure.COST_TIMES_TIME, 1 / (HIGH * HIGH - 1e-9), 1))
                .isTrue();
        assertThat(tied(CostMeasure.COST_TIMES_TIME, 1 / (HIGH * HIGH + 1e-9), 1))
                .isFalse();
    }

    /** A ratio of rates is the reciprocal of the ratio of durations. */
    @Test
    void a_tie_of_rates_ends_where_the_reciprocal_interval_does() {
        TimeCost b = new TimeCost(List.of(sample(B)), 1, -1);
        assertThat(new TimeCost(List.of(sample(A)), HIGH - 1e-9, -1).isTiedWith(b, 0.95))
                .isTrue();
        assertThat(new TimeCost(List.of(sample(A)), HIGH + 1e-9, -1).isTiedWith(b, 0.95))
                .isFalse();
        assertThat(new TimeCost(List.of(sample(A)), LOW + 1e-9, -1).isTiedWith(b, 0.95))
                .isTrue();
        assertThat(new TimeCost(List.of(sample(A)), LOW - 1e-9, -1).isTiedWith(b, 0.95))
                .isFalse();
    }

    private static boolean tied(CostMeasure measure, double rateA, double rateB) {
        // There are only two setups, so that only one pair is corrected for.
        CostFindings findings = CostFindings.of(
                hourly(rateA, rateB, 1).list(), List.of(job("A", "sort", A), job("B", "sort", B)), CostOptions.DEFAULT);
        return figure(findings, "A", "sort", measure).tiedWith().contains("B");
    }

    /** Checks every order of durations and setups, and prices in any currency. */
    @Test
    void ranks_follow_neither_the_order_of_jobs_and_runs_nor_a_common_factor_of_prices() {
        List<JobDurations> jobs =
                new ArrayList<>(List.of(job("A", "sort", A), job("B", "sort", B), job("slow", "sort", SLOW)));
        Map<String, String> expected = ranks(1, jobs);
        assertThat(expected).hasSizeGreaterThan(9);
        Random random = new Random(4);
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(jobs, random);
            List<JobDurations> shuffled = List.of(
                    job("B", "sort", shuffled(B, random)),
                    job("slow", "sort", shuffled(SLOW, random)),
                    job("A", "sort", shuffled(A, random)));
            assertThat(ranks(Math.scalb(1.0, random.nextInt(20) - 10), jobs)).isEqualTo(expected);
            assertThat(ranks(1, shuffled)).isEqualTo(expected);
        }
    }

    private static Map<String, String> ranks(double factor, List<JobDurations> jobs) {
        Map<String, String> ranks = new TreeMap<>();
        CostFindings.of(hourly(1.1 * factor, 1.12 * factor, factor).list(), jobs, CostOptions.DEFAULT)
                .figures()
                .forEach(figure -> ranks.put(
                        figure.setup() + " " + figure.job() + " " + figure.measure(),
                        figure.rank() + " tied with " + figure.tiedWith()));
        return ranks;
    }

    private static double[] shuffled(double[] seconds, Random random) {
        List<Double> values = new ArrayList<>(DoubleStream.of(seconds).boxed().toList());
        Collections.shuffle(values, random);
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Test
    void every_pair_of_setups_is_corrected_for() {
        double rate = 1 / (LOW - 1e-9);
        assertThat(tied(CostMeasure.HOURLY_COST, rate, 1)).isFalse();
        CostFindings ofThree = findings(hourly(rate, 1, 1), CostOptions.DEFAULT);
        assertThat(figure(ofThree, "A", "sort", CostMeasure.HOURLY_COST).tiedWith())
                .containsExactly("B");
    }

    @Test
    void what_is_free_is_tied_only_with_what_is_free() {
        CostFindings findings = findings(hourly(0, 1, 0), CostOptions.DEFAULT);
        assertThat(figure(findings, "A", "sort", CostMeasure.HOURLY_COST).tiedWith())
                .containsExactly("slow");
        assertThat(figure(findings, "B", "sort", CostMeasure.HOURLY_COST).tiedWith())
                .isEmpty();
        assertThat(figure(findings, "A", "sort", CostMeasure.HOURLY_COST).rank())
                .isEqualTo(1);
        assertThat(figure(findings, "slow", "sort", CostMeasure.HOURLY_COST).rank())
                .isEqualTo(1);
        assertThat(figure(findings, "B", "sort", CostMeasure.HOURLY_COST).rank())
                .isEqualTo(3);
    }

    @Test
    void more_is_better_where_the_measure_says_so() {
        Lists list = new Lists()
                .terms(Lists.atUtilisation(1.0))
                .total("A", 1)
                .total("B", 1)
                .total("slow", 1);
        CostFindings findings = findings(list, CostOptions.DEFAULT);
        assertThat(figure(findings, "slow", "sort", CostMeasure.JOBS_PER_DAY).rank())
                .isEqualTo(3);
        assertThat(figure(findings, "B", "sort", CostMeasure.JOBS_PER_DAY).rank())
                .isEqualTo(1);
        assertThat(figure(findings, "B", "sort", CostMeasure.JOBS_PER_DAY).tiedWith())
                .containsExactly("A");
    }

    @Test
    void prices_are_tied_only_when_they_are_equal() {
        Lists list = new Lists()
                .device("hdd", 0.1)
                .device("ssd", 0.3)
                .setup("A", Map.of("hdd", 3))
                .setup("B", Map.of("ssd", 1))
                .setup("slow", Map.of("hdd", 4));
        CostFindings findings = findings(list, CostOptions.DEFAULT);
        CostValue a = figure(findings, "A", null, CostMeasure.DEVICE_PRICE);
        // 3 x 0.1 is not 0.3 in binary, but it is the same amount of money.
        assertThat(a.value()).isNotEqualTo(0.3);
        assertThat(a.rank()).isEqualTo(1);
        assertThat(a.tiedWith()).containsExactly("B");
        assertThat(figure(findings, "B", null, CostMeasure.DEVICE_PRICE).rank()).isEqualTo(1);
        assertThat(figure(findings, "slow", null, CostMeasure.DEVICE_PRICE).rank())
                .isEqualTo(3);
        assertThat(figure(findings, "slow", null, CostMeasure.DEVICE_PRICE).tiedWith())
                .isEmpty();
    }

    @Test
    void the_fastest_runs_are_tied_only_when_they_are_equal() {
        CostFindings findings = findings(hourly(1, 1, 1), CostOptions.DEFAULT.with(CostOptions.CountedRuns.BEST));
        CostValue b = figure(findings, "B", "sort", CostMeasure.TIME);
        assertThat(b.value()).isEqualTo(96.3);
        assertThat(b.rank()).isEqualTo(1);
        assertThat(b.tiedWith()).isEmpty();
    }

    @Test
    void single_runs_are_tied_with_all_as_nothing_tells_them_apart() {
        CostFindings findings = CostFindings.of(
                hourly(1, 1, 1).list(),
                List.of(job("A", "sort", 1), job("B", "sort", B), job("slow", "sort", SLOW)),
                CostOptions.DEFAULT);
        assertThat(figure(findings, "A", "sort", CostMeasure.TIME).rank()).isEqualTo(1);
        assertThat(figure(findings, "A", "sort", CostMeasure.TIME).tiedWith()).containsExactly("B", "slow");
        assertThat(figure(findings, "B", "sort", CostMeasure.TIME).tiedWith()).containsExactly("A");
        assertThat(findings.warnings()).singleElement().satisfies(warning -> assertThat(warning.message())
                .startsWith("only one run, or one visit, of sort on A"));
    }

    @Test
    void runs_that_never_vary_are_tied_only_when_they_are_equal() {
        TimeCost one = new TimeCost(List.of(sample(2 / 7.0, 2 / 7.0)), 1, 1);
        assertThat(one.isTiedWith(new TimeCost(List.of(sample(3 / 7.0, 3 / 7.0)), 1, 1), 0.95))
                .isFalse();
        assertThat(one.isTiedWith(new TimeCost(List.of(sample(4 / 7.0, 4 / 7.0)), 0.5, 1), 0.95))
                .isTrue();
    }

    @Test
    void a_ratio_that_nothing_bounds_is_a_tie() {
        TimeCost wide = new TimeCost(List.of(sample(1, 1000)), 1, 1);
        assertThat(new TimeCost(List.of(sample(1, 1.1)), 1, 1).isTiedWith(wide, 0.95))
                .isTrue();
    }

    @Test
    void several_jobs_are_tied_by_the_interval_of_their_geometric_mean() {
        List<VisitedSample> a = List.of(sample(A), sample(A));
        List<VisitedSample> b = List.of(sample(B), sample(B));
        double ratio = 1.02273184469926;
        assertThat(new TimeCost(a, 1, 1).isTiedWith(new TimeCost(b, 1, 1), 0.95))
                .isTrue();
        assertThat(new TimeCost(a, 1.06 / ratio, 1).isTiedWith(new TimeCost(b, 1, 1), 0.95))
                .isFalse();
        assertThat(new TimeCost(a, 1, 1).isTiedWith(new TimeCost(b, ratio, 1), 0.95))
                .isTrue();
        List<VisitedSample> constant = List.of(sample(2, 2), sample(3, 3));
        assertThat(new TimeCost(constant, 1, 1).isTiedWith(new TimeCost(constant, 2, 1), 0.95))
                .isFalse();
        List<VisitedSample> partly = List.of(sample(2, 2), sample(3));
        assertThat(new TimeCost(constant, 1, 1).isTiedWith(new TimeCost(partly, 2, 1), 0.95))
                .isTrue();
    }

    @Test
    void contenders_of_a_baseline_are_ranked_among_each_other() {
        Lists list = new Lists().total("A", 1).total("B", 1).total("slow", 1);
        CostFindings findings = findings(list, CostOptions.DEFAULT.against("slow"));
        CostValue a = figure(findings, "A", "sort", CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE);
        assertThat(a.rank()).isEqualTo(2);
        assertThat(a.tiedWith()).containsExactly("B");
        assertThat(figure(findings, "slow", "sort", CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE)
                        .rank())
                .isEqualTo(3);
    }
}
