package org.spindlebench.analysis.report.page;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.throughput.ThroughputFile;

/**
 * The one valid run of a cell that pictures show, and what they need of it.
 *
 * @param cell whose run it is
 * @param run what the cell knows of it
 * @param begin when YARN accepted the job; null where that is not known
 * @param phases how many attempts ran in each phase; null where the record has no tasks
 * @param series what nodes and devices did; null where nobody watched, or the samples cannot be read
 * @param throughput of the streams of a job that only writes or reads; empty for others, and where the samples cannot be read
 * @param conditions under what it was made; null where its record could not be read
 * @param problems what could not be read and why, for people
 */
record ShownRun(
        CellSummary cell,
        MeasuredRun run,
        Instant begin,
        ConcurrencySeries phases,
        RunSeries series,
        List<ThroughputFile.Span> throughput,
        RunConditions conditions,
        List<String> problems) {
    private static final double MILLIS = 1000.0;

    ShownRun {
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(run, "run");
        throughput = List.copyOf(throughput);
        problems = List.copyOf(problems);
    }

    /** Of a run of which nothing could be read. */
    static ShownRun unread(CellSummary cell, MeasuredRun run, String problem) {
        return new ShownRun(cell, run, null, null, null, List.of(), null, List.of(problem));
    }

    static Instant begin(RunRecord run) {
        return run.times() == null ? null : run.times().yarnStarted();
    }

    String job() {
        return cell.subject().job();
    }

    String setup() {
        return cell.subject().setup();
    }

    /** Such as {@code 012-terasort, 41.20 s; median of 5 runs 41.00 s}. */
    String figures() {
        int runs = cell.runs().size();
        String of = runs == 1
                ? ", the only run"
                : String.format(
                        Locale.ROOT,
                        "; median of %d runs %.2f s",
                        runs,
                        cell.elapsed().median());
        return String.format(Locale.ROOT, "%s, %.2f s%s", run.run(), run.seconds(), of);
    }

    /** Seconds since the job's begin; since another instant where that is not known. */
    double since(long millis, long otherwise) {
        return (millis - (begin == null ? otherwise : begin.toEpochMilli())) / MILLIS;
    }
}
