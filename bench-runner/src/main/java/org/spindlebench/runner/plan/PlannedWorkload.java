package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.plan.Plan.Visit;

/**
 * A planned workload.
 *
 * @param plan all visits: each visit begins with the runs alone, in randomised complete blocks, and ends with one
 *     concurrent run of each job
 */
public record PlannedWorkload(Plan plan) {
    /** Returns the workload's name. */
    public String name() {
        return plan.suite();
    }

    /** Returns the jobs in the order of their submission, with their runs in a visit. */
    public List<Arrival> arrivals(Visit visit) {
        Map<WorkloadJob.JobSizes, List<String>> alone = new HashMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        for (RunSpec run : visit.runs()) {
            WorkloadJob job = job(run);
            if (run.isConcurrent()) {
                arrivals.add(new Arrival(job, run, alone.getOrDefault(job.sizes(), List.of())));
            } else {
                alone.computeIfAbsent(job.sizes(), any -> new ArrayList<>()).add(run.id());
            }
        }
        return arrivals;
    }

    /** Returns the job of a run according to the plan, so a saved plan is enough to resume a workload. */
    private static WorkloadJob job(RunSpec run) {
        Map<String, String> settings = run.settings();
        return new WorkloadJob(
                settings.getOrDefault(RunSettings.JOB, run.id()),
                settings.get(RunSettings.CLASS),
                Double.parseDouble(settings.getOrDefault(RunSettings.ARRIVAL, "0")),
                bytes(run, JobKeys.INPUT_BYTES),
                bytes(run, JobKeys.SHUFFLE_BYTES),
                bytes(run, JobKeys.OUTPUT_BYTES));
    }

    private static long bytes(RunSpec run, String key) {
        return Long.parseLong(run.configuration().getOrDefault(key, "0"));
    }

    /**
     * One job of the workload in one visit.
     *
     * @param job the job's time of submission, class and sizes
     * @param run the job's run together with the other jobs
     * @param alone the ids of the visit's runs alone that have the same sizes
     */
    public record Arrival(WorkloadJob job, RunSpec run, List<String> alone) {
        public Arrival {
            alone = List.copyOf(alone);
        }
    }
}
