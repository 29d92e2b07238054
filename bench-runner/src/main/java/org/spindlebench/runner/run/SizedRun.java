package org.spindlebench.runner.run;

import java.util.Optional;
import org.spindlebench.runner.jobs.BenchmarkJob;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.Slots;

/**
 * A planned run, sized for the cluster at hand.
 *
 * @param spec the plan's run
 * @param job its job
 * @param slots containers of its wave's tasks that run at once
 * @param tasks tasks of its wave: the slots, within what the bytes are worth
 * @param nodes hosts
 * @param bytes bytes over all hosts
 * @param replication replicas for jobs that write with the usual replication
 * @param input what it reads
 */
record SizedRun(
        RunSpec spec,
        BenchmarkJob job,
        Slots slots,
        int tasks,
        int nodes,
        long bytes,
        int replication,
        Optional<Content> input) {

    /** Replicas of this run's own output. */
    int outputReplication() {
        return Math.min(job.outputReplication(), replication);
    }
}
