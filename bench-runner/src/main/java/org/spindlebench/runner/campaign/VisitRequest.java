package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A request for one visit of a campaign.
 *
 * @param visit the visit, with its setup's name and its runs
 */
public record VisitRequest(CampaignRequest campaign, Visit visit, ChosenSetup setup, RunOptions options) {
    public Plan plan() {
        return campaign.plan();
    }

    public Command command() {
        return campaign.command();
    }

    /** Returns the arguments for Hadoop's own option parser. */
    public GenericOptions generic() {
        return campaign.generic();
    }

    /** Returns the stream for results. */
    public PrintStream out() {
        return campaign.out();
    }

    /** Returns the stream for progress and errors. */
    public PrintStream err() {
        return campaign.err();
    }

    /** Returns the campaign's directory; in an experiment, for the conditions of the visit's setup. */
    public CampaignDirectory directory() {
        CampaignDirectory directory = campaign.directory();
        return plan().isExperiment() ? directory.ofSetup(setup.name()) : directory;
    }

    /** Returns this request for a campaign that has begun. */
    VisitRequest begun() {
        return new VisitRequest(campaign, visit, setup, options.resumedIf(true));
    }
}
