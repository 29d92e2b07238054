package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.yarn.util.Records;
import org.spindlebench.runner.collect.JobHistory.JobTimes;

/** When the job was submitted, launched and finished, by its ApplicationMaster. */
final class JobTimesCollector implements Collector<JobTimes> {
    @Override
    public JobTimes collect(HistoryJob job) throws IOException {
        GetJobReportRequest request = Records.newRecord(GetJobReportRequest.class);
        request.setJobId(job.id());
        JobReport report = job.whenPresent(
                () -> present(job.protocol().getJobReport(request).getJobReport()));
        return new JobTimes(
                Instants.ofMillis(report.getSubmitTime()),
                Instants.ofMillis(report.getStartTime()),
                Instants.ofMillis(report.getFinishTime()));
    }

    private static JobReport present(JobReport report) throws IOException {
        if (report == null) {
            throw new IOException("no such job yet");
        }
        return report;
    }

    /** Hadoop writes 0 or less for "not known". */
    static final class Instants {
        private Instants() {}

        static Instant ofMillis(long millis) {
            return millis <= 0 ? null : Instant.ofEpochMilli(millis);
        }
    }
}
