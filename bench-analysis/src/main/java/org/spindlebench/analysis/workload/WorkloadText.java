package org.spindlebench.analysis.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.document.AlignedRows;
import org.spindlebench.analysis.workload.WorkloadFigures.ClassFigures;
import org.spindlebench.analysis.workload.WorkloadFigures.JobFigures;

/** A workload's figures with aligned columns, for a terminal. */
public final class WorkloadText {
    private static final String ABSENT = "-";

    private WorkloadText() {}

    /** The makespan, a table of jobs, a table of classes, and what the columns mean. */
    public static String render(WorkloadFigures figures) {
        List<String> lines = new ArrayList<>();
        lines.add("Workload " + figures.workload() + ": " + figures.jobs().size() + " job(s), at most "
                + figures.mostAtOnce() + " at once.");
        lines.add(
                figures.makespan() == null
                        ? "No makespan: not every job has a valid end."
                        : "Makespan " + seconds(figures.makespan()) + " s.");
        figures.invalid().forEach(reason -> lines.add("* " + reason));
        lines.add("");
        lines.addAll(jobs(figures));
        lines.add("");
        lines.addAll(classes(figures));
        lines.add("");
        lines.add(
                "submit, late: when the job was to be submitted, and by how much later the client was. response: from acceptance by YARN");
        lines.add(
                "to the end, waiting included. alone: the median of n runs of these sizes alone. slow-down: response / alone. p50, p90: percentiles");
        lines.add("(R-7); a dash where there are fewer than 2 or 10 jobs. All percentiles are in workload.json.");
        // Names and reasons come from outside: a terminal must not obey them.
        return String.join("\n", lines).replaceAll("[\\p{Cntrl}&&[^\n]]", "?") + "\n";
    }

    private static List<String> jobs(WorkloadFigures figures) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("job", "class", "submit s", "late s", "response s", "alone s", "n", "slow-down"));
        for (JobFigures job : figures.jobs()) {
            rows.add(List.of(
                    job.name(),
                    job.jobClass(),
                    seconds(job.submit()),
                    seconds(job.late()),
                    seconds(job.response()),
                    seconds(job.alone()),
                    String.valueOf(job.aloneRuns()),
                    ratio(job.slowDown())));
        }
        return AlignedRows.lines(rows, 2);
    }

    private static List<String> classes(WorkloadFigures figures) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("class", "jobs", "n", "response p50", "p90", "max", "n", "slow-down p50", "p90", "max"));
        for (ClassFigures each : figures.classes()) {
            rows.add(List.of(
                    each.name(),
                    String.valueOf(each.jobs()),
                    String.valueOf(each.response().n()),
                    seconds(each.response().p50()),
                    seconds(each.response().p90()),
                    seconds(each.response().max()),
                    String.valueOf(each.slowDown().n()),
                    ratio(each.slowDown().p50()),
                    ratio(each.slowDown().p90()),
                    ratio(each.slowDown().max())));
        }
        return AlignedRows.lines(rows, 1);
    }

    private static String seconds(Double seconds) {
        return seconds == null ? ABSENT : String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static String ratio(Double ratio) {
        return ratio == null ? ABSENT : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
