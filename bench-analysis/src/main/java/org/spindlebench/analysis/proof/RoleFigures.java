package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.RoleDevices;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.IoFigures;
import org.spindlebench.analysis.node.IoSum.Part;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * The I/O of one role in a window, over all nodes. The paper's Figure 3, and Table 4 of its authors' article, show such
 * numbers. All values are unknown if one node has no numbers for the role. See {@code docs/devices.md}.
 *
 * @param role {@code hdfs}, {@code shuffle}, or {@code hdfs+shuffle} for both together
 * @param origin where the numbers come from; null if there are none
 * @param nodes the number of nodes with a layout or numbers
 * @param devices by node, the devices whose counters are added up
 * @param io the I/O of these devices. In mean waits, every request has the same weight. In mean queue and busy share,
 *     every device has the same weight
 * @param busiest the device with the largest busy share
 * @param system devices that also carry the system, such as {@code worker-1: sda}, and parts of the system that might
 *     be on one of the devices. Empty if no byte can be the system's
 * @param compressing the role's directories on file systems that are mounted with compression, such as
 *     {@code worker-1: /data/1}; their devices move fewer bytes than the job
 * @param reason for people, why there are no numbers; null if there are some
 */
public record RoleFigures(
        String role,
        Origin origin,
        int nodes,
        SortedMap<String, List<String>> devices,
        @JsonUnwrapped IoFigures io,
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

    /** Where a role's numbers come from, from the surest to the least sure. */
    public enum Origin {
        /** The counters of devices that belong to the role alone. */
        @JsonProperty("measured")
        MEASURED("measured"),
        /** The counters of devices that both roles share, during a job that has data of this role only. */
        @JsonProperty("one role")
        ONE_ROLE("one role"),
        /** A part of the shared devices' bytes: those that the DataNodes' processes moved, or the rest. */
        @JsonProperty("shared out by DataNode I/O")
        BY_DATA_NODES("shared out by DataNode I/O"),
        /** A part of the shared devices' bytes: those that the job moved in HDFS by its counters, or the rest. */
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
     * @param busy share of the window in which it was busy
     */
    public record Busiest(String node, String device, Double busy) {}

    public RoleFigures {
        // Records of older versions have measured numbers only, and do not say so.
        origin = origin == null && reason == null ? Origin.MEASURED : origin;
        io = io == null ? IoFigures.UNKNOWN : io;
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
        system = system == null ? List.of() : List.copyOf(system);
        compressing = compressing == null ? List.of() : List.copyOf(compressing);
    }

    /**
     * Adds up a role's devices on all nodes.
     *
     * @param layouts one for each node
     * @param figures one for each node, all of the same window
     * @return a reason instead of numbers if a node lacks its layout or its figures, or if its counters do not belong
     *     to the role alone
     */
    public static RoleFigures of(String role, List<NodeLayout> layouts, List<NodeFigures> figures) {
        return new RoleSum(role, true).of(layouts, figures);
    }

    /**
     * Adds up the devices of a role on all nodes, even if they also count requests of another role.
     *
     * @param role a role, or {@link #BOTH}
     */
    static RoleFigures used(String role, List<NodeLayout> layouts, List<NodeFigures> figures) {
        return new RoleSum(role, false).of(layouts, figures);
    }

    public boolean known() {
        return reason == null;
    }

    /** Checks whether the numbers are the whole counters of devices, rather than a part of their bytes. */
    public boolean ofDevices() {
        return known() && !origin.isShared();
    }

    /** Returns a copy with another origin and other I/O. */
    RoleFigures as(String otherRole, Origin other, IoFigures part) {
        return new RoleFigures(otherRole, other, nodes, devices, part, null, system, compressing, null);
    }

    /** Returns a copy without numbers. */
    RoleFigures without(String why) {
        return new RoleFigures(role, null, nodes, null, null, null, null, compressing, why);
    }

    /** Checks whether the devices carry no part of the system. */
    public boolean freeOfSystem() {
        return system.isEmpty();
    }

    /** Returns why there are no numbers, also if the argument is null. */
    static String whyNone(RoleFigures figures) {
        return figures == null ? "no device was watched" : figures.reason;
    }

    /** Adds up a role's devices. An instance is used once. */
    static final class RoleSum {
        private final String role;
        private final boolean alone;
        private final Reasons reasons = new Reasons();
        private final SortedMap<String, List<String>> counted = new TreeMap<>();
        private final IoSum sum = new IoSum();
        private final List<String> system = new ArrayList<>();
        private final List<String> compressing = new ArrayList<>();
        private Busiest busiest;

        /** {@code alone} refuses devices that another role uses, too. */
        RoleSum(String role, boolean alone) {
            this.role = role;
            this.alone = alone;
        }

        RoleFigures of(List<NodeLayout> layouts, List<NodeFigures> figures) {
            Map<String, NodeLayout> layoutOf = new TreeMap<>();
            layouts.forEach(layout -> layoutOf.put(layout.node(), layout));
            Map<String, NodeFigures> figuresOf = new TreeMap<>();
            figures.forEach(node -> figuresOf.put(node.node(), node));
            SortedSet<String> nodes = new TreeSet<>(layoutOf.keySet());
            nodes.addAll(figuresOf.keySet());
            for (String node : nodes) {
                add(node, layoutOf.get(node), figuresOf.get(node));
            }
            String reason = nodes.isEmpty() ? "no node was watched" : reasons.text(nodes.size());
            return reason == null ? figures(nodes.size()) : none(nodes.size(), reason);
        }

        private void add(String node, NodeLayout layout, NodeFigures figures) {
            if (layout == null) {
                reasons.add(node, "the devices of its directories are unknown");
                return;
            }
            addCompressing(node, layout);
            DeviceRoles roles = DeviceRoles.of(layout);
            RoleDevices own = alone ? roles.counted(role) : roles.used(role);
            if (own.devices().isEmpty()) {
                reasons.add(node, own.reason());
            } else if (figures == null) {
                reasons.add(node, "no samples cover the whole window");
            } else {
                add(node, own, layout, figures);
            }
        }

        private void add(String node, RoleDevices own, NodeLayout layout, NodeFigures figures) {
            try {
                for (DeviceFigures device : new NodeRole(own, layout, figures).devices()) {
                    sum.add(IoSum.of(device.io()));
                    Double busy = device.io().busy();
                    if (busy != null && (busiest == null || busy > busiest.busy())) {
                        busiest = new Busiest(node, device.device(), busy);
                    }
                }
                counted.put(node, own.devices());
                own.system().forEach(device -> system.add(node + ": " + device));
                own.systemUnknown().forEach(part -> system.add(node + ": " + part + ", whose device is unknown"));
            } catch (NodeRole.UnknownFiguresException unknown) {
                reasons.add(node, unknown.getMessage());
            }
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

        private RoleFigures figures(int nodes) {
            IoFigures io = sum.figures();
            return new RoleFigures(
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

        private RoleFigures none(int nodes, String reason) {
            return new RoleFigures(role, null, nodes, null, null, null, null, compressing, reason);
        }
    }

    /** Collects the numbers of the devices that a role has on one node. */
    static final class NodeRole {
        private static final IoFigures IDLE =
                new IoFigures(0L, 0L, 0L, 0L, 0L, 0L, null, null, null, null, null, 0.0, 0.0);

        private final RoleDevices counted;
        private final NodeLayout layout;
        private final Map<String, DeviceFigures> figures;

        /** Prepares the devices of one node; {@code counted} has at least one. */
        NodeRole(RoleDevices counted, NodeLayout layout, NodeFigures node) {
            this.counted = counted;
            this.layout = layout;
            this.figures = node.devices().stream()
                    .collect(Collectors.toMap(DeviceFigures::device, Function.identity(), (first, again) -> again));
        }

        /** @throws UnknownFiguresException if a device has no numbers; the message says why */
        List<DeviceFigures> devices() throws UnknownFiguresException {
            // Samples leave out idle devices, but some device is always active.
            if (figures.isEmpty()) {
                throw new UnknownFiguresException("its samples show no active device");
            }
            List<DeviceFigures> found = new ArrayList<>();
            for (String device : counted.devices()) {
                found.add(figures(device));
            }
            return found;
        }

        private DeviceFigures figures(String device) throws UnknownFiguresException {
            DeviceFigures own = figures.get(device);
            if (own != null && known(own).io().requests() > 0) {
                return own;
            }
            List<IoFigures> paths = new ArrayList<>();
            for (String path : counted.paths().getOrDefault(device, List.of())) {
                if (figures.containsKey(path)) {
                    paths.add(known(figures.get(path)).io());
                }
            }
            if (!paths.isEmpty()) {
                return new DeviceFigures(device, asOne(paths));
            }
            if (own != null) {
                return own;
            }
            requirePartitions(device);
            return new DeviceFigures(device, IDLE);
        }

        private static DeviceFigures known(DeviceFigures device) throws UnknownFiguresException {
            if (!device.io().known()) {
                throw new UnknownFiguresException(
                        device.device() + " has no numbers: it appeared, disappeared, was reset, or was not counted");
            }
            return device;
        }

        /**
         * Joins the paths to a disk into one device. Each request takes one path. If several paths were active, the
         * time in which at least one was busy is unknown. The disk's busy time and the numbers that depend on it are
         * then omitted.
         */
        private static IoFigures asOne(List<IoFigures> paths) {
            IoSum sum = new IoSum();
            int active = 0;
            for (IoFigures path : paths) {
                IoSum own = IoSum.of(path);
                if (path.requests() > 0) {
                    active++;
                } else {
                    own.put(Part.QUEUE, 0).put(Part.BUSY, 0);
                }
                sum.add(own);
            }
            if (active != 1) {
                sum.forget(Part.SERVICE_TIME, Part.BUSY);
            }
            return sum.put(Part.OVER, 1).figures();
        }

        /** Refuses a partition if the collector left out partitions: its numbers are unknown, not 0. */
        private void requirePartitions(String name) throws UnknownFiguresException {
            Device device = layout.device(name);
            if (device == null || !"partition".equals(device.type())) {
                return;
            }
            for (String disk : device.on()) {
                boolean active = figures.containsKey(disk);
                boolean parted =
                        figures.keySet().stream().anyMatch(other -> other.startsWith(disk) && !other.equals(disk));
                if (active && !parted) {
                    throw new UnknownFiguresException(name + " is not in the samples, only " + disk + " as a whole");
                }
            }
        }

        /** Thrown if a device has no numbers; the message says why. */
        static final class UnknownFiguresException extends Exception {
            private static final long serialVersionUID = 1L;

            UnknownFiguresException(String reason) {
                super(reason);
            }
        }
    }
}
