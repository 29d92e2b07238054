package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.TaskStatistics.Waves;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.collect.JobHistory.JobTimes;

/**
 * Reads the histories of ended jobs and programs. The histories of a user's program are one history: the tasks of all
 * its applications, and the sums of their counters.
 */
public final class EndedHistories {
    /** A regular expression of the text between the values of a setting in which jobs of one program differ. */
    public static final String BETWEEN = " \\| ";

    private static final String OTHERS = "Spindle reads the tasks of MapReduce only";

    private static final Duration APPEARS_OF_FAILED = Duration.ofSeconds(5);
    private static final Duration LIMIT_OF_FAILED = Duration.ofSeconds(30);

    private final HistoryReader histories;

    public EndedHistories(HistoryReader histories) {
        this.histories = histories;
    }

    /** Reads the history of a job that submitted an application. */
    public JobHistory read(EndedJob job, Duration appears) throws IOException {
        return job.program() == null ? histories.read(job.jobId(), appears) : ofProgram(job, appears);
    }

    /**
     * Reads a failed job's history, which may not exist. An error here must not hide why the job failed.
     *
     * @param notes receives why there is no history
     * @return null if there is no history
     */
    public JobHistory ofFailure(EndedJob job, Consumer<String> notes) throws InterruptedException {
        if (job.jobId() == null) {
            return null;
        }
        try {
            return Deadlines.io(() -> read(job, APPEARS_OF_FAILED), LIMIT_OF_FAILED, "YARN's history");
        } catch (IOException | RuntimeException e) {
            notes.accept("no history of " + job.jobId() + ": " + FailureMessage.of(e));
            return null;
        }
    }

    private JobHistory ofProgram(EndedJob job, Duration appears) throws IOException {
        List<JobHistory> found = new ArrayList<>();
        List<Application> applications = new ArrayList<>();
        for (Application application : job.program().applications()) {
            if (ProgramRun.MAPREDUCE.equals(application.type())) {
                JobHistory history = histories.read(application.id().replaceFirst("^application_", "job_"), appears);
                found.add(history);
                applications.add(application.with(stages(history), null));
            } else {
                applications.add(application.with(List.of(), OTHERS));
            }
        }
        JobHistory all = found.size() == 1 ? found.get(0) : merged(found);
        return all.of(applications);
    }

    /** Returns the maps and the reduces of a MapReduce job. */
    private static List<Stage> stages(JobHistory history) {
        CounterSizes counters = new CounterSizes(history.counters());
        List<Stage> stages = new ArrayList<>();
        List<TaskTimes> maps = history.tasks("map");
        List<TaskTimes> reduces = history.tasks("reduce");
        if (!maps.isEmpty()) {
            stages.add(StageTimes.of(maps)
                    .stage(
                            "map",
                            new Moved(
                                    counters.input(),
                                    reduces.isEmpty() ? counters.output() : null,
                                    null,
                                    counters.task("MAP_OUTPUT_MATERIALIZED_BYTES"))));
        }
        if (!reduces.isEmpty()) {
            stages.add(StageTimes.of(reduces)
                    .stage("reduce", new Moved(null, counters.output(), counters.task("REDUCE_SHUFFLE_BYTES"), null)));
        }
        return stages;
    }

    private static JobHistory merged(List<JobHistory> all) {
        return new JobHistory(
                new JobTimes(
                        first(all, JobTimes::submitted),
                        first(all, JobTimes::launched),
                        times(all, JobTimes::finished)
                                .max(Comparator.naturalOrder())
                                .orElse(null)),
                sums(all),
                all.stream().flatMap(each -> each.tasks().stream()).toList(),
                joined(all, JobHistory::mapped, (one, other) -> one),
                joined(all, JobHistory::fetched, (one, other) -> one),
                joined(all, JobHistory::configuration, EndedHistories::both),
                all.stream().anyMatch(each -> each.inForce() == null)
                        ? null
                        : joined(all, JobHistory::inForce, EndedHistories::both));
    }

    private static Instant first(List<JobHistory> all, Function<JobTimes, Instant> time) {
        return times(all, time).min(Comparator.naturalOrder()).orElse(null);
    }

    private static Stream<Instant> times(List<JobHistory> all, Function<JobTimes, Instant> time) {
        return all.stream().map(JobHistory::times).map(time).filter(Objects::nonNull);
    }

    private static Map<String, Map<String, Long>> sums(List<JobHistory> all) {
        Map<String, Map<String, Long>> sums = new TreeMap<>();
        for (JobHistory history : all) {
            if (history.counters() != null) {
                history.counters()
                        .forEach((group, values) ->
                                values.forEach((name, value) -> sums.computeIfAbsent(group, any -> new TreeMap<>())
                                        .merge(name, value, Long::sum)));
            }
        }
        return sums;
    }

    private static <T> Map<String, T> joined(
            List<JobHistory> all, Function<JobHistory, Map<String, T>> part, BinaryOperator<T> both) {
        Map<String, T> joined = new TreeMap<>();
        all.forEach(history -> part.apply(history).forEach((key, value) -> joined.merge(key, value, both)));
        return joined;
    }

    /** Returns the values of a setting that differs between jobs. */
    private static String both(String one, String other) {
        TreeSet<String> values = new TreeSet<>(List.of(one.split(BETWEEN, -1)));
        values.add(other);
        return String.join(" | ", values);
    }

    /** The bytes that the tasks of a stage moved; null if unknown. */
    private record Moved(Long read, Long written, Long shuffleRead, Long shuffleWritten) {}

    /**
     * The time span of the attempts of a stage.
     *
     * @param tasks the number of tasks that succeeded
     * @param peak the largest number of attempts at one instant
     * @param waves null if there is no task, or no attempt with both times
     * @param elapsed seconds from the first start to the last end; null without attempts
     * @param seconds seconds that all attempts ran
     */
    public record StageTimes(int tasks, int peak, Integer waves, Double elapsed, Double seconds) {
        private static final double MILLIS = 1000;

        public static StageTimes of(List<TaskTimes> attempts) {
            List<TaskTimes> timed = attempts.stream()
                    .filter(task -> task.started() != null && task.finished() != null)
                    .toList();
            int tasks = (int) attempts.stream()
                    .filter(task -> task.state().equals(RecordedJob.SUCCEEDED))
                    .count();
            int peak = Waves.mostAtOnce(timed);
            Instant from = timed.stream()
                    .map(TaskTimes::started)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
            Instant to = timed.stream()
                    .map(TaskTimes::finished)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
            return new StageTimes(
                    tasks,
                    peak,
                    tasks == 0 || peak == 0 ? null : (Integer) ((tasks + peak - 1) / peak),
                    from == null ? null : (Double) seconds(from, to),
                    timed.stream()
                            .mapToDouble(task -> seconds(task.started(), task.finished()))
                            .sum());
        }

        private static double seconds(Instant from, Instant to) {
            return Duration.between(from, to).toMillis() / MILLIS;
        }

        private Stage stage(String name, Moved moved) {
            return new Stage(
                    name,
                    tasks,
                    peak,
                    waves,
                    elapsed,
                    seconds,
                    moved.read(),
                    moved.written(),
                    moved.shuffleRead(),
                    moved.shuffleWritten(),
                    null);
        }
    }
}
