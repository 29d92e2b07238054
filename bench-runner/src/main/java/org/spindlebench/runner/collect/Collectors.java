package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
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
            JobHistory.JobTimes times = new JobTimesCollector().collect(job);
            TaskTimesCollector.Attempts attempts = new TaskTimesCollector().collect(job);
            Map<String, String> inForce = new ConfigurationCollector().collect(job);
            return new JobHistory(
                    times,
                    new CounterCollector().collect(job),
                    new MapCounterCollector().collect(job),
                    attempts.times(),
                    attempts.reduceSkew(),
                    inForce == null ? Map.of() : ConfigurationCollector.different(job, inForce),
                    inForce);
        }
    }

    @Override
    public void probe() throws IOException {
        HistoryJob.probe(cluster.configuration());
    }
}
