package org.spindlebench.runner.collect;

import java.io.IOException;
import org.spindlebench.runner.cluster.HadoopCluster;

/** Every collector, in the order of reading. */
public final class Collectors {
    private Collectors() {}

    /** Reads all of a job's history. */
    public static JobHistory collect(HadoopCluster cluster, String jobId) throws IOException {
        try (HistoryJob job = HistoryJob.open(cluster.configuration(), jobId)) {
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
