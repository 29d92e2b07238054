package org.spindlebench.analysis.layout;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The devices whose counters, added up, are what one role read and wrote on a node.
 *
 * @param role {@code hdfs} or {@code shuffle}
 * @param devices names as in {@code /proc/diskstats}, no byte counted at two of them; empty where there are no such devices
 * @param paths for a device, those whose counters to take instead where its own stand still: kernels differ in where they count
 *     the requests of an NVMe disk
 * @param system those of the devices that also carry {@code /}, logs, the JDK or swap: what was read there may be theirs
 * @param systemUnknown parts of the system of which it is not known whether they lie on one of the devices
 * @param reason why there are none, for people; null where there are
 */
public record Counted(
        String role,
        List<String> devices,
        SortedMap<String, List<String>> paths,
        List<String> system,
        List<String> systemUnknown,
        String reason) {
    public Counted {
        devices = List.copyOf(devices);
        paths = new TreeMap<>(paths);
        system = List.copyOf(system);
        systemUnknown = List.copyOf(systemUnknown);
    }

    static Counted none(String role, String reason) {
        return new Counted(role, List.of(), new TreeMap<>(Map.of()), List.of(), List.of(), reason);
    }

    /** Whether bytes that the devices moved can be the role's alone as far as the system is concerned. */
    public boolean isFreeOfSystem() {
        return system.isEmpty() && systemUnknown.isEmpty();
    }
}
