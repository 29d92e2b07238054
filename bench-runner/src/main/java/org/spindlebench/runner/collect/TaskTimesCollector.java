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
import org.spindlebench.runner.collect.Collectors.Collector;
import org.spindlebench.runner.collect.Collectors.JobTimesCollector.Instants;
import org.spindlebench.runner.collect.HistoryJob.AttemptEvents;
import org.spindlebench.runner.collect.RecordedJob.AttemptNote;

/**
 * Collects start, end, host and phases of every ended task attempt, with the reason if it did not succeed. Also
 * computes how uneven the reduces were.
 */
final class TaskTimesCollector implements Collector<TaskTimesCollector.Attempts> {
    /**
     * All attempts.
     *
     * @param times the times of each attempt
     * @param reduceSkew bytes that the largest reduce fetched / the mean; null with fewer than two reduces
     */
    record Attempts(List<TaskTimes> times, Double reduceSkew) {}

    @Override
    public Attempts collect(HistoryJob job) throws IOException {
        List<TaskTimes> tasks = new ArrayList<>();
        Map<String, Long> fetched = new HashMap<>();
        AttemptEvents events = new AttemptEvents(job);
        for (var page = events.next(); !page.isEmpty(); page = events.next()) {
            for (TaskAttemptCompletionEvent event : page) {
                TaskAttemptReport report = events.report(event.getAttemptId());
                TaskTimes times = times(report);
                tasks.add(times);
                if (times.kind().equals("reduce") && times.state().equals(RecordedJob.SUCCEEDED)) {
                    fetched(report).ifPresent(bytes -> fetched.put(times.attempt(), bytes));
                }
            }
        }
        tasks.sort(Comparator.comparing(TaskTimes::attempt));
        return new Attempts(tasks.stream().distinct().toList(), CounterFigures.largestOverMean(fetched.values()));
    }

    static Optional<Long> fetched(TaskAttemptReport report) {
        return Optional.ofNullable(report.getCounters())
                .map(counters -> counters.getCounter(TaskCounter.REDUCE_SHUFFLE_BYTES))
                .map(Counter::getValue);
    }

    private static TaskTimes times(TaskAttemptReport report) {
        TaskType type = report.getTaskAttemptId().getTaskId().getTaskType();
        String state = report.getTaskAttemptState().name();
        // For an attempt that did not succeed, the server reports its end as the end of its phases, so its progress is
        // unknown.
        boolean phased = type == TaskType.REDUCE && state.equals(RecordedJob.SUCCEEDED);
        return new TaskTimes(
                report.getTaskAttemptId().toString(),
                type.name().toLowerCase(Locale.ROOT),
                report.getNodeManagerHost(),
                state,
                Instants.ofMillis(report.getStartTime()),
                Instants.ofMillis(report.getFinishTime()),
                phased ? Instants.ofMillis(report.getShuffleFinishTime()) : null,
                phased ? Instants.ofMillis(report.getSortFinishTime()) : null,
                AttemptNote.of(state, report.getDiagnosticInfo()));
    }
}
