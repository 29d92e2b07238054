package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

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
        About about, Terms terms, Parts parts, RunningCosts running, SortedMap<String, PricedSetup> setups) {
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

    private static void requireKnown(String name, PricedSetup setup, Parts parts) {
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
}
