package org.spindlebench.runner.collect;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.yarn.util.Records;

/** The ends of a job's task attempts, page by page in the order of their ends, and what is known of each. */
final class AttemptEvents {
    private static final int PAGE = 1_000;

    private final HistoryJob job;
    private int seen;

    AttemptEvents(HistoryJob job) {
        this.job = job;
    }

    /** The next ones; empty when there are no more. */
    List<TaskAttemptCompletionEvent> next() throws IOException {
        GetTaskAttemptCompletionEventsRequest request = Records.newRecord(GetTaskAttemptCompletionEventsRequest.class);
        request.setJobId(job.id());
        request.setFromEventId(seen);
        request.setMaxEvents(PAGE);
        List<TaskAttemptCompletionEvent> page =
                job.protocol().getTaskAttemptCompletionEvents(request).getCompletionEventList();
        seen += page.size();
        return page;
    }

    TaskAttemptReport report(TaskAttemptId attempt) throws IOException {
        GetTaskAttemptReportRequest request = Records.newRecord(GetTaskAttemptReportRequest.class);
        request.setTaskAttemptId(attempt);
        return job.protocol().getTaskAttemptReport(request).getTaskAttemptReport();
    }
}
