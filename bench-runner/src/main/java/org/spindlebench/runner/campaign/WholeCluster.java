package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.campaign.CampaignRunner.VisitEnd;
import org.spindlebench.runner.campaign.CampaignRunner.Visits;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.setup.ClusterHealth;

/** Makes parts of visits. If a running cluster goes away meanwhile, this waits for it, and begins the part again. */
record WholeCluster(Visits visits, Progress progress) {
    /** A cluster that goes away at each attempt would take for ever. */
    private static final int MOST_ATTEMPTS = 5;

    /** A part of a visit, for which the cluster must be there. */
    interface Part {
        VisitEnd make() throws IOException, InterruptedException, ClusterUnreachableException;
    }

    /**
     * Makes a part of a visit.
     *
     * @param known the daemons that the cluster should have
     * @return an interrupted visit if the cluster is still away at the time limit
     */
    VisitEnd make(VisitRequest visit, Workers known, Interruption interruption, Part part)
            throws IOException, InterruptedException, ClusterUnreachableException {
        for (int attempt = 1; true; attempt++) {
            try {
                return part.make();
            } catch (IOException | ClusterUnreachableException e) {
                boolean away =
                        e instanceof ClusterUnreachableException || Outage.of(e).isPresent();
                // A cluster that Spindle starts does not come back by itself.
                if (attempt == MOST_ATTEMPTS
                        || !away
                        || visit.cluster() == Cluster.EMBEDDED
                        || interruption.requested()) {
                    throw e;
                }
                progress.note(
                        "The cluster does not answer as before: " + FailureMessage.of(e) + ". Spindle waits for it.");
                if (!isThereAgain(visit, known, interruption)) {
                    return new VisitEnd(List.of(), true);
                }
            }
        }
    }

    private boolean isThereAgain(VisitRequest visit, Workers known, Interruption interruption)
            throws InterruptedException {
        Duration limit = visit.options().measuring.limits().waitForCluster();
        ClusterHealth health = visits.health(visit);
        // Of the daemons of a whole cluster, only some matter to a setup that chooses its hosts.
        Workers needed = visit.setup().choosesHosts() ? Workers.NONE : known;
        List<String> missing = new HealthyAgain(
                        waited -> health.missing(needed, waited), progress::note, interruption::ending)
                .await(limit);
        if (!missing.isEmpty() && !interruption.ending()) {
            progress.note("Spindle stops: after " + limit.toSeconds()
                    + " s (--wait-for-cluster) the cluster is still not whole: " + FewNames.of(missing)
                    + ". Repair it, then resume the campaign.");
        }
        return missing.isEmpty();
    }
}
