package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.probe.NodeSamples;
import org.spindlebench.runner.probe.Probe;

/**
 * What a probe saw of a run.
 *
 * @param section for its record
 * @param samples the file that the record names, under the name that it has until the record is written; null where there is none
 * @param windows of the nodes that were watched
 */
record NodeEvidence(Evidence section, Path samples, List<NodeWindows> windows) {
    NodeEvidence {
        windows = List.copyOf(windows);
    }

    /**
     * Asks a probe for what nodes did during a run of which the job has just ended.
     *
     * @param clocksAgree whether the span's clocks do; otherwise it is of another time, and nothing is taken of it
     * @param directory for the file of samples
     * @param name what that is to be called
     * @return null where nobody watches
     */
    static NodeEvidence of(Probe probe, RunSpan span, boolean clocksAgree, Path directory, String name)
            throws IOException, InterruptedException {
        List<NodeSamples> samples = probe.window(span.begin(), span.end());
        if (samples.isEmpty()) {
            return null;
        }
        try {
            return clocksAgree
                    ? read(probe, samples, span, directory, name)
                    : none(probe, samples.stream().map(NodeSamples::node).toList());
        } finally {
            probe.read();
        }
    }

    private static NodeEvidence none(Probe probe, List<String> missing) {
        return new NodeEvidence(
                new Evidence(probe.method(), List.of(), missing, probe.layouts(), null, null), null, List.of());
    }

    private static NodeEvidence read(Probe probe, List<NodeSamples> samples, RunSpan span, Path directory, String name)
            throws IOException {
        Path unnamed = directory.resolve("." + name + ".tmp");
        try {
            return readInto(unnamed, probe, samples, span, name);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unnamed);
            throw e;
        }
    }

    private static NodeEvidence readInto(
            Path unnamed, Probe probe, List<NodeSamples> samples, RunSpan span, String name) throws IOException {
        List<NodeWindows> windows = new ArrayList<>();
        List<NodeFigures> nodes = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (Writer lines =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(unnamed)), StandardCharsets.UTF_8)) {
            for (NodeSamples node : samples) {
                NodeWindows window = new NodeWindows(node, span, lines);
                if (!window.read()) {
                    missing.add(node.node());
                }
                if (window.job() != null) {
                    windows.add(window);
                    nodes.add(window.job());
                }
            }
        }
        if (nodes.isEmpty()) {
            Files.delete(unnamed);
            return none(probe, missing);
        }
        return new NodeEvidence(
                new Evidence(probe.method(), nodes, missing, probe.layouts(), null, name), unnamed, windows);
    }

    /** The same with what its figures prove. */
    NodeEvidence with(Proofs proofs) {
        return new NodeEvidence(section.with(proofs), samples, windows);
    }

    /** Nodes of which figures are missing. */
    Optional<Warning> doubt() {
        return section.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "evidence-incomplete",
                        "not watched from the job's begin to its end, or by a clock that is more than "
                                + RunSpan.CLOCKS_AGREE.toSeconds() + " s from YARN's: "
                                + String.join(", ", section.missing())
                                + ". What these nodes and their devices did is not, or not all, in the figures"));
    }
}
