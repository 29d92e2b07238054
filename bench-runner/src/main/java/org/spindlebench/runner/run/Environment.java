package org.spindlebench.runner.run;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;

/**
 * Where a campaign ran, written beside its records before the first run. A campaign that is resumed is sized by the shape
 * found here, so that its repeats stay alike.
 *
 * @param schema version of this document
 * @param software versions and checksums
 * @param shape the cluster as it was when nothing of ours ran
 * @param queue the queue
 * @param givenSlots the user's own number of slots, or null
 * @param cold how caches are cooled, as {@code --cold} takes it
 * @param probe how nodes are watched, as {@code --probe} takes it; null of a campaign that was begun before it was kept
 * @param contended the share of others' load beyond which its runs are invalid; null for any
 * @param baseDirectory Spindle's directory in HDFS
 * @param embeddedOptions what the embedded cluster was made of, or null
 * @param embedded whether the cluster was started for the campaign
 * @param calibrated what the queue was seen to grant when the campaign began; empty where nothing was measured
 * @param daemons the settings that the nodes' daemons had in force
 * @param slots tasks of one wave by job and containers per node, with both answers
 */
public record Environment(
        int schema,
        Software software,
        ClusterShape shape,
        String queue,
        Integer givenSlots,
        String cold,
        String probe,
        Double contended,
        String baseDirectory,
        String embeddedOptions,
        boolean embedded,
        List<CalibratedSlots> calibrated,
        NodeDaemons daemons,
        List<SlotsOf> slots) {
    /** The schema this version writes. */
    public static final int SCHEMA = 1;

    public Environment {
        Workspace.requireOwn(baseDirectory);
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(cold, "cold");
        calibrated = calibrated == null ? List.of() : List.copyOf(calibrated);
    }

    /** A doubt about a job whose tasks come to some of the hosts only; empty where there is one for each. */
    public static Optional<Warning> fewSlots(String job, int slots, int hosts) {
        return slots >= hosts
                ? Optional.empty()
                : Optional.of(new Warning(
                        "fewer-slots-than-hosts",
                        "one wave of " + job + " has " + slots + " task(s) on " + hosts
                                + " hosts: some hosts do all of the"
                                + " work and the others none, so that bytes per node and means over nodes hold for no node;"
                                + " give the queue more, lower the requests of containers, or raise --slots"));
    }

    /**
     * The slots of one job. Where further settings of its runs change them, the fewest.
     *
     * @param job the job
     * @param containersPerNode that its runs ask for; null where they ask for none
     * @param byMemory when only memory is counted
     * @param byDominant when memory and vcores are counted
     * @param chosen what applies
     * @param rule {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
     */
    public record SlotsOf(
            String job, Integer containersPerNode, int byMemory, int byDominant, int chosen, String rule) {
        /** The job, and what tells its entries apart. */
        public String name() {
            return containersPerNode == null ? job : job + ", " + containersPerNode + " per node";
        }
    }
}
