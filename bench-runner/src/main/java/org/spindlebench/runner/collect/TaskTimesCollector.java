package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.yarn.util.Records;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.collect.JobTimesCollector.Instants;

/** Start, end, host and phases of every task attempt that ended. */
final class TaskTimesCollector implements Collector<List<TaskTimes>> {
    private static final int PAGE = 1_000;

    @Override
    public List<TaskTimes> collect(HistoryJob job) throws IOException {
        List<TaskTimes> tasks = new ArrayList<>();
        List<TaskAttemptCompletionEvent> page = page(job, 0);
        int seen = 0;
        while (!page.isEmpty()) {
            for (TaskAttemptCompletionEvent event : page) {
                tasks.add(times(report(job, event.getAttemptId())));
            }
            seen += page.size();
            page = page(job, seen);
        }
        tasks.sort(Comparator.comparing(TaskTimes::attempt));
        return tasks.stream().distinct().toList();
    }

    private static List<TaskAttemptCompletionEvent> page(HistoryJob job, int from) throws IOException {
        GetTaskAttemptCompletionEventsRequest request = Records.newRecord(GetTaskAttemptCompletionEventsRequest.class);
        request.setJobId(job.id());
        request.setFromEventId(from);
        request.setMaxEvents(PAGE);
        return job.protocol().getTaskAttemptCompletionEvents(request).getCompletionEventList();
    }

    private static TaskAttemptReport report(HistoryJob job, TaskAttemptId attempt) throws IOException {
        GetTaskAttemptReportRequest request = Records.newRecord(GetTaskAttemptReportRequest.class);
        request.setTaskAttemptId(attempt);
        return job.protocol().getTaskAttemptReport(request).getTaskAttemptReport();
    }

    private static TaskTimes times(TaskAttemptReport report) {
        TaskType type = report.getTaskAttemptId().getTaskId().getTaskType();
        boolean reduce = type == TaskType.REDUCE;
        return new TaskTimes(
                report.getTaskAttemptId().toString(),
                type.name().toLowerCase(Locale.ROOT),
                report.getNodeManagerHost(),
                report.getTaskAttemptState().name(),
                Instants.ofMillis(report.getStartTime()),
                Instants.ofMillis(report.getFinishTime()),
                reduce ? Instants.ofMillis(report.getShuffleFinishTime()) : null,
                reduce ? Instants.ofMillis(report.getSortFinishTime()) : null);
    }
}
