package org.spindlebench.runner.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.NodeMetrics.NodeSampleFiles;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.throughput.ThroughputFile;
import org.spindlebench.runner.bundle.ArchiveReader.UnpackLimits;
import org.spindlebench.runner.nodes.NodeEvidence;

/** Computes what a record says of nodes and streams once more, from the files of samples that it names. */
final class SampleChecks {
    private static final int MOST_SLOTS = 1 << 16;

    private final Path root;
    private final UnpackLimits limits;
    private final Consumer<String> found;

    SampleChecks(Path root, UnpackLimits limits, Consumer<String> found) {
        this.root = root;
        this.limits = limits;
        this.found = found;
    }

    void check(String entry, RunRecord run) throws IOException {
        Path folder = root.resolve(entry).getParent();
        Throughput moved = run.throughput();
        if (moved != null && moved.samples() != null) {
            Path file = named(folder, moved.samples(), entry);
            if (file != null) {
                streams(entry, moved, file);
            }
        }
        NodeMetrics evidence = run.evidence();
        boolean timed = run.times() != null
                && run.times().yarnStarted() != null
                && run.times().yarnFinished() != null;
        if (evidence != null && evidence.samples() != null && timed) {
            Path file = named(folder, evidence.samples(), entry);
            if (file != null) {
                nodes(entry, run, file);
            }
        }
    }

    /** Returns a file of samples that may be read; null, with a sentence, if it is missing. */
    private Path named(Path folder, String name, String entry) throws IOException {
        Path file = NodeSampleFiles.beside(folder, name);
        if (!Files.isRegularFile(file)) {
            found.accept(entry + ": names " + name + ", which is missing");
            return null;
        }
        try (InputStream unpacked = ArchiveReader.unpacked(file, limits)) {
            unpacked.transferTo(OutputStream.nullOutputStream());
        }
        return file;
    }

    private void streams(String entry, Throughput moved, Path file) throws IOException {
        long bytes = ThroughputFile.read(file, MOST_SLOTS, moved.streamSeconds()).stream()
                .mapToLong(ThroughputFile.Span::bytes)
                .sum();
        if (moved.bytes() != null && moved.bytes() != bytes) {
            found.accept(
                    entry + ": throughput.bytes is " + moved.bytes() + ", but " + moved.samples() + " has " + bytes);
        }
    }

    private void nodes(String entry, RunRecord run, Path file) throws IOException {
        Map<String, JobWindow> windows = new HashMap<>();
        for (NodeLayout layout : run.evidence().layout()) {
            windows.put(layout.node(), new JobWindow(run, layout.node(), NodeEvidence.storage(layout)));
        }
        SampleFile.read(
                file, (node, reading) -> windows.computeIfAbsent(node, name -> new JobWindow(run, name, Set.of()))
                        .take(reading));
        for (NodeLoad node : run.evidence().nodes()) {
            JobWindow window = windows.get(node.node());
            if (window == null || window.samples.readings() < 2) {
                found.accept(entry + ": evidence.nodes has " + node.node() + ", but "
                        + run.evidence().samples() + " has no samples of that node");
            } else if (node.clockStep() == null) {
                compare(
                        entry + ": evidence.nodes of " + node.node(),
                        JsonDocument.tree(node),
                        JsonDocument.tree(window.samples.load()),
                        run.evidence().samples());
            }
        }
    }

    /** Compares what is recorded. The version that recorded it may have known less than this one. */
    private void compare(String place, JsonNode recorded, JsonNode computed, String samples) {
        for (Map.Entry<String, JsonNode> part : recorded.properties()) {
            JsonNode other = computed.get(part.getKey());
            String where = place + ": " + part.getKey();
            if (other == null) {
                continue;
            }
            if (part.getValue().isObject()) {
                compare(where, part.getValue(), other, samples);
            } else if (part.getValue().isArray()) {
                compareLists(where, part.getValue(), other, samples);
            } else if (!part.getValue().equals(other)) {
                found.accept(
                        where + " is " + part.getValue().asText() + ", but " + samples + " gives " + other.asText());
            }
        }
    }

    private void compareLists(String place, JsonNode recorded, JsonNode computed, String samples) {
        for (JsonNode one : recorded) {
            String name = nameOf(one);
            JsonNode same = null;
            for (JsonNode other : computed) {
                same = Objects.equals(nameOf(other), name) ? other : same;
            }
            if (same == null) {
                found.accept(place + " has " + name + ", but " + samples + " has not");
            } else {
                compare(place + " " + name, one, same, samples);
            }
        }
    }

    private static String nameOf(JsonNode part) {
        return part.has("device")
                ? part.get("device").asText()
                : part.path("name").asText();
    }

    /** The samples of a node from the last one before the job to the first one after it. */
    private static final class JobWindow {
        private final long from;
        private final long to;
        private final Window samples;
        private Reading before;
        private long last = Long.MIN_VALUE;

        JobWindow(RunRecord run, String node, Set<String> storage) {
            this.from = run.times().yarnStarted().toEpochMilli();
            this.to = run.times().yarnFinished().toEpochMilli();
            this.samples = new Window(node, storage);
        }

        void take(Reading reading) {
            if (reading.millis() <= from) {
                before = reading;
                return;
            }
            if (before != null) {
                add(before);
                before = null;
            }
            if (last < to) {
                add(reading);
            }
        }

        private void add(Reading reading) {
            last = reading.millis();
            samples.add(reading);
        }
    }
}
