package org.spindlebench.runner.run;

import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
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
 * The services that a campaign needs from a cluster. Tests can replace them.
 *
 * @param histories reads the history of finished jobs
 * @param evidence finds out why jobs fail or hang
 * @param roll finds out which daemons do the cluster's work
 */
public record ClusterAccess(
        Storage storage,
        JobSubmitter submitter,
        HistoryReader histories,
        FailureLogReader evidence,
        Probe probe,
        Roll.Call roll) {
    /** Returns access to a real cluster, without a probe. */
    public static ClusterAccess of(HadoopCluster cluster) {
        return of(cluster, Probe.OFF, null);
    }

    /** @param hosts the hosts whose daemons must stay as they are; null for all */
    public static ClusterAccess of(HadoopCluster cluster, Probe probe, HostSet hosts) {
        return new ClusterAccess(
                cluster.storage(),
                cluster,
                new Collectors(cluster),
                new YarnEvidence(cluster),
                probe,
                new RollReader(cluster, hosts));
    }
}
