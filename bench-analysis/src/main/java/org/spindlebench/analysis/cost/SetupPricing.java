package org.spindlebench.analysis.cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;

/** Adds up what a setup consists of. */
final class SetupPricing {
    private final PriceList list;
    private final Parts parts;
    private final Terms terms;
    private final PricedSetup setup;
    private final PricedSetup.Stated stated;
    private final Network network;
    private final Machines switches;
    private final Integer workers;
    private final String key;
    private final String name;

    SetupPricing(PriceList list, String name, PricedSetup setup) {
        this.list = list;
        this.parts = list.parts();
        this.terms = list.terms();
        this.setup = setup;
        this.stated = setup.stated();
        this.network =
                setup.network() == null ? Network.INCLUDED : parts.networks().get(setup.network());
        this.switches = network.switches() == null ? parts.switches() : network.switches();
        this.workers = workersOf(setup, parts);
        this.key = "setups." + name;
        this.name = name;
    }

    private static Integer workersOf(PricedSetup setup, Parts parts) {
        if (setup.workers() != null) {
            return setup.workers();
        }
        return parts.node().count() == 0 ? null : Integer.valueOf(parts.node().count());
    }

    SetupCost cost() {
        Sum device = devices(DeviceKind::price, "price");
        Sum node = worker(paid(parts.node().price()), "node.price", paid(network.nicPrice()), "nic", paid(device));
        Sum cluster = cluster(stated.price(), node, Machines::price, "price", 1 - terms.discount());
        Sum watts = watts();
        Sum total = total(cluster, watts);
        Sum hourly = list.statesHourlyPrices() ? statedHourly() : amortised(total);
        Map<CostMeasure, SortedSet<String>> missing = new EnumMap<>(CostMeasure.class);
        note(missing, CostMeasure.DEVICE_PRICE, device);
        note(missing, CostMeasure.NODE_PRICE, node);
        note(missing, CostMeasure.CLUSTER_PRICE, cluster);
        note(missing, CostMeasure.TOTAL_COST, total);
        note(missing, CostMeasure.HOURLY_RATE, hourly);
        note(missing, CostMeasure.POWER, watts);
        SetupCost.Prices prices = new SetupCost.Prices(
                paid(device).value(), node.value(), cluster.value(), total.value(), hourly.value());
        return new SetupCost(name, workers, prices, ofOneWorker(), watts.value(), missing);
    }

    private static void note(Map<CostMeasure, SortedSet<String>> missing, CostMeasure measure, Sum sum) {
        if (!sum.missing().isEmpty()) {
            missing.put(measure, sum.missing());
        }
    }

    private Double paid(Double price) {
        return price == null ? null : Double.valueOf(terms.paid(price));
    }

    private Sum paid(Sum prices) {
        return new Sum().add(1 - terms.discount(), prices);
    }

    /** A property of all devices of one worker. */
    private Sum devices(Function<DeviceKind, Double> property, String label) {
        Sum sum = new Sum();
        if (setup.devices().isEmpty()) {
            sum.add(1, null, key + ".devices");
        }
        setup.devices()
                .forEach((kind, count) ->
                        sum.add(count, property.apply(parts.devices().get(kind)), "devices." + kind + "." + label));
        return sum;
    }

    /** A property of one worker: the bare node's, its network card's and its devices'. */
    private Sum worker(Double node, String nodeKey, Double nic, String nicLabel, Sum devices) {
        return new Sum()
                .add(1, node, nodeKey)
                .add(1, nic, "networks." + setup.network() + "." + nicLabel)
                .add(1, devices);
    }

    /** A property of the cluster: the stated one, or that of masters, workers and switches. */
    private Sum cluster(Double total, Sum worker, Function<Machines, Double> property, String label, double factor) {
        if (total != null) {
            return new Sum().add(1, total, "");
        }
        return new Sum()
                .add(factor * parts.masters().count(), property.apply(parts.masters()), "masters." + label)
                .addEach(workers, worker, "workers")
                .add(factor * switches.count(), property.apply(switches), "switches." + label);
    }

    private Sum watts() {
        Sum worker = worker(
                parts.node().watts(),
                "node.watts",
                network.nicWatts(),
                "nic_watts",
                devices(DeviceKind::watts, "watts"));
        return cluster(stated.watts(), worker, Machines::watts, "watts", 1);
    }

    private Sum total(Sum cluster, Sum watts) {
        Sum total = new Sum().add(1 + terms.years() * terms.supportPerYear(), cluster);
        RunningCosts running = list.running();
        if (running.rackUnitPerYear() != null) {
            Sum node = new Sum().add(1, parts.node().rackUnits(), "node.rack_units");
            total.add(
                    terms.years() * running.rackUnitPerYear(),
                    cluster(stated.rackUnits(), node, Machines::rackUnits, "rack_units", 1));
        }
        if (running.pricePerKwh() != null) {
            double hours = terms.years() * Terms.HOURS_PER_YEAR;
            total.add(hours / 1000 * running.powerUsageEffectiveness() * running.pricePerKwh(), watts);
        }
        return total;
    }

    private Sum amortised(Sum total) {
        return new Sum().add(1 / (terms.years() * Terms.HOURS_PER_YEAR), total);
    }

    private Sum statedHourly() {
        if (stated.hourly() != null) {
            return new Sum().add(1, stated.hourly(), "");
        }
        return new Sum()
                .add(1, list.running().hourlyBase(), "hourly.base")
                .add(1, devices(DeviceKind::hourly, "hourly"))
                .add(1, network.hourly(), "networks." + setup.network() + ".hourly");
    }

    private SetupCost.Devices ofOneWorker() {
        int count =
                setup.devices().values().stream().mapToInt(Integer::intValue).sum();
        Double endurance = setup.devices().size() == 1
                ? parts.devices().get(setup.devices().firstKey()).writeEndurance()
                : null;
        return new SetupCost.Devices(
                count,
                devices(DeviceKind::capacity, "capacity").value(),
                devices(DeviceKind::bandwidth, "bandwidth").value(),
                endurance);
    }
}
