package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;

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
}
