package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import org.spindlebench.runner.cluster.HadoopCluster;

/** Every collector, in the order of reading. */
public final class Collectors {
    private Collectors() {}

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
