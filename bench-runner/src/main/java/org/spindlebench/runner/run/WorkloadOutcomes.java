package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Times;
import org.spindlebench.analysis.workload.JobOutcome;
import org.spindlebench.analysis.workload.WorkloadFigures;
import org.spindlebench.runner.plan.PlannedWorkload;
import org.spindlebench.runner.plan.PlannedWorkload.Arrival;

/** Makes a workload's figures of the records of its runs. */
final class WorkloadOutcomes {
    private WorkloadOutcomes() {}

    /**
     * The figures of a campaign.
     *
     * @param late seconds by which jobs were late, by the ids of their runs
     */
    static WorkloadFigures of(PlannedWorkload workload, CampaignDirectory directory, Map<String, Double> late)
            throws IOException {
        Map<String, RunRecord> records = new HashMap<>();
        try (Stream<RunRecord> all = Records.read(directory.root())) {
            all.forEach(run -> records.put(run.identity().run(), run));
        }
        List<JobOutcome> outcomes = new ArrayList<>();
        for (Arrival arrival : workload.arrivals()) {
            outcomes.add(outcome(arrival, records, late.get(arrival.run().id())));
        }
        return WorkloadFigures.of(workload.plan().campaign(), workload.name(), outcomes);
    }

    private static JobOutcome outcome(Arrival arrival, Map<String, RunRecord> records, Double late) {
        RunRecord run = records.get(arrival.run().id());
        Times times = run == null ? null : run.times();
        return new JobOutcome(
                arrival.job(),
                run == null ? null : run.identity().run(),
                failure(run),
                late,
                times == null ? null : times.yarnStarted(),
                times == null ? null : times.yarnFinished(),
                arrival.alone().stream()
                        .map(records::get)
                        .filter(alone -> alone != null && alone.status() == Status.OK)
                        .map(alone -> alone.times().elapsed())
                        .toList());
    }

    private static String failure(RunRecord run) {
        if (run == null) {
            return "it did not run to its end: the workload was interrupted";
        }
        return run.status() == Status.OK ? null : String.join("; ", run.reasons());
    }
}
