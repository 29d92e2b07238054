package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.Network;
import org.spindlebench.analysis.cost.PriceList.Parts;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.Repricing.PriceInput;
import org.spindlebench.analysis.cost.Repricing.PriceInput.Kind;

/** The prices that a list states: named, and replaced by others. What is not stated stays so. */
final class PriceInputs {
    private final PriceList list;
    private final ToDoubleFunction<PriceInput> change;
    private final List<PriceInput> stated = new ArrayList<>();

    private PriceInputs(PriceList list, ToDoubleFunction<PriceInput> change) {
        this.list = list;
        this.change = change;
    }

    /** Every price that is stated, in the order in which a cluster is put together. */
    static List<PriceInput> of(PriceList list) {
        PriceInputs inputs = new PriceInputs(list, PriceInput::value);
        inputs.changed(list.terms());
        return List.copyOf(inputs.stated);
    }

    /**
     * The list with other prices and terms.
     *
     * @param change what takes the place of a stated price
     */
    static PriceList changed(PriceList list, Terms terms, ToDoubleFunction<PriceInput> change) {
        return new PriceInputs(list, change).changed(terms);
    }

    private PriceList changed(Terms terms) {
        SortedMap<String, DeviceKind> devices = each(list.parts().devices(), this::device);
        Machines node = machines(list.parts().node(), "node", "a worker without devices and network card");
        SortedMap<String, Network> networks = each(list.parts().networks(), this::network);
        Machines switches = machines(list.parts().switches(), "switches", "a switch");
        Machines masters = machines(list.parts().masters(), "masters", "a master");
        RunningCosts running = running(list.running());
        SortedMap<String, PricedSetup> setups = each(list.setups(), this::setup);
        return new PriceList(
                list.about(), terms, new Parts(masters, node, switches, networks, devices), running, setups);
    }

    private static <T> SortedMap<String, T> each(SortedMap<String, T> all, BiFunction<String, T, T> change) {
        SortedMap<String, T> changed = new TreeMap<>();
        for (Map.Entry<String, T> one : all.entrySet()) {
            changed.put(one.getKey(), change.apply(one.getKey(), one.getValue()));
        }
        return changed;
    }

    private DeviceKind device(String name, DeviceKind kind) {
        String key = "devices." + name;
        return new DeviceKind(
                money(key + ".price", "a device " + name, Kind.LISTED, kind.price()),
                kind.capacity(),
                kind.bandwidth(),
                kind.watts(),
                kind.writeEndurance(),
                money(key + ".hourly", "a device " + name + " in every worker", Kind.HOURLY, kind.hourly()));
    }

    private Network network(String name, Network network) {
        String key = "networks." + name;
        return new Network(
                money(key + ".nic", "a network card of " + name, Kind.LISTED, network.nicPrice()),
                network.nicWatts(),
                money(key + ".hourly", "the network " + name, Kind.HOURLY, network.hourly()),
                network.switches() == null
                        ? null
                        : machines(network.switches(), key + ".switches", "a switch of " + name));
    }

    private Machines machines(Machines machines, String key, String title) {
        return new Machines(
                machines.count(),
                money(key + ".price", title, Kind.LISTED, machines.price()),
                machines.watts(),
                machines.rackUnits());
    }

    private RunningCosts running(RunningCosts running) {
        return new RunningCosts(
                money("hourly.base", "a cluster without devices and network", Kind.HOURLY, running.hourlyBase()),
                price(
                        "rack_unit_per_year",
                        "a rack unit",
                        currency() + " a year",
                        Kind.RUNNING,
                        running.rackUnitPerYear()),
                price("energy.price_per_kwh", "energy", currency() + " per kWh", Kind.RUNNING, running.pricePerKwh()),
                running.powerUsageEffectiveness());
    }

    private PricedSetup setup(String name, PricedSetup setup) {
        PricedSetup.Stated whole = setup.stated();
        String key = "setups." + name;
        return new PricedSetup(
                setup.workers(),
                setup.devices(),
                setup.network(),
                new PricedSetup.Stated(
                        money(key + ".price", "the whole cluster " + name, Kind.PAID, whole.price()),
                        whole.watts(),
                        whole.rackUnits(),
                        money(key + ".hourly", "the whole cluster " + name, Kind.HOURLY, whole.hourly())));
    }

    private String currency() {
        return list.about().currency();
    }

    private Double money(String name, String title, Kind kind, Double value) {
        return price(name, title, currency() + (kind == Kind.HOURLY ? " an hour" : ""), kind, value);
    }

    private Double price(String name, String title, String unit, Kind kind, Double value) {
        if (value == null) {
            return null;
        }
        PriceInput input = new PriceInput(name, title, unit, kind, value);
        stated.add(input);
        return change.applyAsDouble(input);
    }
}
