package org.spindlebench.runner.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.runner.cluster.Storage;

/** Describes a node from its findings. A value that should be a number, but is not, counts as unknown. */
public final class Layouts {
    private static final long KIB = 1024;
    private static final long MEGABIT = 1_000_000;
    private static final double MILLI = 1e-3;

    private Layouts() {}

    /**
     * Returns a node's layout.
     *
     * @param clockOffset the seconds by which the node's clock is ahead of the NameNode's; null if unknown
     */
    public static NodeLayout of(String node, List<Finding> findings, Double clockOffset) {
        Attributes self = findings.stream()
                .filter(finding -> finding.kind().equals("node"))
                .findFirst()
                .map(Attributes::of)
                .orElse(new Attributes(node, Map.of()));
        SortedMap<String, String> settings = new TreeMap<>();
        of("setting", findings, setting -> setting)
                .forEach(
                        setting -> settings.put(setting.name(), Objects.requireNonNullElse(setting.text("value"), "")));
        return new NodeLayout(
                node,
                self.text("bootId"),
                self.text("kernel"),
                cpu(self),
                self.number("memoryBytes"),
                clockOffset,
                of("network", findings, Layouts::network),
                of("device", findings, Layouts::device),
                of("directory", findings, Layouts::directory),
                of("system", findings, Layouts::directory),
                settings,
                of("hidden", findings, it -> new NodeLayout.Hidden(it.name(), it.text("unknown"), it.text("reason"))));
    }

    private static <T> List<T> of(String kind, List<Finding> findings, Function<Attributes, T> make) {
        List<T> made = new ArrayList<>();
        for (Finding finding : findings) {
            if (finding.kind().equals(kind)) {
                made.add(make.apply(Attributes.of(finding)));
            }
        }
        return made;
    }

    private static NodeLayout.CpuModel cpu(Attributes node) {
        NodeLayout.CpuModel cpu = new NodeLayout.CpuModel(
                node.text("cpuModel"), node.number("cpuSockets"), node.number("cpuCores"), node.number("cpuThreads"));
        return cpu.equals(new NodeLayout.CpuModel(null, null, null, null)) ? null : cpu;
    }

    private static NodeLayout.NetworkAdapter network(Attributes network) {
        return new NodeLayout.NetworkAdapter(
                network.name(),
                network.number("speedMbits", MEGABIT),
                network.number("mtu"),
                network.flag("physical"),
                network.list("slaves"));
    }

    private static Device device(Attributes device) {
        boolean raid = device.text("level") != null;
        return new Device(
                device.name(),
                device.text("majorMinor"),
                device.text("type"),
                device.text("dmName"),
                device.text(raid ? "level" : "dmKind"),
                device.list("on"),
                device.list("paths"),
                device.number("sizeBytes"),
                device.number("startBytes"),
                device.number("alignmentOffset"),
                hardware(device),
                queue(device),
                device.text(device.text("unknown") == null ? "noDevice" : "unknown"));
    }

    private static Device.Hardware hardware(Attributes device) {
        Long millis = device.number("temperatureMillis");
        Device.Hardware hardware = new Device.Hardware(
                device.text("model"),
                device.text("vendor"),
                device.text("firmware"),
                device.flag("rotational"),
                device.flag("removable"),
                millis == null ? null : (Double) (millis * MILLI));
        return hardware.equals(new Device.Hardware(null, null, null, null, null, null)) ? null : hardware;
    }

    private static Device.Queue queue(Attributes device) {
        Device.Queue queue = new Device.Queue(
                device.text("scheduler"),
                device.number("readAheadKb", KIB),
                device.number("maxSectorsKb", KIB),
                device.number("nrRequests"),
                device.number("queueDepth"),
                device.number("logicalBlockSize"),
                device.text("writeCache"));
        return queue.equals(new Device.Queue(null, null, null, null, null, null, null)) ? null : queue;
    }

    private static Directory directory(Attributes directory) {
        return new Directory(
                directory.text("role"),
                directory.name(),
                directory.text("realPath"),
                directory.flag("exists"),
                directory.flag("readable"),
                directory.text("mountPoint"),
                directory.text("fileSystem"),
                directory.text("mountOptions"),
                directory.text("superOptions"),
                directory.text("source"),
                directory.text("majorMinor"),
                directory.list("devices"),
                directory.list("disks"),
                directory.number("blockBytes"),
                directory.number("totalBytes"),
                directory.number("usableBytes"),
                directory.text("storageType"),
                directory.text("noDevice"),
                directory.text("unknown"));
    }

    /** The findings about one node that its hosts have left in HDFS. */
    record HostFindings(Storage storage, String directory) {
        private static final double MILLIS = 1000.0;

        /**
         * Returns a node's layout.
         *
         * @param hosts YARN's names for the node; each has reported its own directories
         * @throws IOException if a host has left no findings, or damaged ones
         */
        NodeLayout of(String node, Set<String> hosts) throws IOException {
            Map<String, Finding> findings = new LinkedHashMap<>();
            for (String host : hosts) {
                for (Finding finding : read(host)) {
                    String role = finding.attributes().getOrDefault("role", "");
                    findings.putIfAbsent(finding.kind() + ' ' + role + ' ' + finding.name(), finding);
                }
            }
            Double ahead = findings.values().stream()
                    .filter(finding -> finding.kind().equals("clock"))
                    .map(clock -> -Long.parseLong(clock.attributes().get("offsetMillis")) / MILLIS)
                    .findFirst()
                    .orElse(null);
            return Layouts.of(node, new ArrayList<>(findings.values()), ahead);
        }

        private List<Finding> read(String host) throws IOException {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(storage.open(directory + "/" + host), StandardCharsets.UTF_8))) {
                return FindingText.read(lines);
            }
        }
    }
}
