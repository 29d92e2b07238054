package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory.ConditionsWriter;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.setup.ClusterHealth;

/** Makes and checks visits on the cluster, under the setups of a campaign. */
interface Visits {
    /** Keeps other clients of the same cluster away from the campaign, which begins with this visit. */
    SoleUse hold(VisitRequest first) throws IOException, ClusterUnreachableException;

    /** Checks whether the runs of a visit would be possible. */
    VisitCheck check(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException;

    /**
     * Makes the remaining runs of a visit. Call it after the setup has been applied.
     *
     * @param experience the knowledge that the campaign has gained so far; the visit adds to it
     */
    VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
            throws IOException, InterruptedException, ClusterUnreachableException;

    /** Returns the daemons that work before a setup is applied. */
    Workers workers(VisitRequest visit) throws IOException, InterruptedException, ClusterUnreachableException;

    /** Returns a check of whether these daemons work again. */
    ClusterHealth health(VisitRequest visit);

    /**
     * The result of the check before the first run under a setup.
     *
     * @param problems the problems that would prevent the runs; empty if there are none
     * @param slots the tasks of one wave, by job and containers per node
     * @param time the estimated time of a visit's runs
     * @param conditions writes the conditions of all runs into an existing directory
     */
    record VisitCheck(
            List<String> problems, Map<String, Integer> slots, Estimate.Time time, ConditionsWriter conditions) {}

    /**
     * How a visit ended.
     *
     * @param problems the problems that prevented its runs; empty if the visit was made
     * @param stopped the reason why the visit ended before its last run, if it is independent of the setup; otherwise
     *     empty
     */
    record VisitEnd(List<String> problems, boolean interrupted, Optional<String> stopped) {
        VisitEnd(List<String> problems, boolean interrupted) {
            this(problems, interrupted, Optional.empty());
        }
    }
}
