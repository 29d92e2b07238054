package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.cost.Lists.figure;
import static org.spindlebench.analysis.cost.Lists.has;
import static org.spindlebench.analysis.cost.Lists.value;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.Averaging;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.TimeCost;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.stats.Interval;

class JobCostValuesTest {
    private static final double[] SECONDS = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double MEAN = 415.52;
    // Student's interval of the mean: t(0.975; 4) = 2.7764451051977987, s = 10.207938087586543.
    private static final double LOW = 402.8451707807508;
    private static final double HIGH = 428.19482921924924;
    private static final Offset<Double> CLOSE = within(1e-9);

    private static final JobDurations.RunWork WORK = new JobDurations.RunWork(1e12, 3e12, null, null);

    /** Ten workers of 100, each with 4 SSDs of 25 and 2 W, cost 2,000 and draw 880 W in all. */
    private static Lists list() {
        return new Lists()
                .terms(new Assumptions(2, 0.5, 0, 0, new StorageTerms(2, 0.5, 1.5)))
                .running(new RunningCosts(null, null, 0.0, 1.25))
                .nodes(10, 100.0, 80.0, null)
                .device("ssd", new DeviceKind(25.0, 1e12, null, 2.0, 1e15, null))
                .setup("SSD", Map.of("ssd", 4));
    }

    private static CostFindings findings(Lists list) {
        return findings(list, CostOptions.DEFAULT);
    }

    private static CostFindings findings(Lists list, CostOptions options) {
        return CostFindings.of(list.list(), List.of(Lists.job("SSD", WORK, SECONDS)), options);
    }

    @ParameterizedTest
    @CsvSource({
        "TIME,                 1,                                 1",
        "HOURLY_COST,          3.1709791983764588e-5,             1",
        "COST_TIMES_TIME,      3.1709791983764588e-5,             2",
        "JOBS_PER_DAY,         43200,                            -1",
        "JOBS_IN_LIFE,         31536000,                         -1",
        "COST_PER_JOB,         6.3419583967529176e-5,             1",
        "ENERGY_PER_JOB,       3.0555555555555555e-4,             1",
        "ENERGY_COST_PER_JOB,  0,                                 1",
        "THROUGHPUT_PER_PRICE, 5e8,                              -1",
        "DEVICE_WEAR,          3547.8,                           -1",
        "DEVICE_LIFE,          5.637296352669261e-4,              1"
    })
    void every_cost_is_a_constant_times_a_power_of_the_mean_duration_and_so_is_its_interval(
            CostMeasure measure, double constant, int power) {
        CostValue figure = figure(findings(list()), "SSD", "terasort", measure);
        double one = constant * Math.pow(LOW, power);
        double other = constant * Math.pow(HIGH, power);
        assertThat(figure.value()).isCloseTo(constant * Math.pow(MEAN, power), relative(constant, power));
        assertThat(figure.interval().low()).isCloseTo(Math.min(one, other), relative(constant, power));
        assertThat(figure.interval().high()).isCloseTo(Math.max(one, other), relative(constant, power));
        assertThat(figure.interval().confidence()).isEqualTo(0.95);
        assertThat(figure.averaging()).isEqualTo(Averaging.MEAN_OF_RUNS);
    }

    private static Offset<Double> relative(double constant, int power) {
        return within(1e-9 * (constant * Math.pow(MEAN, power) + 1e-12));
    }

    @Test
    void wear_is_what_a_device_takes_over_its_endurance() {
        // Each job writes 3 TB to 40 devices 1.5 times, so 112.5 GB to each. Two half-used years hold 31,536,000 /
        // 415.52 jobs. The endurance is 1,000 TB.
        double wear = value(findings(list()), "SSD", "terasort", CostMeasure.DEVICE_WEAR);
        assertThat(wear).isCloseTo(112.5e9 * (31_536_000 / MEAN) / 1e15, CLOSE);
        assertThat(value(findings(list()), "SSD", "terasort", CostMeasure.DEVICE_LIFE))
                .isCloseTo(2 / wear, CLOSE);
    }

    @Test
    void without_a_stated_utilisation_there_is_no_cost_per_job() {
        CostFindings findings = findings(list().terms(Lists.atUtilisation(null)));
        for (CostMeasure measure : List.of(
                CostMeasure.COST_PER_JOB,
                CostMeasure.JOBS_PER_DAY,
                CostMeasure.JOBS_IN_LIFE,
                CostMeasure.DEVICE_WEAR,
                CostMeasure.DEVICE_LIFE)) {
            assertThat(has(findings, "SSD", measure)).as(measure.code()).isFalse();
        }
        assertThat(has(findings, "SSD", CostMeasure.HOURLY_COST)).isTrue();
        assertThat(Lists.codes(findings)).containsExactly("utilisation-not-stated");
        assertThat(Lists.codes(findings(list()))).isEmpty();
    }

    @Test
    void the_fastest_run_counts_only_when_asked_and_has_no_interval() {
        CostFindings findings = findings(list(), CostOptions.DEFAULT.with(CostOptions.CountedRuns.BEST));
        CostValue time = figure(findings, "SSD", "terasort", CostMeasure.TIME);
        assertThat(time.value()).isEqualTo(405.7);
        assertThat(time.interval()).isNull();
        assertThat(time.averaging()).isEqualTo(Averaging.BEST_OF_RUNS);
        assertThat(Lists.codes(findings)).containsExactly("best-of-runs");
    }

    @Test
    void capacities_of_the_cluster_are_raw_and_usable() {
        CostFindings findings = findings(list());
        assertThat(value(findings, "SSD", null, CostMeasure.RAW_CAPACITY)).isEqualTo(40e12);
        assertThat(value(findings, "SSD", null, CostMeasure.USABLE_CAPACITY)).isEqualTo(10e12);
        assertThat(value(findings, "SSD", null, CostMeasure.CLUSTER_PRICE_PER_USABLE_TB))
                .isEqualTo(200);
        assertThat(value(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_TB))
                .isEqualTo(25);
        assertThat(value(findings, "SSD", null, CostMeasure.POWER)).isEqualTo(880);
        assertThat(value(findings, "SSD", null, CostMeasure.TOTAL_COST)).isEqualTo(2000);
        assertThat(value(findings, "SSD", null, CostMeasure.NODE_PRICE)).isEqualTo(200);
        assertThat(value(findings, "SSD", null, CostMeasure.CLUSTER_PRICE)).isEqualTo(2000);
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_PRICE_PER_BANDWIDTH)).isFalse();
        assertThat(figure(findings, "SSD", null, CostMeasure.CLUSTER_PRICE).averaging())
                .isEqualTo(Averaging.NONE);
    }

    /** Half of 40 TB is for HDFS. RS-6-3 takes 1.5 times the bytes, where the price list assumes 2 replicas. */
    @Test
    void usable_capacity_follows_the_erasure_coding_of_the_runs() {
        JobDurations coded = JobDurations.of(
                "SSD", "terasort", new TreeMap<>(Map.of("erasure_coding", "RS-6-3-1024k")), Lists.cell(10, 11));
        CostFindings findings = CostFindings.of(list().list(), List.of(coded), CostOptions.DEFAULT);

        assertThat(usable(findings, CostMeasure.USABLE_CAPACITY))
                .containsExactly("{erasure_coding=RS-6-3-1024k} 1.333e+13", "{} 1.000e+13");
        assertThat(usable(findings, CostMeasure.CLUSTER_PRICE_PER_USABLE_TB))
                .containsExactly("{erasure_coding=RS-6-3-1024k} 150.0", "{} 200.0");
        assertThat(usable(findings, CostMeasure.RAW_CAPACITY)).containsExactly("{} 4.000e+13");
    }

    @Test
    void prices_alone_need_no_durations() {
        assertThat(CostFindings.ofPrices(list().list()))
                .extracting(figure -> figure.setup() + " " + figure.measure() + " " + figure.value())
                .contains("SSD DEVICE_PRICE 100.0", "SSD DEVICE_PRICE_PER_TB 25.0", "SSD CLUSTER_PRICE 2000.0");
    }

    private static List<String> usable(CostFindings findings, CostMeasure measure) {
        return findings.figures().stream()
                .filter(figure -> figure.measure() == measure)
                .map(figure -> String.format(Locale.ROOT, "%s %.4g", figure.settings(), figure.value()))
                .sorted()
                .toList();
    }

    @Test
    void without_workers_there_is_no_capacity_of_the_cluster() {
        CostFindings findings = findings(list().nodes(0, 100.0, 80.0, null));
        assertThat(has(findings, "SSD", CostMeasure.RAW_CAPACITY)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_WEAR)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.ENERGY_PER_JOB)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.THROUGHPUT_PER_PRICE)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.COST_PER_JOB)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.JOBS_PER_DAY)).isTrue();
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_PRICE_PER_TB)).isTrue();
    }

    @Test
    void energy_without_a_price_has_no_cost_and_the_buildings_share_is_in_it() {
        CostFindings findings = findings(list().running(new RunningCosts(null, null, null, 2)));
        assertThat(value(findings, "SSD", "terasort", CostMeasure.ENERGY_PER_JOB))
                .isCloseTo(880 * 2 * MEAN / 3.6e6, CLOSE);
        assertThat(has(findings, "SSD", CostMeasure.ENERGY_COST_PER_JOB)).isFalse();
        CostFindings priced = findings(list().running(new RunningCosts(null, null, 0.25, 2)));
        assertThat(value(priced, "SSD", "terasort", CostMeasure.ENERGY_COST_PER_JOB))
                .isCloseTo(0.25 * 880 * 2 * MEAN / 3.6e6, CLOSE);
    }

    @Test
    void a_job_that_writes_nothing_wears_nothing_out() {
        JobDurations reading = Lists.job("SSD", new JobDurations.RunWork(null, 0.0, null, null), SECONDS);
        CostFindings findings = CostFindings.of(list().list(), List.of(reading), CostOptions.DEFAULT);
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_WEAR)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.THROUGHPUT_PER_PRICE)).isFalse();
    }

    @Test
    void which_of_several_kinds_of_devices_wears_is_not_known() {
        Lists list = list().device("hdd", 5).setup("SSD", Map.of("ssd", 4, "hdd", 1));
        CostFindings findings = findings(list.running(RunningCosts.NONE));
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_WEAR)).isFalse();
        assertThat(Lists.codes(findings)).containsExactly("wear-of-mixed-devices");
        assertThat(Lists.codes(findings(list.device("ssd", 25)))).isEmpty();
    }

    @Test
    void a_cluster_that_costs_nothing_has_no_throughput_per_price() {
        CostFindings findings = findings(
                list().running(RunningCosts.NONE).nodes(10, 0.0, 1.0, null).device("ssd", 0));
        assertThat(value(findings, "SSD", "terasort", CostMeasure.COST_PER_JOB)).isZero();
        assertThat(has(findings, "SSD", CostMeasure.THROUGHPUT_PER_PRICE)).isFalse();
    }

    @Test
    void an_interval_that_reaches_0_leaves_rates_without_one_and_squares_from_0() {
        TimeCost rate = new TimeCost(List.of(Lists.sample(1, 10)), 2, -1);
        assertThat(rate.value()).isCloseTo(2 / 5.5, CLOSE);
        assertThat(rate.interval(0.95)).isNull();
        // 5.5 ± 12.706 × 4.5
        Interval square = new TimeCost(List.of(Lists.sample(1, 10)), 2, 2).interval(0.95);
        assertThat(square.low()).isZero();
        assertThat(square.high()).isCloseTo(2 * Math.pow(5.5 + 12.706204736 * 4.5, 2), within(1e-5));
        Interval same = new TimeCost(List.of(Lists.sample(1, 10)), 2, 1).interval(0.95);
        assertThat(same.low()).isCloseTo(2 * (5.5 - 12.706204736 * 4.5), within(1e-6));
    }

    @Test
    void a_single_run_has_no_interval() {
        assertThat(new TimeCost(List.of(Lists.sample(7)), 2, 1).interval(0.95)).isNull();
        assertThat(TimeCost.constant(3).interval(0.95)).isNull();
        assertThat(TimeCost.constant(3).value()).isEqualTo(3);
    }

    @Test
    void of_several_jobs_the_geometric_mean_counts() {
        TimeCost two = new TimeCost(List.of(Lists.sample(2), Lists.sample(8)), 3, 1);
        assertThat(two.value()).isCloseTo(12, CLOSE);
        assertThat(new TimeCost(List.of(Lists.sample(2, 3), Lists.sample(8, 9)), 3, 1).interval(0.95))
                .isNull();
    }
}
