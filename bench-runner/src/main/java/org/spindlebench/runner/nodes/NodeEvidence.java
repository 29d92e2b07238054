package org.spindlebench.runner.nodes;

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
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.NodeSamples;
import org.spindlebench.runner.probe.WindowFilter;

/**
 * What a probe saw of a run.
 *
 * @param section for its record
 * @param samples the file that the record names, under the name that it has until the record is written; null where there is none
 * @param windows of the nodes that were watched
 */
public record NodeEvidence(NodeMetrics section, Path samples, List<NodeWindows> windows) {
    public NodeEvidence {
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
    public static NodeEvidence of(Probe probe, RunSpan span, boolean clocksAgree, Path directory, String name)
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
                new NodeMetrics(probe.method(), List.of(), missing, probe.layouts(), null, null), null, List.of());
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
                new NodeMetrics(probe.method(), nodes, missing, probe.layouts(), null, name), unnamed, windows);
    }

    /** The same with what its figures prove. */
    public NodeEvidence with(Proofs proofs) {
        return new NodeEvidence(section.with(proofs), samples, windows);
    }

    /** Nodes of which figures are missing. */
    public Optional<Warning> doubt() {
        return section.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "evidence-incomplete",
                        "not watched from the job's begin to its end, or by a clock that is more than "
                                + RunSpan.CLOCKS_AGREE.toSeconds() + " s from YARN's: "
                                + String.join(", ", section.missing())
                                + ". What these nodes and their devices did is not, or not all, in the figures"));
    }

    /** Reads the samples of one node once, however many: into the figures of the run's windows, and into the file. */
    public static final class NodeWindows {
        private static final String CACHED = "memory.Cached";
        private static final String OF_DATA_NODES = "datanode.";
        private static final String READ = ".read";
        private static final int KIB = 1024;

        /** The line before a node's samples. */
        private static final String NODE = "node ";

        private final NodeSamples samples;
        private final RunSpan span;
        private final Writer lines;
        private final StringBuilder line = new StringBuilder();
        private final Figures submitted;
        private final Figures job;
        private final Figures flushed;
        private final WindowFilter all;
        private ProbeSample before;
        private Long cachedBefore;
        private Long cachedAfter;
        private int dataNodes;
        private Long dataNodesAtBegin;
        private Long dataNodesAtEnd;

        NodeWindows(NodeSamples samples, RunSpan span, Writer lines) {
            this.samples = samples;
            this.span = span;
            this.lines = lines;
            this.submitted = new Figures(samples.node(), span.submitted(), span.finished(), this::seenOfDataNodes);
            this.job = new Figures(samples.node(), span.started(), span.finished(), sample -> {});
            this.flushed = new Figures(samples.node(), span.started(), span.flushed(), sample -> {});
            this.all = new WindowFilter(span.begin(), span.end(), this::write);
        }

        /** The figures of one window. */
        private static final class Figures {
            private final Window window;
            private final WindowFilter filter;
            private Reading reading;

            Figures(String node, Instant from, Instant to, SampleRing.Sink also) {
                this.window = new Window(node);
                this.filter = new WindowFilter(from, to, sample -> {
                    reading = Reading.of(sample.millis(), sample.names(), sample.values(), reading);
                    window.add(reading);
                    also.take(sample);
                });
            }

            NodeFigures figures() {
                return window.readings() > 1 ? window.figures() : null;
            }
        }

        /** Whether they could be read to their end, and reach from the job's begin to its end. */
        boolean read() {
            try {
                samples.source().forEach(this::take);
            } catch (IOException damaged) {
                return false;
            }
            return job.filter.covered();
        }

        private void take(ProbeSample sample) throws IOException {
            all.take(sample);
            submitted.filter.take(sample);
            job.filter.take(sample);
            flushed.filter.take(sample);
            if (sample.millis() <= span.coolingBegan().toEpochMilli()) {
                cachedBefore = value(sample, CACHED);
            } else if (cachedAfter == null
                    && sample.millis() >= span.coolingEnded().toEpochMilli()) {
                cachedAfter = value(sample, CACHED);
            }
        }

        private void write(ProbeSample sample) throws IOException {
            if (before == null) {
                line.append(NODE).append(samples.node()).append('\n');
            }
            SampleText.append(before, sample, line);
            lines.append(line);
            line.setLength(0);
            before = sample;
        }

        private void seenOfDataNodes(ProbeSample sample) {
            Long bytes = null;
            int processes = 0;
            for (int i = 0; i < sample.size(); i++) {
                String name = sample.names().get(i);
                if (name.startsWith(OF_DATA_NODES) && name.endsWith(READ)) {
                    bytes = (bytes == null ? 0 : bytes) + sample.value(i);
                    processes++;
                }
            }
            if (submitted.window.readings() == 1) {
                dataNodesAtBegin = bytes;
                dataNodes = processes;
            }
            // One that began or ended meanwhile is not in both.
            dataNodesAtEnd = processes == dataNodes ? bytes : null;
        }

        private static Long value(ProbeSample sample, String name) {
            int place = sample.names().indexOf(name);
            return place < 0 ? null : (Long) sample.value(place);
        }

        public String node() {
            return samples.node();
        }

        /** Of the job; null where there are fewer than two samples. */
        public NodeFigures job() {
            return job.figures();
        }

        /** From its submission to its end: TeraSort's client reads a sample of the input before there is an application. Null as that of the job. */
        public NodeFigures submitted() {
            return submitted.figures();
        }

        /** From the job's begin until what it left dirty was written; null where that is not known. */
        public NodeFigures flushed() {
            return flushed.filter.covered() ? flushed.figures() : null;
        }

        /** Bytes of the page cache before the cooling; null where nobody saw. */
        public Long cachedBefore() {
            return cachedBefore == null ? null : (Long) (cachedBefore * KIB);
        }

        /** Bytes of the page cache after the cooling; null where nobody saw. */
        public Long cachedAfter() {
            return cachedAfter == null ? null : (Long) (cachedAfter * KIB);
        }

        /** Bytes that DataNodes fetched from devices from the job's submission to its end; null where their I/O is hidden. */
        public Long readByDataNodes() {
            boolean known = dataNodesAtBegin != null && dataNodesAtEnd != null && dataNodesAtEnd >= dataNodesAtBegin;
            return known ? (Long) (dataNodesAtEnd - dataNodesAtBegin) : null;
        }
    }

    /**
     * What of a run is watched.
     *
     * @param coolingBegan when its cooling began, after everything had settled
     * @param coolingEnded when it was done
     * @param submitted the job, by the client
     * @param started the job, by YARN
     * @param finished the job, by YARN
     * @param flushed when what it left dirty had been written; the job's end where nobody waited for that
     */
    public record RunSpan(
            Instant coolingBegan,
            Instant coolingEnded,
            Instant submitted,
            Instant started,
            Instant finished,
            Instant flushed) {
        /** Clocks that differ by more show another window than the job's. */
        static final Duration CLOCKS_AGREE = Duration.ofSeconds(2);

        /** Of a job alone. */
        public static RunSpan of(Instant started, Instant finished) {
            return new RunSpan(started, started, started, started, finished, finished);
        }

        /** A job can't have begun before its client submitted it, nor ended after its client saw it end. */
        static boolean clocksAgree(EndedJob job) {
            boolean before = job.clientSubmitted() != null
                    && job.yarnStarted().plus(CLOCKS_AGREE).isBefore(job.clientSubmitted());
            boolean after = job.clientFinished() != null
                    && job.yarnFinished().minus(CLOCKS_AGREE).isAfter(job.clientFinished());
            return !before && !after;
        }

        /** The first instant of all. */
        Instant begin() {
            return coolingBegan.isBefore(started) ? coolingBegan : started;
        }

        /** The last instant of all. */
        Instant end() {
            return flushed.isAfter(finished) ? flushed : finished;
        }
    }
}
