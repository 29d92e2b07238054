package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.NetworkAdapter;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.Warning;

/**
 * Finds nodes of one setup that differ in processors, memory, network or data devices. Tasks are spread as if nodes were
 * alike, so the weakest node sets the time of a job. A property that a node does not report is not compared.
 */
public final class UnlikeNodes {
    /** Sizes that differ by less count as equal: firmware keeps some memory, and makers round capacities. */
    private static final double ALIKE = 1.05;

    private static final long GIB = 1L << 30;

    private UnlikeNodes() {}

    /** Returns a warning for each property in which nodes differ, with the nodes that have each value. */
    public static List<Warning> of(List<NodeLayout> layouts) {
        Sizes memory = new Sizes(layouts.stream()
                .map(NodeLayout::memory)
                .filter(Objects::nonNull)
                .toList());
        Sizes devices = new Sizes(layouts.stream()
                .flatMap(layout -> layout.devices().stream())
                .map(Device::size)
                .filter(Objects::nonNull)
                .toList());
        Map<String, Function<NodeLayout, Optional<String>>> properties = new LinkedHashMap<>();
        properties.put("processors", UnlikeNodes::processors);
        properties.put("memory", layout -> Optional.ofNullable(layout.memory())
                .map(bytes -> String.format(Locale.ROOT, "%.1f GiB", memory.of(bytes) / (double) GIB)));
        properties.put("the fastest network interface", UnlikeNodes::network);
        properties.put("devices of HDFS", layout -> devices(layout, RoleIo.HDFS, devices));
        properties.put("devices of the shuffle", layout -> devices(layout, RoleIo.SHUFFLE, devices));
        List<Warning> warnings = new ArrayList<>();
        properties.forEach((name, value) -> {
            SortedMap<String, SortedSet<String>> nodes = new TreeMap<>();
            layouts.forEach(layout -> value.apply(layout)
                    .ifPresent(found ->
                            nodes.computeIfAbsent(found, any -> new TreeSet<>()).add(layout.node())));
            if (nodes.size() > 1) {
                warnings.add(new Warning(
                        "unlike-nodes",
                        "nodes differ in " + name + ": " + FewNames.perValue(nodes)
                                + ". The weakest node sets the time of a job: measure nodes that are alike (--nodes)"));
            }
        });
        return warnings;
    }

    private static Optional<String> processors(NodeLayout layout) {
        NodeLayout.CpuModel cpu = layout.cpu();
        return cpu == null || cpu.cores() == null || cpu.threads() == null || cpu.model() == null
                ? Optional.empty()
                : Optional.of(cpu.cores() + " cores and " + cpu.threads() + " threads of " + cpu.model());
    }

    private static Optional<String> network(NodeLayout layout) {
        return layout.networks().stream()
                .filter(network -> Boolean.TRUE.equals(network.physical()))
                .map(NetworkAdapter::bitsPerSecond)
                .filter(Objects::nonNull)
                .max(Long::compare)
                .map(bits -> String.format(Locale.ROOT, "%.1f Gbit/s", bits / 1e9));
    }

    /** Counts the lowest devices of a role by kind and size; empty if the node has none or some are unknown. */
    private static Optional<String> devices(NodeLayout layout, String role, Sizes sizes) {
        DeviceRoles roles = DeviceRoles.of(layout);
        if (roles.used(role).reason() != null) {
            return Optional.empty();
        }
        SortedMap<String, Integer> counts = new TreeMap<>();
        layout.devices().stream()
                .filter(device -> device.on().isEmpty()
                        && roles.role(device.name()).roles().contains(role))
                .forEach(device -> counts.merge(kind(device, sizes), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(kind -> kind.getValue() + " x " + kind.getKey())
                .reduce((one, other) -> one + ", " + other);
    }

    private static String kind(Device device, Sizes sizes) {
        Boolean platters = device.hardware() == null ? null : device.hardware().rotational();
        String kind = platters == null ? device.type() : platters ? "rotating" : "flash";
        return device.size() == null
                ? kind
                : String.format(Locale.ROOT, "%s of %.1f GB", kind, sizes.of(device.size()) / 1e9);
    }

    /** Sizes in groups: neighbours in order that differ by less than {@link #ALIKE} are in one group. */
    private static final class Sizes {
        private final TreeMap<Long, Long> smallest = new TreeMap<>();

        Sizes(Collection<Long> sizes) {
            long first = 0;
            long last = 0;
            for (long size : new TreeSet<>(sizes)) {
                first = size < last * ALIKE ? first : size;
                last = size;
                smallest.put(size, first);
            }
        }

        /** Returns the smallest size of a size's group. */
        long of(long size) {
            return smallest.get(size);
        }
    }
}
