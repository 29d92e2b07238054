package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.Sample;
import org.spindlebench.jobs.probe.SampleText;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.probe.NodeSamples;
import org.spindlebench.runner.probe.Probe;

/**
 * What a probe saw of a run.
 *
 * @param section for its record
 * @param samples for the file that the record names
 */
record NodeEvidence(Evidence section, List<NodeSamples> samples) {
    /** The line before a node's samples. */
    private static final String NODE = "node ";

    /** Clocks that differ by more show another window than the job's. */
    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(2);

    /**
     * Asks a probe for what nodes did during a job that has just ended.
     *
     * @param file what the file of samples is to be called
     * @return null where nobody watches, or YARN has no times of the job
     */
    static NodeEvidence of(Probe probe, EndedJob job, String file) throws InterruptedException {
        if (job.yarnStarted() == null || job.yarnFinished() == null) {
            return null;
        }
        NodeEvidence found = of(probe, job.yarnStarted(), job.yarnFinished(), file);
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

    private NodeEvidence ofAnotherWindow() {
        List<String> all = samples.stream().map(NodeSamples::node).toList();
        return new NodeEvidence(new Evidence(section.probe(), List.of(), all, null), List.of());
    }

    static NodeEvidence of(Probe probe, Instant from, Instant to, String file) throws InterruptedException {
        List<NodeSamples> samples = probe.window(from, to);
        if (samples.isEmpty()) {
            return null;
        }
        List<NodeFigures> nodes = samples.stream()
                .filter(node -> node.samples().size() > 1)
                .map(node -> NodeFigures.of(node.node(), node.readings()))
                .toList();
        List<String> missing = samples.stream()
                .filter(node -> !node.cover(from, to))
                .map(NodeSamples::node)
                .toList();
        return new NodeEvidence(new Evidence(probe.method(), nodes, missing, nodes.isEmpty() ? null : file), samples);
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

    /** The lines of the file. */
    Stream<String> lines() {
        return samples.stream()
                .filter(node -> !node.samples().isEmpty())
                .flatMap(node ->
                        Stream.concat(Stream.of(NODE + node.node()), text(node).lines()));
    }

    private static String text(NodeSamples node) {
        StringBuilder text = new StringBuilder();
        Sample before = null;
        for (Sample sample : node.samples()) {
            SampleText.append(before, sample, text);
            before = sample;
        }
        return text.toString();
    }
}
