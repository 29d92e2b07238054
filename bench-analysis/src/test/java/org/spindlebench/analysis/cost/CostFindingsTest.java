package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.cost.Lists.job;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint.Quadrant;
import org.spindlebench.analysis.cost.PriceList.NothingPricedException;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

class CostFindingsTest {
    private static Lists list() {
        return new Lists()
                .device("hdd", 10)
                .setup("HDD", Map.of("hdd", 1))
                .setup("HDD-2", Map.of("hdd", 2))
                .setup("HDD-3", Map.of("hdd", 3));
    }

    @Test
    void a_setup_that_is_not_priced_is_named_and_the_others_are_priced() {
        CostFindings findings = CostFindings.of(
                list().list(), List.of(job("NVMe", "sort", 1, 2), job("HDD", "sort", 1, 2)), CostOptions.DEFAULT);
        assertThat(findings.figures()).isNotEmpty().allMatch(figure -> figure.setup()
                .equals("HDD"));
        assertThat(findings.warnings().get(0).code()).isEqualTo("setup-not-priced");
        assertThat(findings.warnings().get(0).message()).startsWith("no cost of NVMe: the price list test");
    }

    @Test
    void a_list_that_prices_nothing_measured_is_the_users_mistake() {
        assertThatExceptionOfType(NothingPricedException.class)
                .isThrownBy(() -> CostFindings.of(list().list(), List.of(job("NVMe", "sort", 1)), CostOptions.DEFAULT))
                .withMessageContaining("[NVMe] were measured, and the list prices [HDD, HDD-2, HDD-3]")
                .withMessageContaining("setups:");
        assertThatExceptionOfType(NothingPricedException.class)
                .isThrownBy(() -> CostFindings.of(list().list(), List.of(), CostOptions.DEFAULT));
    }

    @Test
    void a_baseline_that_is_not_priced_or_not_measured_is_named() {
        for (String baseline : List.of("NVMe", "HDD-2")) {
            CostFindings findings = CostFindings.of(
                    list().list(), List.of(job("HDD", "sort", 1, 2)), CostOptions.DEFAULT.against(baseline));
            assertThat(findings.warnings())
                    .filteredOn(warning -> warning.code().equals("baseline-not-priced"))
                    .singleElement()
                    .satisfies(warning -> assertThat(warning.message()).contains("the baseline " + baseline));
        }
    }

    @Test
    void two_cells_of_the_same_subject_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CostFindings.of(
                        list().list(), List.of(job("HDD", "sort", 1), job("HDD", "sort", 2)), CostOptions.DEFAULT))
                .withMessageContaining("two cells of sort on HDD");
    }

    @Test
    void setups_that_lack_the_same_prices_share_a_warning() {
        CostFindings findings = CostFindings.of(
                list().list(), List.of(job("HDD", "sort", 1, 2), job("HDD-2", "sort", 1, 2)), CostOptions.DEFAULT);
        assertThat(findings.warnings()).singleElement().satisfies(warning -> assertThat(warning.message())
                .isEqualTo("no cluster_price of HDD, HDD-2: the price list does not state node.price, workers"));
    }

    @Test
    void a_cluster_without_a_part_of_its_running_costs_has_no_total_and_says_what_is_missing() {
        Lists list = list().nodes(1, 1.0, null, 1.0).running(new RunningCosts(null, 1.0, 1.0, 1));
        CostFindings findings = CostFindings.of(list.list(), List.of(job("HDD", "sort", 1, 2)), CostOptions.DEFAULT);
        assertThat(findings.warnings()).singleElement().satisfies(warning -> assertThat(warning.message())
                .isEqualTo("no total_cost of HDD: the price list does not state devices.hdd.watts, node.watts"));
    }

    @Test
    void a_list_by_the_hour_need_not_price_a_purchase() {
        Lists list = list().running(new RunningCosts(1.0, null, null, 1));
        CostFindings findings = CostFindings.of(list.list(), List.of(job("HDD", "sort", 1, 2)), CostOptions.DEFAULT);
        assertThat(findings.warnings()).singleElement().satisfies(warning -> assertThat(warning.message())
                .isEqualTo("no hourly_rate of HDD: the price list does not state devices.hdd.hourly"));
    }

    @Test
    void a_warning_shows_five_cases_and_counts_the_rest() {
        assertThat(singleRuns("a", "b", "c", "d", "e"))
                .startsWith("only one run, or one visit, of a on HDD, b on HDD, c on HDD, d on HDD, e on HDD: costs");
        assertThat(singleRuns("a", "b", "c", "d", "e", "f", "g"))
                .startsWith(
                        "only one run, or one visit, of a on HDD, b on HDD, c on HDD, d on HDD, e on HDD and 2 more");
    }

    private static String singleRuns(String... jobs) {
        List<JobDurations> durations =
                Arrays.stream(jobs).map(name -> job("HDD", name, 1)).toList();
        return CostFindings.of(list().list(), durations, CostOptions.DEFAULT).warnings().stream()
                .filter(warning -> warning.code().equals("ranked-without-intervals"))
                .findFirst()
                .orElseThrow()
                .message();
    }

    @Test
    void the_findings_carry_their_source_and_terms() {
        PriceList prices = list().terms(Lists.atUtilisation(0.5)).list();
        CostFindings findings = CostFindings.of(prices, List.of(job("HDD", "sort", 1)), CostOptions.DEFAULT);
        assertThat(findings.about()).isEqualTo(prices.about());
        assertThat(findings.terms().utilisation()).isEqualTo(0.5);
    }

    /** The times are 100, 150 and 200. The hourly prices give costs of 3, 1 and 2. */
    @ParameterizedTest
    @CsvSource({
        "HDD,   0,   1,   FAST_EXPENSIVE",
        "HDD-2, 0.5, 0,   FAST_ECONOMICAL",
        "HDD-3, 1,   0.5, SLOW_ECONOMICAL"
    })
    void quadrants_are_between_the_least_and_the_greatest_and_end_in_the_middle(
            String setup, double time, double cost, Quadrant quadrant) {
        CostFindings findings = CostFindings.of(
                hourly(3.0 / 100, 1.0 / 150, 2.0 / 200).list(),
                List.of(job("HDD", "sort", 100), job("HDD-2", "sort", 150), job("HDD-3", "sort", 200)),
                CostOptions.DEFAULT);
        QuadrantPoint point = findings.quadrants().stream()
                .filter(other -> other.setup().equals(setup))
                .findFirst()
                .orElseThrow();
        assertThat(point.time()).isCloseTo(time, within(1e-12));
        assertThat(point.cost()).isCloseTo(cost, within(1e-12));
        assertThat(point.quadrant()).isEqualTo(quadrant);
        assertThat(point.job()).isEqualTo("sort");
    }

    @Test
    void slow_and_dear_is_the_fourth_quadrant() {
        assertThat(Quadrant.of(0.51, 0.51)).isEqualTo(Quadrant.SLOW_EXPENSIVE);
        assertThat(Quadrant.of(0.5, 0.5)).isEqualTo(Quadrant.FAST_ECONOMICAL);
        assertThat(Quadrant.of(0.51, 0.5)).isEqualTo(Quadrant.SLOW_ECONOMICAL);
        assertThat(Quadrant.of(0.5, 0.51)).isEqualTo(Quadrant.FAST_EXPENSIVE);
    }

    @Test
    void equal_setups_are_all_at_0_and_one_alone_is_in_no_diagram() {
        CostFindings findings = CostFindings.of(
                hourly(1, 1, 1).list(),
                List.of(job("HDD", "sort", 2), job("HDD-2", "sort", 2), job("HDD", "alone", 2)),
                CostOptions.DEFAULT);
        assertThat(findings.quadrants())
                .containsExactly(
                        new QuadrantPoint("HDD", "sort", new TreeMap<>(), 0, 0, Quadrant.FAST_ECONOMICAL),
                        new QuadrantPoint("HDD-2", "sort", new TreeMap<>(), 0, 0, Quadrant.FAST_ECONOMICAL));
    }

    private static Lists hourly(double one, double two, double three) {
        return new Lists().setup("HDD", at(one)).setup("HDD-2", at(two)).setup("HDD-3", at(three));
    }

    private static PricedSetup at(double perSecond) {
        PricedSetup.StatedTotals stated = new PricedSetup.StatedTotals(null, null, null, perSecond * 3600);
        return new PricedSetup(null, new TreeMap<>(), null, stated);
    }
}
