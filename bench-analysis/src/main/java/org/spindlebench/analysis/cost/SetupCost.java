package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.Network;
import org.spindlebench.analysis.cost.PriceList.Parts;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/**
 * What one setup costs by a price list, before any job is looked at. What an input is missing for is null.
 *
 * @param setup its name
 * @param workers how many
 * @param prices what is paid
 * @param devices what the devices of one worker can do together
 * @param watts that the cluster draws, without the building's share
 * @param missing for each measure that is unknown, the keys of the inputs that are not stated
 */
public record SetupCost(
        String setup,
        Integer workers,
        Prices prices,
        Devices devices,
        Double watts,
        Map<CostMeasure, SortedSet<String>> missing) {
    public SetupCost {
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(devices, "devices");
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    /**
     * The costs of a setup.
     *
     * @throws IllegalArgumentException if the list does not price the setup
     */
    public static SetupCost of(PriceList list, String setup) {
        PricedSetup priced = list.setups().get(setup);
        if (priced == null) {
            throw new IllegalArgumentException("the price list " + list.about().name() + " has no setup `" + setup
                    + "`: it prices " + list.setups().keySet());
        }
        return new SetupPricing(list, setup, priced).cost();
    }

    /**
     * Prices after discount.
     *
     * @param device of the devices of one worker
     * @param node of one worker with devices and network card
     * @param cluster masters + workers × node + switches, or the stated total
     * @param total cluster + years × (support + rack space + energy), of which only what the list states
     * @param hourly stated, or else total / hours in the years
     */
    public record Prices(Double device, Double node, Double cluster, Double total, Double hourly) {}

    /**
     * The devices of one worker together.
     *
     * @param count how many; 0 where none is stated
     * @param capacity bytes
     * @param bandwidth sequential bytes per second
     * @param enduranceOfEach bytes that may be written to each of them; null also where they are of several kinds
     */
    public record Devices(int count, Double capacity, Double bandwidth, Double enduranceOfEach) {}

    /** Adds up what a setup consists of. */
    static final class SetupPricing {
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
            this.network = setup.network() == null
                    ? Network.INCLUDED
                    : parts.networks().get(setup.network());
            this.switches = network.switches() == null ? parts.switches() : network.switches();
            this.workers = workersOf(setup, parts);
            this.key = "setups." + name;
            this.name = name;
        }

        private static Integer workersOf(PricedSetup setup, Parts parts) {
            if (setup.workers() != null) {
                return setup.workers();
            }
            return parts.node().count() == 0
                    ? null
                    : Integer.valueOf(parts.node().count());
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
        private Sum cluster(
                Double total, Sum worker, Function<Machines, Double> property, String label, double factor) {
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
            int count = setup.devices().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
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

    /** A sum of inputs, unknown as soon as one of them is not stated. */
    static final class Sum {
        private final SortedSet<String> missing = new TreeSet<>();
        private double total;

        /** Adds so many times a value; {@code key} names it where it is not stated. Nothing times an unknown value is nothing. */
        Sum add(double times, Double value, String key) {
            if (times == 0) {
                return this;
            }
            if (value == null) {
                missing.add(key);
            } else {
                total += times * value;
            }
            return this;
        }

        /** Adds so many times another sum. */
        Sum add(double times, Sum other) {
            missing.addAll(other.missing);
            total += times * other.total;
            return this;
        }

        /** Adds another sum as often as a number says that may not be stated either. */
        Sum addEach(Integer times, Sum other, String keyOfTimes) {
            if (times == null) {
                missing.add(keyOfTimes);
            }
            return add(times == null ? 0 : times, other);
        }

        /** The sum; null when an input is not stated. */
        Double value() {
            return missing.isEmpty() ? total : null;
        }

        /** The keys of the inputs that are not stated. */
        SortedSet<String> missing() {
            return missing;
        }
    }
}
