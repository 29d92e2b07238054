package org.spindlebench.analysis.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;

/**
 * Finds the role of each device of a node, and the devices whose counters belong to one role alone. A directory gives
 * its role to the devices that hold its file system, and to all devices below these. A directory that is known not to
 * exist gives no role. See {@code docs/devices.md}.
 */
public final class DeviceRoles {
    /** HDFS and the shuffle together, as in {@link DeviceRole#text}. */
    public static final String BOTH = "hdfs+shuffle";

    private static final String NOT_SEPARABLE = "not separable: ";

    private final NodeLayout layout;
    private final SortedMap<String, Device> devices = new TreeMap<>();

    private DeviceRoles(NodeLayout layout) {
        this.layout = layout;
        layout.devices().forEach(device -> devices.put(device.name(), device));
    }

    public static DeviceRoles of(NodeLayout layout) {
        return new DeviceRoles(layout);
    }

    /** Returns the role of every physical disk and of every device that holds a directory, sorted by name. */
    public List<DeviceRole> all() {
        SortedSet<String> names = new TreeSet<>();
        devices.values().stream()
                .filter(device -> "disk".equals(device.type()))
                .forEach(device -> names.add(device.name()));
        layout.directories().forEach(directory -> names.addAll(directory.devices()));
        return names.stream().map(this::role).toList();
    }

    public DeviceRole role(String device) {
        Device known = devices.get(device);
        SortedSet<String> roles = new TreeSet<>();
        for (Directory directory : layout.directories()) {
            if (directory.mayHoldData() && liesOn(directory, device)) {
                roles.add(directory.role());
            }
        }
        return new DeviceRole(device, known == null ? null : known.type(), roles, carriesSystem(device));
    }

    /**
     * Returns the devices whose counters belong to this role alone.
     *
     * @return no devices but a reason, if the devices are unknown or also count requests of another role
     */
    public RoleDevices counted(String role) {
        return counted(role, true);
    }

    /**
     * Returns the devices that hold the directories of this role, even if they also hold directories of another role.
     * Their counters belong to this role only if the job has no data of another role.
     *
     * @param role a role, or {@link #BOTH} for the devices of HDFS and the shuffle together
     * @return no devices but a reason, if the devices are unknown
     */
    public RoleDevices used(String role) {
        return counted(role, false);
    }

    private RoleDevices counted(String role, boolean alone) {
        List<String> roles = List.of(role.split("[+]"));
        List<Directory> own = layout.directories().stream()
                .filter(directory -> roles.contains(directory.role()) && directory.mayHoldData())
                .toList();
        if (own.isEmpty()) {
            return RoleDevices.none(role, "no directory of " + role + " is known");
        }
        String unknown = unknown(own);
        if (unknown != null) {
            return RoleDevices.none(role, unknown);
        }
        SortedSet<String> candidates = own.stream()
                .flatMap(directory -> directory.devices().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (candidates.isEmpty()) {
            return RoleDevices.none(role, "all directories of " + role + " are in memory");
        }
        String shared = alone ? shared(role, candidates) : null;
        if (shared != null) {
            return RoleDevices.none(role, NOT_SEPARABLE + shared);
        }
        return lowest(role, candidates, alone);
    }

    private RoleDevices lowest(String role, SortedSet<String> candidates, boolean alone) {
        List<String> counted = new ArrayList<>();
        for (String device : candidates) {
            SortedSet<String> below = below(device);
            below.remove(device);
            below.retainAll(candidates);
            if (below.isEmpty()) {
                counted.add(device);
            } else if (!isCounted(devices.get(device).on(), candidates)) {
                return RoleDevices.none(
                        role,
                        NOT_SEPARABLE + device + " is partly on " + String.join(", ", below)
                                + ", where its requests are counted again");
            }
        }
        SortedSet<String> uncounted = layout.uncounted();
        uncounted.retainAll(counted);
        if (!uncounted.isEmpty()) {
            return RoleDevices.none(
                    role,
                    "the kernel does not count the requests of " + String.join(", ", uncounted)
                            + " (queue/iostats is 0)");
        }
        List<String> system = counted.stream().filter(this::carriesSystem).toList();
        List<String> systemUnknown = layout.system().stream()
                .filter(part -> part.mayHoldData() && part.devices().isEmpty() && part.noDevice() == null)
                .map(Directory::path)
                .toList();
        return new RoleDevices(role, counted, paths(role, counted, alone), system, systemUnknown, null);
    }

    /** Checks whether every request to these devices passes through one of the candidates. */
    private boolean isCounted(List<String> on, Collection<String> candidates) {
        return !on.isEmpty()
                && on.stream()
                        .allMatch(name -> candidates.contains(name)
                                || (devices.containsKey(name)
                                        && isCounted(devices.get(name).on(), candidates)));
    }

    private static String unknown(List<Directory> own) {
        for (Directory directory : own) {
            if (directory.devices().isEmpty() && !directory.liesInMemory()) {
                String why = directory.noDevice() == null ? directory.unknown() : directory.noDevice();
                return "the device of " + directory.path() + " is unknown: " + (why == null ? "no reason given" : why);
            }
        }
        return null;
    }

    /** Describes how another role uses one of these devices, or a device on top of one; null if no other role does. */
    private String shared(String role, Collection<String> candidates) {
        for (Directory other : layout.directories()) {
            if (other.role().equals(role) || !other.mayHoldData()) {
                continue;
            }
            if (other.devices().isEmpty() && other.noDevice() == null) {
                return "the device of " + other.path() + " (" + named(other.role()) + ") is unknown and may be one of "
                        + String.join(", ", candidates);
            }
            for (String candidate : candidates) {
                if (other.devices().contains(candidate)) {
                    return candidate + " serves " + both(role, other.role()) + " at once";
                }
                if (liesOn(other, candidate)) {
                    return candidate + " also carries " + String.join(", ", other.devices()) + ", which serves "
                            + named(other.role());
                }
            }
        }
        return null;
    }

    private SortedMap<String, List<String>> paths(String role, List<String> counted, boolean only) {
        SortedMap<String, List<String>> paths = new TreeMap<>();
        for (String device : counted) {
            for (String disk : below(device)) {
                List<String> ofDisk =
                        devices.containsKey(disk) ? devices.get(disk).paths() : List.of();
                // The counters of paths cover the whole disk. They can replace this device's counters if the disk has
                // this role only, and no other counted device uses the disk.
                boolean alone = (!only || role(disk).roles().equals(new TreeSet<>(List.of(role))))
                        && counted.stream()
                                        .filter(other -> below(other).contains(disk))
                                        .count()
                                == 1
                        && below(device).stream().allMatch(name -> isPlain(name));
                if (!ofDisk.isEmpty() && alone) {
                    paths.put(device, ofDisk);
                }
            }
        }
        return paths;
    }

    /** Checks whether a device is a disk or a partition. */
    private boolean isPlain(String name) {
        Device device = devices.get(name);
        return device != null && List.of("disk", "partition").contains(device.type());
    }

    private boolean carriesSystem(String device) {
        return layout.system().stream().anyMatch(part -> part.mayHoldData() && liesOn(part, device));
    }

    private boolean liesOn(Directory directory, String device) {
        return directory.devices().stream().anyMatch(on -> below(on).contains(device));
    }

    /** Returns a device and all devices below it. */
    private SortedSet<String> below(String device) {
        SortedSet<String> below = new TreeSet<>();
        add(device, below);
        return below;
    }

    private void add(String device, SortedSet<String> to) {
        if (to.add(device) && devices.containsKey(device)) {
            devices.get(device).on().forEach(on -> add(on, to));
        }
    }

    private static String both(String role, String other) {
        return new TreeSet<>(List.of(role, other))
                .stream().map(DeviceRoles::named).collect(Collectors.joining(" and "));
    }

    private static String named(String role) {
        return Map.of("hdfs", "HDFS").getOrDefault(role, role);
    }

    /**
     * The devices whose counters add up to the bytes that one role read and wrote on a node.
     *
     * @param role {@code hdfs} or {@code shuffle}
     * @param devices their names in {@code /proc/diskstats}; no byte is counted at two devices; may be empty
     * @param paths by device, the paths to an NVMe disk. Their counters replace the device's own counters if those do
     *     not change: kernels count requests in different places
     * @param system the devices that also store {@code /}, logs, the JDK or swap, so that their counters may include
     *     the system's reads
     * @param systemUnknown parts of the system whose device is unknown, and may be one of these devices
     * @param reason a text for people that says why there are no devices; null if there are devices
     */
    public record RoleDevices(
            String role,
            List<String> devices,
            SortedMap<String, List<String>> paths,
            List<String> system,
            List<String> systemUnknown,
            String reason) {
        public RoleDevices {
            devices = List.copyOf(devices);
            paths = new TreeMap<>(paths);
            system = List.copyOf(system);
            systemUnknown = List.copyOf(systemUnknown);
        }

        static RoleDevices none(String role, String reason) {
            return new RoleDevices(role, List.of(), new TreeMap<>(Map.of()), List.of(), List.of(), reason);
        }
    }

    /**
     * The uses of a device.
     *
     * @param roles the roles of the directories on the device, and on devices on top of it
     * @param system whether {@code /}, logs, the JDK or swap are on the device, or on devices on top of it
     */
    public record DeviceRole(String device, String type, SortedSet<String> roles, boolean system) {
        public DeviceRole {
            roles = new TreeSet<>(roles);
        }

        /** Returns the roles as text, such as {@code hdfs+shuffle+system}; {@code none} if the device has none. */
        public String text() {
            List<String> all = new ArrayList<>(roles);
            if (system) {
                all.add("system");
            }
            return all.isEmpty() ? "none" : String.join("+", all);
        }
    }
}
