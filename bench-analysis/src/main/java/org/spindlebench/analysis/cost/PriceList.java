package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.record.ErasureCoding;

/**
 * The prices of a certain date, with the setups that they apply to. A list may state purchase prices, prices by the
 * hour, or both.
 *
 * @param setups the priced setups, by the names under which they were measured; upper and lower case are the same
 * @param ranges the bounds of prices and terms that the list states as ranges, by the names of {@link PriceInput}. The
 *     value itself is the middle of its range
 */
public record PriceList(
        PriceSource about,
        Assumptions terms,
        Catalogue parts,
        RunningCosts running,
        SortedMap<String, PricedSetup> setups,
        SortedMap<String, PriceRange> ranges) {
    /** Creates a list without ranges. */
    public PriceList(
            PriceSource about,
            Assumptions terms,
            Catalogue parts,
            RunningCosts running,
            SortedMap<String, PricedSetup> setups) {
        this(about, terms, parts, running, setups, new TreeMap<>());
    }

    /** The bounds of a price or term, which may have any value between them. */
    public record PriceRange(double from, double to) {
        public PriceRange {
            if (!(from < to) || Double.isInfinite(from) || Double.isInfinite(to)) {
                throw new IllegalArgumentException(
                        "a range goes from a lesser to a greater number: " + from + ", " + to);
            }
        }

        /** Returns the value for which costs are computed. */
        public double middle() {
            return from + (to - from) / 2;
        }
    }

    public PriceList {
        ranges = Collections.unmodifiableSortedMap(new TreeMap<>(ranges));
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(parts, "parts");
        Objects.requireNonNull(running, "running");
        setups = ignoringCase(setups);
        for (var setup : setups.entrySet()) {
            requireKnown(setup.getKey(), setup.getValue(), parts);
        }
    }

    private static SortedMap<String, PricedSetup> ignoringCase(SortedMap<String, PricedSetup> setups) {
        SortedMap<String, PricedSetup> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        setups.forEach((name, setup) -> {
            if (all.put(name, setup) != null) {
                throw new IllegalArgumentException("two setups are called " + name + " (ignoring case)");
            }
        });
        return Collections.unmodifiableSortedMap(all);
    }

    private static void requireKnown(String name, PricedSetup setup, Catalogue parts) {
        for (String kind : setup.devices().keySet()) {
            if (!parts.devices().containsKey(kind)) {
                throw new IllegalArgumentException(
                        "setup " + name + " has devices `" + kind + "`, which the list does not price: it knows "
                                + parts.devices().keySet());
            }
        }
        if (setup.network() != null && !parts.networks().containsKey(setup.network())) {
            throw new IllegalArgumentException("setup " + name + " has the network `" + setup.network()
                    + "`, which the list does not price: it knows "
                    + parts.networks().keySet());
        }
    }

    /** Checks whether prices by the hour are stated. Costs by the hour then never follow from purchase prices. */
    public boolean statesHourlyPrices() {
        return running.hourlyBase() != null
                || setups.values().stream().anyMatch(setup -> setup.stated().hourly() != null);
    }

    /**
     * Where prices come from.
     *
     * @param currency the currency's code, such as {@code USD}
     * @param date the date of the prices: a year, a month or a day by ISO 8601
     * @param source who stated the prices, and where
     */
    public record PriceSource(String name, String currency, String date, String source) {
        public PriceSource {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(date, "date");
            Objects.requireNonNull(source, "source");
            if (!currency.matches("[A-Z]{3}")) {
                throw new IllegalArgumentException("a currency is a code of three capital letters: " + currency);
            }
        }
    }

    /**
     * The parts of setups.
     *
     * @param masters machines in addition to the workers
     * @param node one worker without devices and network card. Its count is the default number of workers of a setup; 0
     *     if unknown
     * @param switches the switches of setups whose network does not state its own
     * @param networks the kinds of networks, by name
     * @param devices the kinds of storage devices, by name
     */
    public record Catalogue(
            Machines masters,
            Machines node,
            Machines switches,
            SortedMap<String, NetworkKind> networks,
            SortedMap<String, DeviceKind> devices) {
        public Catalogue {
            Objects.requireNonNull(masters, "masters");
            Objects.requireNonNull(node, "node");
            Objects.requireNonNull(switches, "switches");
            networks = Collections.unmodifiableSortedMap(new TreeMap<>(networks));
            devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
        }
    }

    /**
     * Machines of one kind: masters, switches, or one worker without its devices and its network card.
     *
     * @param count the number of machines, at least 0
     * @param price list price of one machine; null if not stated
     * @param watts power of one machine; null if unknown
     * @param rackUnits rack units of one machine; null if unknown
     */
    public record Machines(int count, Double price, Double watts, Double rackUnits) {
        /** No machines, at no cost. */
        public static final Machines NONE = new Machines(0, 0.0, 0.0, 0.0);

        public Machines {
            Ranges.atLeast(0, "count", count);
            Ranges.notNegative("price", price);
            Ranges.notNegative("watts", watts);
            Ranges.notNegative("rack units", rackUnits);
        }
    }

    /**
     * One kind of network. A value that is not stated is null, and costs that need it are omitted.
     *
     * @param nicPrice list price of the card in one worker
     * @param nicWatts power of the card
     * @param hourly the amount that this network adds to the cluster's price per hour
     * @param switches its switches; null for the switches of {@link Catalogue}
     */
    public record NetworkKind(Double nicPrice, Double nicWatts, Double hourly, Machines switches) {
        /** A network whose card is included in the worker's price, with the switches that every setup has. */
        public static final NetworkKind INCLUDED = new NetworkKind(0.0, 0.0, 0.0, null);

        public NetworkKind {
            Ranges.notNegative("NIC price", nicPrice);
            Ranges.notNegative("NIC watts", nicWatts);
            Ranges.notNegative("hourly", hourly);
        }
    }

    /**
     * Prices paid for time rather than for things. A price that is not stated is null, and not part of any cost.
     *
     * @param hourlyBase price per hour of a cluster without devices and network, if prices are stated by the hour
     * @param rackUnitPerYear price of one rack unit for a year
     * @param pricePerKwh price of a kilowatt hour
     * @param powerUsageEffectiveness power of the building per watt of the machines (PUE), at least 1
     */
    public record RunningCosts(
            Double hourlyBase, Double rackUnitPerYear, Double pricePerKwh, double powerUsageEffectiveness) {
        public static final RunningCosts NONE = new RunningCosts(null, null, null, 1);

        public RunningCosts {
            Ranges.notNegative("hourly base", hourlyBase);
            Ranges.notNegative("price of a rack unit", rackUnitPerYear);
            Ranges.notNegative("price per kWh", pricePerKwh);
            if (!(powerUsageEffectiveness >= 1) || Double.isInfinite(powerUsageEffectiveness)) {
                throw new IllegalArgumentException("PUE must be a number of at least 1: " + powerUsageEffectiveness);
            }
        }
    }

    /**
     * The parts of one setup, or its price as a whole.
     *
     * @param workers the number of workers; null for the default in {@link Catalogue}
     * @param devices the number of devices of each kind in a worker, at least 1
     * @param network the name of its network; null if its price is part of the worker's
     * @param coding null for the policy that the list states for all setups
     * @param ofHdfs the kinds of its devices that hold HDFS; empty if not stated. Devices of a single kind hold HDFS
     */
    public record PricedSetup(
            Integer workers,
            SortedMap<String, Integer> devices,
            String network,
            StatedTotals stated,
            ErasureCoding coding,
            SortedSet<String> ofHdfs) {
        /** Creates a setup that stores files with the policy that the list states for all setups. */
        public PricedSetup(Integer workers, SortedMap<String, Integer> devices, String network, StatedTotals stated) {
            this(workers, devices, network, stated, null, Collections.emptySortedSet());
        }

        public PricedSetup {
            Ranges.atLeast(1, "workers", workers);
            devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
            devices.forEach((kind, count) -> Ranges.atLeast(1, "devices of " + kind, count));
            ofHdfs = Collections.unmodifiableSortedSet(new TreeSet<>(ofHdfs));
            if (!devices.keySet().containsAll(ofHdfs)) {
                throw new IllegalArgumentException("HDFS is on " + ofHdfs + ", but the devices are " + devices);
            }
            stated = stated == null ? StatedTotals.NOTHING : stated;
        }

        /**
         * Stated values of a whole cluster. Each value overrides the sum over the parts, and is null if it is not
         * stated.
         *
         * @param price the price paid, from which no discount is subtracted
         * @param watts the power of the machines, without the building's share
         * @param rackUnits the cluster's rack units
         * @param hourly the cluster's price per hour
         */
        public record StatedTotals(Double price, Double watts, Double rackUnits, Double hourly) {
            public static final StatedTotals NOTHING = new StatedTotals(null, null, null, null);

            public StatedTotals {
                Ranges.notNegative("price", price);
                Ranges.notNegative("watts", watts);
                Ranges.notNegative("rack units", rackUnits);
                Ranges.notNegative("hourly", hourly);
            }
        }
    }

    /**
     * One kind of storage device. A value that is not stated is null, and costs that need it are omitted.
     *
     * @param price list price of one device
     * @param capacity capacity of one device in bytes
     * @param bandwidth sequential bandwidth of one device in bytes per second
     * @param watts power of one busy device
     * @param writeEndurance bytes that may be written to one device according to its maker (TBW)
     * @param hourly the amount that one such device in every worker adds to the cluster's price per hour, as ALOJA
     *     states it
     */
    public record DeviceKind(
            Double price, Double capacity, Double bandwidth, Double watts, Double writeEndurance, Double hourly) {
        public DeviceKind {
            Ranges.notNegative("price", price);
            Ranges.positive("capacity", capacity);
            Ranges.positive("bandwidth", bandwidth);
            Ranges.notNegative("watts", watts);
            Ranges.positive("write endurance", writeEndurance);
            Ranges.notNegative("hourly", hourly);
        }
    }

    /** Thrown if a list prices no measured setup, which is the user's error. The message contains the remedy. */
    public static final class NothingPricedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NothingPricedException(String message) {
            super(message);
        }
    }
}
