package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import org.spindlebench.runner.cluster.HadoopCluster;

/** Every collector, in the order of reading. */
public final class Collectors {
    private static final Duration APPEARS = Duration.ofSeconds(30);

    private Collectors() {}

    /** Reads all of the history of a job that succeeded. */
    public static JobHistory collect(HadoopCluster cluster, String jobId) throws IOException {
        return collect(cluster, jobId, APPEARS);
    }

    /**
     * Reads all of a job's history.
     *
     * @param appears how long to wait for it: it is moved shortly after the job's end
     */
    public static JobHistory collect(HadoopCluster cluster, String jobId, Duration appears) throws IOException {
        try (HistoryJob job = HistoryJob.open(cluster.configuration(), jobId, appears)) {
            return new JobHistory(
                    new JobTimesCollector().collect(job),
                    new CounterCollector().collect(job),
                    new TaskTimesCollector().collect(job),
                    new ConfigurationCollector().collect(job));
        }
    }

    /** Whether the JobHistoryServer answers; throws with its address when it does not. */
    public static void probe(HadoopCluster cluster) throws IOException {
        HistoryJob.probe(cluster.configuration());
    }
}
