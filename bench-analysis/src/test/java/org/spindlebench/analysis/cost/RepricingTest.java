package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.Network;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.Repricing.PriceInput;
import org.spindlebench.analysis.cost.Repricing.TimedContest;
import org.spindlebench.analysis.stats.RelativeVariance;

class RepricingTest {
    private static final Percentage EXACT = Percentage.withPercentage(1e-10);

    /** Everything that a list can state of things that are bought. */
    private static Lists bought() {
        return new Lists()
                .terms(new Terms(4, 0.5, 0.2, 0.1, null))
                .running(new RunningCosts(null, 300.0, 0.12, 1.5))
                .masters(2, 9000.0, 350.0, 2.0)
                .nodes(10, 10000.0, 300.0, 2.0)
                .switches(2, 6000.0, 150.0, 1.0)
                .network("fast", new Network(450.0, 15.0, null, new Machines(3, 11000.0, 200.0, 1.0)))
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
                                new PricedSetup.Stated(180000.0, 4200.0, 24.0, null)));
    }

    private static Repricing of(PriceList list, String... setups) {
        return Repricing.of(
                list,
                List.of(setups).stream()
                        .map(setup -> Lists.job(setup, "terasort", 100, 101, 99))
                        .toList(),
                CostOptions.DEFAULT.against(setups[0]));
    }

    @Test
    void quantities_times_prices_are_the_prices_of_the_library() {
        PriceList list = bought().list();
        Repricing repricing = of(list, "hdd", "hybrid", "offered");
        Map<String, PriceInput> inputs =
                repricing.inputs().stream().collect(Collectors.toMap(PriceInput::name, input -> input));
        assertThat(repricing.setups()).hasSize(3).allSatisfy(setup -> {
            SetupCost cost = SetupCost.of(list, setup.setup());
            assertThat(sum(setup.device(), inputs)).isCloseTo(cost.prices().device(), EXACT);
            assertThat(sum(setup.node(), inputs)).isCloseTo(cost.prices().node(), EXACT);
            double cluster = sum(setup.cluster(), inputs);
            assertThat(cluster).isCloseTo(cost.prices().cluster(), EXACT);
            double energy = 8.76 * 1.5 * 0.12 * setup.watts();
            assertThat(cluster * (1 + 4 * 0.1) + 4 * (setup.rackUnits() * 300 + energy))
                    .isCloseTo(cost.prices().total(), EXACT);
            assertThat(setup.hourly()).isNull();
        });
    }

    private static double sum(SortedMap<String, Double> quantities, Map<String, PriceInput> inputs) {
        return quantities.entrySet().stream()
                .mapToDouble(entry -> {
                    PriceInput input = inputs.get(entry.getKey());
                    return entry.getValue() * input.value() * (input.kind() == PriceInput.Kind.LISTED ? 0.8 : 1);
                })
                .sum();
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
        SetupQuantities setup = repricing.setups().get(0);
        assertThat(setup.device()).containsExactly(Map.entry("devices.hdd.price", 6.0));
        assertThat(setup.node()).isNull();
        assertThat(setup.cluster()).isNull();
        assertThat(setup.isTotalKnown()).isFalse();
        assertThat(repricing.inputs()).extracting(PriceInput::name).containsExactly("devices.hdd.price", "discount");
    }

    @Test
    void prices_by_the_hour_have_quantities_of_their_own() {
        PriceList list = new Lists()
                .running(new RunningCosts(3.5, null, null, 1))
                .device("sata", new DeviceKind(null, null, null, null, null, 0.2))
                .network("ib", new Network(null, null, 0.8, null))
                .setup("five", Map.of("sata", 5), "ib")
                .list();
        SetupQuantities setup = of(list, "five").setups().get(0);
        assertThat(setup.hourly())
                .containsExactly(
                        Map.entry("devices.sata.hourly", 5.0),
                        Map.entry("hourly.base", 1.0),
                        Map.entry("networks.ib.hourly", 1.0));
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
        assertThat(contest.entries().get(0).spread().parts()).singleElement().satisfies(part -> {
            assertThat(part.variance()).isCloseTo(1e-4 / 3, EXACT);
            assertThat(part.df()).isEqualTo(2);
        });
        assertThat(contest.entries().get(1).spread())
                .isEqualTo(new RelativeVariance(true, List.of(new RelativeVariance.Part(0, 2))));
        assertThat(contest.entries().get(2).spread()).isNull();
        assertThat(contest.entries().get(1).speedUp()).isCloseTo(2, within(1e-12));
        assertThat(contest.entries().get(2).interval()).isNull();
        TimedContest best = Repricing.of(
                        list, jobs, CostOptions.DEFAULT.against("hdd").with(CostOptions.Runs.BEST))
                .contests()
                .get(0);
        assertThat(best.entries())
                .extracting(TimedContest.Entry::spread)
                .containsOnly(new RelativeVariance(true, List.of(new RelativeVariance.Part(0, 1))));
    }
}
