package org.spindlebench.runner.run;

import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.collect.daemon.Roll;
import org.spindlebench.runner.collect.daemon.Roll.RollReader;
import org.spindlebench.runner.collect.failure.FailureLogReader;
import org.spindlebench.runner.collect.failure.YarnEvidence;
import org.spindlebench.runner.probe.Probe;

/**
 * What a campaign asks of a cluster, so that a test can answer instead.
 *
 * @param storage HDFS
 * @param submitter runs jobs
 * @param histories the history of ended jobs
 * @param evidence why jobs fail or hang
 * @param probe what nodes do
 * @param roll which daemons do its work
 */
public record ClusterAccess(
        Storage storage,
        JobSubmitter submitter,
        HistoryReader histories,
        FailureLogReader evidence,
        Probe probe,
        Roll.Call roll) {
    /** A real cluster's, where nobody watches the nodes. */
    public static ClusterAccess of(HadoopCluster cluster) {
        return of(cluster, Probe.OFF);
    }

    /** A real cluster's. */
    public static ClusterAccess of(HadoopCluster cluster, Probe probe) {
        return new ClusterAccess(
                cluster.storage(),
                cluster,
                new Collectors(cluster),
                new YarnEvidence(cluster),
                probe,
                new RollReader(cluster));
    }
}
