package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.runner.conf.ByteSize.BitRate;
import org.spindlebench.runner.conf.ByteSize.ByteRate;
import org.spindlebench.runner.conf.FileSafeName.AbsolutePath;
import org.spindlebench.runner.conf.HadoopKeys.Daemon;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.SetupWay.Hook;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.SetupWay.WayKind;
import org.spindlebench.runner.conf.StorageSetup.DeviceMechanics;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.Split;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.conf.StrictMap.Keys;
import org.spindlebench.runner.conf.TimeSpan.Latency;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.conf.WholeNumber.Decimal;

/**
 * Reads a setup's file. It refuses everything that it does not understand and reports all problems at once.
 * {@code docs/setups.md} describes the keys.
 */
public final class SetupReader {
    static final Keys KEYS = Keys.of(
            "name: NAME",
            "description",
            "currency",
            "devices: {hdd: {kind: hdd, count: 6, capacity: 2TB}}",
            "hdfs: [hdd]",
            "shuffle: [hdd]",
            "network",
            "nodes",
            "daemons",
            "way: {kind: as-is}");
    static final Keys NODE_KEYS = Keys.of("hosts", "count", "sockets", "threads", "memory");
    static final Keys NETWORK_KEYS = Keys.of("interface", "bandwidth", "price");

    private static final int MOST_NODES = 1_000_000;
    private static final ValueParser<String> HOST = ValueParser.matching(
            "[A-Za-z0-9][A-Za-z0-9._-]{0,252}", "not the name of a host", "a name or an address, without a port");

    /** Linux allows up to 15 bytes, without slashes, colons and blanks. */
    private static final ValueParser<String> INTERFACE = ValueParser.matching(
            "[!-~&&[^/:]]{1,15}",
            "not the name of a network interface",
            "a name that `ip link` prints, such as eth0" + " or ib0");

    private final StrictMap map;
    private final Problems problems;

    private SetupReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Reads the setup in a text. If any part cannot be parsed, adds problems and returns empty. */
    public static Optional<StorageSetup> read(String source, String text, Problems problems) {
        return StrictMap.read(
                source, text, "a setup", KEYS, problems, (map, own) -> new SetupReader(map, own).setup(source));
    }

    private StorageSetup setup(String source) {
        Map<String, SetupChecks.DeviceEntry> devices = devices();
        int before = problems.list().size();
        List<String> hdfs = role(StorageRole.HDFS);
        List<String> shuffle = role(StorageRole.SHUFFLE);
        // If a role is missing or misspelled, devices without a role are not reported in addition.
        boolean rolesAreKnown = problems.list().size() == before && map.has("hdfs") && map.has("shuffle");
        Optional<StrictMap> network = map.map("network", NETWORK_KEYS);
        Optional<SetupWay> way = map.map("way", WayReader.KEYS).flatMap(found -> WayReader.read(found, problems));
        List<StorageDevice> read = new ArrayList<>();
        devices.values().forEach(entry -> entry.device().ifPresent(device -> read.add(withBandwidth(device, devices))));
        StorageSetup setup = new StorageSetup(
                source,
                map.value("name", FileSafeName::parse, ""),
                map.text("description"),
                map.value("currency", FileSafeName.CURRENCY, null),
                read,
                hdfs,
                shuffle,
                network.map(SetupReader::network).orElse(null),
                way.orElse(new SetupWay.AsIs(null)),
                demands());
        SetupChecks checks = new SetupChecks(map, devices, problems);
        checks.currency(network);
        checks.partitions();
        if (rolesAreKnown) {
            checks.roles(hdfs, shuffle);
        }
        if (rolesAreKnown && read.size() == map.names("devices").size()) {
            checks.whole(setup);
        }
        return setup;
    }

    private NodeDemands demands() {
        SortedMap<String, String> daemons = new TreeMap<>();
        map.settings("daemons").forEach((key, value) -> {
            if (Daemon.of(key).isPresent()) {
                daemons.put(key, value.value().trim());
            } else {
                problems.add(Problem.at(value.location(), key, "is not a setting that a setup can demand of daemons")
                        .withAllowed("keys that begin with " + String.join(", ", Daemon.allBeginnings())
                                + ", but for directories, which follow from the devices, and yarn.scheduler.capacity")
                        .withRemedy("remove it, or correct the key"));
            }
        });
        StrictMap nodes = map.mapOrEmpty("nodes", NODE_KEYS);
        return new NodeDemands(
                daemons,
                nodes.list("hosts", HOST),
                number(nodes, "count"),
                number(nodes, "sockets"),
                number(nodes, "threads"),
                nodes.value("memory", ByteSize::parse, null));
    }

    private static Integer number(StrictMap nodes, String key) {
        return nodes.value(key, WholeNumber.between(1, MOST_NODES), null);
    }

    /** A partition is as fast as its disk. */
    private static StorageDevice withBandwidth(StorageDevice device, Map<String, SetupChecks.DeviceEntry> devices) {
        return !device.isPartition()
                ? device
                : devices.get(device.disksOf())
                        .device()
                        .map(device::withBandwidthOf)
                        .orElse(device);
    }

    private Map<String, SetupChecks.DeviceEntry> devices() {
        Map<String, SetupChecks.DeviceEntry> devices = new LinkedHashMap<>();
        map.namedMaps("devices", "device", "a device", DeviceReader.KEYS).forEach((name, found) -> {
            checkName(name, found.location());
            devices.put(
                    name,
                    new SetupChecks.DeviceEntry(found, DeviceReader.read(name, found, map.names("devices"), problems)));
        });
        if (map.has("devices") && map.names("devices").isEmpty() && problems.isEmpty()) {
            map.refuse("devices", "a setup without devices", "describe at least one");
        }
        return devices;
    }

    private void checkName(String name, Location location) {
        try {
            FileSafeName.parse(name);
        } catch (NotUnderstoodException e) {
            problems.add(e.at(location, "devices", name));
        }
    }

    private List<String> role(StorageRole role) {
        return map.list(role.label(), AllowedValues.of("device", map.names("devices")));
    }

    private static NetworkLink network(StrictMap found) {
        return new NetworkLink(
                found.value("interface", INTERFACE).orElse(null),
                found.value("bandwidth", BitRate::parse).orElse(null),
                found.value("price", Decimal.atLeast(0)).orElse(null));
    }

    /**
     * Reads one device in a setup's file. {@link SetupChecks} later checks that it is consistent with the other devices
     * and the roles.
     */
    static final class DeviceReader {
        static final Keys KEYS = Keys.of(
                "kind",
                "count",
                "capacity",
                "bandwidth",
                "read_bandwidth",
                "write_bandwidth",
                "inner_bandwidth",
                "seek",
                "parallel",
                "cache",
                "bandwidth_after_cache",
                "price",
                "watts",
                "storage",
                "split",
                "disks_of",
                "paths",
                "hdfs_directories",
                "shuffle_directories");

        private static final int MOST_INSTANCES = 1000;
        private static final int MOST_PARALLEL = 64;

        private final StrictMap map;
        private final Problems problems;

        private DeviceReader(StrictMap map, Problems problems) {
            this.map = map;
            this.problems = problems;
        }

        /** Reads the device in a map. If any part cannot be parsed, adds problems and returns empty. */
        static Optional<StorageDevice> read(String name, StrictMap map, Collection<String> names, Problems problems) {
            int before = problems.list().size();
            StorageDevice device = new DeviceReader(map, problems).device(name, names);
            return problems.list().size() == before ? Optional.of(device) : Optional.empty();
        }

        private StorageDevice device(String name, Collection<String> names) {
            map.require("kind", "hdd");
            map.require("count", "6");
            Optional<Medium> medium = map.value("kind", Medium::parse);
            Optional<Integer> count = map.value("count", WholeNumber.between(1, MOST_INSTANCES));
            Split split = map.value("split", Split::parse, Split.NONE);
            if (medium.orElse(null) == Medium.RAM && !split.equals(Split.NONE)) {
                problems.add(map.problem("split", "memory is not split: HDFS and the shuffle need one directory in it")
                        .withValue(map.text("split"))
                        .withRemedy("remove it"));
            }
            return new StorageDevice(
                    name,
                    medium.orElse(Medium.HDD),
                    count.orElse(1),
                    nominal(),
                    split,
                    storage(medium),
                    paths(count),
                    map.value("disks_of", AllowedValues.of("device", names)).orElse(null));
        }

        private NominalValues nominal() {
            Optional<Long> both = map.value("bandwidth", ByteRate::parse);
            for (String one : List.of("read_bandwidth", "write_bandwidth")) {
                if (map.has("bandwidth") && map.has(one)) {
                    problems.add(
                            map.problem(one, "is given in addition to bandwidth, which is for both reading and writing")
                                    .withValue(map.text(one))
                                    .withRemedy("keep `bandwidth`, or state read_bandwidth and write_bandwidth"));
                }
            }
            Optional<Long> read = both.or(() -> map.value("read_bandwidth", ByteRate::parse));
            Optional<Long> write = both.or(() -> map.value("write_bandwidth", ByteRate::parse));
            DeviceMechanics mechanics = mechanics();
            refuseFaster("inner_bandwidth", mechanics.innerBandwidth(), read);
            refuseFaster("bandwidth_after_cache", mechanics.bandwidthAfterCache(), write);
            return new NominalValues(
                    map.value("capacity", ByteSize::parse).orElse(null),
                    read.orElse(null),
                    write.orElse(null),
                    map.value("price", Decimal.atLeast(0)).orElse(null),
                    map.value("watts", Decimal.atLeast(0)).orElse(null),
                    mechanics);
        }

        private void refuseFaster(String key, Long least, Optional<Long> full) {
            if (least != null && full.isPresent() && least > full.get()) {
                problems.add(map.problem(key, "more than the bandwidth from which it falls")
                        .withValue(map.text(key))
                        .withAllowed("at most " + ByteSize.format(full.get()) + "/s")
                        .withRemedy("state the lower bandwidth here"));
            }
        }

        private DeviceMechanics mechanics() {
            return new DeviceMechanics(
                    map.value("inner_bandwidth", ByteRate::parse).orElse(null),
                    map.value("seek", Latency::parse).orElse(null),
                    map.value("parallel", WholeNumber.between(1, MOST_PARALLEL)).orElse(null),
                    map.value("cache", ByteSize::parse).orElse(null),
                    map.value("bandwidth_after_cache", ByteRate::parse).orElse(null));
        }

        private StorageType storage(Optional<Medium> medium) {
            StorageType storage = map.value("storage", StorageType::parse)
                    .orElseGet(() -> medium.orElse(Medium.HDD).defaultStorage());
            if (storage == StorageType.RAM_DISK && medium.orElse(Medium.RAM) != Medium.RAM) {
                problems.add(map.problem("storage", "RAM_DISK means memory to HDFS, but the device is not memory")
                        .withValue(storage.name())
                        .withAllowed("DISK, SSD, ARCHIVE; RAM_DISK with `kind: ram`")
                        .withRemedy("write another storage type, or `kind: ram`"));
            }
            return storage;
        }

        private DevicePaths paths(Optional<Integer> count) {
            int before = problems.list().size();
            List<String> mounts = map.list("paths", AbsolutePath::parse);
            boolean isUnderstood = problems.list().size() == before;
            if (map.has("paths") && isUnderstood && count.isPresent() && mounts.size() != count.get()) {
                problems.add(map.problem("paths", mounts.size() + " listed for " + count.get() + " instances")
                        .withValue(String.join(", ", mounts))
                        .withAllowed("the mount point of every instance on a node, once each")
                        .withRemedy("list " + count.get() + ", or correct `count`"));
            }
            return new DevicePaths(
                    mounts,
                    map.list(StorageRole.HDFS.directoriesKey(), AbsolutePath::parse),
                    map.list(StorageRole.SHUFFLE.directoriesKey(), AbsolutePath::parse));
        }
    }

    /** Reads the way, which is how the setup is applied. */
    static final class WayReader {
        static final Keys KEYS = Keys.of("kind: as-is").and(Keys.optional(WayKind.allKeys()));

        /**
         * The default time limit of the user's commands. It is long because daemons restart, and a large NameNode needs
         * time.
         */
        private static final Duration CHANGE_LIMIT = Duration.ofMinutes(30);

        /** The default time to recover, longer than the ten minutes for which YARN and HDFS list a lost daemon. */
        private static final Duration HEALTHY_LIMIT = Duration.ofMinutes(15);

        private static final Duration VERIFY_LIMIT = Duration.ofMinutes(5);
        private static final ValueParser<String> LABEL = ValueParser.matching(
                "[A-Za-z0-9][A-Za-z0-9_-]{0,254}",
                "not a node label of YARN",
                "up to 255 letters, digits, `-` and `_`, a letter or digit first");
        private static final ValueParser<String> COMMAND =
                ValueParser.matching("(?sU).*\\S.*", "a command is missing", "a command for `sh -c`");

        private final StrictMap map;
        private final Problems problems;

        private WayReader(StrictMap map, Problems problems) {
            this.map = map;
            this.problems = problems;
        }

        /** Reads the way in a map. If it cannot be parsed, adds problems and returns empty. */
        static Optional<SetupWay> read(StrictMap map, Problems problems) {
            return map.value("kind", WayKind::parse).flatMap(kind -> new WayReader(map, problems).way(kind));
        }

        private Optional<SetupWay> way(WayKind kind) {
            refuseKeysOfOthers(kind);
            return switch (kind) {
                case EMBEDDED -> Optional.of(new SetupWay.Embedded());
                case EMULATED ->
                    Optional.of(new SetupWay.Emulated(
                            map.value("scale", WholeNumber.between(1, SetupWay.Emulated.MOST), 1)));
                case POLICY -> {
                    map.require("policy", "ALL_SSD");
                    yield map.value("policy", StoragePolicy::parse).map(SetupWay.Policy::new);
                }
                case LABEL -> {
                    map.require("label", "ssd");
                    yield map.value("label", LABEL).map(SetupWay.Label::new);
                }
                case COMMAND -> commands();
                case AS_IS -> Optional.of(new SetupWay.AsIs(asItIs()));
            };
        }

        private void refuseKeysOfOthers(WayKind kind) {
            for (String key : KEYS.names()) {
                if (map.has(key) && !key.equals("kind") && !kind.keys().contains(key)) {
                    List<String> allowed = new ArrayList<>(List.of("kind"));
                    allowed.addAll(kind.keys());
                    problems.add(map.problem(key, "is not a key of the way `" + kind.word() + "`")
                            .withValue(map.text(key))
                            .withAllowed(String.join(", ", allowed))
                            .withRemedy("remove it, or write `kind: " + String.join("` or `kind: ", WayKind.having(key))
                                    + "`"));
                }
            }
        }

        private Optional<SetupWay> commands() {
            map.require("apply", "ansible-playbook hdd-6.yml");
            map.require("verify", "ansible-playbook hdd-6.yml --check");
            map.require("restore", "ansible-playbook as-before.yml");
            Optional<Hook> apply = hook("apply", CHANGE_LIMIT);
            Optional<Hook> verify = hook("verify", VERIFY_LIMIT);
            Optional<Hook> restore = hook("restore", CHANGE_LIMIT);
            Duration healthy = map.value("healthy_limit", TimeSpan::parse, HEALTHY_LIMIT);
            boolean complete = apply.isPresent() && verify.isPresent() && restore.isPresent();
            return complete
                    ? Optional.of(new SetupWay.SetupCommands(apply.get(), verify.get(), restore.get(), healthy))
                    : Optional.empty();
        }

        private Hook asItIs() {
            if (map.has("verify_limit") && !map.isPresentOrMisspelled("verify")) {
                map.refuse("verify_limit", "limits a missing command", "remove it, or add `verify`");
            }
            return hook("verify", VERIFY_LIMIT).orElse(null);
        }

        private Optional<Hook> hook(String key, Duration usual) {
            Duration limit = map.value(key + "_limit", TimeSpan::parse, usual);
            return map.value(key, COMMAND).map(command -> new Hook(command, limit));
        }
    }
}
