package org.spindlebench.runner.plan;

import java.util.List;
import org.spindlebench.analysis.workload.WorkloadJob;

/**
 * What a workload comes down to: runs of its jobs alone, and then all of its jobs at once.
 *
 * @param name the workload's
 * @param plan all runs: first those alone, in randomised complete blocks, then one of each job
 * @param arrivals the jobs, in the order of their submission
 */
public record PlannedWorkload(String name, Plan plan, List<Arrival> arrivals) {
    public PlannedWorkload {
        arrivals = List.copyOf(arrivals);
    }

    /**
     * One job of the workload.
     *
     * @param job its time of submission, class and sizes
     * @param run its run beside the others
     * @param alone ids of the runs alone of the same sizes
     */
    public record Arrival(WorkloadJob job, RunSpec run, List<String> alone) {
        public Arrival {
            alone = List.copyOf(alone);
        }
    }
}
