package org.spindlebench.runner.collect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.SafeName;
import org.spindlebench.analysis.record.Identity;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Source;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Times;
import org.spindlebench.runner.collect.JobTimesCollector.Instants;

/** A job of a {@code .jhist} file as a record. */
final class ImportedJob {
    private static final String DEFAULT_SETUP = "default";
    private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "KILLED");
    private static final Set<TaskType> TASKS = Set.of(TaskType.MAP, TaskType.REDUCE);
    private static final double MILLIS = 1000.0;
    private static final int LONGEST_REASON = 1_000;

    /** How the job ended, and why not well. */
    private record End(Status status, List<String> reasons) {}

    private final String format;
    private final ImportFile file;
    private final HistoryFile history;
    private final JobInfo job;

    ImportedJob(String format, ImportFile file, HistoryFile history) {
        this.format = format;
        this.file = file;
        this.history = history;
        this.job = history.job();
    }

    RunRecord toRecord() {
        Times times = times();
        End end = end(times);
        Map<String, Map<String, Long>> counters = CounterCollector.plain(job.getTotalCounters());
        return new RunRecord(
                RunRecord.SCHEMA,
                identity(),
                new Source(format, file.name(), null),
                null,
                subject(),
                end.status(),
                end.reasons(),
                null,
                null,
                times,
                null,
                null,
                counters == null || counters.isEmpty() ? null : sizes(new CounterFigures(counters)),
                null,
                null,
                null,
                null,
                counters,
                tasks(),
                null,
                null);
    }

    private Identity identity() {
        String id = job.getJobId().toString();
        return new Identity(file.campaign(), id, format, id.replaceFirst("^job_", "application_"), id);
    }

    private Subject subject() {
        Map<String, String> settings = new TreeMap<>();
        if (job.getTotalMaps() + job.getTotalReduces() > 0) {
            settings.put("maps", String.valueOf(job.getTotalMaps()));
            settings.put("reduces", String.valueOf(job.getTotalReduces()));
        }
        String name = job.getJobname() == null ? "" : job.getJobname();
        return new Subject(SafeName.of(name, "unnamed"), file.setup().orElse(DEFAULT_SETUP), settings);
    }

    private Times times() {
        Instant submitted = Instants.ofMillis(job.getSubmitTime());
        Instant finished = Instants.ofMillis(job.getFinishTime());
        boolean measured = submitted != null && finished != null && finished.isAfter(submitted);
        Double elapsed =
                measured ? (Double) (Duration.between(submitted, finished).toMillis() / MILLIS) : null;
        return new Times(
                null,
                null,
                null,
                null,
                submitted,
                Instants.ofMillis(job.getLaunchTime()),
                finished,
                elapsed,
                null,
                null);
    }

    // A history that does not say how the job ended may be of a job that did well: nobody knows, so it counts nowhere.
    private End end(Times times) {
        String status = String.valueOf(job.getJobStatus());
        if (times.jobFinished() == null) {
            return new End(Status.FAILED, List.of(history.problem() + "; whether the job succeeded is not known"));
        }
        if (!status.equals("SUCCEEDED")) {
            return new End(Status.FAILED, List.of("the job ended as " + status + diagnostics()));
        }
        return times.elapsed() == null
                ? new End(Status.INVALID, List.of("its history does not say how long it took"))
                : new End(Status.OK, List.of());
    }

    private String diagnostics() {
        String text = job.getErrorInfo() == null ? "" : job.getErrorInfo().strip();
        String start = text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) + " ..." : text;
        return start.isEmpty() ? "" : ": " + start;
    }

    private static Sizes sizes(CounterFigures counters) {
        return new Sizes(
                null,
                null,
                null,
                null,
                counters.input(),
                counters.task("MAP_OUTPUT_BYTES"),
                counters.task("REDUCE_SHUFFLE_BYTES"),
                counters.output(),
                null,
                null,
                counters.meanShuffleSegment(),
                counters.taskCpu(),
                counters.task("SPILLED_RECORDS"));
    }

    private List<TaskTimes> tasks() {
        List<TaskTimes> tasks = new ArrayList<>();
        for (TaskInfo task : job.getAllTasks().values()) {
            for (TaskAttemptInfo attempt : task.getAllTaskAttempts().values()) {
                if (ENDED.contains(attempt.getTaskStatus()) && TASKS.contains(attempt.getTaskType())) {
                    tasks.add(times(attempt));
                }
            }
        }
        tasks.sort(Comparator.comparing(TaskTimes::attempt));
        return tasks;
    }

    private static TaskTimes times(TaskAttemptInfo attempt) {
        boolean reduce = attempt.getTaskType() == TaskType.REDUCE;
        return new TaskTimes(
                attempt.getAttemptId().toString(),
                attempt.getTaskType().name().toLowerCase(Locale.ROOT),
                attempt.getHostname(),
                attempt.getTaskStatus(),
                Instants.ofMillis(attempt.getStartTime()),
                Instants.ofMillis(attempt.getFinishTime()),
                reduce ? Instants.ofMillis(attempt.getShuffleFinishTime()) : null,
                reduce ? Instants.ofMillis(attempt.getSortFinishTime()) : null);
    }
}
