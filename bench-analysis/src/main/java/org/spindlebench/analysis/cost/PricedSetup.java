package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one setup consists of, or what it costs as a whole.
 *
 * @param workers how many; null for the parts list's own
 * @param devices how many of each kind a worker has, each at least 1
 * @param network the name of its network; null where its cost is part of the node's
 * @param stated what is known of the cluster as a whole
 */
public record PricedSetup(Integer workers, SortedMap<String, Integer> devices, String network, Stated stated) {
    public PricedSetup {
        Allowed.atLeast(1, "workers", workers);
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
        devices.forEach((kind, count) -> Allowed.atLeast(1, "devices of " + kind, count));
        stated = stated == null ? Stated.NOTHING : stated;
    }

    /**
     * Figures of a whole cluster. Each wins over what its parts add up to; null when it is not stated.
     *
     * @param price paid for it: no discount is taken off
     * @param watts that it draws, without the building's share
     * @param rackUnits that it takes
     * @param hourly its price per hour
     */
    public record Stated(Double price, Double watts, Double rackUnits, Double hourly) {
        public static final Stated NOTHING = new Stated(null, null, null, null);

        public Stated {
            Allowed.notNegative("price", price);
            Allowed.notNegative("watts", watts);
            Allowed.notNegative("rack units", rackUnits);
            Allowed.notNegative("hourly", hourly);
        }
    }
}
