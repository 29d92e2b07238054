package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.workload.WorkloadJob;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.plan.PlannedWorkload.Arrival;

/** A workload's plan as text for people. */
public final class WorkloadPrinter {
    private WorkloadPrinter() {}

    /** The arrivals, then all runs. */
    public static String text(PlannedWorkload workload) {
        List<String> lines = new ArrayList<>();
        lines.add("workload   " + workload.name() + ": " + workload.arrivals().size()
                + " jobs at once, after their runs alone");
        for (Arrival arrival : workload.arrivals()) {
            WorkloadJob job = arrival.job();
            lines.add(String.format(
                    Locale.ROOT,
                    "arrival    %10.1f s  %s (%s): input %s, shuffle %s, output %s; %d alone",
                    job.submit(),
                    job.name(),
                    job.jobClass(),
                    ByteSize.format(job.inputBytes()),
                    ByteSize.format(job.shuffleBytes()),
                    ByteSize.format(job.outputBytes()),
                    arrival.alone().size()));
        }
        lines.add("");
        lines.add(PlanPrinter.text(workload.plan(), Optional.empty()));
        return String.join(System.lineSeparator(), lines);
    }
}
