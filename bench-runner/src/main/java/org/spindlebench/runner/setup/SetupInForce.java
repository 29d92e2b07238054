package org.spindlebench.runner.setup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.DataDirectory;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.conf.StorageType;

/**
 * The result of checking a declared setup against the daemons' reports and the mounts on their nodes.
 *
 * @param wrong differences from the declaration, each with its nodes; runs on these nodes would not be runs of the
 *     setup
 * @param warnings statements about properties that could not be checked, or may differ
 */
public record SetupInForce(List<String> wrong, List<String> warnings) {
    public SetupInForce {
        wrong = List.copyOf(wrong);
        warnings = List.copyOf(warnings);
    }

    /**
     * Checks nodes.
     *
     * @param layouts the layouts of the nodes that should have the setup
     * @param ownDaemons whether Spindle started the daemons; their directories are below the declared ones
     */
    public static SetupInForce of(StorageSetup setup, List<NodeLayout> layouts, boolean ownDaemons) {
        Sayings wrong = new Sayings();
        Sayings warnings = new Sayings();
        for (NodeLayout layout : layouts) {
            NodeAgainstSetup node = new NodeAgainstSetup(
                    setup,
                    layout,
                    ownDaemons,
                    text -> wrong.add(layout.node(), text),
                    text -> warnings.add(layout.node(), text));
            node.check();
        }
        return new SetupInForce(wrong.texts(layouts.size()), warnings.texts(layouts.size()));
    }

    /** Returns these findings together with others. */
    public SetupInForce and(SetupInForce other) {
        return new SetupInForce(
                Stream.concat(wrong.stream(), other.wrong.stream()).toList(),
                Stream.concat(warnings.stream(), other.warnings.stream()).toList());
    }

    /** Collects messages about nodes. The same message about several nodes becomes one line. */
    private static final class Sayings {
        private final Map<String, List<String>> nodes = new LinkedHashMap<>();

        void add(String node, String text) {
            List<String> named = nodes.computeIfAbsent(text, any -> new ArrayList<>());
            if (!named.contains(node)) {
                named.add(node);
            }
        }

        List<String> texts(int all) {
            return nodes.entrySet().stream()
                    .map(said -> who(said.getValue(), all) + ": " + said.getKey())
                    .toList();
        }

        private static String who(List<String> of, int all) {
            return of.size() == all && all > 1 ? "all " + all + " nodes" : FewNames.of(of);
        }
    }

    /** Checks one node against a setup. */
    static final class NodeAgainstSetup {
        /** The fraction by which sizes may differ: makers count in powers of 10, and part of a disk is reserved. */
        private static final double ALIKE = 0.1;

        private static final double GB = 1e9;

        private final StorageSetup setup;
        private final NodeLayout layout;
        private final boolean ownDaemons;
        private final Consumer<String> wrong;
        private final Consumer<String> warnings;
        /** The device instance that uses a file system. The key is the list of devices below the file system. */
        private final Map<List<String>, String> instanceOn = new HashMap<>();

        private final Map<String, Set<String>> disksOf = new LinkedHashMap<>();

        NodeAgainstSetup(
                StorageSetup setup,
                NodeLayout layout,
                boolean ownDaemons,
                Consumer<String> wrong,
                Consumer<String> warnings) {
            this.ownDaemons = ownDaemons;
            this.setup = setup;
            this.layout = layout;
            this.wrong = wrong;
            this.warnings = warnings;
        }

        void check() {
            for (StorageRole role : StorageRole.values()) {
                List<Directory> observed = layout.directories().stream()
                        .filter(directory -> directory.role().equals(role.label()))
                        .toList();
                if (observed.isEmpty()) {
                    warnings.accept("its directories of " + role.label() + " are unknown");
                } else if (statesPaths(role)) {
                    checkDirectories(role, observed);
                } else {
                    new Counts(role).check(observed);
                }
            }
            checkSharedDisks();
            checkMachine(setup.demands());
            new NetworkAgainstSetup(setup.network(), wrong, warnings).check(layout);
        }

        /** Checks processors and memory. The kernel keeps a part of the memory for itself. */
        private void checkMachine(NodeDemands demands) {
            NodeLayout.CpuModel cpu =
                    layout.cpu() == null ? new NodeLayout.CpuModel(null, null, null, null) : layout.cpu();
            checkNumber("sockets", demands.sockets(), cpu.sockets());
            checkNumber("hardware threads", demands.threads(), cpu.threads());
            if (demands.memory() != null && layout.memory() == null) {
                warnings.accept("the size of its memory is unknown");
            } else if (demands.memory() != null && Math.abs(layout.memory() / (double) demands.memory() - 1) > ALIKE) {
                wrong.accept(String.format(
                        Locale.ROOT,
                        "it has %.1f GB of memory, and %s declares %.1f GB",
                        layout.memory() / GB,
                        setup.name(),
                        demands.memory() / GB));
            }
        }

        private void checkNumber(String what, Integer declared, Long found) {
            if (declared != null && found == null) {
                warnings.accept("the number of its " + what + " is unknown");
            } else if (declared != null && found != declared.longValue()) {
                wrong.accept("it has " + found + " " + what + ", and " + setup.name() + " declares " + declared);
            }
        }

        private boolean statesPaths(StorageRole role) {
            return setup.devicesOf(role).stream()
                    .noneMatch(device -> device.paths().mounts().isEmpty()
                            && device.paths().listed(role).isEmpty());
        }

        private void checkDirectories(StorageRole role, List<Directory> observed) {
            Set<DataDirectory> missing = new LinkedHashSet<>(setup.directories(role));
            for (Directory found : observed) {
                Optional<DataDirectory> declared = setup.directories(role).stream()
                        .filter(directory -> isMeant(directory, found))
                        .findFirst();
                if (declared.isPresent()) {
                    missing.remove(declared.get());
                    checkDirectory(declared.get(), found);
                } else {
                    wrong.accept(found.path() + " is a directory of " + role.label() + ", which " + setup.name()
                            + " does not declare");
                }
            }
            missing.forEach(directory -> wrong.accept(
                    directory.path() + " should be a directory of " + role.label() + ", but no daemon uses it"));
        }

        private boolean isMeant(DataDirectory declared, Directory found) {
            Path path = Path.of(found.path()).normalize();
            Path meant = Path.of(declared.path()).normalize();
            return ownDaemons ? path.startsWith(meant) : path.equals(meant);
        }

        private void checkDirectory(DataDirectory declared, Directory found) {
            StorageDevice device = setup.device(declared.device());
            if (Boolean.FALSE.equals(found.exists())) {
                wrong.accept(found.path() + " does not exist");
                return;
            }
            checkMount(declared, device, found);
            if (declared.role() == StorageRole.HDFS) {
                String type = Objects.requireNonNullElse(found.storageType(), StorageType.DISK.name());
                if (!type.equals(device.storage().name())) {
                    wrong.accept("HDFS treats " + found.path() + " as " + type + ", but " + setup.name() + " declares "
                            + device.storage());
                }
            }
            boolean inMemory = device.medium() == Medium.RAM;
            if (found.devices().isEmpty()) {
                checkWithoutDevice(found, inMemory);
                checkInstance(declared, found);
            } else if (inMemory) {
                wrong.accept(found.path() + " should be in memory, but is on " + String.join(", ", found.devices()));
            } else {
                checkInstance(declared, found);
                checkSize(found, device);
                found.disks().forEach(disk -> checkDisk(found, device, disk));
            }
        }

        /** Reports a path that lies on the file system of a directory above it, because nothing was mounted there. */
        private void checkMount(DataDirectory declared, StorageDevice device, Directory found) {
            List<String> mounts = device.paths().mounts();
            if (mounts.isEmpty() || found.mountPoint() == null) {
                return;
            }
            Path mount = Path.of(mounts.get(declared.instance() - 1)).normalize();
            Path there = Path.of(found.mountPoint()).normalize();
            if (!mount.startsWith(there) || mount.equals(there)) {
                return;
            }
            if (ownDaemons) {
                warnings.accept("nothing is mounted at " + mount + ", so its data is on the file system of " + there);
            } else {
                wrong.accept(found.path() + " is on the file system of " + there + ": nothing is mounted at " + mount);
            }
        }

        private void checkWithoutDevice(Directory found, boolean inMemory) {
            if (found.noDevice() == null) {
                warnings.accept("the device of " + found.path() + " is unknown: " + found.unknown());
            } else if (!inMemory || !found.noDevice().endsWith("in memory")) {
                wrong.accept(found.path() + " is on no device: " + found.noDevice());
            }
        }

        /** Reports two instances on one file system, which are really one device. */
        private void checkInstance(DataDirectory declared, Directory found) {
            String instance = declared.device() + " " + declared.instance();
            List<String> on = found.devices().isEmpty() ? List.of(String.valueOf(found.mountPoint())) : found.devices();
            String other = instanceOn.putIfAbsent(on, instance);
            if (other != null && !other.equals(instance)) {
                wrong.accept(found.path() + " (" + instance + ") and " + other + " are on the same file system, on "
                        + String.join(", ", on));
            }
            disksOf.computeIfAbsent(instance, any -> new LinkedHashSet<>()).addAll(found.disks());
        }

        private void checkDisk(Directory found, StorageDevice device, String name) {
            Device disk = layout.device(name);
            boolean seen = disk != null && disk.hardware() != null;
            Boolean rotational = seen ? disk.hardware().rotational() : null;
            if (rotational == null) {
                warnings.accept("it is unknown whether " + name + ", below " + found.path() + ", has platters");
            } else if (rotational != hasPlatters(device)) {
                boolean virtual = isVirtual(name);
                String text = "the kernel treats " + name + ", below " + found.path() + ", as a disk "
                        + (rotational ? "with" : "without") + " platters, but " + setup.name() + " declares "
                        + device.medium().title();
                if (virtual) {
                    warnings.accept(text + "; for a virtual disk that means little");
                } else {
                    wrong.accept(text);
                }
            }
        }

        /**
         * Compares the declared size with the size of the device below the file system. That device may be a partition,
         * which is smaller than its disk.
         */
        private void checkSize(Directory found, StorageDevice device) {
            Long capacity = device.nominal().capacity();
            List<Device> below = found.devices().stream().map(layout::device).toList();
            boolean known = below.stream().allMatch(one -> one != null && one.size() != null);
            if (capacity == null || !known) {
                return;
            }
            double size = below.stream().mapToLong(Device::size).sum();
            if (Math.abs(size / capacity - 1) > ALIKE) {
                warnings.accept(String.format(
                        Locale.ROOT,
                        "%s, below %s, has %.0f GB, and %s declares %.0f GB",
                        String.join(" and ", found.devices()),
                        found.path(),
                        size / GB,
                        setup.name(),
                        capacity / GB));
            }
        }

        static boolean isVirtual(String disk) {
            return disk.startsWith("vd") || disk.startsWith("xvd");
        }

        static boolean hasPlatters(StorageDevice device) {
            return device.medium() == Medium.HDD;
        }

        /**
         * Warns about undeclared partitions or volumes of one disk, and refuses declared partitions and volumes of
         * different disks.
         */
        private void checkSharedDisks() {
            Map<String, List<String>> instances = new LinkedHashMap<>();
            disksOf.forEach((instance, disks) -> disks.forEach(disk ->
                    instances.computeIfAbsent(disk, any -> new ArrayList<>()).add(instance)));
            disksOf.forEach(this::checkPartition);
            instances.forEach((disk, sharing) -> {
                if (sharing.stream().map(this::disk).distinct().count() > 1) {
                    warnings.accept(String.join(" and ", sharing) + " are parts of one disk, " + disk
                            + ": load on one slows the other");
                }
            });
        }

        /** Returns the instance of a whole disk that an instance lies on, by the setup: the instance itself or another. */
        private String disk(String instance) {
            String[] named = instance.split(" ");
            StorageDevice device = setup.device(named[0]);
            return device.isPartition() ? device.disksOf() + " " + named[1] : instance;
        }

        private void checkPartition(String instance, Set<String> disks) {
            Set<String> declared = disksOf.get(disk(instance));
            if (declared != null && !declared.isEmpty() && !disks.isEmpty() && !declared.equals(disks)) {
                wrong.accept(instance + " should be a partition of the disk of " + disk(instance) + ", "
                        + String.join(" and ", declared) + ", but is on " + String.join(" and ", disks));
            }
        }

        /**
         * Checks the directories of one role on the node, if the setup's file declares no paths: the numbers of
         * directories and of devices, the devices with platters, and the storage types.
         */
        private final class Counts {
            private final StorageRole role;

            Counts(StorageRole role) {
                this.role = role;
            }

            /** @param observed the directories of the role that daemons use; at least one */
            void check(List<Directory> observed) {
                long directories = setup.devicesOf(role).stream()
                        .mapToLong(device -> (long) device.count() * setup.directoriesPerInstance(device, role))
                        .sum();
                long devices = setup.devicesOf(role).stream()
                        .mapToLong(StorageDevice::count)
                        .sum();
                Map<List<String>, Set<String>> disks = disks(observed);
                if (observed.size() != directories) {
                    wrong.accept(role.label() + " has " + counted(observed.size(), "directory", "directories")
                            + ", and " + setup.name() + " declares " + directories);
                } else if (observed.stream()
                        .anyMatch(directory -> directory.devices().isEmpty())) {
                    warnings.accept("the devices of some directories of " + role.label() + " are unknown");
                } else if (disks.size() != devices) {
                    wrong.accept("the directories of " + role.label() + " are on "
                            + counted(disks.size(), "file system", "file systems") + ", and " + setup.name()
                            + " declares "
                            + counted(devices, "device", "devices"));
                } else {
                    checkMedia(disks);
                    checkStorageTypes(observed);
                }
            }

            /** Returns the disks of each file system, by the devices below it. */
            private static Map<List<String>, Set<String>> disks(List<Directory> observed) {
                Map<List<String>, Set<String>> disks = new LinkedHashMap<>();
                observed.stream()
                        .filter(directory -> !directory.devices().isEmpty())
                        .forEach(directory -> disks.computeIfAbsent(directory.devices(), none -> new HashSet<>())
                                .addAll(directory.disks()));
                return disks;
            }

            private void checkMedia(Map<List<String>, Set<String>> disks) {
                if (!disks.values().stream().allMatch(this::isKnown)) {
                    warnings.accept("it is unknown which devices of " + role.label() + " have platters");
                    return;
                }
                long found = disks.values().stream()
                        .filter(below -> below.stream().anyMatch(this::isRotational))
                        .count();
                long declared = setup.devicesOf(role).stream()
                        .filter(NodeAgainstSetup::hasPlatters)
                        .mapToLong(StorageDevice::count)
                        .sum();
                Set<String> all = new HashSet<>();
                disks.values().forEach(all::addAll);
                if (found != declared) {
                    String text = "of the " + counted(disks.size(), "device", "devices") + " of " + role.label() + ", "
                            + found + " have platters, and " + setup.name() + " declares " + declared;
                    if (all.stream().anyMatch(NodeAgainstSetup::isVirtual)) {
                        warnings.accept(text + "; for virtual disks that means little");
                    } else {
                        wrong.accept(text);
                    }
                }
                if (all.size() < disks.size()) {
                    warnings.accept("the " + disks.size() + " devices of " + role.label() + " are parts of "
                            + counted(all.size(), "disk", "disks") + ": load on one slows the others");
                }
            }

            private boolean isKnown(Set<String> below) {
                return !below.isEmpty()
                        && below.stream()
                                .map(layout::device)
                                .allMatch(disk -> disk != null
                                        && disk.hardware() != null
                                        && disk.hardware().rotational() != null);
            }

            private boolean isRotational(String name) {
                Device disk = layout.device(name);
                return disk.hardware().rotational();
            }

            /** HDFS's policies depend on the types that DataNodes give their directories. */
            private void checkStorageTypes(List<Directory> observed) {
                if (role != StorageRole.HDFS) {
                    return;
                }
                SortedMap<String, Long> found = new TreeMap<>();
                observed.forEach(directory -> found.merge(
                        Objects.requireNonNullElse(directory.storageType(), StorageType.DISK.name()), 1L, Long::sum));
                SortedMap<String, Long> declared = new TreeMap<>();
                setup.devicesOf(role)
                        .forEach(device -> declared.merge(
                                device.storage().name(),
                                (long) device.count() * setup.directoriesPerInstance(device, role),
                                Long::sum));
                if (!found.equals(declared)) {
                    wrong.accept("HDFS has directories of the types " + found + ", and " + setup.name() + " declares "
                            + declared);
                }
            }

            private static String counted(long number, String one, String several) {
                return number + " " + (number == 1 ? one : several);
            }
        }
    }

    /** Checks a node's network interfaces against the network that a setup declares. */
    static final class NetworkAgainstSetup {
        /**
         * A link that is this many times faster or slower belongs to another class. InfiniBand reports 32 Gb/s for
         * nominal 40.
         */
        private static final double OTHER_CLASS = 2;

        private static final double ALIKE = 0.1;
        private static final double BITS = 8;
        private static final double GIGA = 1e9;

        private final NetworkLink declared;
        private final Consumer<String> wrong;
        private final Consumer<String> warnings;

        /**
         * Prepares the check.
         *
         * @param declared the setup's network; null if it declares none
         */
        NetworkAgainstSetup(NetworkLink declared, Consumer<String> wrong, Consumer<String> warnings) {
            this.declared = declared;
            this.wrong = wrong;
            this.warnings = warnings;
        }

        void check(NodeLayout layout) {
            if (declared == null || declared.interfaceName() == null) {
                return;
            }
            NodeLayout.NetworkAdapter found = layout.network(declared.interfaceName());
            if (layout.networks().isEmpty()) {
                warnings.accept("its network interfaces are unknown");
            } else if (found == null) {
                wrong.accept("it has no interface " + declared.interfaceName() + ", but "
                        + String.join(
                                ", ",
                                layout.networks().stream()
                                        .map(NodeLayout.NetworkAdapter::name)
                                        .toList()));
            } else if (declared.bandwidth() != null) {
                checkSpeed(found, declared.bandwidth() * BITS);
            }
        }

        private void checkSpeed(NodeLayout.NetworkAdapter found, double bits) {
            if (found.bitsPerSecond() == null) {
                warnings.accept("the speed of " + found.name() + " is unknown");
                return;
            }
            double ratio = found.bitsPerSecond() / bits;
            if (Math.abs(ratio - 1) <= ALIKE) {
                return;
            }
            boolean virtual =
                    Boolean.FALSE.equals(found.physical()) && found.slaves().isEmpty();
            boolean otherClass = ratio >= OTHER_CLASS || ratio <= 1 / OTHER_CLASS;
            String text = String.format(
                    Locale.ROOT,
                    "the link of %s has %.3g Gb/s, and %.3g Gb/s are declared",
                    found.name(),
                    found.bitsPerSecond() / GIGA,
                    bits / GIGA);
            (otherClass && !virtual ? wrong : warnings).accept(text);
        }
    }
}
