package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Sample;

/**
 * The durations of one job on one setup with one choice of settings.
 *
 * @param setup the setup's name, as price lists call it
 * @param job the job's name
 * @param settings all that makes runs comparable
 * @param seconds the durations of the valid runs, all above 0, with the visits that they are of
 * @param work what a run moved and what the nodes were; {@link Work#UNKNOWN} where nothing is known
 */
public record JobDurations(String setup, String job, SortedMap<String, String> settings, Sample seconds, Work work) {
    public JobDurations {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(seconds, "seconds");
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        work = work == null ? Work.UNKNOWN : work;
        if (seconds.observations().min() <= 0) {
            throw new IllegalArgumentException("durations of " + job + " on " + setup + " must be above 0 s: "
                    + seconds.observations().values());
        }
    }

    /** Durations of runs that are taken as independent, of which nothing else is known. */
    public static JobDurations of(String setup, String job, SortedMap<String, String> settings, Cell seconds) {
        return new JobDurations(setup, job, settings, Sample.ofRuns(seconds), Work.UNKNOWN);
    }

    /**
     * What a run moved, and what the nodes were. What is not known is null.
     *
     * @param bytes that a run of the job handles, over the whole cluster
     * @param bytesWrittenToDevices that a run writes to the workers' devices, over the whole cluster
     * @param containersPerNode the most containers that ran on a node at once
     * @param hardwareThreads of a node
     */
    public record Work(Double bytes, Double bytesWrittenToDevices, Integer containersPerNode, Integer hardwareThreads) {
        public static final Work UNKNOWN = new Work(null, null, null, null);

        public Work {
            Allowed.positive("bytes", bytes);
            Allowed.notNegative("bytes written to devices", bytesWrittenToDevices);
            Allowed.atLeast(1, "containers per node", containersPerNode);
            Allowed.atLeast(1, "hardware threads", hardwareThreads);
        }
    }
}
