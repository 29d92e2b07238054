package org.spindlebench.runner.setup;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.conf.StorageType;
import org.spindlebench.runner.setup.SetupInForce.NodeAgainstSetup;

/**
 * Checks the directories of one role on a node against a setup whose file declares no paths: the numbers of directories
 * and of devices, the devices with platters, and the storage types.
 */
final class CountsAgainstSetup {
    private final StorageSetup setup;
    private final StorageRole role;
    private final NodeLayout layout;
    private final Consumer<String> wrong;
    private final Consumer<String> warnings;

    CountsAgainstSetup(
            StorageSetup setup,
            StorageRole role,
            NodeLayout layout,
            Consumer<String> wrong,
            Consumer<String> warnings) {
        this.setup = setup;
        this.role = role;
        this.layout = layout;
        this.wrong = wrong;
        this.warnings = warnings;
    }

    /** @param observed the directories of the role that daemons use; at least one */
    void check(List<Directory> observed) {
        long directories = setup.devicesOf(role).stream()
                .mapToLong(device -> (long) device.count() * setup.directoriesPerInstance(device, role))
                .sum();
        long devices =
                setup.devicesOf(role).stream().mapToLong(StorageDevice::count).sum();
        Map<List<String>, Set<String>> disks = disks(observed);
        if (observed.size() != directories) {
            wrong.accept(role.label() + " has " + counted(observed.size(), "directory", "directories") + ", and "
                    + setup.name() + " declares " + directories);
        } else if (observed.stream().anyMatch(directory -> directory.devices().isEmpty())) {
            warnings.accept("the devices of some directories of " + role.label() + " are unknown");
        } else if (disks.size() != devices) {
            wrong.accept("the directories of " + role.label() + " are on "
                    + counted(disks.size(), "file system", "file systems") + ", and " + setup.name() + " declares "
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
            String text = "of the " + counted(disks.size(), "device", "devices") + " of " + role.label() + ", " + found
                    + " have platters, and " + setup.name() + " declares " + declared;
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

    /** HDFS's policies go by the types that DataNodes give their directories. */
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
            wrong.accept(
                    "HDFS has directories of the types " + found + ", and " + setup.name() + " declares " + declared);
        }
    }

    private static String counted(long number, String one, String several) {
        return number + " " + (number == 1 ? one : several);
    }
}
