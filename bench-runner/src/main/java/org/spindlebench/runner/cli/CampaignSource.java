package org.spindlebench.runner.cli;

import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.plan.Plan;

/** The source of a campaign's visits: a suite, an experiment, a workload, or a campaign that has begun. */
interface CampaignSource {
    /** Returns the form for emulated disks that the file states; empty if it states none. */
    default Optional<Small> small() {
        return Optional.empty();
    }

    /** Returns the setups that are visited, the baseline first. Adds problems if there are any. */
    List<ChosenSetup> setups();

    /**
     * Returns the visits. Implies options that the files state. Adds problems if there are any.
     *
     * @param setups the setups, on emulated disks and hosts as the user wants
     */
    Optional<Plan> plan(List<ChosenSetup> setups);

    /** Returns the file that the plan came from. Call it after {@link #plan}. */
    CampaignFile source();
}
