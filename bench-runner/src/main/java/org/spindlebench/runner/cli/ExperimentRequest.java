package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.util.List;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.plan.ExperimentPlan;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A validated command line that is about an experiment.
 *
 * @param command what to do
 * @param plan all visits
 * @param setups for each setup, in the plan's order, the request of its first visit
 * @param text of the experiment's file; empty where the command line alone describes it
 * @param kept the options that hold for all visits
 * @param options how to run it; its cluster is that of no setup
 * @param out for results
 * @param err for progress and complaints
 */
public record ExperimentRequest(
        Command command,
        ExperimentPlan plan,
        List<RunRequest> setups,
        String text,
        KeptArguments kept,
        RunOptions options,
        PrintStream out,
        PrintStream err) {
    public ExperimentRequest {
        setups = List.copyOf(setups);
    }

    /** Where its files lie. */
    CampaignDirectory directory() {
        return new CampaignDirectory(options.out().resolve(plan.campaign()));
    }

    /** What the setups' files declare, the baseline first. */
    List<StorageSetup> declared() {
        return setups.stream()
                .flatMap(setup -> setup.setup().declared().stream())
                .toList();
    }

    /** The request of one visit: of a campaign that was begun before, by the look at all setups. */
    RunRequest of(Plan visit) {
        return setups.stream()
                .filter(setup -> setup.plan().setup().equals(visit.setup()))
                .findFirst()
                .orElseThrow()
                .with(visit, true);
    }
}
