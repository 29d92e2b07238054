package org.spindlebench.runner.run;

import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.HistoryReader;
import org.spindlebench.runner.collect.failure.EvidenceReader;
import org.spindlebench.runner.collect.failure.YarnEvidence;

/**
 * What a campaign asks of a cluster, so that a test can answer instead.
 *
 * @param storage HDFS
 * @param submitter runs jobs
 * @param histories the history of ended jobs
 * @param evidence why jobs fail or hang
 */
public record ClusterAccess(Storage storage, JobSubmitter submitter, HistoryReader histories, EvidenceReader evidence) {
    /** A real cluster's. */
    public static ClusterAccess of(HadoopCluster cluster) {
        return new ClusterAccess(cluster.storage(), cluster, new Collectors(cluster), new YarnEvidence(cluster));
    }
}
