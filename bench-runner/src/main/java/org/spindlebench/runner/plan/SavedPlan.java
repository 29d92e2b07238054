package org.spindlebench.runner.plan;

import java.util.List;

/** What a campaign saves before its first run: the runs of one setup, or the visits of an experiment. */
public sealed interface SavedPlan permits Plan, ExperimentPlan {
    /** Name of the results directory. */
    String campaign();

    /** The suite's name. */
    String suite();

    /** All runs, in the order of execution. */
    List<RunSpec> runs();
}
