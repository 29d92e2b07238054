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
import org.spindlebench.runner.collect.failure.YarnEvidence.ContainerPlace;

/** Finds a job's first failed task attempts in the order of their ends. Later failures often follow from these. */
public final class FailedAttempts {
    private FailedAttempts() {}

    /**
     * Reads failed attempts from the JobHistoryServer.
     *
     * @param appears the time to wait for the job's history
     * @throws IOException if the server does not know the job within that time
     */
    public static List<ContainerPlace> read(Configuration configuration, String jobId, Duration appears, int most)
            throws IOException {
        List<ContainerPlace> failed = new ArrayList<>();
        try (HistoryJob job = HistoryJob.open(configuration, jobId, appears)) {
            AttemptEvents events = new AttemptEvents(job);
            for (var page = job.whenPresent(events::next);
                    !page.isEmpty() && failed.size() < most;
                    page = events.next()) {
                for (TaskAttemptCompletionEvent event : page) {
                    if (isFailure(event.getStatus()) && failed.size() < most) {
                        failed.add(place(events.report(event.getAttemptId())));
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

    private static ContainerPlace place(TaskAttemptReport report) {
        String host = report.getNodeManagerHost();
        int port = report.getNodeManagerHttpPort();
        return new ContainerPlace(
                report.getContainerId() == null ? null : report.getContainerId().toString(),
                report.getTaskAttemptId().toString(),
                host,
                host == null || port <= 0 ? null : host + ":" + port,
                report.getDiagnosticInfo() == null ? "" : report.getDiagnosticInfo());
    }
}
