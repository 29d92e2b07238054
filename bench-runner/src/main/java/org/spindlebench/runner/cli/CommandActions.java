package org.spindlebench.runner.cli;

import java.io.PrintStream;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CleanRequest;
import org.spindlebench.runner.console.ClusterAction;

/** The commands that need a cluster. Each returns the program's exit code, see {@link org.spindlebench.runner.console.ExitCode}, and ends no JVM. */
public interface CommandActions {
    /** Runs the campaign, or what is left of it when it is resumed. */
    int run(CampaignRequest request);

    /** Reports all that would keep the campaign from running under any of its setups, and starts nothing. */
    int check(CampaignRequest request);

    /** Measures how many containers the queue grants at once, and keeps that for later campaigns. */
    int calibrate(CampaignRequest request);

    /** Does any other work on a cluster. */
    int act(ClusterAction action, PrintStream err);

    /** Removes what Spindle itself put into HDFS. */
    int clean(CleanRequest request);
}
