package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.conf.StrictMap.Located;

/** Reads a setup's file. What it does not understand it refuses, all of it at once. Its keys: {@code docs/setups.md}. */
public final class SetupReader {
    static final List<String> KEYS =
            List.of("name", "description", "currency", "devices", "hdfs", "shuffle", "network", "way");
    static final List<String> NETWORK_KEYS = List.of("interface", "bandwidth", "price");

    private final StrictMap map;
    private final Problems problems;

    private SetupReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /**
     * The setup in a text; empty, with problems, when anything in it is not understood.
     *
     * @param source the file's name, for messages
     */
    public static Optional<StorageSetup> read(String source, String text, Problems problems) {
        Problems own = new Problems();
        Optional<StorageSetup> setup = YamlFile.parse(source, text, own)
                .flatMap(tree -> StrictMap.of(tree, "a setup", KEYS, own))
                .map(map -> new SetupReader(map, own).setup(source));
        own.list().forEach(problems::add);
        return own.isEmpty() ? setup : Optional.empty();
    }

    private StorageSetup setup(String source) {
        map.require("name", "NAME");
        map.require("devices", "{hdd: {kind: hdd, count: 6, capacity: 2TB}}");
        map.require("hdfs", "[hdd]");
        map.require("shuffle", "[hdd]");
        map.require("way", "{kind: as-is}");
        Optional<String> name = map.value("name", FileSafeName::parse);
        String description = map.value("description", text -> text).orElse("");
        Optional<String> currency = map.value("currency", CurrencyCode::parse);
        Map<String, SetupChecks.Entry> devices = devices();
        int before = problems.list().size();
        List<String> hdfs = role(StorageRole.HDFS);
        List<String> shuffle = role(StorageRole.SHUFFLE);
        // Where a role is missing or misspelled, what it does not name says nothing.
        boolean rolesAreKnown = problems.list().size() == before && map.has("hdfs") && map.has("shuffle");
        Optional<StrictMap> network = map.map("network", NETWORK_KEYS);
        Optional<SetupWay> way = map.map("way", WayReader.KEYS).flatMap(found -> WayReader.read(found, problems));
        List<StorageDevice> read = new ArrayList<>();
        devices.values().forEach(entry -> entry.device().ifPresent(read::add));
        StorageSetup setup = new StorageSetup(
                source,
                name.orElse(""),
                description,
                currency.orElse(null),
                read,
                hdfs,
                shuffle,
                network.map(SetupReader::network).orElse(null),
                way.orElse(new SetupWay.AsIs(null)));
        SetupChecks checks = new SetupChecks(map, devices, problems);
        checks.currency(network);
        if (rolesAreKnown) {
            checks.roles(hdfs, shuffle);
        }
        if (rolesAreKnown && read.size() == map.names("devices").size()) {
            checks.whole(setup);
        }
        return setup;
    }

    private Map<String, SetupChecks.Entry> devices() {
        Map<String, SetupChecks.Entry> devices = new LinkedHashMap<>();
        map.namedMaps("devices", "device", "a device", DeviceReader.KEYS).forEach((name, found) -> {
            checkName(name, found.location());
            devices.put(name, new SetupChecks.Entry(found, DeviceReader.read(name, found, problems)));
        });
        if (map.has("devices") && map.names("devices").isEmpty() && problems.isEmpty()) {
            problems.add(Problem.at(map.locationOf("devices"), "devices", "a setup without devices")
                    .withRemedy("describe at least one"));
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
        return map.values(role.label(), Words.of("device", map.names("devices"))).stream()
                .map(Located::value)
                .toList();
    }

    private static NetworkLink network(StrictMap found) {
        return new NetworkLink(
                found.value("interface", SetupReader::interfaceName).orElse(null),
                found.value("bandwidth", BitRate::parse).orElse(null),
                found.value("price", Decimal.atLeast(0)).orElse(null));
    }

    /** Linux takes up to 15 bytes, without slash, colon and blanks. */
    private static String interfaceName(String text) throws NotUnderstoodException {
        if (!text.matches("[!-~&&[^/:]]{1,15}")) {
            throw new NotUnderstoodException(
                    "not the name of a network interface", "a name of `ip link`, such as eth0 or ib0", "");
        }
        return text;
    }
}
