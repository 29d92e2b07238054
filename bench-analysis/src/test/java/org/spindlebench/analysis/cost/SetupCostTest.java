package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.record.ErasureCoding;

class SetupCostTest {
    private static final double TB = 1e12;

    /** Returns a list with every part: two masters, ten workers with 4 SSDs and 2 HDDs each, and two switches. */
    private static Lists full() {
        return new Lists()
                .masters(2, 9000.0, 350.0, 2.0)
                .nodes(10, 10_000.0, 300.0, 2.0)
                .switches(2, 6000.0, 150.0, 1.0)
                .network("10gbe", new NetworkKind(300.0, 10.0, 0.5, null))
                .network("25gbe", new NetworkKind(450.0, 15.0, 0.7, new Machines(1, 11_000.0, 200.0, 3.0)))
                .device("hdd", new DeviceKind(250.0, 8 * TB, 200e6, 9.0, null, 0.1))
                .device("ssd", new DeviceKind(900.0, 4 * TB, 2e9, 12.0, 7000 * TB, 0.4))
                .setup("mixed", Map.of("ssd", 4, "hdd", 2), "10gbe")
                .setup("fast", Map.of("ssd", 4), "25gbe");
    }

    private static SetupCost mixed(Lists list) {
        return SetupCost.of(list.list(), "mixed");
    }

    @Test
    void a_cluster_is_masters_and_workers_with_devices_and_cards_and_switches() {
        SetupCost.Prices prices = mixed(full()).prices();
        assertThat(prices.device()).isEqualTo(4 * 900 + 2 * 250);
        assertThat(prices.node()).isEqualTo(10_000 + 300 + 4100);
        assertThat(prices.cluster()).isEqualTo(2 * 9000 + 10 * 14_400 + 2 * 6000);
        assertThat(prices.total()).isEqualTo(prices.cluster());
        assertThat(mixed(full()).formulas().values()).allMatch(Formula::isKnown);
    }

    @Test
    void a_network_with_switches_of_its_own_needs_no_others() {
        SetupCost fast = SetupCost.of(full().list(), "fast");
        assertThat(fast.prices().cluster()).isEqualTo(18_000 + 10 * (10_000 + 450 + 3600) + 11_000);
        assertThat(fast.watts()).isEqualTo(700 + 10 * (300 + 15 + 48) + 200);
    }

    @Test
    void the_discount_is_off_every_price() {
        SetupCost.Prices prices =
                mixed(full().terms(new Assumptions(3, null, 0.25, 0, null))).prices();
        assertThat(prices.device()).isEqualTo(0.75 * 4100);
        assertThat(prices.node()).isEqualTo(0.75 * 14_400);
        assertThat(prices.cluster()).isEqualTo(0.75 * 174_000);
    }

    @Test
    void total_cost_adds_support_rack_space_and_energy_of_all_years() {
        Lists list =
                full().terms(new Assumptions(4, null, 0, 0.10, null)).running(new RunningCosts(null, 300.0, 0.20, 1.5));
        SetupCost cost = mixed(list);
        assertThat(cost.watts()).isEqualTo(700 + 10 * (300 + 10 + 48 + 18) + 300);
        double rack = 4 * 300 * (2 * 2 + 10 * 2 + 2 * 1);
        double energy = 4 * 8760 * 4.760 * 1.5 * 0.20;
        assertThat(cost.prices().total()).isCloseTo(174_000 * 1.4 + rack + energy, within(1e-6));
        assertThat(cost.prices().hourly()).isCloseTo(cost.prices().total() / (4 * 8760), within(1e-9));
    }

    @Test
    void devices_of_one_worker_add_up() {
        SetupCost cost = mixed(full());
        assertThat(cost.workers()).isEqualTo(10);
        assertThat(cost.devices()).isEqualTo(new SetupCost.Devices(6, 32 * TB, null, 8.4e9, null));
        assertThat(SetupCost.of(full().list(), "fast").devices())
                .isEqualTo(new SetupCost.Devices(4, 16 * TB, 16 * TB, 8e9, 7000 * TB));
    }

    @Test
    void hdfs_has_the_capacity_of_the_kinds_that_are_stated_to_hold_it() {
        SortedMap<String, Integer> devices = new TreeMap<>(Map.of("hdd", 2, "ssd", 4));
        for (String kind : devices.keySet()) {
            PricedSetup setup = new PricedSetup(null, devices, null, null, null, new TreeSet<>(Set.of(kind)));
            Double alone = SetupCost.of(
                            full().setup("alone", Map.of(kind, devices.get(kind)), null)
                                    .list(),
                            "alone")
                    .devices()
                    .capacity();
            SetupCost cost = SetupCost.of(full().setup("stated", setup).list(), "stated");
            assertThat(cost.devices().capacityOfHdfs()).isPositive().isEqualTo(alone);
            assertThat(cost.devices().capacity()).isEqualTo(32 * TB);
        }
    }

    @Test
    void stated_figures_of_a_cluster_win_over_its_parts_and_take_no_discount() {
        PricedSetup.StatedTotals stated = new PricedSetup.StatedTotals(100_000.0, 1000.0, 10.0, null);
        Lists list = full().terms(new Assumptions(1, null, 0.5, 0, null))
                .running(new RunningCosts(null, 300.0, 1.0, 1))
                .setup("mixed", new PricedSetup(5, new TreeMap<>(Map.of("ssd", 1)), null, stated));
        SetupCost cost = mixed(list);
        assertThat(cost.prices().cluster()).isEqualTo(100_000);
        assertThat(cost.watts()).isEqualTo(1000);
        assertThat(cost.prices().total()).isCloseTo(100_000 + 3000 + 8760, within(1e-6));
        assertThat(cost.prices().device()).isEqualTo(450);
        assertThat(cost.workers()).isEqualTo(5);
    }

    @Test
    void prices_by_the_hour_are_base_and_devices_of_a_worker_and_network() {
        SetupCost cost = mixed(full().running(new RunningCosts(3.0, null, null, 1)));
        assertThat(cost.prices().hourly()).isCloseTo(3 + 4 * 0.4 + 2 * 0.1 + 0.5, within(1e-12));
        assertThat(cost.prices().cluster()).isEqualTo(174_000);
    }

    @Test
    void a_setup_with_its_own_hourly_price_makes_all_hourly_prices_stated_ones() {
        PricedSetup.StatedTotals stated = new PricedSetup.StatedTotals(null, null, null, 12.4);
        Lists list = full().setup("cloud", new PricedSetup(null, new TreeMap<>(), null, stated));
        assertThat(list.list().statesHourlyPrices()).isTrue();
        assertThat(full().list().statesHourlyPrices()).isFalse();
        assertThat(SetupCost.of(list.list(), "cloud").prices().hourly()).isEqualTo(12.4);
        assertThat(mixed(list).prices().hourly()).isNull();
        assertThat(mixed(list).missing(CostMeasure.HOURLY_RATE)).containsExactly("hourly.base");
    }

    @Test
    void what_is_not_stated_is_unknown_and_named() {
        SetupCost cost = mixed(new Lists()
                .running(new RunningCosts(null, 300.0, 0.1, 1))
                .masters(1, null, null, null)
                .switches(1, null, null, null)
                .network("10gbe", new NetworkKind(null, null, null, null))
                .device("hdd", new DeviceKind(null, null, null, null, null, null))
                .setup("mixed", Map.of("hdd", 2), "10gbe"));
        assertThat(cost.prices()).isEqualTo(new SetupCost.Prices(null, null, null, null, null));
        assertThat(cost.devices()).isEqualTo(new SetupCost.Devices(2, null, null, null, null));
        assertThat(cost.watts()).isNull();
        assertThat(cost.workers()).isNull();
        assertThat(cost.missing(CostMeasure.DEVICE_PRICE)).containsExactly("devices.hdd.price");
        assertThat(cost.missing(CostMeasure.NODE_PRICE))
                .containsExactly("devices.hdd.price", "networks.10gbe.nic", "node.price");
        assertThat(cost.missing(CostMeasure.CLUSTER_PRICE))
                .containsExactly(
                        "devices.hdd.price",
                        "masters.price",
                        "networks.10gbe.nic",
                        "node.price",
                        "switches.price",
                        "workers");
        assertThat(cost.missing(CostMeasure.POWER))
                .containsExactly(
                        "devices.hdd.watts",
                        "masters.watts",
                        "networks.10gbe.nic_watts",
                        "node.watts",
                        "switches.watts",
                        "workers");
        assertThat(cost.missing(CostMeasure.TOTAL_COST))
                .contains("masters.rack_units", "node.rack_units", "switches.rack_units", "node.watts", "node.price")
                .isEqualTo(cost.missing(CostMeasure.HOURLY_RATE));
    }

    @Test
    void missing_watts_and_rack_units_of_workers_are_named() {
        SetupCost cost = mixed(new Lists()
                .running(new RunningCosts(null, 300.0, 0.1, 1))
                .nodes(2, 100.0, null, null)
                .device("hdd", 10)
                .setup("mixed", Map.of("hdd", 2)));
        assertThat(cost.prices().cluster()).isEqualTo(240);
        assertThat(cost.prices().total()).isNull();
        assertThat(cost.missing(CostMeasure.TOTAL_COST))
                .containsExactly("devices.hdd.watts", "node.rack_units", "node.watts");
    }

    @Test
    void a_setup_without_devices_names_their_key() {
        SetupCost cost = SetupCost.of(new Lists().total("all", 5.0).list(), "all");
        assertThat(cost.missing(CostMeasure.DEVICE_PRICE)).containsExactly("setups.all.devices");
        assertThat(cost.prices().cluster()).isEqualTo(5);
        assertThat(cost.devices().count()).isZero();
    }

    @Test
    void an_unknown_setup_is_refused_with_the_known_ones() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetupCost.of(full().list(), "fats"))
                .withMessageContaining("fats")
                .withMessageContaining("[fast, mixed]");
    }

    @Test
    void usable_capacity_is_less_the_reserve_and_once_per_replica() {
        assertThat(new StorageTerms(3, 0.25, 1).usable(12 * TB)).isEqualTo(3 * TB);
        assertThat(StorageTerms.DEFAULT.usable(12 * TB)).isEqualTo(4 * TB);
        assertThat(new StorageTerms(3, ErasureCoding.of("RS-6-3-1024k").orElseThrow(), 0.25, 1).usable(12 * TB))
                .isEqualTo(6 * TB);
    }
}
