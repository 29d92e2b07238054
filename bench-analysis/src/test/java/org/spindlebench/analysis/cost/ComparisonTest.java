package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.cost.Lists.figure;
import static org.spindlebench.analysis.cost.Lists.has;
import static org.spindlebench.analysis.cost.Lists.job;
import static org.spindlebench.analysis.cost.Lists.value;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.Averaging;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

class ComparisonTest {
    private static final double[] X = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] Y = {251.4, 247.9, 255.0, 249.6, 262.3};
    // R 4.2.2: ratio of means and Fieller's interval at 95 %.
    private static final double RATIO = 1.64081503711894;
    private static final double LOW = 1.58519290608869;
    private static final double HIGH = 1.69821592597726;
    private static final Offset<Double> CLOSE = within(1e-6);

    /**
     * Two masters cost 500 each. Ten workers cost 1,000 each, with 10 HDDs of 40 or 4 SSDs of 200. Support is 5 % a
     * year for four years, so 20 %. Rack space is 100 a year for each of 20 units, so 8,000 in four years. The nodes
     * cost 1,400 and 1,800, the clusters 15,000 and 19,000, and everything 26,000 and 30,800.
     */
    private static Lists list() {
        return new Lists()
                .terms(new Assumptions(4, 0.8, 0, 0.05, null))
                .running(new RunningCosts(null, 100.0, null, 1))
                .masters(2, 500.0, null, 0.0)
                .nodes(10, 1000.0, null, 2.0)
                .device("hdd", 40)
                .device("ssd", 200)
                .setup("HDD", Map.of("hdd", 10))
                .setup("SSD", Map.of("ssd", 4));
    }

    private static CostFindings findings(Lists list) {
        return CostFindings.of(
                list.list(),
                List.of(job("HDD", "terasort", X), job("SSD", "terasort", Y)),
                CostOptions.DEFAULT.against("HDD"));
    }

    @ParameterizedTest
    @CsvSource({
        "DEVICE_PRICE_PER_PERFORMANCE,   800,   400",
        "NODE_PRICE_PER_PERFORMANCE,    1800,  1400",
        "CLUSTER_PRICE_PER_PERFORMANCE, 19000, 15000",
    })
    void price_per_performance_is_the_ratio_of_prices_over_the_speed_up(CostMeasure measure, double own, double base) {
        CostValue figure = figure(findings(list()), "SSD", "terasort", measure);
        assertThat(figure.value()).isCloseTo(own / base / RATIO, CLOSE);
        assertThat(figure.interval().low()).isCloseTo(own / base / HIGH, CLOSE);
        assertThat(figure.interval().high()).isCloseTo(own / base / LOW, CLOSE);
        assertThat(figure.unit()).isEqualTo("1");
        CostValue baseline = figure(findings(list()), "HDD", "terasort", measure);
        assertThat(baseline.value()).isEqualTo(1);
        assertThat(baseline.interval()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        // r x 400; r x 1400 - 1000; (r x 15000 - 11000) / 10; ((r x 26000 - 8000) / 1.2 - 11000) / 10; (r x 26000 -
        // 8000) / 1.2
        "BREAK_EVEN_DEVICE_PRICE,             400,               0",
        "BREAK_EVEN_DEVICE_PRICE_BY_NODE,    1400,           -1000",
        "BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER, 1500,           -1100",
        "BREAK_EVEN_DEVICE_PRICE_BY_JOB,     2166.666666667, -1766.666666667",
        "BREAK_EVEN_CLUSTER_PRICE,          21666.66666667,  -6666.66666667"
    })
    void break_even_prices_grow_with_the_speed_up_and_take_over_its_bounds(
            CostMeasure measure, double slope, double offset) {
        CostValue figure = figure(findings(list()), "SSD", "terasort", measure);
        assertThat(figure.value()).isCloseTo(slope * RATIO + offset, CLOSE);
        assertThat(figure.interval().low()).isCloseTo(slope * LOW + offset, CLOSE);
        assertThat(figure.interval().high()).isCloseTo(slope * HIGH + offset, CLOSE);
        assertThat(figure.rank()).isNull();
        assertThat(figure.tiedWith()).isEmpty();
        assertThat(has(findings(list()), "HDD", measure)).isFalse();
    }

    @Test
    void at_the_break_even_price_the_contender_costs_what_the_baseline_does() {
        double price = value(findings(list()), "SSD", "terasort", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_JOB);
        CostFindings even = findings(list().device("ssd", price / 4));
        assertThat(value(even, "SSD", "terasort", CostMeasure.COST_PER_JOB))
                .isCloseTo(value(even, "HDD", "terasort", CostMeasure.COST_PER_JOB), within(1e-12));
        double byNode = value(findings(list()), "SSD", "terasort", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE);
        assertThat(value(
                        findings(list().device("ssd", byNode / 4)),
                        "SSD",
                        "terasort",
                        CostMeasure.NODE_PRICE_PER_PERFORMANCE))
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void at_the_break_even_utilisation_a_job_costs_what_it_does_on_the_baseline() {
        CostValue figure = figure(findings(list()), "SSD", "terasort", CostMeasure.BREAK_EVEN_UTILISATION);
        double constant = 0.8 * 30_800 / 26_000;
        assertThat(figure.value()).isCloseTo(constant / RATIO, CLOSE);
        assertThat(figure.interval().low()).isCloseTo(constant / HIGH, CLOSE);
        assertThat(figure.interval().high()).isCloseTo(constant / LOW, CLOSE);
        Lists less = list().terms(new Assumptions(4, figure.value(), 0, 0.05, null));
        assertThat(value(findings(less), "SSD", "terasort", CostMeasure.COST_PER_JOB))
                .isCloseTo(value(findings(list()), "HDD", "terasort", CostMeasure.COST_PER_JOB), within(1e-12));
        assertThat(Lists.codes(findings(list()))).doesNotContain("utilisation-out-of-reach");
    }

    @Test
    void a_break_even_utilisation_above_1_is_out_of_reach() {
        CostFindings findings = findings(list().device("ssd", 2000));
        assertThat(value(findings, "SSD", "terasort", CostMeasure.BREAK_EVEN_UTILISATION))
                .isGreaterThan(1);
        assertThat(findings.warnings())
                .filteredOn(warning -> warning.code().equals("utilisation-out-of-reach"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .startsWith("break_even_utilisation is above 1 for SSD for terasort: at every"));
    }

    @Test
    void without_a_utilisation_there_is_none_to_break_even_at() {
        CostFindings findings = findings(list().terms(new Assumptions(4, null, 0, 0, null)));
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_UTILISATION)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_CLUSTER_PRICE)).isTrue();
    }

    @Test
    void a_setup_that_would_not_pay_even_with_free_devices_has_no_break_even_price() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(job("HDD", "terasort", 100, 101), job("SSD", "terasort", 200, 201)),
                CostOptions.DEFAULT.against("HDD"));
        // r = 0.501: 0.501 x 1400 - 1000 is below 0.
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE))
                .isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_DEVICE_PRICE)).isTrue();
        assertThat(findings.warnings())
                .filteredOn(warning -> warning.code().equals("no-break-even"))
                .anySatisfy(warning ->
                        assertThat(warning.message()).contains("break_even_device_price_by_node of SSD for terasort"));
    }

    @Test
    void a_break_even_price_is_bounded_by_0() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(job("HDD", "terasort", 100, 150), job("SSD", "terasort", 100, 100.1)),
                CostOptions.DEFAULT.against("HDD"));
        CostValue figure = figure(findings, "SSD", "terasort", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE);
        assertThat(figure.value()).isCloseTo(1400 * 125 / 100.05 - 1000, CLOSE);
        assertThat(figure.interval().low()).isZero();
        // The ratio may be 0, so a number divided by it has no interval.
        assertThat(figure(findings, "SSD", "terasort", CostMeasure.DEVICE_PRICE_PER_PERFORMANCE)
                        .interval())
                .isNull();
    }

    @Test
    void setups_of_which_only_totals_are_stated_are_compared_by_them() {
        Lists list =
                new Lists().terms(Lists.atUtilisation(1.0)).total("HDD", 1000).total("SSD", 1200);
        CostFindings findings = findings(list);
        assertThat(value(findings, "SSD", "terasort", CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE))
                .isCloseTo(1.2 / RATIO, CLOSE);
        assertThat(value(findings, "SSD", "terasort", CostMeasure.BREAK_EVEN_CLUSTER_PRICE))
                .isCloseTo(1000 * RATIO, CLOSE);
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_PRICE_PER_PERFORMANCE))
                .isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_DEVICE_PRICE)).isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_JOB))
                .isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER))
                .isFalse();
    }

    @Test
    void a_baseline_that_costs_nothing_is_no_measure() {
        CostFindings findings = findings(
                new Lists().terms(Lists.atUtilisation(1.0)).total("HDD", 0).total("SSD", 5));
        assertThat(has(findings, "SSD", CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE))
                .isFalse();
        assertThat(has(findings, "SSD", CostMeasure.BREAK_EVEN_UTILISATION)).isFalse();
    }

    @Test
    void over_jobs_the_geometric_mean_of_speed_ups_counts_and_is_named() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(
                        job("HDD", "terasort", 200, 200),
                        job("HDD", "shuffle", 90, 90),
                        job("SSD", "terasort", 100, 100),
                        job("SSD", "shuffle", 20, 20)),
                CostOptions.DEFAULT.against("HDD"));
        CostValue figure = figure(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);
        assertThat(figure.value()).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(figure.averaging()).isEqualTo(Averaging.GEOMETRIC_MEAN_OF_SPEED_UPS);
        // Whole seconds that do not vary are uncertain by their rounding.
        assertThat(figure.interval().low()).isBetween(0.62, 0.63);
        assertThat(figure.interval().high()).isBetween(0.71, 0.72);
        assertThat(figure.rank()).isEqualTo(1);
        assertThat(figure.tiedWith()).isEmpty();
        assertThat(value(findings, "SSD", null, CostMeasure.BREAK_EVEN_DEVICE_PRICE))
                .isCloseTo(1200, within(1e-9));
    }

    @Test
    void the_interval_over_jobs_is_that_of_these_jobs() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(job("HDD", "a", X), job("HDD", "b", X), job("SSD", "a", Y), job("SSD", "b", Y)),
                CostOptions.DEFAULT.against("HDD"));
        CostValue figure = figure(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);
        double ratio = 1.64075320859156;
        assertThat(figure.value()).isCloseTo(2 / ratio, CLOSE);
        // R 4.2.2 computes [1.58566699483252, 1.69775312236213] from one job's log ratio, at df 7.94184996577585 and t
        // 2.309... Two such jobs have 1 / sqrt 2 of its half width, except for the t of twice the degrees of freedom,
        // 2.12056.
        double half = Math.log(1.69775312236213 / 1.58566699483252) / 2 / Math.sqrt(2) * 2.12056 / 2.30907;
        assertThat(figure.interval().low()).isCloseTo(2 / (ratio * Math.exp(half)), within(2e-5));
        assertThat(figure.interval().high()).isCloseTo(2 / (ratio * Math.exp(-half)), within(2e-5));
    }

    @Test
    void of_the_fastest_runs_the_mean_says_so() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(job("HDD", "a", X), job("HDD", "b", X), job("SSD", "a", Y), job("SSD", "b", Y)),
                CostOptions.DEFAULT.against("HDD").with(CostOptions.CountedRuns.BEST));
        CostValue over = figure(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);
        assertThat(over.averaging()).isEqualTo(Averaging.GEOMETRIC_MEAN_OF_BEST_RUNS);
        assertThat(over.value()).isCloseTo(2 / (405.7 / 247.9), within(1e-12));
        assertThat(figure(findings, "SSD", "a", CostMeasure.DEVICE_PRICE_PER_PERFORMANCE)
                        .averaging())
                .isEqualTo(Averaging.BEST_OF_RUNS);
    }

    @Test
    void jobs_that_a_setup_has_not_run_are_left_out_of_the_mean_and_named() {
        CostFindings findings = CostFindings.of(
                list().list(),
                List.of(
                        job("HDD", "terasort", 200, 200),
                        job("HDD", "shuffle", 90, 90),
                        job("HDD", "sort", 5, 5),
                        job("SSD", "terasort", 100, 100),
                        job("SSD", "shuffle", 20, 20)),
                CostOptions.DEFAULT.against("HDD"));
        assertThat(value(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_PERFORMANCE))
                .isCloseTo(2 / 3.0, within(1e-12));
        assertThat(findings.warnings())
                .filteredOn(warning -> warning.code().equals("jobs-left-out"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .isEqualTo("means over jobs leave out sort: not all setups have run them"));
        assertThat(value(findings, "HDD", "sort", CostMeasure.DEVICE_PRICE_PER_PERFORMANCE))
                .isEqualTo(1);
    }

    @Test
    void one_job_alone_has_no_mean_over_jobs() {
        assertThat(findings(list()).figures())
                .filteredOn(figure -> figure.measure() == CostMeasure.DEVICE_PRICE_PER_PERFORMANCE)
                .allMatch(figure -> "terasort".equals(figure.job()));
    }

    @Test
    void jobs_are_put_together_across_settings_of_their_own_and_kept_apart_by_others() {
        List<JobDurations> durations = List.of(
                with("HDD", "teragen", Map.of("compression", "none", "replication", "3"), 200),
                with("HDD", "terasort", Map.of("compression", "none", "replication", "1"), 90),
                with("SSD", "teragen", Map.of("compression", "none", "replication", "3"), 100),
                with("SSD", "terasort", Map.of("compression", "none", "replication", "1"), 20),
                with("SSD", "terasort", Map.of("compression", "lz4", "replication", "1"), 20));
        CostOptions options = new CostOptions(0.95, "HDD", CostOptions.CountedRuns.MEANS, Set.of("replication"));
        CostFindings findings = CostFindings.of(list().list(), durations, options);
        CostValue figure = figure(findings, "SSD", null, CostMeasure.DEVICE_PRICE_PER_PERFORMANCE);
        assertThat(figure.settings()).isEqualTo(Map.of("compression", "none"));
        assertThat(figure.value()).isCloseTo(2 / 3.0, within(1e-12));
        // Nothing is compared without a baseline of the same settings.
        assertThat(findings.figures())
                .filteredOn(other -> other.measure() == CostMeasure.DEVICE_PRICE_PER_PERFORMANCE)
                .noneMatch(other -> "lz4".equals(other.settings().get("compression")));
        assertThat(Lists.codes(findings)).doesNotContain("jobs-left-out");
    }

    @Test
    void setups_of_a_job_without_a_baseline_are_not_compared() {
        CostFindings findings = CostFindings.of(
                list().list(), List.of(job("HDD", "terasort", X), job("SSD", "terasort", Y)), CostOptions.DEFAULT);
        assertThat(has(findings, "SSD", CostMeasure.DEVICE_PRICE_PER_PERFORMANCE))
                .isFalse();
        assertThat(has(findings, "SSD", CostMeasure.EQUAL_COST_DEVICES)).isFalse();
        assertThat(findings.equalCosts()).isEmpty();
    }

    @Test
    void a_ratio_needs_the_same_jobs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationRatio.of(List.of(), List.of(), 0.95))
                .withMessageContaining("the same jobs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationRatio.of(List.of(Lists.sample(1)), List.of(), 0.95));
    }

    private static JobDurations with(String setup, String job, Map<String, String> settings, double seconds) {
        return JobDurations.of(setup, job, new TreeMap<>(settings), Lists.cell(seconds, seconds));
    }
}
