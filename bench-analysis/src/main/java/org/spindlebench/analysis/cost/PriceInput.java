package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/**
 * A number in a price list that a reader may want to change.
 *
 * @param name the path of keys in the list's file, such as {@code devices.ssd.price}
 * @param unit the unit as people read it; empty for shares and factors
 * @param term whether it is an assumption instead of a price
 */
public record PriceInput(String name, String title, String unit, double value, boolean term) {
    public PriceInput {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(unit, "unit");
    }

    /** Returns first the stated prices, in the order in which a cluster is assembled, and then the assumptions. */
    static List<PriceInput> of(PriceList list, Set<String> names) {
        StatedInputs stated = new StatedInputs(list.about().currency());
        stated.parts(list);
        stated.running(list.running());
        list.setups().forEach((name, setup) -> {
            String title = "the whole cluster " + name;
            stated.price("setups." + name + ".price", title, setup.stated().price());
            stated.hourly("setups." + name + ".hourly", title, setup.stated().hourly());
        });
        stated.terms(list);
        stated.all.removeIf(input -> !names.contains(input.name));
        return stated.all;
    }

    private static final class StatedInputs {
        private final String currency;
        private final List<PriceInput> all = new ArrayList<>();

        StatedInputs(String currency) {
            this.currency = currency;
        }

        void parts(PriceList list) {
            PriceList.Catalogue parts = list.parts();
            parts.devices().forEach((name, device) -> {
                price("devices." + name + ".price", "a device " + name, device.price());
                hourly("devices." + name + ".hourly", "a device " + name + " in every worker", device.hourly());
            });
            price(
                    "node.price",
                    "a worker without devices and network card",
                    parts.node().price());
            parts.networks().forEach((name, network) -> {
                price("networks." + name + ".nic", "a network card of " + name, network.nicPrice());
                hourly("networks." + name + ".hourly", "the network " + name, network.hourly());
                if (network.switches() != null) {
                    price(
                            "networks." + name + ".switches.price",
                            "a switch of " + name,
                            network.switches().price());
                }
            });
            price("switches.price", "a switch", parts.switches().price());
            price("masters.price", "a master", parts.masters().price());
        }

        void running(RunningCosts running) {
            hourly("hourly.base", "a cluster without devices and network", running.hourlyBase());
            add("rack_unit_per_year", "a rack unit", currency + " a year", running.rackUnitPerYear());
            add("energy.price_per_kwh", "energy", currency + " per kWh", running.pricePerKwh());
        }

        void terms(PriceList list) {
            Assumptions terms = list.terms();
            term("years", "years of use", "years", terms.years());
            term("utilisation", "utilisation: share of the time in which jobs run", "", terms.utilisation());
            term("discount", "discount, as a share", "", terms.discount());
            term("support", "support per year, as a share of the price", "", terms.supportPerYear());
            term(
                    "energy.pue",
                    "PUE: watts of the building per watt of the machines",
                    "",
                    list.running().powerUsageEffectiveness());
        }

        void price(String name, String title, Double value) {
            add(name, title, currency, value);
        }

        void hourly(String name, String title, Double value) {
            add(name, title, currency + " an hour", value);
        }

        private void add(String name, String title, String unit, Double value) {
            if (value != null) {
                all.add(new PriceInput(name, title, unit, value, false));
            }
        }

        private void term(String name, String title, String unit, Double value) {
            if (value != null) {
                all.add(new PriceInput(name, title, unit, value, true));
            }
        }
    }
}
