package org.spindlebench.runner.cli;

import java.io.PrintStream;
import org.spindlebench.runner.campaign.ExperimentRequest;
import org.spindlebench.runner.campaign.RunRequest;
import org.spindlebench.runner.campaign.RunRequest.CleanRequest;
import org.spindlebench.runner.campaign.RunRequest.WorkloadRequest;
import org.spindlebench.runner.console.ClusterAction;

/** The commands that need a cluster. Each returns the program's exit code, see {@link org.spindlebench.runner.console.ExitCode}, and ends no JVM. */
public interface CommandActions {
    /** Runs the plan, or what is left of it when it is resumed. */
    int run(RunRequest request);

    /** Reports all that would keep the plan from running, and starts nothing. */
    int check(RunRequest request);

    /** Runs the experiment, or what is left of it when it is resumed. */
    int runExperiment(ExperimentRequest request);

    /** Reports all that would keep the experiment from running under any of its setups, and starts nothing. */
    int checkExperiment(ExperimentRequest request);

    /** Runs the workload's jobs alone, and then at once. */
    int runWorkload(WorkloadRequest request);

    /** Measures how many containers the queue grants at once, and keeps that for later campaigns. */
    int calibrate(RunRequest request);

    /** Does any other work on a cluster. */
    int act(ClusterAction action, PrintStream err);

    /** Removes what Spindle itself put into HDFS. */
    int clean(CleanRequest request);
}
