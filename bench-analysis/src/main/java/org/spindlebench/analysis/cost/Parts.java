package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

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
public record Parts(
        Machines masters,
        Machines node,
        Machines switches,
        SortedMap<String, Network> networks,
        SortedMap<String, DeviceKind> devices) {
    public Parts {
        Objects.requireNonNull(masters, "masters");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(switches, "switches");
        networks = Collections.unmodifiableSortedMap(new TreeMap<>(networks));
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
    }
}
