package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.Repricing.TimedContest;

class RepricingTest {
    private static final Percentage EXACT = Percentage.withPercentage(1e-10);

    /** Returns a list that states everything it can about hardware that is bought. */
    private static Lists bought() {
        return new Lists()
                .terms(new Assumptions(4, 0.5, 0.2, 0.1, null))
                .running(new RunningCosts(null, 300.0, 0.12, 1.5))
                .masters(2, 9000.0, 350.0, 2.0)
                .nodes(10, 10000.0, 300.0, 2.0)
                .switches(2, 6000.0, 150.0, 1.0)
                .network("fast", new NetworkKind(450.0, 15.0, null, new Machines(3, 11000.0, 200.0, 1.0)))
                .device("hdd", new DeviceKind(250.0, null, null, 9.0, null, null))
                .device("ssd", new DeviceKind(900.0, null, null, 12.0, null, null))
                .device("unused", new DeviceKind(77.0, null, null, 12.0, null, null))
                .setup("hdd", Map.of("hdd", 12))
                .setup("hybrid", Map.of("hdd", 6, "ssd", 2), "fast")
                .setup(
                        "offered",
                        new PricedSetup(
                                null,
                                new TreeMap<>(Map.of("ssd", 4)),
                                null,
                                new PricedSetup.StatedTotals(180000.0, 4200.0, 24.0, null)));
    }

    private static Repricing of(PriceList list, String... setups) {
        return Repricing.of(
                list,
                List.of(setups).stream()
                        .map(setup -> Lists.job(setup, "terasort", 100, 101, 99))
                        .toList(),
                CostOptions.DEFAULT.against(setups[0]));
    }

    /** Evaluates a formula's tree as the HTML report does. */
    private static double evaluated(Object tree, Map<String, Double> values) {
        if (tree instanceof List<?> operation) {
            double one = evaluated(operation.get(1), values);
            double other = evaluated(operation.get(2), values);
            return switch ((String) operation.get(0)) {
                case "+" -> one + other;
                case "-" -> one - other;
                case "*" -> one * other;
                default -> one / other;
            };
        }
        return tree instanceof Number number ? number.doubleValue() : values.get(tree);
    }

    private static Map<String, Double> values(Repricing repricing, String setup) {
        Map<String, Double> values = new TreeMap<>();
        repricing.inputs().forEach(input -> values.put(input.name(), input.value()));
        repricing.shared().forEach((name, formula) -> values.put(name, evaluated(formula.tree(), values)));
        repricing.setups().get(setup).formulas().entrySet().stream()
                .filter(entry -> entry.getValue().isKnown())
                .forEach(entry -> values.put(
                        entry.getKey().code(), evaluated(entry.getValue().tree(), values)));
        return values;
    }

    @Test
    void formulas_of_the_inputs_are_the_prices_of_the_library_to_the_last_bit() {
        PriceList list = bought().list();
        Repricing repricing = of(list, "hdd", "hybrid", "offered");
        assertThat(repricing.setups()).hasSize(3).allSatisfy((setup, unused) -> {
            SetupCost.Prices prices = SetupCost.of(list, setup).prices();
            Map<String, Double> values = values(repricing, setup);
            assertThat(values)
                    .containsEntry("device_price", prices.device())
                    .containsEntry("node_price", prices.node())
                    .containsEntry("cluster_price", prices.cluster())
                    .containsEntry("total_cost", prices.total())
                    .containsEntry("hourly_rate", prices.hourly());
        });
    }

    @Test
    void only_what_changes_something_may_be_changed() {
        assertThat(of(bought().list(), "hdd").inputs())
                .extracting(PriceInput::name)
                .containsExactly(
                        "devices.hdd.price",
                        "node.price",
                        "switches.price",
                        "masters.price",
                        "rack_unit_per_year",
                        "energy.price_per_kwh",
                        "years",
                        "utilisation",
                        "discount",
                        "support",
                        "energy.pue");
    }

    @Test
    void what_is_not_stated_stays_unknown() {
        PriceList list =
                new Lists().device("hdd", 400).setup("hdd", Map.of("hdd", 6)).list();
        Repricing repricing = of(list, "hdd");
        assertThat(values(repricing, "hdd"))
                .containsEntry("device_price", 2400.0)
                .doesNotContainKeys("node_price", "cluster_price", "total_cost");
        assertThat(repricing.inputs()).extracting(PriceInput::name).containsExactly("devices.hdd.price", "discount");
    }

    @Test
    void prices_by_the_hour_are_formulas_of_their_own() {
        PriceList list = new Lists()
                .running(new RunningCosts(3.5, null, null, 1))
                .device("sata", new DeviceKind(null, null, null, null, null, 0.2))
                .network("ib", new NetworkKind(null, null, 0.8, null))
                .setup("five", Map.of("sata", 5), "ib")
                .list();
        Formula hourly = of(list, "five").setups().get("five").formulas().get(CostMeasure.HOURLY_RATE);
        assertThat(hourly.value()).isCloseTo(3.5 + 5 * 0.2 + 0.8, within(1e-12));
        assertThat(hourly.inputs()).containsExactly("devices.sata.hourly", "hourly.base", "networks.ib.hourly");
    }

    @Test
    void spreads_tell_what_rankings_call_a_tie() {
        PriceList list = bought().list();
        List<JobDurations> jobs = List.of(
                Lists.job("hdd", "terasort", 100, 101, 99),
                Lists.job("hybrid", "terasort", 50, 50, 50),
                Lists.job("offered", "terasort", 80));
        TimedContest contest = Repricing.of(list, jobs, CostOptions.DEFAULT.against("hdd"))
                .contests()
                .get(0);
        assertThat(contest.entries().get(0).spread()).singleElement().satisfies(part -> {
            assertThat(part.get(0)).isCloseTo(1e-4 / 3, EXACT);
            assertThat(part.get(1)).isEqualTo(2);
        });
        assertThat(contest.entries().get(1).spread()).isEqualTo(List.of(List.of(0.0, 2.0)));
        assertThat(contest.entries().get(2).spread()).isNull();
        assertThat(contest.entries().get(1).speedup().get(0)).isCloseTo(2, within(1e-12));
        assertThat(contest.entries().get(2).seconds()).containsExactly(80.0);
        TimedContest best = Repricing.of(
                        list, jobs, CostOptions.DEFAULT.against("hdd").with(CostOptions.CountedRuns.BEST))
                .contests()
                .get(0);
        assertThat(best.entries())
                .extracting(TimedContest.ContestEntry::spread)
                .containsOnly(List.of(List.of(0.0, 1.0)));
    }

    @Test
    void a_break_even_price_is_a_formula_of_the_speed_up() {
        PriceList list = bought().list();
        List<JobDurations> jobs =
                List.of(Lists.job("hdd", "terasort", 100, 101, 99), Lists.job("hybrid", "terasort", 50, 51, 49));
        CostOptions options = CostOptions.DEFAULT.against("hdd");
        Repricing repricing = Repricing.of(list, jobs, options);
        Map<String, Double> values = values(repricing, "hybrid");
        values(repricing, "hdd").forEach((name, value) -> values.put("baseline." + name, value));
        values.put(
                "speed_up",
                repricing.contests().get(0).entries().get(1).speedup().get(0));
        assertThat(repricing.breakEvens()).hasSize(3).allSatisfy(even -> assertThat(
                        CostFindings.of(list, jobs, options).figures())
                .filteredOn(figure -> figure.measure() == even.measure() && figure.job() != null)
                .extracting(CostFigure::value)
                .containsExactly(evaluated(even.at().tree(), values)));
        assertThat(repricing.quantiles()).containsOnlyKeys(2);
    }
}
