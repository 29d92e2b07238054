package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.PricedSetups.Contender;

class PricedSetupsTest {
    private static final List<CostMeasure> PRICES = List.of(
            CostMeasure.DEVICE_PRICE,
            CostMeasure.NODE_PRICE,
            CostMeasure.CLUSTER_PRICE,
            CostMeasure.TOTAL_COST,
            CostMeasure.HOURLY_RATE);

    /** Returns a list that states all it can about hardware that is bought, with these prices of an SSD and energy. */
    private static PriceList bought(double ssd, double energy) {
        return new Lists()
                .terms(new Assumptions(4, 0.5, 0.2, 0.1, null))
                .running(new RunningCosts(null, 300.0, energy, 1.5))
                .masters(2, 9000.0, 350.0, 2.0)
                .nodes(10, 10000.0, 300.0, 2.0)
                .switches(2, 6000.0, 150.0, 1.0)
                .network("fast", new NetworkKind(450.0, 15.0, null, new Machines(3, 11000.0, 200.0, 1.0)))
                .device("hdd", new DeviceKind(250.0, null, null, 9.0, null, null))
                .device("ssd", new DeviceKind(ssd, null, null, 12.0, null, null))
                .device("unused", new DeviceKind(77.0, null, null, 12.0, null, null))
                .setup("hdd", Map.of("hdd", 12))
                .setup("hybrid", Map.of("hdd", 6, "ssd", 2), "fast")
                .setup(
                        "offered",
                        new PricedSetup(
                                null,
                                new TreeMap<>(Map.of("ssd", 4)),
                                null,
                                new PricedSetup.StatedTotals(180000.0, 4200.0, 24.0, null)))
                .list();
    }

    private static PricedSetups of(PriceList list, String... setups) {
        return PricedSetups.of(
                list,
                List.of(setups).stream()
                        .map(setup -> Lists.job(setup, "terasort", 100, 101, 99))
                        .toList(),
                CostOptions.DEFAULT.against(setups[0]));
    }

    private static List<PriceInput> prices(PricedSetups priced) {
        return priced.inputs().stream().filter(input -> !input.term()).toList();
    }

    @Test
    void sums_of_the_inputs_are_the_prices_of_the_library_also_for_other_prices() {
        PricedSetups priced = of(bought(900, 0.12), "hdd", "hybrid", "offered");
        PriceList changed = bought(90, 3);
        List<String> names = prices(priced).stream().map(PriceInput::name).toList();
        List<Double> values = prices(of(changed, "hdd", "hybrid", "offered")).stream()
                .map(PriceInput::value)
                .toList();
        assertThat(priced.setups()).hasSize(3);
        priced.setups()
                .forEach((setup, cost) -> PRICES.forEach(price -> {
                    Double expected =
                            SetupCost.of(changed, setup).formulas().get(price).value();
                    List<Double> sum = cost.formulas().get(price).linear(names);
                    double found = sum.get(0);
                    for (int at = 0; at < values.size(); at++) {
                        found += values.get(at) * sum.get(at + 1);
                    }
                    assertThat(found).as("%s of %s", price, setup).isCloseTo(expected, within(1e-9 * expected));
                }));
    }

    @Test
    void only_what_changes_something_is_an_input() {
        assertThat(of(bought(900, 0.12), "hdd").inputs())
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
        PricedSetups priced = of(list, "hdd");
        Map<CostMeasure, Formula> formulas = priced.setups().get("hdd").formulas();
        assertThat(formulas.get(CostMeasure.DEVICE_PRICE).value()).isEqualTo(2400);
        assertThat(formulas.get(CostMeasure.NODE_PRICE).value()).isNull();
        assertThat(formulas.get(CostMeasure.TOTAL_COST).value()).isNull();
        assertThat(priced.inputs()).extracting(PriceInput::name).containsExactly("devices.hdd.price", "discount");
    }

    @Test
    void prices_by_the_hour_have_inputs_of_their_own() {
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
    void a_contest_has_the_speed_ups_against_the_baseline() {
        List<JobDurations> jobs = List.of(
                Lists.job("hdd", "terasort", 100, 101, 99),
                Lists.job("hybrid", "terasort", 50, 51, 49),
                Lists.job("offered", "terasort", 80));
        List<Contender> contenders = PricedSetups.of(bought(900, 0.12), jobs, CostOptions.DEFAULT.against("hdd"))
                .contests()
                .get(0)
                .contenders();
        assertThat(contenders).extracting(Contender::setup).containsExactly("hdd", "hybrid", "offered");
        assertThat(contenders.get(0).error()).as("1 / sqrt(3) of 100").isCloseTo(1 / Math.sqrt(3) / 100, within(1e-12));
        assertThat(contenders.get(1).speedUp()).isCloseTo(2, within(1e-12));
        assertThat(contenders.get(1).error()).isCloseTo(1 / Math.sqrt(3) / 50, within(1e-12));
        assertThat(contenders.get(2).error()).isNull();
        assertThat(PricedSetups.of(bought(900, 0.12), jobs, CostOptions.DEFAULT)
                        .contests()
                        .get(0)
                        .contenders())
                .extracting(Contender::speedUp)
                .containsOnlyNulls();
    }
}
