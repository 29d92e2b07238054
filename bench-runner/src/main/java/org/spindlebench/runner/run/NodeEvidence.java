package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.probe.NodeSamples;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.WindowFilter;

/**
 * What a probe saw of a run.
 *
 * @param section for its record
 * @param samples the file that the record names, under the name that it has until the record is written; null where there is none
 */
record NodeEvidence(Evidence section, Path samples) {
    /** The line before a node's samples. */
    private static final String NODE = "node ";

    /** Clocks that differ by more show another window than the job's. */
    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(2);

    /**
     * Asks a probe for what nodes did during a job that has just ended.
     *
     * @param directory for the file of samples
     * @param name what that is to be called
     * @return null where nobody watches, or YARN has no times of the job
     */
    static NodeEvidence of(Probe probe, EndedJob job, Path directory, String name)
            throws IOException, InterruptedException {
        if (job.yarnStarted() == null || job.yarnFinished() == null) {
            return null;
        }
        NodeEvidence found = of(probe, job.yarnStarted(), job.yarnFinished(), directory, name);
        return found == null || clocksAgree(job) ? found : found.ofAnotherWindow();
    }

    /** A job can't have begun before its client submitted it, nor ended after its client saw it end. */
    private static boolean clocksAgree(EndedJob job) {
        boolean before = job.clientSubmitted() != null
                && job.yarnStarted().plus(CLOCKS_AGREE).isBefore(job.clientSubmitted());
        boolean after = job.clientFinished() != null
                && job.yarnFinished().minus(CLOCKS_AGREE).isAfter(job.clientFinished());
        return !before && !after;
    }

    private NodeEvidence ofAnotherWindow() throws IOException {
        if (samples != null) {
            Files.deleteIfExists(samples);
        }
        List<String> all = new ArrayList<>(section.missing());
        section.nodes().stream()
                .map(NodeFigures::node)
                .filter(node -> !all.contains(node))
                .forEach(all::add);
        return new NodeEvidence(new Evidence(section.probe(), List.of(), all, section.layout(), null), null);
    }

    static NodeEvidence of(Probe probe, Instant from, Instant to, Path directory, String name)
            throws IOException, InterruptedException {
        List<NodeSamples> samples = probe.window(from, to);
        if (samples.isEmpty()) {
            return null;
        }
        Path unnamed = directory.resolve("." + name + ".tmp");
        List<NodeFigures> nodes = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (Writer lines =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(unnamed)), StandardCharsets.UTF_8)) {
            for (NodeSamples node : samples) {
                Reader reader = new Reader(node.node(), lines);
                WindowFilter window = new WindowFilter(from, to, reader::take);
                if (!reader.readAll(node, window) || !window.covered()) {
                    missing.add(node.node());
                }
                reader.figures().ifPresent(nodes::add);
            }
        } finally {
            probe.read();
        }
        if (nodes.isEmpty()) {
            Files.delete(unnamed);
            return new NodeEvidence(new Evidence(probe.method(), nodes, missing, probe.layouts(), null), null);
        }
        return new NodeEvidence(new Evidence(probe.method(), nodes, missing, probe.layouts(), name), unnamed);
    }

    /** Reads the samples of one node once: into its figures, and into the file. */
    private static final class Reader {
        private final String node;
        private final Writer lines;
        private final Window figures;
        private final StringBuilder line = new StringBuilder();
        private Sample before;
        private Reading reading;

        Reader(String node, Writer lines) {
            this.node = node;
            this.lines = lines;
            this.figures = new Window(node);
        }

        /** Whether they could be read to their end. */
        boolean readAll(NodeSamples samples, WindowFilter window) {
            try {
                samples.source().forEach(window);
                return true;
            } catch (IOException damaged) {
                return false;
            }
        }

        void take(Sample sample) throws IOException {
            if (before == null) {
                line.append(NODE).append(node).append('\n');
            }
            SampleText.append(before, sample, line);
            lines.append(line);
            line.setLength(0);
            before = sample;
            reading = Reading.of(sample.millis(), sample.names(), sample.values(), reading);
            figures.add(reading);
        }

        Optional<NodeFigures> figures() {
            return figures.readings() > 1 ? Optional.of(figures.figures()) : Optional.empty();
        }
    }

    /** Nodes of which figures are missing. */
    Optional<Warning> doubt() {
        return section.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "evidence-incomplete",
                        "not watched from the job's begin to its end, or by a clock that is more than "
                                + CLOCKS_AGREE.toSeconds() + " s from YARN's: " + String.join(", ", section.missing())
                                + ". What these nodes and their devices did is not, or not all, in the figures"));
    }
}
