package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.collect.JobTimesCollector.Instants;

/** Start, end, host and phases of every task attempt that ended, and why where it did not succeed. */
final class TaskTimesCollector implements Collector<List<TaskTimes>> {
    @Override
    public List<TaskTimes> collect(HistoryJob job) throws IOException {
        List<TaskTimes> tasks = new ArrayList<>();
        AttemptEvents events = new AttemptEvents(job);
        for (var page = events.next(); !page.isEmpty(); page = events.next()) {
            for (TaskAttemptCompletionEvent event : page) {
                tasks.add(times(events.report(event.getAttemptId())));
            }
        }
        tasks.sort(Comparator.comparing(TaskTimes::attempt));
        return tasks.stream().distinct().toList();
    }

    private static TaskTimes times(TaskAttemptReport report) {
        TaskType type = report.getTaskAttemptId().getTaskId().getTaskType();
        String state = report.getTaskAttemptState().name();
        // Of one that did not succeed the server tells its end for those of its phases: nobody knows how far it came.
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
