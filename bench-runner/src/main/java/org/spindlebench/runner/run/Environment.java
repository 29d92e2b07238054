package org.spindlebench.runner.run;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Sizing.SlotsOf;

/**
 * The environment of a campaign, saved next to its records before the first run. Spindle sizes a resumed campaign by
 * the saved shape, so that its repeats stay alike.
 *
 * @param shape the shape that the cluster had before Spindle ran anything on it
 * @param cold the way in which caches are made cold, as {@code --cold} names it
 * @param probe the way in which nodes are watched, as {@code --probe} names it; null for campaigns of versions that did
 *     not save it
 * @param baseDirectory Spindle's directory in HDFS
 * @param embedded whether the cluster was started for the campaign
 * @param calibrated the slots that the queue granted in calibrations before the campaign; empty if there were none
 * @param daemons the settings in force in the nodes' daemons
 * @param slots the tasks of one wave, for each job and number of containers per node
 * @param laboratory the emulated disks; null if the disks are real
 */
public record Environment(
        int schema,
        Software software,
        ClusterShape shape,
        String queue,
        String cold,
        String probe,
        String baseDirectory,
        boolean embedded,
        List<CalibratedSlots> calibrated,
        NodeDaemons daemons,
        List<SlotsOf> slots,
        LabState laboratory) {
    public static final int SCHEMA = 1;

    public Environment {
        Workspace.requireOwn(baseDirectory);
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(cold, "cold");
        calibrated = calibrated == null ? List.of() : List.copyOf(calibrated);
    }

    /** Returns a warning if a wave of a job leaves some hosts without a task; empty if every host gets one. */
    public static Optional<Warning> fewSlots(String job, int slots, int hosts) {
        return slots >= hosts
                ? Optional.empty()
                : Optional.of(new Warning(
                        "fewer-slots-than-hosts",
                        "one wave of " + job + " has " + HumanText.counted(slots, "task") + " on " + hosts
                                + " hosts: some hosts do all of the"
                                + " work and the others none, so bytes per node and means over nodes describe no node;"
                                + " give the queue more resources, lower the container requests, or raise --slots"));
    }
}
