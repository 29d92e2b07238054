package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;

/**
 * Prices of a certain date, and what they apply to. It may state things that are bought, prices by the hour, or both.
 *
 * @param about where the prices come from
 * @param terms assumptions
 * @param parts what setups are built of
 * @param running what is paid for time
 * @param setups the setups that it prices, by the names under which they were measured; upper and lower case are the same
 */
public record PriceList(
        About about, Assumptions terms, Catalogue parts, RunningCosts running, SortedMap<String, PricedSetup> setups) {
    public PriceList {
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
                throw new IllegalArgumentException("two setups are called " + name + " but for upper and lower case");
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

    /** Whether it states prices by the hour. Then every cost by the hour is a stated one, and none is derived from a purchase. */
    public boolean statesHourlyPrices() {
        return running.hourlyBase() != null
                || setups.values().stream().anyMatch(setup -> setup.stated().hourly() != null);
    }

    /**
     * Where prices come from.
     *
     * @param name of the list
     * @param currency its code, such as {@code USD}
     * @param date of the prices: a year, a month or a day by ISO 8601
     * @param source who stated them, and where
     */
    public record About(String name, String currency, String date, String source) {
        public About {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(date, "date");
            Objects.requireNonNull(source, "source");
            if (!currency.matches("[A-Z]{3}")) {
                throw new IllegalArgumentException("a currency is a code of three capital letters: " + currency);
            }
        }
    }

    /**
     * What setups are built of.
     *
     * @param masters machines beside the workers
     * @param node one worker without devices and network card; its count is the workers of a setup that states none, 0 for
     *     unknown
     * @param switches of setups whose network has none of its own
     * @param networks kinds of networks by name
     * @param devices kinds of storage devices by name
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
     * @param count how many, at least 0
     * @param price of one, by the list; null when it is not stated
     * @param watts that one draws; null when it is not known
     * @param rackUnits that one takes; null when it is not known
     */
    public record Machines(int count, Double price, Double watts, Double rackUnits) {
        /** No machine, which costs nothing. */
        public static final Machines NONE = new Machines(0, 0.0, 0.0, 0.0);

        public Machines {
            Ranges.atLeast(0, "count", count);
            Ranges.notNegative("price", price);
            Ranges.notNegative("watts", watts);
            Ranges.notNegative("rack units", rackUnits);
        }
    }

    /**
     * One kind of network. What is not stated is null, and what needs it is absent.
     *
     * @param nicPrice of the card in one worker, by the list
     * @param nicWatts that the card draws
     * @param hourly what this network adds to the cluster's price per hour
     * @param switches its switches; null for the parts list's own
     */
    public record NetworkKind(Double nicPrice, Double nicWatts, Double hourly, Machines switches) {
        /** A card that is part of the worker's price, and the switches that every setup has. */
        public static final NetworkKind INCLUDED = new NetworkKind(0.0, 0.0, 0.0, null);

        public NetworkKind {
            Ranges.notNegative("NIC price", nicPrice);
            Ranges.notNegative("NIC watts", nicWatts);
            Ranges.notNegative("hourly", hourly);
        }
    }

    /**
     * What is paid for time rather than for things. What is null is not stated, and not part of any cost.
     *
     * @param hourlyBase price per hour of a cluster without devices and network, where prices are stated by the hour
     * @param rackUnitPerYear price of one rack unit for a year
     * @param pricePerKwh price of a kilowatt hour
     * @param powerUsageEffectiveness what the building draws for each watt of the machines (PUE), at least 1
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
     * What one setup consists of, or what it costs as a whole.
     *
     * @param workers how many; null for the parts list's own
     * @param devices how many of each kind a worker has, each at least 1
     * @param network the name of its network; null where its cost is part of the node's
     * @param stated what is known of the cluster as a whole
     */
    public record PricedSetup(
            Integer workers, SortedMap<String, Integer> devices, String network, StatedTotals stated) {
        public PricedSetup {
            Ranges.atLeast(1, "workers", workers);
            devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
            devices.forEach((kind, count) -> Ranges.atLeast(1, "devices of " + kind, count));
            stated = stated == null ? StatedTotals.NOTHING : stated;
        }

        /**
         * Figures of a whole cluster. Each wins over what its parts add up to; null when it is not stated.
         *
         * @param price paid for it: no discount is taken off
         * @param watts that it draws, without the building's share
         * @param rackUnits that it takes
         * @param hourly its price per hour
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
     * One kind of storage device. What is not stated is null, and what needs it is absent.
     *
     * @param price of one, by the list
     * @param capacity bytes
     * @param bandwidth sequential bytes per second
     * @param watts that one draws when it is busy
     * @param writeEndurance bytes that may be written to one (TBW), by its maker
     * @param hourly what one such device in every worker adds to the cluster's price per hour, as ALOJA states it
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

    /** The ranges of inputs. What is null is not stated, and allowed. */
    static final class Ranges {
        private Ranges() {}

        static void notNegative(String name, Double value) {
            check(name, value, value == null || value >= 0, "at least 0");
        }

        static void positive(String name, Double value) {
            check(name, value, value == null || value > 0, "above 0");
        }

        static void atLeast(int least, String name, Integer value) {
            if (value != null && value < least) {
                throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
            }
        }

        /** From 0 to 1, without 1. */
        static void shareBelowOne(String name, Double value) {
            check(name, value, value == null || (value >= 0 && value < 1), "from 0 to below 1");
        }

        /** From 0 to 1, without 0. */
        static void shareAboveZero(String name, Double value) {
            check(name, value, value == null || (value > 0 && value <= 1), "above 0 and at most 1");
        }

        private static void check(String name, Double value, boolean allowed, String range) {
            if (!allowed || (value != null && !Double.isFinite(value))) {
                throw new IllegalArgumentException(name + " must be a number " + range + ": " + value);
            }
        }
    }

    /** A price list that knows none of the measured setups: a mistake of the user's. The message says what to do. */
    public static final class NothingPricedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NothingPricedException(String message) {
            super(message);
        }
    }
}
