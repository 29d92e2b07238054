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
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.NodeSamples;
import org.spindlebench.runner.probe.WindowFilter;

/**
 * A probe's samples and metrics for one run.
 *
 * @param samples the file of samples, under its temporary name until the record is written; null if there is none
 */
public record NodeEvidence(NodeMetrics section, Path samples, List<NodeWindows> windows) {
    public NodeEvidence {
        windows = List.copyOf(windows);
    }

    /**
     * Asks a probe for the samples of a run whose job has just ended.
     *
     * @param clocksAgree whether the span's clocks agree; otherwise the span's times are wrong, and no samples are used
     * @param directory the directory for the file of samples
     * @param name the file's name in the record
     * @param applications the job's applications in YARN
     * @return null without a probe
     */
    public static NodeEvidence of(
            Probe probe, RunSpan span, boolean clocksAgree, Path directory, String name, Set<String> applications)
            throws IOException, InterruptedException {
        List<NodeSamples> samples = probe.window(span.begin(), span.end());
        if (samples.isEmpty()) {
            return null;
        }
        try {
            return clocksAgree
                    ? read(probe, samples, span, applications, directory.resolve(name))
                    : none(probe, samples.stream().map(NodeSamples::node).toList());
        } finally {
            probe.read();
        }
    }

    private static NodeEvidence none(Probe probe, List<String> missing) {
        return new NodeEvidence(
                new NodeMetrics(probe.method(), List.of(), missing, probe.layouts(), null, null), null, List.of());
    }

    private static NodeEvidence read(
            Probe probe, List<NodeSamples> samples, RunSpan span, Set<String> applications, Path file)
            throws IOException {
        Path unnamed = file.resolveSibling("." + file.getFileName() + ".tmp");
        try {
            return readInto(
                    unnamed,
                    probe,
                    samples,
                    span,
                    applications,
                    file.getFileName().toString());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unnamed);
            throw e;
        }
    }

    private static NodeEvidence readInto(
            Path unnamed, Probe probe, List<NodeSamples> samples, RunSpan span, Set<String> applications, String name)
            throws IOException {
        List<NodeWindows> windows = new ArrayList<>();
        List<NodeLoad> nodes = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (Writer lines =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(unnamed)), StandardCharsets.UTF_8)) {
            for (NodeSamples node : samples) {
                WindowsReader reader =
                        new WindowsReader(node, () -> new Window(node.node(), applications), span, lines);
                if (!reader.read()) {
                    missing.add(node.node());
                }
                NodeWindows window = reader.windows();
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

    public NodeEvidence with(Proofs proofs) {
        return new NodeEvidence(section.with(proofs), samples, windows);
    }

    /** Returns a warning that names the nodes without complete metrics. */
    public Optional<Warning> warning() {
        return section.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "evidence-incomplete",
                        "not probed from the job's start to its end, or with a clock that is more than "
                                + RunSpan.CLOCKS_AGREE.toSeconds() + " s off YARN's: "
                                + String.join(", ", section.missing())
                                + ". The metrics leave out some or all activity of these nodes and their devices"));
    }

    /**
     * A node's metrics in the windows of a run.
     *
     * @param job the metrics of the job; null with fewer than two samples
     * @param submitted the metrics from the job's submission to its end; null with fewer than two samples. TeraSort's
     *     client reads a sample of the input before there is an application.
     * @param flushed the metrics from the job's start until its pages were flushed; null if that time is unknown
     * @param cachedBefore the bytes of the page cache before the cooling; null if unknown
     * @param cachedAfter the bytes of the page cache after the cooling; null if unknown
     */
    public record NodeWindows(
            String node, NodeLoad job, NodeLoad submitted, NodeLoad flushed, Long cachedBefore, Long cachedAfter) {}

    /** Reads a node's samples in one pass, for the metrics of the run's windows and for the file of samples. */
    private static final class WindowsReader {
        private static final String CACHED = "memory.Cached";
        private static final int KIB = 1024;

        /** The prefix of the line before a node's samples. */
        private static final String NODE = "node ";

        private final NodeSamples samples;
        private final RunSpan span;
        private final Writer lines;
        private final StringBuilder line = new StringBuilder();
        private final FilteredWindow submitted;
        private final FilteredWindow job;
        private final FilteredWindow flushed;
        private final WindowFilter all;
        private ProbeSample before;
        private Long cachedBefore;
        private Long cachedAfter;

        WindowsReader(NodeSamples samples, Supplier<Window> empty, RunSpan span, Writer lines) {
            this.samples = samples;
            this.span = span;
            this.lines = lines;
            this.submitted = new FilteredWindow(empty.get(), span.submitted(), span.finished());
            this.job = new FilteredWindow(empty.get(), span.started(), span.finished());
            this.flushed = new FilteredWindow(empty.get(), span.started(), span.flushed());
            this.all = new WindowFilter(span.begin(), span.end(), this::write);
        }

        private static final class FilteredWindow {
            private final Window window;
            private final WindowFilter filter;
            private Reading reading;

            FilteredWindow(Window window, Instant from, Instant to) {
                this.window = window;
                this.filter = new WindowFilter(from, to, sample -> {
                    reading = Reading.of(sample.millis(), sample.names(), sample.values(), reading);
                    window.add(reading);
                });
            }

            NodeLoad load() {
                return window.readings() > 1 ? window.load() : null;
            }
        }

        /** Returns whether all samples could be read and whether they cover the job from start to end. */
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

        private static Long value(ProbeSample sample, String name) {
            int place = sample.names().indexOf(name);
            return place < 0 ? null : (Long) sample.value(place);
        }

        NodeWindows windows() {
            return new NodeWindows(
                    samples.node(),
                    job.load(),
                    submitted.load(),
                    flushed.filter.covered() ? flushed.load() : null,
                    bytes(cachedBefore),
                    bytes(cachedAfter));
        }

        private static Long bytes(Long kib) {
            return kib == null ? null : (Long) (kib * KIB);
        }
    }

    /**
     * The instants of a run that bound the probe's windows.
     *
     * @param coolingBegan the time at which the cooling began, after everything had settled
     * @param coolingEnded when the cooling ended
     * @param submitted when the client submitted the job
     * @param started the time at which the job started, according to YARN
     * @param finished the time at which the job ended, according to YARN
     * @param flushed when the job's dirty pages had been written; the job's end if Spindle did not wait for that
     */
    public record RunSpan(
            Instant coolingBegan,
            Instant coolingEnded,
            Instant submitted,
            Instant started,
            Instant finished,
            Instant flushed) {
        /** If clocks differ by more than this, a window does not show the job. */
        static final Duration CLOCKS_AGREE = Duration.ofSeconds(2);

        /** Returns the span of a job without cooling before it or flushing after it. */
        public static RunSpan of(Instant started, Instant finished) {
            return new RunSpan(started, started, started, started, finished, finished);
        }

        /**
         * Checks whether the clocks of the client and of YARN agree. A job cannot begin before its client submits it,
         * or end after its client sees the end.
         */
        static boolean clocksAgree(EndedJob job) {
            boolean before = job.clientSubmitted() != null
                    && job.yarnStarted().plus(CLOCKS_AGREE).isBefore(job.clientSubmitted());
            boolean after = job.clientFinished() != null
                    && job.yarnFinished().minus(CLOCKS_AGREE).isAfter(job.clientFinished());
            return !before && !after;
        }

        Instant begin() {
            return coolingBegan.isBefore(started) ? coolingBegan : started;
        }

        Instant end() {
            return flushed.isAfter(finished) ? flushed : finished;
        }
    }
}
