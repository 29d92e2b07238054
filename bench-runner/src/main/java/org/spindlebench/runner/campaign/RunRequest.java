package org.spindlebench.runner.campaign;

import java.io.PrintStream;
import java.util.Optional;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * A validated command line.
 *
 * @param command what to do
 * @param options how to do it
 * @param plan the runs; when {@link RunOptions#resumed()}, as saved by the campaign's first start
 * @param suite where the plan came from; empty when a campaign is resumed without {@code --suite}
 * @param setup the storage that the cluster is to have
 * @param generic what Hadoop's own option parser is to get
 * @param out for results
 * @param err for progress and complaints
 */
public record RunRequest(
        Command command,
        RunOptions options,
        Plan plan,
        Optional<Suite> suite,
        ChosenSetup setup,
        GenericOptions generic,
        PrintStream out,
        PrintStream err) {

    /** Where the campaign's files lie. */
    public CampaignDirectory directory() {
        CampaignDirectory directory = new CampaignDirectory(options.out().resolve(plan.campaign()));
        return plan.visit() == null ? directory : directory.ofSetup(plan.setup());
    }

    /** The same for other runs under the same setup. */
    RunRequest with(Plan others, boolean begun) {
        return new RunRequest(command, options.resumedIf(begun), others, suite, setup, generic, out, err);
    }

    /**
     * A validated command line with a workload.
     *
     * @param request all of its runs: those alone, and those of all jobs at once
     * @param workload which of them are which, and when jobs arrive
     * @param text of the workload's file
     */
    public record WorkloadRequest(RunRequest request, PlannedWorkload workload, String text) {}

    /**
     * What to remove.
     *
     * @param mode whether to remove it or only to list it
     * @param baseDir the directory in HDFS that {@code run} was given
     * @param generic what Hadoop's own option parser is to get
     * @param out for the list
     * @param err for complaints
     */
    public record CleanRequest(Mode mode, String baseDir, GenericOptions generic, PrintStream out, PrintStream err) {
        /** Whether anything is removed. */
        public enum Mode {
            REMOVE,
            DRY_RUN
        }
    }
}
