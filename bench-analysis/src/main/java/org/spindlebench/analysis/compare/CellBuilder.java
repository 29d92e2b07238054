package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Cell;

/** Collects the runs of one cell; keeps of each only what the summary needs. */
final class CellBuilder {
    /** A repeat of the cell: what an interrupted run and the run that replaces it have in common. */
    private record Repeat(String campaign, String number) {
        static Repeat of(RunRecord run) {
            String campaign = run.identity().campaign();
            return run.position() == null
                    ? new Repeat(campaign, run.identity().run())
                    : new Repeat(campaign, String.valueOf(run.position().repeat()));
        }
    }

    /** A run that is not in the figures, before it is known whether it was repeated. */
    private record Excluded(Repeat repeat, String run, Status status, List<String> reasons, CacheState cache) {
        ExcludedRun resolve(boolean repeated) {
            return new ExcludedRun(repeat.campaign(), run, status, reasons, cache, repeated);
        }
    }

    private final Subject subject;
    private final List<Double> elapsed = new ArrayList<>();
    private final List<Excluded> excluded = new ArrayList<>();
    private final Set<Repeat> finished = new HashSet<>();
    private final Set<CacheState> caches = EnumSet.noneOf(CacheState.class);
    private final Map<Warning, Integer> warnings = new LinkedHashMap<>();
    private final DoubleSummaryStatistics bytesPerNode = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics input = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics shuffle = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics outputReplicated = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics taskCpu = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics meanShuffleSegment = new DoubleSummaryStatistics();

    CellBuilder(Subject subject) {
        this.subject = subject;
    }

    void add(RunRecord run) {
        run.warnings().forEach(warning -> warnings.merge(warning, 1, Integer::sum));
        if (run.status() != Status.INTERRUPTED) {
            finished.add(Repeat.of(run));
        }
        List<String> failedChecks = failedChecks(run);
        if (run.status() != Status.OK) {
            exclude(run, run.status(), run.reasons());
        } else if (!failedChecks.isEmpty()) {
            exclude(run, Status.INVALID, failedChecks);
        } else if (!isTimed(run)) {
            exclude(run, Status.OK, List.of("no duration was recorded"));
        } else {
            measured(run);
        }
    }

    CellSummary build() {
        List<ExcludedRun> runs =
                excluded.stream().map(run -> run.resolve(isRepeated(run))).toList();
        Cell cell = elapsed.isEmpty() ? null : Cell.of(elapsed);
        return new CellSummary(
                subject, counts(runs), cell, sizes(), Relative.UNKNOWN, CacheState.of(caches), runs, warningCounts());
    }

    private void exclude(RunRecord run, Status status, List<String> reasons) {
        CacheState cache = CacheState.of(run.cache());
        excluded.add(new Excluded(Repeat.of(run), run.identity().run(), status, reasons, cache));
    }

    // A record that calls itself ok against its own proof is not believed.
    private static List<String> failedChecks(RunRecord run) {
        return run.proof().stream()
                .filter(check -> !check.passed())
                .map(CellBuilder::describe)
                .toList();
    }

    private static String describe(Check check) {
        return check.name() + ": expected " + check.expected() + ", was " + check.actual();
    }

    private static boolean isTimed(RunRecord run) {
        Double seconds = run.times() == null ? null : run.times().elapsed();
        return seconds != null && seconds > 0 && Double.isFinite(seconds);
    }

    private void measured(RunRecord run) {
        elapsed.add(run.times().elapsed());
        caches.add(CacheState.of(run.cache()));
        Sizes sizes = run.sizes();
        if (sizes != null) {
            accept(bytesPerNode, sizes.bytesPerNode());
            accept(input, sizes.input());
            accept(shuffle, sizes.shuffle());
            accept(outputReplicated, sizes.outputReplicated());
            accept(taskCpu, sizes.taskCpu());
            accept(meanShuffleSegment, sizes.meanShuffleSegment());
        }
    }

    private static void accept(DoubleSummaryStatistics mean, Number value) {
        if (value != null) {
            mean.accept(value.doubleValue());
        }
    }

    private MeanSizes sizes() {
        return new MeanSizes(
                mean(bytesPerNode),
                mean(input),
                mean(shuffle),
                mean(outputReplicated),
                mean(taskCpu),
                mean(meanShuffleSegment));
    }

    private static Double mean(DoubleSummaryStatistics values) {
        return values.getCount() == 0 ? null : values.getAverage();
    }

    private boolean isRepeated(Excluded run) {
        return run.status() == Status.INTERRUPTED && finished.contains(run.repeat());
    }

    private RunCounts counts(List<ExcludedRun> runs) {
        return new RunCounts(
                elapsed.size(),
                count(runs, Status.OK),
                count(runs, Status.INVALID),
                count(runs, Status.FAILED),
                count(runs, Status.INTERRUPTED));
    }

    private static int count(List<ExcludedRun> runs, Status status) {
        return (int) runs.stream()
                .filter(run -> run.status() == status && !run.repeated())
                .count();
    }

    private List<WarningCount> warningCounts() {
        return warnings.entrySet().stream()
                .map(entry -> new WarningCount(entry.getKey(), entry.getValue()))
                .toList();
    }
}
