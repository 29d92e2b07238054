package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageSetup.DataDirectory;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.Split;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;

/** Checks that the parts of a setup's file are consistent. */
final class SetupChecks {
    /** The properties that a disk has, and that a partition shares with its disk. */
    private static final List<String> DISK_KEYS = List.of(
            "bandwidth",
            "read_bandwidth",
            "write_bandwidth",
            "price",
            "watts",
            "inner_bandwidth",
            "seek",
            "parallel",
            "cache",
            "bandwidth_after_cache");

    private final StrictMap map;
    private final Map<String, DeviceEntry> devices;
    private final Problems problems;

    /** @param map the whole file */
    SetupChecks(StrictMap map, Map<String, DeviceEntry> devices, Problems problems) {
        this.map = map;
        this.devices = devices;
        this.problems = problems;
    }

    /** A device's entry in the file, and the parsed device, which is empty if it was not understood. */
    record DeviceEntry(StrictMap map, Optional<StorageDevice> device) {}

    /** Checks that devices are consistent with their roles. */
    void roles(List<String> hdfs, List<String> shuffle) {
        devices.forEach((name, entry) -> {
            boolean servesHdfs = hdfs.contains(name);
            boolean servesShuffle = shuffle.contains(name);
            if (!servesHdfs && !servesShuffle) {
                add(Problem.at(entry.map().location(), "devices", "the device serves neither HDFS nor the shuffle")
                        .withValue(name)
                        .withRemedy("name it under `hdfs` or `shuffle`, or remove it"));
                return;
            }
            if (!servesHdfs) {
                refuse(entry, "storage", "only HDFS has storage types, and the device does not serve HDFS");
                refuse(entry, StorageRole.HDFS.directoriesKey(), "the device does not serve HDFS");
            }
            if (!servesShuffle) {
                refuse(entry, StorageRole.SHUFFLE.directoriesKey(), "the device does not serve the shuffle");
            }
        });
    }

    private void refuse(DeviceEntry entry, String key, String reason) {
        if (entry.map().has(key)) {
            entry.map().refuse(key, reason, "remove it");
        }
    }

    /** Requires a currency if there is any price. */
    void currency(Optional<StrictMap> network) {
        boolean isPriced =
                devices.values().stream().anyMatch(entry -> entry.map().has("price"))
                        || network.filter(found -> found.has("price")).isPresent();
        if (isPriced) {
            map.require("currency", "USD");
        }
    }

    /** Checks devices that are partitions: each lies on its own disk of another device. */
    void partitions() {
        devices.values().stream()
                .flatMap(entry -> entry.device().stream())
                .filter(StorageDevice::isPartition)
                .forEach(this::partition);
    }

    private void partition(StorageDevice part) {
        DeviceEntry own = devices.get(part.name());
        Optional<StorageDevice> disk = devices.get(part.disksOf()).device();
        String wrong = disk.map(of -> notOn(part, of)).orElse(null);
        if (wrong != null) {
            add(at(part, "disks_of", wrong)
                    .withValue(part.disksOf())
                    .withRemedy("name a device of whole disks, with the same `kind` and `count`"));
        }
        for (String key : DISK_KEYS) {
            refuse(own, key, "belongs to the whole disk: state it at " + part.disksOf());
        }
    }

    private static String notOn(StorageDevice part, StorageDevice disk) {
        if (part.name().equals(disk.name())) {
            return "the device would lie on itself";
        }
        if (disk.isPartition()) {
            return disk.name() + " is a partition, too, of " + disk.disksOf();
        }
        if (part.medium() != disk.medium()) {
            return "the device is " + part.medium().title() + ", but " + disk.name() + " is "
                    + disk.medium().title();
        }
        return part.count() == disk.count()
                ? null
                : part.count() + " instances cannot lie on " + disk.count() + " disks, one on each";
    }

    /** Performs the checks that need every device to be parsed. */
    void whole(StorageSetup setup) {
        if (setup.way() instanceof SetupWay.Embedded) {
            setup.devices().forEach(device -> hasPaths(setup, device));
        }
        setup.devices().forEach(this::mechanics);
        if (setup.way() instanceof SetupWay.Emulated) {
            setup.devices().forEach(this::emulated);
        }
        if (!setup.demands().hosts().isEmpty()
                && (setup.way() instanceof SetupWay.Embedded || setup.way() instanceof SetupWay.Emulated)) {
            add(map.problem("nodes", "`hosts` are of a running cluster, but Spindle starts one")
                    .withRemedy("remove `hosts`, or choose another `way`"));
        }
        if (setup.way() instanceof SetupWay.Policy chosen) {
            policy(setup, chosen.policy());
        }
        int before = count();
        setup.devices().forEach(device -> split(setup, device));
        mounts(setup);
        boolean isEveryNumberKnown = setup.devices().stream()
                .allMatch(device -> missingBandwidths(setup, device).isEmpty());
        if (!isEveryNumberKnown) {
            return;
        }
        if (count() == before) {
            setup.devices().forEach(device -> listed(setup, device));
        }
        if (count() == before) {
            apart(setup);
        }
    }

    /** Checks that a device has only the mechanics of its kind. */
    private void mechanics(StorageDevice device) {
        DeviceEntry entry = devices.get(device.name());
        List<String> others = device.medium() == Medium.HDD
                ? List.of("parallel", "cache", "bandwidth_after_cache")
                : List.of("inner_bandwidth");
        String kind = device.medium().title();
        others.forEach(key -> refuse(entry, key, "no property of a device of the kind " + kind));
        List<String> pair = List.of("cache", "bandwidth_after_cache");
        if (entry.map().has(pair.get(0)) != entry.map().has(pair.get(1))) {
            String missing = entry.map().has(pair.get(0)) ? pair.get(1) : pair.get(0);
            add(Problem.at(
                            entry.map().location(),
                            missing,
                            "missing: a cache and the bandwidth after it belong together")
                    .withRemedy("state both, or none"));
        }
    }

    /** Refuses properties that an emulated device cannot have. */
    private void emulated(StorageDevice device) {
        DeviceEntry entry = devices.get(device.name());
        for (String key : List.of("paths", StorageRole.HDFS.directoriesKey(), StorageRole.SHUFFLE.directoriesKey())) {
            refuse(entry, key, "Spindle chooses the places of emulated devices");
        }
        if (device.medium() == Medium.RAM) {
            add(at(device, "kind", "Spindle does not emulate memory")
                    .withRemedy("leave the device out, or choose another `way`"));
        }
    }

    private int count() {
        return problems.list().size();
    }

    private void split(StorageSetup setup, StorageDevice device) {
        Set<String> unknown = missingBandwidths(setup, device);
        // A misspelled key has been reported already.
        Set<String> unsaid = unknown.stream()
                .filter(name -> !isBandwidthMeant(devices.get(name).map()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!unsaid.isEmpty()) {
            add(splitProblem(device, "needs the bandwidth of " + String.join(" and ", unsaid))
                    .withRemedy("state `bandwidth` there, or write a number of directories"));
        } else if (unknown.isEmpty() && device.split() instanceof Split.ByBandwidth && isWhole(setup, device)) {
            add(splitProblem(device, "splits nothing: no device of the same role is slower by half")
                    .withRemedy("remove it, or write a number of directories"));
        }
    }

    /** Returns the devices whose missing bandwidths are needed for the given device's number of directories. */
    private static Set<String> missingBandwidths(StorageSetup setup, StorageDevice device) {
        if (!(device.split() instanceof Split.ByBandwidth)) {
            return Set.of();
        }
        return rolesOf(setup, device).stream()
                .flatMap(role -> setup.devicesOf(role).stream())
                .filter(serving -> serving.nominal().writeBandwidth() == null)
                .map(StorageDevice::name)
                .collect(Collectors.toSet());
    }

    private static boolean isWhole(StorageSetup setup, StorageDevice device) {
        return rolesOf(setup, device).stream().allMatch(role -> setup.directoriesPerInstance(device, role) == 1);
    }

    private static boolean isBandwidthMeant(StrictMap device) {
        return device.isPresentOrMisspelled("bandwidth") || device.isPresentOrMisspelled("write_bandwidth");
    }

    private Problem splitProblem(StorageDevice device, String reason) {
        return at(device, "split", reason).withValue(Split.ByBandwidth.LABEL);
    }

    private static Set<StorageRole> rolesOf(StorageSetup setup, StorageDevice device) {
        Set<StorageRole> roles = EnumSet.noneOf(StorageRole.class);
        for (StorageRole role : StorageRole.values()) {
            if (setup.devicesOf(role).contains(device)) {
                roles.add(role);
            }
        }
        return roles;
    }

    private void hasPaths(StorageSetup setup, StorageDevice device) {
        boolean isPlaced = !device.paths().mounts().isEmpty()
                || rolesOf(setup, device).stream()
                        .noneMatch(role -> device.paths().listed(role).isEmpty());
        if (!isPlaced) {
            add(Problem.at(
                            devices.get(device.name()).map().location(),
                            "paths",
                            "missing, but required by the way" + " embedded")
                    .withRemedy("list the mount point of every instance of " + device.name()
                            + ", or choose another `way`"));
        }
    }

    /** Checks that there are devices with the policy's storage types, and that the policy can choose between types. */
    private void policy(StorageSetup setup, StoragePolicy policy) {
        List<StorageDevice> serving = setup.devicesOf(StorageRole.HDFS);
        Set<StorageType> types = serving.stream().map(StorageDevice::storage).collect(Collectors.toSet());
        List<String> missing = policy.types().stream()
                .filter(type -> !types.contains(type))
                .map(StorageType::name)
                .toList();
        if (!missing.isEmpty()) {
            add(policyProblem(policy, "no device of HDFS is of storage type " + String.join(" or ", missing))
                    .withRemedy("write `storage: " + missing.get(0)
                            + "` for the devices that the DataNodes list with that type, or choose another `way`"));
        } else if (types.size() == 1) {
            add(policyProblem(
                            policy,
                            "has nothing to choose: all devices of HDFS are of storage type "
                                    + types.iterator().next())
                    .withRemedy(
                            "name all devices of the running cluster's DataNodes under `hdfs`, each with its `storage`;"
                                    + " to move the shuffle choose embedded, command or label"));
        }
    }

    private Problem policyProblem(StoragePolicy policy, String reason) {
        return Problem.at(
                        map.locationOf("way"),
                        "policy",
                        reason + ". A policy chooses between storage types of HDFS, and cannot move the shuffle")
                .withValue(policy.name());
    }

    private void mounts(StorageSetup setup) {
        List<String> seen = new ArrayList<>();
        for (StorageDevice device : setup.devices()) {
            for (String mount : device.paths().mounts()) {
                if (seen.contains(mount)) {
                    add(at(device, "paths", "two devices are mounted there")
                            .withValue(mount)
                            .withRemedy("write the mount point of each"));
                }
                seen.add(mount);
            }
        }
    }

    /**
     * Checks that the list contains directories for each instance, and that each is under one of the device's paths.
     */
    private void listed(StorageSetup setup, StorageDevice device) {
        for (StorageRole role : rolesOf(setup, device)) {
            List<String> listed = device.paths().listed(role);
            int split = setup.directoriesPerInstance(device, role);
            if (!listed.isEmpty() && listed.size() != device.count() * split) {
                add(at(
                                device,
                                role.directoriesKey(),
                                listed.size() + " directories for " + device.count() + " instances of " + split
                                        + " each")
                        .withAllowed((device.count() * split) + " directories")
                        .withRemedy("list them all, or correct `split` or `count`"));
            } else {
                underMounts(device, role, split);
            }
        }
    }

    private void underMounts(StorageDevice device, StorageRole role, int split) {
        List<String> mounts = device.paths().mounts();
        int[] found = new int[mounts.size()];
        for (String path : mounts.isEmpty() ? List.<String>of() : device.paths().listed(role)) {
            int mount = StorageSetup.mountOf(path, mounts);
            if (mount < 0) {
                add(at(device, role.directoriesKey(), "is not under any of the device's paths")
                        .withValue(path)
                        .withAllowed("a directory under " + String.join(", ", mounts))
                        .withRemedy("correct it, or `paths`"));
            } else if (++found[mount] > split) {
                add(at(
                                device,
                                role.directoriesKey(),
                                "directory " + found[mount] + " of " + mounts.get(mount) + ", which has " + split)
                        .withValue(path)
                        .withRemedy("spread them evenly, or describe two devices"));
            }
        }
    }

    /** Checks that no directory equals or contains another one. */
    private void apart(StorageSetup setup) {
        List<DataDirectory> seen = new ArrayList<>();
        for (StorageRole role : StorageRole.values()) {
            for (DataDirectory directory : setup.directories(role)) {
                for (DataDirectory other : seen) {
                    boolean overlap = AbsolutePath.isIn(directory.path(), other.path())
                            || AbsolutePath.isIn(other.path(), directory.path());
                    if (overlap) {
                        add(Problem.at(
                                        devices.get(directory.device()).map().location(),
                                        directory.role().directoriesKey(),
                                        "is or overlaps " + other.path() + " of "
                                                + other.role().label() + " on " + other.device())
                                .withValue(directory.path())
                                .withRemedy("give each directory a place of its own"));
                    }
                }
                seen.add(directory);
            }
        }
    }

    private Problem at(StorageDevice device, String key, String reason) {
        return devices.get(device.name()).map().problem(key, reason);
    }

    private void add(Problem problem) {
        problems.add(problem);
    }
}
