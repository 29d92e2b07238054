package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.TaskStatistics.Waves;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/**
 * Checks whether the tasks of a run that was sized for one wave were granted in one wave. A low peak proves nothing,
 * because short tasks can end before the last one is granted. However, if the number of running tasks stays below the
 * wave while other tasks wait, the scheduler grants no more. All times are from the job history, by the
 * ApplicationMaster's clock.
 */
final class OneWave {
    static final String CHECK = "one wave";

    /** A longer period without grants counts as a stall. Grants arrive with heartbeats, at most a second apart. */
    private static final Duration STILL = Duration.ofSeconds(3);

    /**
     * The time until ended containers are granted again: a heartbeat of the node, and one of the ApplicationMaster.
     */
    private static final Duration TURNAROUND = Duration.ofSeconds(2);

    private OneWave() {}

    /**
     * A period in which the number of running tasks did not change.
     *
     * @param kind {@code map} or {@code reduce}
     * @param waiting the number of tasks that had not begun
     * @param late whether all tasks eventually ran at once, so that containers were late but not too few
     */
    record Stall(String kind, int running, int waiting, Duration lasted, boolean late) {
        private String describe(int slots) {
            String seen = String.format(
                    Locale.ROOT,
                    "%s ran for %.1f s while %d waited",
                    HumanText.counted(running, kind),
                    seconds(),
                    waiting);
            return late
                    ? seen
                            + ": YARN granted the rest late; check who else uses the queue, or measure what it grants with"
                            + " `check --calibrate` and set fewer with --slots"
                    : seen + ": YARN grants fewer containers than the " + slots + " slots of the plan; measure what it"
                            + " grants with `check --calibrate`, or start anew with --slots " + running;
        }

        private double seconds() {
            return lasted.toMillis() / 1000.0;
        }
    }

    /** Checks a run whose job succeeded, if it was planned as one wave. */
    static void check(SizedRun run, JobHistory history, Consumer<Check> checks) {
        if (run.oneWavePlanned()) {
            Optional<Stall> stall = stall(run, history);
            checks.accept(new Check(
                    CHECK,
                    "all tasks granted without a pause of more than " + STILL.toSeconds() + " s",
                    stall.map(found -> found.describe(run.slots().chosen())).orElse("no such pause"),
                    stall.isEmpty()));
        }
    }

    /**
     * Returns why all further runs would fail this check; empty if later runs may pass, for example because containers
     * were only late.
     */
    static Optional<String> refuted(RunRecord run) {
        return run.proof().stream()
                .filter(check -> check.name().equals(CHECK)
                        && !check.passed()
                        && Boolean.FALSE.equals(run.wave().oneWave()))
                .map(Check::actual)
                .findFirst();
    }

    /**
     * Returns the longest stall; empty if there is none. A stall with late containers counts only if there is no other
     * stall.
     */
    static Optional<Stall> stall(SizedRun run, JobHistory history) {
        WaveOf wave = run.job().wave();
        if (!run.oneWavePlanned()) {
            return Optional.empty();
        }
        return Stream.of(
                        wave == WaveOf.REDUCES ? Stream.<Stall>empty() : stalls(history, "map", "reduce"),
                        wave == WaveOf.MAPS ? Stream.<Stall>empty() : stalls(history, "reduce", "map"))
                .flatMap(stalls -> stalls)
                .max(Comparator.comparing((Stall stall) -> !stall.late()).thenComparing(Stall::lasted));
    }

    /** Returns the stalls. Each is a period between two changes of the number of running tasks. */
    private static Stream<Stall> stalls(JobHistory history, String kind, String other) {
        List<TaskTimes> tasks = known(history, kind);
        List<TaskTimes> others = known(history, other);
        TreeSet<Instant> changes = new TreeSet<>();
        tasks.forEach(task -> changes.addAll(List.of(task.started(), task.finished())));
        boolean all = Waves.mostAtOnce(tasks) >= history.succeeded(kind);
        return changes.stream()
                .filter(change -> changes.higher(change) != null
                        && Duration.between(change, changes.higher(change)).compareTo(STILL) > 0)
                .map(change -> new Stall(
                        kind,
                        (int) tasks.stream()
                                .filter(task -> !task.started().isAfter(change)
                                        && task.finished().isAfter(change))
                                .count(),
                        waiting(tasks, change),
                        Duration.between(begin(tasks, others, change, changes.higher(change)), changes.higher(change)),
                        all))
                .filter(stall -> stall.running() > 0
                        && stall.waiting() > 0
                        && stall.lasted().compareTo(STILL) > 0);
    }

    private static List<TaskTimes> known(JobHistory history, String kind) {
        return history.tasks(kind).stream()
                .filter(task -> task.started() != null && task.finished() != null)
                .toList();
    }

    private static int waiting(List<TaskTimes> tasks, Instant change) {
        Map<String, Instant> begun = new HashMap<>();
        for (TaskTimes attempt : tasks) {
            String task = attempt.attempt().replaceFirst("_\\d+$", "");
            begun.merge(task, attempt.started(), (one, same) -> one.isBefore(same) ? one : same);
        }
        return (int) begun.values().stream().filter(change::isBefore).count();
    }

    /**
     * Returns the instant from which YARN could have granted more tasks. Tasks wait for containers that tasks of the
     * other kind occupy, and they wait until YARN grants ended containers again.
     */
    private static Instant begin(List<TaskTimes> tasks, List<TaskTimes> others, Instant change, Instant next) {
        Stream<TaskTimes> beside = others.stream()
                .filter(task ->
                        task.started().isBefore(next) && !task.finished().isBefore(change));
        return Stream.concat(tasks.stream().filter(task -> task.finished().equals(change)), beside)
                .map(TaskTimes::finished)
                .max(Comparator.naturalOrder())
                .map(end -> end.plus(TURNAROUND))
                .orElse(change);
    }
}
