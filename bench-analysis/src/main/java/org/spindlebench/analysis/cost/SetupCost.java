package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/** The cost of one setup by a price list, independent of jobs. A cost is null if an input is missing. */
public record SetupCost(String setup, Integer workers, Map<CostMeasure, Formula> formulas, Devices devices) {
    private static final double SECONDS_PER_HOUR = 3600;

    public SetupCost {
        Objects.requireNonNull(devices, "devices");
        formulas = Collections.unmodifiableMap(new EnumMap<>(formulas));
    }

    /** @throws IllegalArgumentException if the list does not price the setup */
    public static SetupCost of(PriceList list, String setup) {
        PricedSetup priced = list.setups().get(setup);
        if (priced == null) {
            throw new IllegalArgumentException("the price list " + list.about().name() + " has no setup `" + setup
                    + "`: it prices " + list.setups().keySet());
        }
        return new SetupPricing(list, setup, priced).cost();
    }

    public Prices prices() {
        return new Prices(
                value(CostMeasure.DEVICE_PRICE),
                value(CostMeasure.NODE_PRICE),
                value(CostMeasure.CLUSTER_PRICE),
                value(CostMeasure.TOTAL_COST),
                value(CostMeasure.HOURLY_RATE));
    }

    /** Returns the power of the cluster, without the building's share. */
    public Double watts() {
        return value(CostMeasure.POWER);
    }

    private Double value(CostMeasure measure) {
        return formulas.get(measure).value();
    }

    Formula perSecond() {
        return formulas.get(CostMeasure.HOURLY_RATE).over(Formula.constant(SECONDS_PER_HOUR));
    }

    /** Returns the cost of one busy second of the cluster. */
    Formula perBusySecond(Assumptions terms) {
        return formulas.get(CostMeasure.TOTAL_COST).over(terms.busySeconds());
    }

    /** Returns the keys of the inputs that a measure needs and the list does not state. */
    public SortedSet<String> missing(CostMeasure measure) {
        return formulas.get(measure).missing();
    }

    /**
     * The prices of a setup after the discount.
     *
     * @param device price of one worker's devices
     * @param node price of one worker with devices and network card
     * @param cluster masters + workers × node + switches, or the stated total
     * @param total cluster + years × (support + rack space + energy); parts that the list does not state are left out
     * @param hourly the stated price per hour, or total / hours in the years if none is stated
     */
    public record Prices(Double device, Double node, Double cluster, Double total, Double hourly) {}

    /**
     * The properties of all devices of one worker together.
     *
     * @param count the number of devices; 0 if none is stated
     * @param capacity the sum of their capacities in bytes
     * @param capacityOfHdfs the sum over the devices that hold HDFS; null if devices are of several kinds, and the list
     *     does not state which of them hold HDFS
     * @param bandwidth the sum of their sequential bandwidths in bytes per second
     * @param enduranceOfEach bytes that may be written to each device; null if unknown, or if there are several kinds
     */
    public record Devices(
            int count, Double capacity, Double capacityOfHdfs, Double bandwidth, Double enduranceOfEach) {}

    /** Adds up the prices and power of a setup's parts. */
    private static final class SetupPricing {
        private static final Formula NOTHING = Formula.constant(0);
        private static final Formula ONE = Formula.constant(1);

        private final PriceList list;
        private final Catalogue parts;
        private final Assumptions terms;
        private final PricedSetup setup;
        private final PricedSetup.StatedTotals stated;
        private final NetworkKind network;
        private final Integer workers;
        private final String name;
        private final Map<CostMeasure, Formula> formulas = new EnumMap<>(CostMeasure.class);

        SetupPricing(PriceList list, String name, PricedSetup setup) {
            this.list = list;
            this.parts = list.parts();
            this.terms = list.terms();
            this.setup = setup;
            this.stated = setup.stated();
            this.network = setup.network() == null
                    ? NetworkKind.INCLUDED
                    : parts.networks().get(setup.network());
            this.workers = workersOf(setup, parts);
            this.name = name;
        }

        private static Integer workersOf(PricedSetup setup, Catalogue parts) {
            if (setup.workers() != null) {
                return setup.workers();
            }
            return parts.node().count() == 0
                    ? null
                    : Integer.valueOf(parts.node().count());
        }

        SetupCost cost() {
            Formula paid = terms.paid();
            Formula device = put(CostMeasure.DEVICE_PRICE, paid.times(devices(DeviceKind::price, "price")));
            Formula node = put(
                    CostMeasure.NODE_PRICE,
                    paid.times(Formula.input("node.price", parts.node().price()))
                            .plus(paid.times(network(network.nicPrice(), "nic")))
                            .plus(device));
            Formula cluster =
                    put(CostMeasure.CLUSTER_PRICE, cluster(stated.price(), node, Machines::price, "price", paid));
            Formula worker = Formula.input("node.watts", parts.node().watts())
                    .plus(network(network.nicWatts(), "nic_watts"))
                    .plus(devices(DeviceKind::watts, "watts"));
            Formula watts = cluster(stated.watts(), worker, Machines::watts, "watts", ONE)
                    .fixed();
            put(CostMeasure.POWER, watts);
            Formula total = put(CostMeasure.TOTAL_COST, total(cluster, watts));
            put(
                    CostMeasure.HOURLY_RATE,
                    list.statesHourlyPrices()
                            ? statedHourly()
                            : ONE.over(terms.hours()).times(total));
            return new SetupCost(name, workers, formulas, ofOneWorker());
        }

        private Formula put(CostMeasure measure, Formula formula) {
            formulas.put(measure, formula);
            return formula;
        }

        /** Adds up a property of all devices of one worker. */
        private Formula devices(Function<DeviceKind, Double> property, String label) {
            return setup.devices().isEmpty()
                    ? Formula.missing("setups." + name + ".devices")
                    : setup.devices().entrySet().stream()
                            .map(device -> Formula.input(
                                            "devices." + device.getKey() + "." + label,
                                            property.apply(parts.devices().get(device.getKey())))
                                    .times(device.getValue()))
                            .reduce(NOTHING, Formula::plus);
        }

        private Formula network(Double value, String label) {
            return setup.network() == null
                    ? NOTHING
                    : Formula.input("networks." + setup.network() + "." + label, value);
        }

        /** Returns a property of the cluster: the stated value, or the sum over masters, workers and switches. */
        private Formula cluster(
                Double total, Formula worker, Function<Machines, Double> property, String label, Formula factor) {
            if (total != null) {
                return Formula.input("setups." + name + "." + label, total);
            }
            Machines own = network.switches();
            String switches = "switches." + label;
            return machines(parts.masters(), property, "masters." + label, "masters." + label, factor)
                    .plus(worker.times(
                            workers == null ? Formula.missing("workers") : Formula.constant(workers.doubleValue())))
                    .plus(
                            own == null
                                    ? machines(parts.switches(), property, switches, switches, factor)
                                    : machines(
                                            own,
                                            property,
                                            "networks." + setup.network() + "." + switches,
                                            switches,
                                            factor));
        }

        private static Formula machines(
                Machines machines, Function<Machines, Double> property, String input, String key, Formula factor) {
            return machines.count() == 0
                    ? NOTHING
                    : factor.times(machines.count()).times(Formula.input(input, property.apply(machines), key));
        }

        private Formula total(Formula cluster, Formula watts) {
            RunningCosts running = list.running();
            Formula total = terms.upkeep().times(cluster);
            if (running.rackUnitPerYear() != null) {
                Formula node = Formula.input("node.rack_units", parts.node().rackUnits());
                Formula units = cluster(stated.rackUnits(), node, Machines::rackUnits, "rack_units", ONE);
                total = total.plus(terms.lifetime()
                        .times(Formula.input("rack_unit_per_year", running.rackUnitPerYear()))
                        .times(units.fixed()));
            }
            if (running.pricePerKwh() != null) {
                total = total.plus(terms.hours()
                        .over(Formula.constant(1000))
                        .times(Formula.input("energy.pue", running.powerUsageEffectiveness()))
                        .times(Formula.input("energy.price_per_kwh", running.pricePerKwh()))
                        .times(watts));
            }
            return total;
        }

        private Formula statedHourly() {
            return stated.hourly() != null
                    ? Formula.input("setups." + name + ".hourly", stated.hourly())
                    : Formula.input("hourly.base", list.running().hourlyBase())
                            .plus(devices(DeviceKind::hourly, "hourly"))
                            .plus(network(network.hourly(), "hourly"));
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
                    capacityOfHdfs(),
                    devices(DeviceKind::bandwidth, "bandwidth").value(),
                    endurance);
        }

        private Double capacityOfHdfs() {
            SortedSet<String> kinds =
                    setup.devices().size() == 1 ? new TreeSet<>(setup.devices().keySet()) : setup.ofHdfs();
            Double sum = kinds.isEmpty() ? null : (Double) 0.0;
            for (String kind : kinds) {
                Double each = parts.devices().get(kind).capacity();
                sum = sum == null || each == null
                        ? null
                        : (Double) (sum + setup.devices().get(kind) * each);
            }
            return sum;
        }
    }
}
