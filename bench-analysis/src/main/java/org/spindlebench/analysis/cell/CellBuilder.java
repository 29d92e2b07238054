package org.spindlebench.analysis.cell;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.MeanSizes;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.cell.CellSummary.Relative;
import org.spindlebench.analysis.cell.CellSummary.RunCounts;
import org.spindlebench.analysis.cell.CellSummary.WarningCount;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.task.Phases.PhaseDurations;

/** Collects the runs of one cell, and keeps only the values that its summary needs. */
final class CellBuilder {
    /** A run that is left out of the statistics. Whether the run was repeated is still unknown. */
    private record Excluded(ExcludedRun run, Integer repeat, boolean toBeRepeated) {}

    /** The shortest duration that counts as plausible. */
    private static final double LEAST_SECONDS = 1e-9;

    private static final double MOST_SECONDS = 1e12;

    private static final Integer ONLY_VISIT = 1;

    private final Subject subject;
    private FinishedRepeats latest;
    private final MeasuredRuns.Builder measured = new MeasuredRuns.Builder();
    private final List<Excluded> excluded = new ArrayList<>();
    private final Map<String, FinishedRepeats> campaigns = new HashMap<>();
    private final Set<CacheState> caches = EnumSet.noneOf(CacheState.class);
    private CacheProofs cacheProofs = CacheProofs.NONE;
    private final Map<Warning, Integer> warnings = new LinkedHashMap<>();
    private final Mean bytes = new Mean();
    private final Mean peaks = new Mean();
    private final Mean localWritten = new Mean();
    private final Mean bytesPerNode = new Mean();
    private final Mean input = new Mean();
    private final Mean shuffle = new Mean();
    private final Mean outputReplicated = new Mean();
    private final Mean taskCpu = new Mean();
    private final Mean meanShuffleSegment = new Mean();
    private final Mean reduceSkew = new Mean();

    private final DeviceMeans.Builder devices = new DeviceMeans.Builder();

    /** Null until a run has task attempts; in many cells no run has any. */
    private TaskMeans.Builder tasks;

    private final CellMeasures.Builder measures = new CellMeasures.Builder();

    /** Null until a run has a program; most cells are of Spindle's own jobs. */
    private ProgramMeans.Builder programs;

    private final Conditions.Builder conditions = new Conditions.Builder();

    CellBuilder(Subject subject) {
        this.subject = subject;
    }

    /** Adds a run, and returns whether it enters the statistics. */
    boolean add(RunRecord run) {
        run.warnings().forEach(warning -> warnings.merge(warning, 1, Integer::sum));
        FinishedRepeats campaign = campaign(run.identity().campaign());
        if (!run.toBeRepeated() && run.position() != null) {
            campaign.add(run.position().repeat());
        }
        List<String> failedChecks = failedChecks(run);
        if (run.status() != Status.OK) {
            exclude(run, run.status(), run.reasons());
        } else if (!failedChecks.isEmpty()) {
            exclude(run, Status.INVALID, failedChecks);
        } else if (!isTimed(run)) {
            exclude(run, Status.OK, List.of(untimed(run)));
        } else {
            measured(run, campaign.campaign());
            return true;
        }
        return false;
    }

    // Successive runs mostly belong to the same campaign.
    private FinishedRepeats campaign(String name) {
        if (latest == null || !latest.campaign().equals(name)) {
            latest = campaigns.computeIfAbsent(name, FinishedRepeats::new);
        }
        return latest;
    }

    /**
     * Returns the cell.
     *
     * @param shared the conditions of other cells, to which this cell's are added; equal conditions are stored once.
     *     Several threads may use this map
     */
    CellSummary build(Map<Conditions, Conditions> shared) {
        List<ExcludedRun> runs = excluded.stream()
                .map(entry -> isRepeated(entry) ? entry.run().repeatedLater() : entry.run())
                .toList();
        return new CellSummary(
                subject,
                CellSummary.Quantity.DURATION,
                counts(runs),
                measured.build(),
                sizes(),
                Relative.UNKNOWN,
                devices.build(),
                tasks == null ? null : tasks.build(),
                measures.build(),
                programs == null ? null : programs.build(),
                CacheState.of(caches),
                cacheProofs,
                shared.computeIfAbsent(conditions.build(), same -> same),
                runs,
                warningCounts());
    }

    private void exclude(RunRecord run, Status status, List<String> reasons) {
        Identity id = run.identity();
        Long started = run.times() == null ? null : start(run);
        excluded.add(new Excluded(
                new ExcludedRun(
                        id.campaign(),
                        id.run(),
                        started,
                        isTimed(run) ? run.times().elapsed() : null,
                        status,
                        reasons,
                        CacheState.of(run),
                        false),
                run.position() == null ? null : (Integer) run.position().repeat(),
                run.toBeRepeated()));
    }

    // A record may claim to be ok although its own proof failed. Such a run is left out.
    private static List<String> failedChecks(RunRecord run) {
        boolean warm = run.cacheProof() != null && run.cacheProof().disprovesCooling();
        if (run.proof().isEmpty() && !warm) {
            return List.of();
        }
        Stream<String> cooling =
                warm ? Stream.of("the caches were cooled, but the input came from memory") : Stream.of();
        return Stream.concat(
                        run.proof().stream().filter(check -> !check.passed()).map(CellBuilder::describe), cooling)
                .toList();
    }

    private static String describe(Check check) {
        return check.name() + ": expected " + check.expected() + ", was " + check.actual();
    }

    private static boolean isTimed(RunRecord run) {
        Double seconds = run.times() == null ? null : run.times().elapsed();
        return seconds != null && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
    }

    private static String untimed(RunRecord run) {
        return run.times() == null || run.times().elapsed() == null
                ? "no duration was recorded"
                : "implausible duration: " + run.times().elapsed() + " s";
    }

    private void measured(RunRecord run, String campaign) {
        MeasuredRun one = measuredRun(run, campaign);
        measured.add(one);
        String visit = one.visit() == null ? null : campaign + "/" + one.visit();
        List<PhaseDurations> phases = run.tasks().isEmpty() ? List.of() : PhaseDurations.of(run.tasks());
        measures.add(visit, run, phases);
        conditions.add(run);
        caches.add(CacheState.of(run));
        cacheProofs = cacheProofs.plus(CacheProofs.of(run));
        if (run.wave() != null) {
            peaks.add(run.wave().peakMaps());
            peaks.add(run.wave().peakReduces());
        }
        if (run.evidence() != null && run.evidence().proofs() != null) {
            devices.add(run.evidence());
        }
        if (!run.tasks().isEmpty()) {
            tasks = tasks == null ? new TaskMeans.Builder() : tasks;
            tasks.add(run, phases);
        }
        if (run.program() != null) {
            programs = programs == null ? new ProgramMeans.Builder() : programs;
            programs.add(run);
        }
        localWritten.add(run.counter(TaskMeans.FILE_SYSTEMS, "FILE_BYTES_WRITTEN"));
        Sizes sizes = run.sizes();
        if (sizes != null) {
            bytes.add(sizes.bytes());
            bytesPerNode.add(sizes.bytesPerNode());
            input.add(sizes.input());
            shuffle.add(sizes.shuffle());
            outputReplicated.add(sizes.outputReplicated());
            taskCpu.add(sizes.taskCpu());
            meanShuffleSegment.add(sizes.meanShuffleSegment());
            reduceSkew.add(sizes.reduceSkew());
        }
    }

    private static MeasuredRun measuredRun(RunRecord run, String campaign) {
        Position position = run.position();
        Integer visit = position == null ? null : position.visit();
        return new MeasuredRun(
                campaign,
                run.identity().run(),
                start(run),
                localStart(run) != null,
                position == null ? null : (Integer) position.block(),
                // If a campaign of Spindle has no visits, it changed no setup. All runs of the cell then form one
                // visit.
                visit == null && run.source() == null ? ONLY_VISIT : visit,
                run.times().elapsed(),
                run.cost());
    }

    /**
     * Returns the start in milliseconds since 1970; null if unknown. A start in an unknown zone is read as UTC. Without
     * such a start, the result is YARN's start, the client's start, or the end minus the duration.
     */
    private static Long start(RunRecord run) {
        String local = localStart(run);
        if (local != null) {
            return LocalDateTime.parse(local).toInstant(ZoneOffset.UTC).toEpochMilli();
        }
        Times times = run.times();
        Instant start = times.yarnStarted() == null ? times.clientSubmitted() : times.yarnStarted();
        Instant end = times.yarnFinished() == null ? times.clientFinished() : times.yarnFinished();
        if (start != null || end == null || times.elapsed() == null) {
            return start == null ? null : (Long) start.toEpochMilli();
        }
        return end.toEpochMilli() - Math.round(times.elapsed() * 1000);
    }

    private static String localStart(RunRecord run) {
        return run.source() == null ? null : run.source().localStart();
    }

    private MeanSizes sizes() {
        return new MeanSizes(
                bytes.known(),
                bytesPerNode.known(),
                input.known(),
                shuffle.known(),
                outputReplicated.known(),
                localWritten.known(),
                peaks.getCount() == 0 ? null : (Double) peaks.getMax(),
                taskCpu.known(),
                meanShuffleSegment.known(),
                reduceSkew.known());
    }

    private boolean isRepeated(Excluded entry) {
        return entry.toBeRepeated()
                && entry.repeat() != null
                && campaigns.get(entry.run().campaign()).has(entry.repeat());
    }

    private RunCounts counts(List<ExcludedRun> runs) {
        return new RunCounts(
                measured.size(),
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

    /** The numbers of the repeats of this cell that one campaign finished without interruption. */
    static final class FinishedRepeats {
        private final String campaign;
        private final IntStream.Builder numbers = IntStream.builder();
        private int[] sorted;

        FinishedRepeats(String campaign) {
            this.campaign = campaign;
        }

        /** Returns the campaign's name. All its runs share this one string. */
        String campaign() {
            return campaign;
        }

        void add(int repeat) {
            numbers.add(repeat);
        }

        /** Checks whether a repeat has finished. After the first call, no repeat can be added. */
        boolean has(int repeat) {
            if (sorted == null) {
                sorted = numbers.build().sorted().toArray();
            }
            return Arrays.binarySearch(sorted, repeat) >= 0;
        }
    }
}
