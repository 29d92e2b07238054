package org.spindlebench.runner.nodes;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.nodes.Damage.Replicas;
import org.spindlebench.runner.nodes.NodeEvidence.NodeWindows;

/**
 * All that was seen of a run whose job has succeeded while its history could not be read. A later client, too, can then
 * read the history, and prove the run as if nothing had happened.
 *
 * @param section the nodes' metrics; null without a probe
 * @param windows the nodes' metrics by windows of the run; empty without a probe
 * @param flushed when the job's dirty pages had been written; null if unknown
 * @param before the replicas of the input when the run began; null for a job without input
 * @param after the replicas of the input when the job had ended
 * @param asked the settings that the job was to have
 * @param lost the daemons missing at any time during the run
 * @param stored bytes of the campaign's files in HDFS; null if unknown
 * @param emulator CPU seconds of emulated disks during the job; null without such disks
 * @param steps the times of the steps so far; null while the first attempt goes on
 */
public record Uncollected(
        int schema,
        EndedJob job,
        Cache cache,
        NodeMetrics section,
        List<NodeWindows> windows,
        Instant flushed,
        Replicas before,
        Replicas after,
        List<Warning> warnings,
        Map<String, String> asked,
        List<String> lost,
        Long stored,
        Double emulator,
        Steps steps) {
    public static final int SCHEMA = 1;

    private static final double MILLIS = 1000.0;

    public Uncollected {
        windows = windows == null ? List.of() : List.copyOf(windows);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        asked = asked == null ? Map.of() : Map.copyOf(asked);
        lost = lost == null ? List.of() : List.copyOf(lost);
    }

    /**
     * Returns the nodes' evidence.
     *
     * @param samples the file of samples; null if there is none
     * @param name the file's name in the record
     * @return null without a probe
     */
    public NodeEvidence evidence(Path samples, String name) {
        if (section == null) {
            return null;
        }
        NodeMetrics named = new NodeMetrics(
                section.probe(),
                section.nodes(),
                section.missing(),
                section.layout(),
                null,
                samples == null ? null : name);
        return new NodeEvidence(named, samples, windows);
    }

    public Uncollected after(Steps spent) {
        return new Uncollected(
                schema, job, cache, section, windows, flushed, before, after, warnings, asked, lost, stored, emulator,
                spent);
    }

    /** Returns the times of the run's steps, with those of the late collection. */
    public Steps and(Steps later) {
        if (steps == null) {
            return later;
        }
        return new Steps(
                steps.prepare(),
                steps.settle(),
                steps.cool(),
                steps.run(),
                steps.flush(),
                sum(steps.collect(), later.collect()),
                later.verify(),
                later.readBack(),
                sum(steps.clean(), later.clean()),
                steps.overhead());
    }

    private static Double sum(Double one, Double other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.round((one + other) * MILLIS) / MILLIS;
    }
}
