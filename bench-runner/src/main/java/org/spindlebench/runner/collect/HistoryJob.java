package org.spindlebench.runner.collect;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.HSClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.Outage;

/** An ended job in the JobHistoryServer. Users cannot read the server's files, but may call its RPC. */
final class HistoryJob implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final Configuration configuration;
    private final HSClientProtocol protocol;
    private final JobId id;
    private final Duration appears;

    private HistoryJob(Configuration configuration, HSClientProtocol protocol, JobId id, Duration appears) {
        this.configuration = configuration;
        this.protocol = protocol;
        this.id = id;
        this.appears = appears;
    }

    static HistoryJob open(Configuration configuration, String jobId, Duration appears) {
        HSClientProtocol protocol = (HSClientProtocol)
                YarnRPC.create(configuration).getProxy(HSClientProtocol.class, address(configuration), configuration);
        return new HistoryJob(configuration, protocol, TypeConverter.toYarn(JobID.forName(jobId)), appears);
    }

    static void probe(Configuration configuration) throws IOException {
        InetSocketAddress address = address(configuration);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
            // A server that is stopped accepts connections, but answers nothing.
            Deadlines.call(() -> ask(configuration), Duration.ofMillis(CONNECT_MILLIS), "it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the JobHistoryServer was asked");
        } catch (Exception e) {
            throw new IOException("no JobHistoryServer answers at " + address + " (" + e.getMessage() + ")", e);
        }
    }

    /** Asks for a job that never existed. Any answer will do. */
    private static boolean ask(Configuration configuration) throws IOException {
        try (HistoryJob none = open(configuration, "job_1_0001", Duration.ZERO)) {
            GetJobReportRequest request = Records.newRecord(GetJobReportRequest.class);
            request.setJobId(none.id());
            none.protocol().getJobReport(request);
        } catch (IOException e) {
            if (Outage.of(e).isPresent()) {
                throw e;
            }
        }
        return true;
    }

    private static InetSocketAddress address(Configuration configuration) {
        return NetUtils.createSocketAddr(
                configuration.get(JHAdminConfig.MR_HISTORY_ADDRESS, JHAdminConfig.DEFAULT_MR_HISTORY_ADDRESS));
    }

    Configuration configuration() {
        return configuration;
    }

    HSClientProtocol protocol() {
        return protocol;
    }

    /** Returns the web service's answer about a part of the job, such as its configuration; empty if there is none. */
    Optional<JsonNode> web(String part) {
        MRWebAppUtil.initialize(configuration);
        return DaemonWeb.json(MRWebAppUtil.getJHSWebappURLWithScheme(configuration) + "/ws/v1/history/mapreduce/jobs/"
                + TypeConverter.fromYarn(id) + "/" + part);
    }

    JobId id() {
        return id;
    }

    /** Repeats a call until the server knows the job. Hadoop moves its file there shortly after the job's end. */
    <T> T whenPresent(Callable<T> question) throws IOException {
        long deadline = System.nanoTime() + appears.toNanos();
        while (true) {
            try {
                return question.call();
            } catch (Exception e) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("the JobHistoryServer does not know " + id + ": " + e.getMessage(), e);
                }
                pause();
            }
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the JobHistoryServer", e);
        }
    }

    @Override
    public void close() {
        RPC.stopProxy(protocol);
    }

    /** Reads the events at which a job's task attempts ended, page by page and in order. */
    static final class AttemptEvents {
        private static final int PAGE = 1_000;

        private final HistoryJob job;
        private int seen;

        AttemptEvents(HistoryJob job) {
            this.job = job;
        }

        /** Returns the next page of events; empty if there are no more. */
        List<TaskAttemptCompletionEvent> next() throws IOException {
            GetTaskAttemptCompletionEventsRequest request =
                    Records.newRecord(GetTaskAttemptCompletionEventsRequest.class);
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
}
