package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.RoleDevices;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

/**
 * The I/O of one role in a window, over all nodes. The paper's Figure 3, and Table 4 of its authors' article, show such
 * numbers. All values are unknown if one node has no numbers for the role. See {@code docs/devices.md}.
 *
 * @param role {@code hdfs}, {@code shuffle}, or {@code hdfs+shuffle} for both together
 * @param origin the source of the numbers; null if there are none
 * @param nodes the number of nodes with a layout or numbers
 * @param devices by node, the devices whose counters are added up
 * @param io the I/O of these devices. In mean waits, every request has the same weight. In mean queue and busy share,
 *     every device has the same weight
 * @param busiest the device with the largest busy share
 * @param system devices that also store the system, such as {@code worker-1: sda}, and parts of the system that might
 *     be on one of the devices. Empty if no byte can be the system's
 * @param compressing the role's directories on file systems that are mounted with compression, such as
 *     {@code worker-1: /data/1}; their devices move fewer bytes than the job
 * @param reason for people, why there are no numbers; null if there are numbers
 */
public record RoleIo(
        String role,
        Origin origin,
        int nodes,
        SortedMap<String, List<String>> devices,
        @JsonUnwrapped Io io,
        Busiest busiest,
        List<String> system,
        List<String> compressing,
        String reason) {
    /** The role of HDFS's blocks and their checksums. */
    public static final String HDFS = "hdfs";

    /** The role of intermediate data, and of other files in the local directories of NodeManagers. */
    public static final String SHUFFLE = "shuffle";

    /** The role of numbers that count HDFS and the shuffle together, on all devices of either. */
    public static final String BOTH = DeviceRoles.BOTH;

    /** The sources of a role's numbers, from the most to the least certain. */
    public enum Origin {
        /** The counters of devices that belong to the role alone. */
        @JsonProperty("measured")
        MEASURED("measured"),
        /** The counters of devices that both roles share, during a job that has data of this role only. */
        @JsonProperty("one role")
        ONE_ROLE("one role"),
        /** A part of the shared devices' bytes: the bytes that the DataNodes' processes moved, or all other bytes. */
        @JsonProperty("shared out by DataNode I/O")
        BY_DATA_NODES("shared out by DataNode I/O"),
        /**
         * A part of the shared devices' bytes: the bytes that the job moved in HDFS by its counters, or all other
         * bytes.
         */
        @JsonProperty("shared out by logical bytes")
        BY_LOGICAL_BYTES("shared out by logical bytes");

        private final String word;

        Origin(String word) {
            this.word = word;
        }

        /** Returns the origin's name in documents. */
        public String word() {
            return word;
        }

        /** Checks whether only the bytes are known, as a part of the bytes of shared devices. */
        public boolean isShared() {
            return this == BY_DATA_NODES || this == BY_LOGICAL_BYTES;
        }
    }

    /**
     * The busiest device.
     *
     * @param busy share of the window in which the device was busy
     */
    public record Busiest(String node, String device, Double busy) {}

    public RoleIo {
        // Records of older versions have measured numbers only, and do not say so.
        origin = origin == null && reason == null ? Origin.MEASURED : origin;
        io = io == null ? Io.UNKNOWN : io;
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
        system = system == null ? List.of() : List.copyOf(system);
        compressing = compressing == null ? List.of() : List.copyOf(compressing);
    }

    /**
     * Adds up a role's devices on all nodes.
     *
     * @param layouts one for each node
     * @param nodes one for each node, all of the same window
     * @return a reason instead of numbers if a node lacks its layout or its load, or if its counters do not belong
     *     to the role alone
     */
    public static RoleIo of(String role, List<NodeLayout> layouts, List<NodeLoad> nodes) {
        return new RoleSum(role, true).of(layouts, nodes);
    }

    /**
     * Adds up the devices of a role on all nodes, even if they also count requests of another role.
     *
     * @param role a role, or {@link #BOTH}
     */
    static RoleIo used(String role, List<NodeLayout> layouts, List<NodeLoad> nodes) {
        return new RoleSum(role, false).of(layouts, nodes);
    }

    public boolean known() {
        return reason == null;
    }

    /** Checks whether the numbers are the whole counters of devices, rather than a part of their bytes. */
    public boolean ofDevices() {
        return known() && !origin.isShared();
    }

    /** Returns a copy with another role, origin and I/O. */
    RoleIo as(String otherRole, Origin other, Busiest device, Io part) {
        return new RoleIo(otherRole, other, nodes, devices, part, device, system, compressing, null);
    }

    /** Returns a copy without numbers. */
    RoleIo without(String why) {
        return new RoleIo(role, null, nodes, null, null, null, null, compressing, why);
    }

    /** Checks whether the devices store no part of the system. */
    public boolean freeOfSystem() {
        return system.isEmpty();
    }

    /** Returns why there are no numbers, even if the argument is null. */
    static String whyNone(RoleIo devices) {
        return devices == null ? "no device was watched" : devices.reason;
    }

    /** Adds up a role's devices. An instance is used once. */
    static final class RoleSum {
        private final String role;
        private final boolean alone;
        private final Reasons reasons = new Reasons();
        private final SortedMap<String, List<String>> counted = new TreeMap<>();
        private final Sum sum = new Sum();
        private final List<String> system = new ArrayList<>();
        private final List<String> compressing = new ArrayList<>();
        private Busiest busiest;

        /** {@code alone} says whether to refuse devices that another role also uses. */
        RoleSum(String role, boolean alone) {
            this.role = role;
            this.alone = alone;
        }

        RoleIo of(List<NodeLayout> layouts, List<NodeLoad> loads) {
            Map<String, NodeLayout> layoutOf = new TreeMap<>();
            layouts.forEach(layout -> layoutOf.put(layout.node(), layout));
            Map<String, NodeLoad> loadOf = new TreeMap<>();
            loads.forEach(load -> loadOf.put(load.node(), load));
            SortedSet<String> nodes = new TreeSet<>(layoutOf.keySet());
            nodes.addAll(loadOf.keySet());
            for (String node : nodes) {
                String reason = add(node, layoutOf.get(node), loadOf.get(node));
                if (reason != null) {
                    reasons.add(node, reason);
                }
            }
            String reason = nodes.isEmpty() ? "no node was watched" : reasons.text(nodes.size());
            return reason == null ? sum(nodes.size()) : none(nodes.size(), reason);
        }

        /** Adds a node; returns why it has no numbers, or null. */
        private String add(String node, NodeLayout layout, NodeLoad load) {
            if (layout == null) {
                return "the devices of its directories are unknown";
            }
            addCompressing(node, layout);
            DeviceRoles roles = DeviceRoles.of(layout);
            RoleDevices own = alone ? roles.counted(role) : roles.used(role);
            if (own.devices().isEmpty()) {
                return own.reason();
            }
            if (load == null) {
                return "no samples cover the whole window";
            }
            // Samples leave out idle devices, but some device is always active.
            if (load.devices().isEmpty()) {
                return "its samples show no active device";
            }
            counted.put(node, own.devices());
            own.system().forEach(device -> system.add(node + ": " + device));
            own.systemUnknown().forEach(part -> system.add(node + ": " + part + ", whose device is unknown"));
            NodeRole devices = new NodeRole(own, layout, load);
            return own.devices().stream()
                    .map(name -> add(node, name, devices))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        private String add(String node, String name, NodeRole devices) {
            String disk = devices.diskOnly(name);
            if (disk != null) {
                return name + " is not in the samples, only " + disk + " as a whole";
            }
            DeviceIo device = devices.device(name);
            Double busy = device.io().busy();
            if (busy != null && (busiest == null || busy > busiest.busy())) {
                busiest = new Busiest(node, device.device(), busy);
            }
            sum.add(Sum.of(device.io()));
            return device.io().known()
                    ? null
                    : device.device() + " has no numbers: it appeared, disappeared, was reset, or was not counted";
        }

        // With compress or compress-force in btrfs, and compress_algorithm in f2fs, all files may be compressed.
        // Without these options, no file is compressed.
        private void addCompressing(String node, NodeLayout layout) {
            for (Directory directory : layout.directories()) {
                String options = directory.mountOptions() + "," + directory.superOptions();
                if (role.contains(directory.role()) && options.contains("compress")) {
                    compressing.add(node + ": " + directory.path());
                }
            }
        }

        private RoleIo sum(int nodes) {
            Io io = sum.io();
            return new RoleIo(
                    role,
                    Origin.MEASURED,
                    nodes,
                    counted,
                    io,
                    io.busy() == null ? null : busiest,
                    system,
                    compressing,
                    null);
        }

        private RoleIo none(int nodes, String reason) {
            return new RoleIo(role, null, nodes, null, null, null, null, compressing, reason);
        }
    }

    /** Finds the I/O of the devices that a role has on one node. */
    private static final class NodeRole {
        private final RoleDevices counted;
        private final NodeLayout layout;
        private final Map<String, DeviceIo> active;

        NodeRole(RoleDevices counted, NodeLayout layout, NodeLoad node) {
            this.counted = counted;
            this.layout = layout;
            this.active = node.devices().stream()
                    .collect(Collectors.toMap(DeviceIo::device, Function.identity(), (first, again) -> again));
        }

        /**
         * Returns a device's I/O, which may be unknown. If the device completed no request, its paths count. If the I/O
         * of one path is unknown, the device's I/O is unknown, too.
         */
        DeviceIo device(String name) {
            DeviceIo own = active.get(name);
            if (own != null && (!own.io().known() || own.io().requests() > 0)) {
                return own;
            }
            List<DeviceIo> paths = paths(name);
            for (DeviceIo path : paths) {
                if (!path.io().known()) {
                    return path;
                }
            }
            if (paths.isEmpty()) {
                return own == null ? new DeviceIo(name, Io.IDLE) : own;
            }
            return new DeviceIo(name, asOne(paths));
        }

        private List<DeviceIo> paths(String name) {
            return counted.paths().getOrDefault(name, List.of()).stream()
                    .map(active::get)
                    .filter(Objects::nonNull)
                    .toList();
        }

        /**
         * Returns the disk of a partition if the samples have the disk, but none of its partitions. The numbers of the
         * partition are then unknown, not 0. Null otherwise.
         */
        String diskOnly(String name) {
            Device device = layout.device(name);
            boolean partition = device != null && "partition".equals(device.type());
            if (!partition || active.containsKey(name) || !paths(name).isEmpty()) {
                return null;
            }
            return device.on().stream()
                    .filter(active::containsKey)
                    .filter(disk ->
                            active.keySet().stream().noneMatch(other -> other.startsWith(disk) && !other.equals(disk)))
                    .findFirst()
                    .orElse(null);
        }

        /**
         * Joins the paths to a disk into one device. Each request takes one path. If several paths were active, the
         * time in which at least one of them was busy is unknown. The disk's busy time and the numbers that depend on
         * it are then omitted.
         */
        private static Io asOne(List<DeviceIo> paths) {
            Sum sum = new Sum();
            int requested = 0;
            for (DeviceIo path : paths) {
                Sum own = Sum.of(path.io());
                if (path.io().requests() > 0) {
                    requested++;
                } else {
                    own.put(IoCounter.QUEUE, 0).put(IoCounter.BUSY, 0);
                }
                sum.add(own);
            }
            if (requested != 1) {
                sum.forget(IoCounter.SERVICE_TIME, IoCounter.BUSY);
            }
            return sum.put(IoCounter.OVER, 1).io();
        }
    }
}
