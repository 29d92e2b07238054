package org.spindlebench.runner.run;

import java.time.Duration;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.FailedAttempts;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.collect.daemon.ClusterMembership;
import org.spindlebench.runner.collect.daemon.ClusterMembership.MembershipReader;
import org.spindlebench.runner.collect.daemon.Masters;
import org.spindlebench.runner.collect.daemon.Masters.MastersReader;
import org.spindlebench.runner.collect.failure.FailureLogReader;
import org.spindlebench.runner.collect.failure.YarnEvidence;
import org.spindlebench.runner.guest.Guard;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.probe.Probe;

/**
 * The services that a campaign needs from a cluster. Tests can replace them.
 *
 * @param histories reads the history of finished jobs
 * @param evidence finds out why jobs fail or hang
 * @param roll finds out which daemons do the cluster's work
 * @param masters finds out whether the masters work
 * @param guard decides when a run may begin
 */
public record ClusterAccess(
        Storage storage,
        JobSubmitter submitter,
        HistoryReader histories,
        FailureLogReader evidence,
        Probe probe,
        ClusterMembership.MembershipSource roll,
        Masters masters,
        Guard guard) {
    /** The time limits of one call. Without these limits, Hadoop's clients would wait for 15 minutes or longer. */
    private static final Duration OF_HISTORIES = Duration.ofMinutes(5);

    private static final Duration OF_LISTS = Duration.ofMinutes(2);

    /** Returns access to a real cluster, without a probe, for jobs that begin at once. */
    public static ClusterAccess of(HadoopCluster cluster) {
        return of(
                cluster,
                cluster.storage(),
                cluster,
                Probe.OFF,
                null,
                new Guard(GuestLimits.NONE, false, cluster.storage(), () -> 0));
    }

    /** @param hosts the hosts whose daemons must stay unchanged; null for all */
    public static ClusterAccess of(
            HadoopCluster cluster, Storage storage, JobSubmitter submitter, Probe probe, HostSet hosts, Guard guard) {
        HistoryReader histories =
                Deadlines.within(OF_HISTORIES, HistoryReader.class, new Collectors(cluster), "the JobHistoryServer");
        return new ClusterAccess(
                storage,
                submitter,
                histories,
                new YarnEvidence(cluster, FailedAttempts::read),
                probe,
                Deadlines.within(
                        OF_LISTS,
                        ClusterMembership.MembershipSource.class,
                        new MembershipReader(cluster, hosts),
                        "the NameNode or ResourceManager"),
                new MastersReader(cluster, histories),
                guard);
    }
}
