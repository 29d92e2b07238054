package org.spindlebench.runner.run;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.SampleRing;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.probe.NodeSamples;
import org.spindlebench.runner.probe.WindowFilter;

/** Reads the samples of one node once, however many: into the figures of the run's windows, and into the file. */
final class NodeWindows {
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
    private Sample before;
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

    private void take(Sample sample) throws IOException {
        all.take(sample);
        submitted.filter.take(sample);
        job.filter.take(sample);
        flushed.filter.take(sample);
        if (sample.millis() <= span.coolingBegan().toEpochMilli()) {
            cachedBefore = value(sample, CACHED);
        } else if (cachedAfter == null && sample.millis() >= span.coolingEnded().toEpochMilli()) {
            cachedAfter = value(sample, CACHED);
        }
    }

    private void write(Sample sample) throws IOException {
        if (before == null) {
            line.append(NODE).append(samples.node()).append('\n');
        }
        SampleText.append(before, sample, line);
        lines.append(line);
        line.setLength(0);
        before = sample;
    }

    private void seenOfDataNodes(Sample sample) {
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

    private static Long value(Sample sample, String name) {
        int place = sample.names().indexOf(name);
        return place < 0 ? null : (Long) sample.value(place);
    }

    String node() {
        return samples.node();
    }

    /** Of the job; null where there are fewer than two samples. */
    NodeFigures job() {
        return job.figures();
    }

    /** From its submission to its end: TeraSort's client reads a sample of the input before there is an application. Null as that of the job. */
    NodeFigures submitted() {
        return submitted.figures();
    }

    /** From the job's begin until what it left dirty was written; null where that is not known. */
    NodeFigures flushed() {
        return flushed.filter.covered() ? flushed.figures() : null;
    }

    /** Bytes of the page cache before the cooling; null where nobody saw. */
    Long cachedBefore() {
        return cachedBefore == null ? null : (Long) (cachedBefore * KIB);
    }

    /** Bytes of the page cache after the cooling; null where nobody saw. */
    Long cachedAfter() {
        return cachedAfter == null ? null : (Long) (cachedAfter * KIB);
    }

    /** Bytes that DataNodes fetched from devices from the job's submission to its end; null where their I/O is hidden. */
    Long readByDataNodes() {
        boolean known = dataNodesAtBegin != null && dataNodesAtEnd != null && dataNodesAtEnd >= dataNodesAtBegin;
        return known ? (Long) (dataNodesAtEnd - dataNodesAtBegin) : null;
    }
}
