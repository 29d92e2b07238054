package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEventStatus;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.spindlebench.runner.collect.HistoryJob.AttemptEvents;

/** Finds a job's first failed task attempts in the order of their ends. Later failures often follow from these. */
public final class FailedAttempts {
    private FailedAttempts() {}

    /**
     * Reads failed attempts from the JobHistoryServer.
     *
     * @param appears the time to wait for the job's history
     * @throws IOException if the server does not know the job within that time
     */
    public static List<FailedAttempt> read(Configuration configuration, String jobId, Duration appears, int most)
            throws IOException {
        List<FailedAttempt> failed = new ArrayList<>();
        try (HistoryJob job = HistoryJob.open(configuration, jobId, appears)) {
            AttemptEvents events = new AttemptEvents(job);
            for (var page = job.whenPresent(events::next);
                    !page.isEmpty() && failed.size() < most;
                    page = events.next()) {
                for (TaskAttemptCompletionEvent event : page) {
                    if (isFailure(event.getStatus()) && failed.size() < most) {
                        failed.add(attempt(events.report(event.getAttemptId())));
                    }
                }
            }
        }
        return failed;
    }

    private static boolean isFailure(TaskAttemptCompletionEventStatus status) {
        return status == TaskAttemptCompletionEventStatus.FAILED
                || status == TaskAttemptCompletionEventStatus.TIPFAILED;
    }

    private static FailedAttempt attempt(TaskAttemptReport report) {
        return new FailedAttempt(
                report.getTaskAttemptId().toString(),
                report.getContainerId() == null ? null : report.getContainerId().toString(),
                report.getNodeManagerHost(),
                report.getNodeManagerHttpPort(),
                report.getDiagnosticInfo() == null ? "" : report.getDiagnosticInfo());
    }

    /**
     * A failed task attempt, according to the JobHistoryServer.
     *
     * @param container YARN's container id; null if the attempt never had one
     * @param host the host of the container's NodeManager; null if the attempt never had one
     * @param webPort port of that NodeManager's web service; 0 if unknown
     * @param diagnostics MapReduce's and YARN's diagnostics; may be empty
     */
    public record FailedAttempt(String attempt, String container, String host, int webPort, String diagnostics) {}
}
