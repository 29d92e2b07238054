package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * One visit of a campaign that was asked for.
 *
 * @param campaign all of it
 * @param visit its setup's name, and its runs
 * @param setup the storage that the cluster is to have
 * @param options how to run under that setup
 */
public record VisitRequest(CampaignRequest campaign, Visit visit, ChosenSetup setup, RunOptions options) {
    /** All visits. */
    public Plan plan() {
        return campaign.plan();
    }

    public Command command() {
        return campaign.command();
    }

    /** What Hadoop's own option parser is to get. */
    public GenericOptions generic() {
        return campaign.generic();
    }

    /** For results. */
    public PrintStream out() {
        return campaign.out();
    }

    /** For progress and complaints. */
    public PrintStream err() {
        return campaign.err();
    }

    /** Where the files of its setup lie. */
    public CampaignDirectory directory() {
        CampaignDirectory directory = campaign.directory();
        return plan().isExperiment() ? directory.ofSetup(setup.name()) : directory;
    }

    /** The same of a campaign that was begun. */
    VisitRequest begun() {
        return new VisitRequest(campaign, visit, setup, options.resumedIf(true));
    }
}
