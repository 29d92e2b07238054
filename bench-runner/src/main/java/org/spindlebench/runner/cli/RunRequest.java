package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.plan.Plan;

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
    public Path campaignDirectory() {
        return options.out().resolve(plan.campaign());
    }
}
