package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import org.spindlebench.runner.cluster.HadoopCluster;

/** Every collector, in the order of reading, on the JobHistoryServer. */
public final class Collectors implements HistoryReader {
    private final HadoopCluster cluster;

    public Collectors(HadoopCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public JobHistory read(String jobId, Duration appears) throws IOException {
        try (HistoryJob job = HistoryJob.open(cluster.configuration(), jobId, appears)) {
            return new JobHistory(
                    new JobTimesCollector().collect(job),
                    new CounterCollector().collect(job),
                    new TaskTimesCollector().collect(job),
                    new ConfigurationCollector().collect(job));
        }
    }

    @Override
    public void probe() throws IOException {
        HistoryJob.probe(cluster.configuration());
    }
}
