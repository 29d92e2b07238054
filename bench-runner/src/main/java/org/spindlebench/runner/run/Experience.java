package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.StepClock.RunStep;

/**
 * The knowledge that a campaign has gained from its runs: their durations, and the runs that fail again and again. It
 * outlives the visits, and a resumed campaign learns it from its records.
 */
public final class Experience {
    /** After this many consecutive failures with one cause, Spindle makes no further run of the kind. */
    static final int MOST_IN_A_ROW = 3;

    private static final String ANY = "any job";
    private static final int LONGEST_CAUSE = 200;

    private final Map<Cell, Double> longest = new HashMap<>();
    private final Map<Cell, Double> foreseen = new HashMap<>();
    private final Set<Cell> succeeded = new HashSet<>();
    /** The consecutive failures, by the thing that failed: a cell, an input, or any job. */
    private final Map<Object, Row> rows = new HashMap<>();

    /** The runs that repeat each other. */
    private record Cell(String setup, String job, Map<String, String> settings) {
        static Cell of(Visit visit, RunSpec run) {
            return new Cell(visit.setup(), run.job(), run.settings());
        }

        private String describe() {
            return job
                    + settings.entrySet().stream()
                            .map(setting -> setting.getKey() + " " + setting.getValue())
                            .collect(Collectors.joining(", ", " (", ")"))
                    + " under setup " + setup;
        }
    }

    /** Failures in a row with the same cause. */
    private record Row(Cause cause, int failures) {
        private boolean isFull() {
            return failures >= MOST_IN_A_ROW;
        }

        /** After a resume, one more failure is enough, because the user may have corrected the cause. */
        private Row withOneLeft() {
            return new Row(cause, Math.min(failures, MOST_IN_A_ROW - 1));
        }
    }

    /** Learns from the records of a campaign. Records that cannot be read teach nothing. */
    public static Experience of(CampaignDirectory directory, Plan plan) {
        Map<String, RunRecord> made = new HashMap<>();
        try (Stream<RunRecord> all = Records.read(directory.root())) {
            all.filter(run -> !run.toBeRepeated())
                    .forEach(run -> made.put(run.identity().run(), run));
        } catch (IOException | RuntimeException damaged) {
            // The records before the damaged one are still known.
        }
        Experience known = new Experience();
        for (Visit visit : plan.visits()) {
            visit.runs().stream()
                    .filter(run -> made.containsKey(run.id()))
                    .forEach(run -> known.ended(visit, run, Optional.empty(), made.get(run.id())));
        }
        known.rows.replaceAll((what, row) -> row.withOneLeft());
        return known;
    }

    /** Receives the estimated seconds of a visit's runs, which count until a run of the kind has succeeded. */
    public void foresee(Visit visit, Map<RunSpec, Double> seconds) {
        seconds.forEach((run, estimated) -> foreseen.merge(Cell.of(visit, run), estimated, Math::max));
    }

    /** Adds the duration of all jobs of a workload together. */
    void took(Visit visit, String workload, Duration time) {
        longest.merge(new Cell(visit.setup(), workload, Map.of()), (double) time.toSeconds(), Math::max);
    }

    /**
     * Adds the end of a run.
     *
     * @param input the input that the run reads; empty if there is none, or if it is unknown
     * @return a message for the user if Spindle makes no further run of the kind; otherwise empty
     */
    Optional<String> ended(Visit visit, RunSpec spec, Optional<InputData> input, RunRecord run) {
        Cell cell = Cell.of(visit, spec);
        if (run.steps() != null) {
            longest.merge(cell, run.steps().total(), Math::max);
        }
        if (run.status() == Status.INTERRUPTED) {
            return Optional.empty();
        } else if (run.status() != Status.FAILED) {
            succeeded.add(cell);
            rows.keySet().removeAll(List.of(ANY, cell, input.map(InputData::id).orElse("")));
            return Optional.empty();
        }
        Cause cause = cause(run);
        if (!Explanation.isOfWholeCluster(cause)) {
            rows.remove(ANY);
        } else if (add(ANY, cause)) {
            return Optional.of(message("any job", cause));
        }
        if (spec.isConcurrent()) {
            return Optional.empty();
        }
        boolean unprepared = input.isPresent()
                && run.reasons().stream().anyMatch(reason -> reason.startsWith(RunStep.PREPARE.label() + ": "));
        return add(unprepared ? input.get().id() : cell, cause)
                ? Optional.of(message(
                        unprepared
                                ? "any job that reads the input " + input.get().id()
                                : cell.describe(),
                        cause))
                : Optional.empty();
    }

    /** Returns whether the row of failures has just become full. */
    private boolean add(Object what, Cause cause) {
        Row now = rows.merge(
                what,
                new Row(cause, 1),
                (before, one) ->
                        before.cause().code().equals(cause.code()) ? new Row(cause, before.failures() + 1) : one);
        return now.failures() == MOST_IN_A_ROW;
    }

    private static String message(String what, Cause cause) {
        return "Spindle makes no further run of " + what + ", because " + MOST_IN_A_ROW
                + " runs in a row failed with one cause: " + cause.message()
                + ". Correct the cause, then resume the campaign; --retry failed repeats the failed runs, too.";
    }

    /** Returns the first known cause of a failure; otherwise its first reason, in which ids and numbers do not count. */
    private static Cause cause(RunRecord run) {
        if (run.failure() != null && !run.failure().causes().isEmpty()) {
            return run.failure().causes().get(0);
        }
        String reason = run.reasons().isEmpty()
                ? "for an unknown reason"
                : run.reasons().get(0);
        String alike = reason.replaceAll("[0-9a-fA-F]*[0-9][0-9a-fA-F]*", "#");
        return new Cause(alike.substring(0, Math.min(alike.length(), LONGEST_CAUSE)), reason);
    }

    /** Returns whether no further run of the campaign would succeed. */
    public boolean stopsAll() {
        return isFull(ANY);
    }

    /**
     * Returns whether a run would fail in the same way as the runs before it.
     *
     * @param input the input that the run reads; empty if there is none, or if it is unknown
     */
    public boolean stops(Visit visit, RunSpec run, Optional<InputData> input) {
        return isFull(Cell.of(visit, run))
                || input.map(InputData::id).filter(this::isFull).isPresent();
    }

    private boolean isFull(Object what) {
        return rows.containsKey(what) && rows.get(what).isFull();
    }

    /** Returns whether Spindle no longer makes runs of some kind. */
    public boolean stopsSome() {
        return rows.values().stream().anyMatch(Row::isFull);
    }

    /** Returns the time that a run may take: as long as the longest of its kind, or as estimated; 0 if unknown. */
    public Duration expected(Visit visit, RunSpec run) {
        Cell cell = Cell.of(visit, run);
        double seen = longest.getOrDefault(cell, 0.0);
        return seconds(succeeded.contains(cell) ? seen : Math.max(seen, foreseen.getOrDefault(cell, ofJob(cell))));
    }

    /** Returns the time that all jobs of a workload may take together; 0 if unknown. */
    Duration expected(Visit visit, String workload) {
        return seconds(longest.getOrDefault(new Cell(visit.setup(), workload, Map.of()), 0.0));
    }

    private double ofJob(Cell cell) {
        return longest.entrySet().stream()
                .filter(one -> one.getKey().setup().equals(cell.setup())
                        && one.getKey().job().equals(cell.job()))
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds((long) Math.ceil(seconds));
    }
}
