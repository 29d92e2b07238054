package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.api.records.Counter;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.collect.HistoryJob.AttemptEvents;
import org.spindlebench.runner.collect.JobHistory.MapOutput;
import org.spindlebench.runner.collect.RecordedJob.AttemptNote;

/** Reads each ended attempt's start, end, host, phases and failure, the output of each map, and the bytes that each
 * reduce fetched. */
final class TaskTimesCollector {
    private TaskTimesCollector() {}

    /**
     * The ended task attempts of a job.
     *
     * @param mapped the output of each successful map that has counters, by attempt
     * @param fetched the bytes that each successful reduce fetched, by attempt
     * @param read the bytes that each successful map read from HDFS, by attempt
     */
    record EndedAttempts(
            List<TaskTimes> times, Map<String, MapOutput> mapped, Map<String, Long> fetched, Map<String, Long> read) {}

    static EndedAttempts collect(HistoryJob job) throws IOException {
        List<TaskTimes> tasks = new ArrayList<>();
        Map<String, MapOutput> mapped = new HashMap<>();
        Map<String, Long> fetched = new HashMap<>();
        Map<String, Long> read = new HashMap<>();
        AttemptEvents events = new AttemptEvents(job);
        for (var page = events.next(); !page.isEmpty(); page = events.next()) {
            for (TaskAttemptCompletionEvent event : page) {
                TaskAttemptReport report = events.report(event.getAttemptId());
                TaskTimes times = times(report);
                tasks.add(times);
                if (times.state().equals(RecordedJob.SUCCEEDED)) {
                    if (times.kind().equals("reduce")) {
                        counter(report, TaskCounter.REDUCE_SHUFFLE_BYTES)
                                .ifPresent(bytes -> fetched.put(times.attempt(), bytes));
                    } else {
                        mapped(report).ifPresent(output -> mapped.put(times.attempt(), output));
                        hdfsRead(report).ifPresent(bytes -> read.put(times.attempt(), bytes));
                    }
                }
            }
        }
        tasks.sort(Comparator.comparing(TaskTimes::attempt));
        return new EndedAttempts(tasks.stream().distinct().toList(), mapped, fetched, read);
    }

    static Optional<MapOutput> mapped(TaskAttemptReport report) {
        Optional<Long> records = counter(report, TaskCounter.MAP_OUTPUT_RECORDS);
        Optional<Long> bytes = counter(report, TaskCounter.MAP_OUTPUT_BYTES);
        Optional<Long> spilled = counter(report, TaskCounter.SPILLED_RECORDS);
        return records.isEmpty() || bytes.isEmpty() || spilled.isEmpty()
                ? Optional.empty()
                : Optional.of(new MapOutput(records.get(), bytes.get(), spilled.get()));
    }

    private static Optional<Long> hdfsRead(TaskAttemptReport report) {
        return Optional.ofNullable(report.getCounters())
                .map(counters -> counters.getCounterGroup(CounterSizes.FILE_SYSTEM))
                .map(group -> group.getCounter(CounterSizes.HDFS_READ))
                .map(Counter::getValue);
    }

    static Optional<Long> counter(TaskAttemptReport report, TaskCounter name) {
        return Optional.ofNullable(report.getCounters())
                .map(counters -> counters.getCounter(name))
                .map(Counter::getValue);
    }

    private static TaskTimes times(TaskAttemptReport report) {
        TaskType type = report.getTaskAttemptId().getTaskId().getTaskType();
        String state = report.getTaskAttemptState().name();
        // If an attempt did not succeed, the server reports its end as the end of each of its phases, so the actual
        // phases are unknown.
        boolean phased = type == TaskType.REDUCE && state.equals(RecordedJob.SUCCEEDED);
        return new TaskTimes(
                report.getTaskAttemptId().toString(),
                type.name().toLowerCase(Locale.ROOT),
                report.getNodeManagerHost(),
                state,
                EndedJob.instant(report.getStartTime()),
                EndedJob.instant(report.getFinishTime()),
                phased ? EndedJob.instant(report.getShuffleFinishTime()) : null,
                phased ? EndedJob.instant(report.getSortFinishTime()) : null,
                AttemptNote.of(state, report.getDiagnosticInfo()));
    }
}
