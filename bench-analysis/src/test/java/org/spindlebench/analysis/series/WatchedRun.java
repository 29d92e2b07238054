package org.spindlebench.analysis.series;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;

/** A run for tests: its samples in the documented format, and the record that a campaign makes of them. */
public final class WatchedRun {
    public static final String SAMPLES = "001.nodes.gz";

    private static final long WRAP = 1L << 32;

    private final Path directory;
    private final Map<String, List<Map<String, Long>>> values = new LinkedHashMap<>();
    private final Map<String, List<Long>> times = new LinkedHashMap<>();
    private final List<NodeLayout> layouts = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private Long flushed;

    public WatchedRun(Path directory) {
        this.directory = directory;
    }

    /** Returns the record of {@link RunBuilder}: 12.19 s long, from 310 ms after a full minute. */
    public static RunRecord bare() {
        return new RunBuilder(1, "teragen").build();
    }

    public static long begin() {
        return bare().times().yarnStarted().toEpochMilli();
    }

    public static long end() {
        return bare().times().yarnFinished().toEpochMilli();
    }

    public WatchedRun layout(String json) {
        layouts.add(JsonDocument.parse(json, Layout.class, 1, new TextOrigin("layout", 1))
                .layout());
        return this;
    }

    /** A layout as a document, because documents have a schema. */
    public record Layout(int schema, NodeLayout layout) {}

    /** Adds a node with HDFS on {@code sdb}, the shuffle on {@code sdc}, and a network. */
    public WatchedRun plain(String node) {
        return layout("""
                {"schema": 1, "layout": {"node": "%s", "devices": [{"name": "sdb", "type": "disk"}, {"name": "sdc", "type": "disk"}],
                 "networks": [{"name": "eth0", "physical": true}, {"name": "lo", "physical": false}],
                 "directories": [{"role": "hdfs", "path": "/1", "devices": ["sdb"]}, {"role": "shuffle", "path": "/2", "devices": ["sdc"]}]}}
                """.formatted(node));
    }

    /** Adds a sample this many milliseconds after the job's begin. */
    public WatchedRun sample(String node, long millis, Map<String, Long> counters) {
        values.computeIfAbsent(node, name -> new ArrayList<>()).add(new TreeMap<>(counters));
        times.computeIfAbsent(node, name -> new ArrayList<>()).add(begin() + millis);
        return this;
    }

    /** Sets when everything was written, in milliseconds after the job's begin. */
    public WatchedRun flushed(long millis) {
        flushed = begin() + millis;
        return this;
    }

    public WatchedRun missing(String node) {
        missing.add(node);
        return this;
    }

    public Path file() {
        return directory.resolve(SAMPLES);
    }

    /** Writes the samples and returns the record. */
    public RunRecord made() {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file()))) {
            for (String node : values.keySet()) {
                out.write(text(node).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<NodeLoad> nodes = figures(end());
        WriteProof writes = new WriteProof(
                WriteProof.WriteVerdict.NOT_PROVABLE,
                null,
                null,
                null,
                null,
                12.19,
                flushed == null ? null : (Double) ((flushed - begin()) / 1000.0),
                null,
                null,
                null,
                null,
                "not asked");
        Proofs proofs = new Proofs(
                roles(nodes),
                flushed == null ? List.of() : roles(figures(flushed)),
                null,
                null,
                writes,
                null,
                null,
                null,
                null);
        NodeMetrics evidence = new NodeMetrics("yarn", nodes, missing, layouts, proofs, SAMPLES);
        return new RunBuilder(1, "teragen").evidence(evidence).build();
    }

    private List<RoleIo> roles(List<NodeLoad> nodes) {
        List<NodeLoad> whole =
                nodes.stream().filter(node -> !missing.contains(node.node())).toList();
        return List.of(RoleIo.of("hdfs", layouts, whole), RoleIo.of("shuffle", layouts, whole));
    }

    /**
     * Computes metrics from the last sample before the begin to the first one after the end. Nodes with fewer than two
     * samples are left out.
     */
    private List<NodeLoad> figures(long end) {
        List<NodeLoad> nodes = new ArrayList<>();
        for (String node : values.keySet()) {
            List<Reading> window = new ArrayList<>();
            for (Reading reading : readings(node)) {
                if (reading.millis() <= begin()) {
                    window.clear();
                }
                if (window.isEmpty() || window.get(window.size() - 1).millis() < end) {
                    window.add(reading);
                }
            }
            boolean covered = window.get(window.size() - 1).millis() >= end;
            if (window.size() > 1 && (covered || end == end())) {
                nodes.add(NodeLoad.of(node, window));
            }
        }
        return nodes;
    }

    private List<Reading> readings(String node) {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < values.get(node).size(); i++) {
            Map<String, Long> counters = values.get(node).get(i);
            readings.add(Reading.of(
                    times.get(node).get(i),
                    List.copyOf(counters.keySet()),
                    counters.values().stream().mapToLong(Long::longValue).toArray(),
                    i == 0 ? null : readings.get(i - 1)));
        }
        return readings;
    }

    private String text(String node) {
        StringBuilder text = new StringBuilder("node " + node + "\n");
        Map<String, Long> before = Map.of();
        for (int i = 0; i < values.get(node).size(); i++) {
            Map<String, Long> now = values.get(node).get(i);
            boolean same = now.keySet().equals(before.keySet());
            if (!same) {
                text.append("columns ").append(String.join(" ", now.keySet())).append('\n');
            }
            text.append(times.get(node).get(i) - (same ? times.get(node).get(i - 1) : 0));
            for (Map.Entry<String, Long> counter : now.entrySet()) {
                long number = counter.getValue() - (same ? before.get(counter.getKey()) : 0);
                text.append(' ').append(same && number == 0 ? "" : String.valueOf(number));
            }
            text.append('\n');
            before = now;
        }
        return text.toString();
    }

    public static Instant at(long millis) {
        return Instant.ofEpochMilli(begin() + millis);
    }

    /**
     * Returns the counters of a device whose requests have 4 sectors. They do not begin at 0, and milliseconds have 32
     * bits.
     */
    public static Map<String, Long> disk(String device, long reads, long writes, long busyMillis, long queueMillis) {
        String prefix = "disk." + device + ".";
        return Map.of(
                prefix + "reads", 1_000 + reads,
                prefix + "sectorsRead", 4_000 + 4 * reads,
                prefix + "writes", 1_000 + writes,
                prefix + "sectorsWritten", 4_000 + 4 * writes,
                prefix + "busyMillis", (4_000 + busyMillis) % WRAP,
                prefix + "queueMillis", (4_000 + queueMillis) % WRAP);
    }

    /** Joins several groups of counters. */
    @SafeVarargs
    public static Map<String, Long> all(Map<String, Long>... groups) {
        Map<String, Long> all = new TreeMap<>();
        for (Map<String, Long> group : groups) {
            all.putAll(group);
        }
        return all;
    }
}
