package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint.Quadrant;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.Averaging;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/** Checks which values are refused, and which are just allowed. */
class InputsTest {
    @Test
    void prices_below_zero_are_refused_wherever_they_stand() {
        refused("price must be a number at least 0: -1.0", () -> new Machines(1, -1.0, null, null));
        refused("watts", () -> new Machines(1, null, -1.0, null));
        refused("rack units", () -> new Machines(1, null, null, -1.0));
        refused("price", () -> new DeviceKind(-1.0, null, null, null, null, null));
        refused("watts", () -> new DeviceKind(null, null, null, -1.0, null, null));
        refused("hourly", () -> new DeviceKind(null, null, null, null, null, -1.0));
        refused("NIC price", () -> new NetworkKind(-1.0, null, null, null));
        refused("NIC watts", () -> new NetworkKind(null, -1.0, null, null));
        refused("hourly", () -> new NetworkKind(null, null, -1.0, null));
        refused("hourly base", () -> new RunningCosts(-1.0, null, null, 1));
        refused("rack unit", () -> new RunningCosts(null, -1.0, null, 1));
        refused("per kWh", () -> new RunningCosts(null, null, -1.0, 1));
        refused("price", () -> new PricedSetup.StatedTotals(-1.0, null, null, null));
        refused("watts", () -> new PricedSetup.StatedTotals(null, -1.0, null, null));
        refused("rack units", () -> new PricedSetup.StatedTotals(null, null, -1.0, null));
        refused("hourly", () -> new PricedSetup.StatedTotals(null, null, null, -1.0));
        allowed(() -> new Machines(0, 0.0, 0.0, 0.0));
    }

    @Test
    void what_is_not_finite_is_refused() {
        refused("price", () -> new Machines(1, Double.NaN, null, null));
        refused("price", () -> new Machines(1, Double.POSITIVE_INFINITY, null, null));
        refused("PUE", () -> new RunningCosts(null, null, null, Double.POSITIVE_INFINITY));
        refused("write amplification", () -> new StorageTerms(3, 0, Double.POSITIVE_INFINITY));
        refused("write amplification", () -> new StorageTerms(3, 0, Double.NaN));
    }

    @Test
    void utilisation_is_above_0_and_at_most_1() {
        refused("utilisation must be a number above 0 and at most 1: 0.0", () -> Lists.atUtilisation(0.0));
        refused("utilisation", () -> Lists.atUtilisation(1.01));
        allowed(() -> Lists.atUtilisation(1.0));
        allowed(() -> Lists.atUtilisation(null));
    }

    @Test
    void terms_have_ranges() {
        refused("years", () -> new Assumptions(0, null, 0, 0, null));
        refused("discount", () -> new Assumptions(3, null, 1, 0, null));
        refused("discount", () -> new Assumptions(3, null, -0.1, 0, null));
        refused("support", () -> new Assumptions(3, null, 0, -0.1, null));
        refused("replication must be at least 1: 0", () -> new StorageTerms(0, 0, 1));
        refused("reserve", () -> new StorageTerms(1, 1, 1));
        refused("write amplification", () -> new StorageTerms(1, 0, 0.99));
        refused("PUE", () -> new RunningCosts(null, null, null, 0.99));
        allowed(() -> new StorageTerms(1, 0.99, 1));
        assertThat(new Assumptions(3, null, 0, 0, null)).isEqualTo(Assumptions.DEFAULT);
        assertThat(Assumptions.DEFAULT.hours().value()).isEqualTo(3 * 365 * 24.0);
    }

    @Test
    void capacities_and_rates_are_above_0() {
        refused("capacity", () -> new DeviceKind(null, 0.0, null, null, null, null));
        refused("bandwidth", () -> new DeviceKind(null, null, 0.0, null, null, null));
        refused("endurance", () -> new DeviceKind(null, null, null, null, 0.0, null));
        allowed(() -> new DeviceKind(0.0, 1.0, 1.0, 0.0, 1.0, 0.0));
    }

    @Test
    void counts_start_where_they_make_sense() {
        refused("count", () -> new Machines(-1, null, null, null));
        refused("workers", () -> new PricedSetup(0, new TreeMap<>(), null, null));
        refused("devices of hdd", () -> new PricedSetup(1, new TreeMap<>(Map.of("hdd", 0)), null, null));
        allowed(() -> new PricedSetup(1, new TreeMap<>(Map.of("hdd", 1)), null, null));
    }

    @Test
    void a_setup_of_unknown_parts_is_refused_with_the_known_ones() {
        refused(
                "`sdd`, which the list does not price: it knows [ssd]",
                () -> new Lists().device("ssd", 1).setup("a", Map.of("sdd", 1)).list());
        refused("`eth`, which the list does not price: it knows [ib]", () -> new Lists()
                .network("ib", NetworkKind.INCLUDED)
                .setup("a", Map.of(), "eth")
                .list());
    }

    @Test
    void a_currency_is_three_capital_letters() {
        refused("three capital letters: $", () -> new PriceList.PriceSource("a", "$", "2014", "b"));
        allowed(() -> new PriceList.PriceSource("a", "EUR", "2014", "b"));
    }

    @Test
    void durations_and_what_is_known_of_runs_have_ranges() {
        refused("durations of terasort on HDD must be above 0 s", () -> Lists.job("HDD", "terasort", 1, 0));
        refused("bytes", () -> new JobDurations.RunWork(0.0, null, null, null));
        refused("bytes written", () -> new JobDurations.RunWork(null, -1.0, null, null));
        refused("containers", () -> new JobDurations.RunWork(null, null, 0, null));
        refused("hardware threads", () -> new JobDurations.RunWork(null, null, null, 0));
        allowed(() -> new JobDurations.RunWork(1.0, 0.0, 1, 1));
        assertThat(Lists.job("HDD", (JobDurations.RunWork) null, 1).work()).isEqualTo(JobDurations.RunWork.UNKNOWN);
    }

    @Test
    void confidence_lies_between_0_and_1() {
        refused("confidence", () -> new CostOptions(0, null, CostOptions.CountedRuns.MEANS, Set.of()));
        refused("confidence", () -> new CostOptions(1, null, CostOptions.CountedRuns.MEANS, Set.of()));
    }

    @Test
    void a_figure_is_finite() {
        refused(
                "cluster_price of a is not finite",
                () -> new CostValue(
                        "a",
                        null,
                        new TreeMap<>(),
                        CostMeasure.CLUSTER_PRICE,
                        "USD",
                        Double.NaN,
                        null,
                        Averaging.NONE,
                        CostValue.Standing.NONE));
    }

    @Test
    void codes_are_stable_words() {
        assertThat(CostMeasure.COST_PER_JOB.code()).isEqualTo("cost_per_job");
        assertThat(CostMeasure.COST_PER_JOB.title()).isNotEmpty();
        assertThat(CostMeasure.HOURLY_RATE.unit("EUR")).isEqualTo("EUR/h");
        assertThat(Averaging.GEOMETRIC_MEAN_OF_SPEED_UPS.code()).isEqualTo("geometric_mean_of_speed_ups");
        assertThat(Quadrant.FAST_ECONOMICAL.code()).isEqualTo("fast_economical");
        assertThat(EqualCost.CountedUnit.WORKERS.code()).isEqualTo("workers");
        assertThat(EqualCost.BindingLimit.LimitKind.HARDWARE_THREADS.code()).isEqualTo("hardware_threads");
    }

    private static void refused(String message, ThrowingCallable code) {
        assertThatIllegalArgumentException().isThrownBy(code).withMessageContaining(message);
    }

    private static void allowed(ThrowingCallable code) {
        assertThatCode(code).doesNotThrowAnyException();
    }
}
