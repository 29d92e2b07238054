package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Optional;

/** Reads one device of a setup's file. What concerns other devices and roles too, {@link SetupChecks} looks at. */
final class DeviceReader {
    static final List<String> KEYS = List.of(
            "kind",
            "count",
            "capacity",
            "bandwidth",
            "read_bandwidth",
            "write_bandwidth",
            "price",
            "watts",
            "storage",
            "split",
            "paths",
            "hdfs_directories",
            "shuffle_directories");

    private static final int MOST_INSTANCES = 1000;

    private final StrictMap map;
    private final Problems problems;

    private DeviceReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** The device in a map; empty, with problems, when anything in it is not understood. */
    static Optional<StorageDevice> read(String name, StrictMap map, Problems problems) {
        int before = problems.list().size();
        StorageDevice device = new DeviceReader(map, problems).device(name);
        return problems.list().size() == before ? Optional.of(device) : Optional.empty();
    }

    private StorageDevice device(String name) {
        map.require("kind", "hdd");
        map.require("count", "6");
        Optional<Medium> medium = map.value("kind", Medium::parse);
        Optional<Integer> count = map.value("count", WholeNumber.between(1, MOST_INSTANCES));
        Split split = map.value("split", Split::parse).orElse(Split.NONE);
        if (medium.orElse(null) == Medium.RAM && !split.equals(Split.NONE)) {
            problems.add(Problem.at(
                            map.locationOf("split"),
                            "split",
                            "memory is not split: HDFS and the shuffle need one directory in it")
                    .withValue(map.value("split", text -> text).orElse(""))
                    .withRemedy("remove it"));
        }
        return new StorageDevice(
                name, medium.orElse(Medium.HDD), count.orElse(1), nominal(), split, storage(medium), paths(count));
    }

    private NominalFigures nominal() {
        Optional<Long> both = map.value("bandwidth", ByteRate::parse);
        for (String one : List.of("read_bandwidth", "write_bandwidth")) {
            if (map.has("bandwidth") && map.has(one)) {
                problems.add(Problem.at(
                                map.locationOf(one),
                                one,
                                "stands beside bandwidth, which is that of reading and of writing")
                        .withValue(map.value(one, text -> text).orElse(""))
                        .withRemedy("keep `bandwidth`, or state read_bandwidth and write_bandwidth"));
            }
        }
        return new NominalFigures(
                map.value("capacity", ByteSize::parse).orElse(null),
                both.or(() -> map.value("read_bandwidth", ByteRate::parse)).orElse(null),
                both.or(() -> map.value("write_bandwidth", ByteRate::parse)).orElse(null),
                map.value("price", Decimal.atLeast(0)).orElse(null),
                map.value("watts", Decimal.atLeast(0)).orElse(null));
    }

    private StorageType storage(Optional<Medium> medium) {
        StorageType storage = map.value("storage", StorageType::parse)
                .orElseGet(() -> medium.orElse(Medium.HDD).defaultStorage());
        if (storage == StorageType.RAM_DISK && medium.orElse(Medium.RAM) != Medium.RAM) {
            problems.add(
                    Problem.at(map.locationOf("storage"), "storage", "HDFS takes RAM_DISK for memory, and this is none")
                            .withValue(storage.name())
                            .withAllowed("DISK, SSD, ARCHIVE; RAM_DISK with `kind: ram`")
                            .withRemedy("write another storage type, or `kind: ram`"));
        }
        return storage;
    }

    private DevicePaths paths(Optional<Integer> count) {
        int before = problems.list().size();
        List<String> mounts = values("paths");
        boolean isUnderstood = problems.list().size() == before;
        if (map.has("paths") && isUnderstood && count.isPresent() && mounts.size() != count.get()) {
            problems.add(Problem.at(
                            map.locationOf("paths"),
                            "paths",
                            mounts.size() + " listed for " + count.get() + " instances")
                    .withValue(String.join(", ", mounts))
                    .withAllowed("the mount point of every instance on a node, once each")
                    .withRemedy("list " + count.get() + ", or correct `count`"));
        }
        return new DevicePaths(
                mounts, values(StorageRole.HDFS.directoriesKey()), values(StorageRole.SHUFFLE.directoriesKey()));
    }

    private List<String> values(String key) {
        return map.values(key, AbsolutePath::parse).stream()
                .map(StrictMap.Located::value)
                .toList();
    }
}
