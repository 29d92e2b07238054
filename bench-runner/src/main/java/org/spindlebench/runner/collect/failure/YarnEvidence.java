package org.spindlebench.runner.collect.failure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.logaggregation.ContainerLogsRequest;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerFactory;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.ResourceManagerWeb;

/**
 * Collects the information that YARN, the JobHistoryServer, the NodeManagers and the aggregated logs have about a job.
 */
public final class YarnEvidence implements FailureLogReader {
    /** The largest number of containers to read. The first failures are sufficient, and a record must stay small. */
    private static final int MOST = 3;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Set<YarnApplicationState> ENDED =
            EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

    private final HadoopCluster cluster;
    private final FailedAttemptReader attempts;

    public YarnEvidence(HadoopCluster cluster, FailedAttemptReader attempts) {
        this.cluster = cluster;
        this.attempts = attempts;
    }

    @Override
    public FailureEvidence read(String applicationId) throws InterruptedException {
        List<String> findings = new ArrayList<>();
        List<ContainerLog> logs = new ArrayList<>();
        Set<String> unread = new LinkedHashSet<>();
        try {
            ApplicationReport application =
                    cluster.yarn().getApplicationReport(ApplicationId.fromString(applicationId));
            boolean ended = ENDED.contains(application.getYarnApplicationState());
            // The user or program that killed the application knows the reason, and its containers did not fail.
            if (ended && application.getFinalApplicationStatus() == FinalApplicationStatus.KILLED) {
                return FailureEvidence.NONE;
            }
            if (!ended) {
                waits(application, findings);
            }
            unhealthyNodes(findings);
            ContainerPlaces places = new ContainerPlaces(cluster, attempts);
            List<ContainerPlace> found =
                    ended ? places.failed(application, MOST, unread) : places.running(application, MOST);
            logs(application, found, logs, unread);
        } catch (IOException | YarnException | RuntimeException | LinkageError e) {
            unread.add(FailureMessage.of(e));
        }
        return new FailureEvidence(findings, logs, List.copyOf(unread));
    }

    private static void waits(ApplicationReport application, List<String> findings) {
        String why = application.getDiagnostics() == null
                ? ""
                : application.getDiagnostics().strip();
        if (application.getYarnApplicationState() != YarnApplicationState.RUNNING && !why.isEmpty()) {
            findings.add(application.getYarnApplicationState() + ": " + LogText.cut(why));
        }
    }

    private void unhealthyNodes(List<String> findings) throws IOException, YarnException {
        for (NodeReport node : cluster.yarn().getNodeReports(NodeState.UNHEALTHY)) {
            if (findings.size() < MOST) {
                findings.add("the NodeManager on " + node.getNodeId().getHost() + " is unhealthy: "
                        + LogText.cut(node.getHealthReport()));
            }
        }
    }

    private void logs(
            ApplicationReport application, List<ContainerPlace> places, List<ContainerLog> logs, Set<String> unread)
            throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        for (ContainerPlace place : places) {
            List<String> said = LogText.beginning(place.diagnostics());
            if (!said.isEmpty()) {
                logs.add(log(place, "diagnostics", said));
            }
            if (place.container() == null || System.nanoTime() > deadline) {
                continue;
            }
            try {
                files(application, place).forEach((file, text) -> logs.add(log(place, file, LogText.end(text))));
            } catch (IOException e) {
                unread.add("the logs of " + place.label() + ": " + FailureMessage.of(e));
            }
        }
    }

    /** Reads files from the node, or otherwise from HDFS, where YARN copies them when the application has ended. */
    private Map<String, String> files(ApplicationReport application, ContainerPlace place)
            throws IOException, InterruptedException {
        try {
            return new NodeLogs(cluster.configuration()).read(place);
        } catch (IOException notOnTheNode) {
            try {
                return new AggregatedLogs(cluster.configuration(), application.getApplicationId()).read(place);
            } catch (IOException notInHdfs) {
                throw new IOException(
                        FailureMessage.of(notOnTheNode) + "; " + FailureMessage.of(notInHdfs), notOnTheNode);
            }
        }
    }

    private static ContainerLog log(ContainerPlace place, String file, List<String> lines) {
        return new ContainerLog(place.container(), place.attempt(), place.host(), file, lines);
    }

    /**
     * Reads logs that are still on their node, from the NodeManager's web service. The service provides them while the
     * application runs. After its end, logs are available for a few seconds if YARN aggregates them, otherwise for a
     * few hours.
     */
    static final class NodeLogs {
        /** The files that MapReduce writes: the second by reduces, the last by the shell before the JVM's start. */
        private static final List<String> FILES =
                List.of("syslog", "syslog.shuffle", "stderr", "stdout", "prelaunch.err");

        private static final Duration LIMIT = Duration.ofSeconds(3);
        private static final int TAIL = 16 << 10;

        private final String scheme;

        NodeLogs(Configuration configuration) {
            this.scheme = WebAppUtils.getHttpSchemePrefix(configuration);
        }

        /**
         * Returns the end of every log file of a container, by the file's name. Empty files are left out. Returns none
         * if the container was killed before it wrote a line.
         *
         * @throws IOException if the node knows none of the container's files; the message contains the reason for
         *     the last failure
         */
        Map<String, String> read(ContainerPlace place) throws IOException {
            if (place.web() == null) {
                throw new IOException("YARN does not report the address of its NodeManager's web service");
            }
            Map<String, String> files = new LinkedHashMap<>();
            IOException last = null;
            int known = 0;
            for (String file : FILES) {
                try {
                    files.putAll(LogText.files(DaemonWeb.text(url(place, file), LIMIT, 2 * TAIL)));
                    known++;
                } catch (IOException unread) {
                    last = unread;
                }
            }
            if (known == 0) {
                throw last;
            }
            files.replaceAll((file, text) -> text.length() < TAIL ? text : LogText.fromWholeLine(text));
            files.values().removeIf(String::isBlank);
            return files;
        }

        private String url(ContainerPlace place, String file) {
            return scheme + place.web() + "/ws/v1/node/containerlogs/" + place.container() + "/" + file + "?size=-"
                    + TAIL;
        }
    }

    /** Reads logs that NodeManagers copied to HDFS after the application's end. */
    static final class AggregatedLogs {
        /** The time after the application's end within which the logs must arrive. */
        private static final Duration ARRIVAL = Duration.ofSeconds(8);

        private static final long POLL_MILLIS = 500;
        private static final long TAIL = 16 << 10;

        private final Configuration configuration;
        private final ApplicationId application;

        AggregatedLogs(Configuration configuration, ApplicationId application) {
            this.configuration = configuration;
            this.application = application;
        }

        /**
         * Returns the last part of each of a container's files, by name.
         *
         * @throws IOException if there are no files
         */
        Map<String, String> read(ContainerPlace place) throws IOException, InterruptedException {
            if (!configuration.getBoolean(
                    YarnConfiguration.LOG_AGGREGATION_ENABLED, YarnConfiguration.DEFAULT_LOG_AGGREGATION_ENABLED)) {
                throw new IOException("logs are not aggregated (" + YarnConfiguration.LOG_AGGREGATION_ENABLED + ")");
            }
            long deadline = System.nanoTime() + ARRIVAL.toNanos();
            while (true) {
                Map<String, String> files = LogText.files(print(place));
                files.values().removeIf(String::isBlank);
                if (!files.isEmpty()) {
                    return files;
                }
                if (System.nanoTime() > deadline) {
                    throw new IOException(
                            "its aggregated logs did not arrive in HDFS within " + ARRIVAL.toSeconds() + " s");
                }
                Thread.sleep(POLL_MILLIS);
            }
        }

        /** Returns the logs in Hadoop's printed form; empty until they have arrived. */
        private String print(ContainerPlace place) {
            ByteArrayOutputStream print = new ByteArrayOutputStream();
            try {
                ContainerLogsRequest request = new ContainerLogsRequest();
                request.setAppId(application);
                request.setAppOwner(UserGroupInformation.getCurrentUser().getShortUserName());
                request.setContainerId(place.container());
                request.setBytes(-TAIL);
                new LogAggregationFileControllerFactory(configuration)
                        .getFileControllerForRead(application, request.getAppOwner())
                        .readAggregatedLogs(request, print);
            } catch (IOException notYet) {
                return "";
            }
            return print.toString(StandardCharsets.UTF_8);
        }
    }

    /** Selects an application's containers whose logs are read. */
    static final class ContainerPlaces {
        private static final Duration HISTORY_APPEARS = Duration.ofSeconds(5);

        private final HadoopCluster cluster;
        private final FailedAttemptReader attempts;

        ContainerPlaces(HadoopCluster cluster, FailedAttemptReader attempts) {
            this.cluster = cluster;
            this.attempts = attempts;
        }

        /**
         * Returns the running containers, beginning with the ApplicationMaster, which knows what the application waits
         * for.
         */
        List<ContainerPlace> running(ApplicationReport application, int most) throws IOException, YarnException {
            return cluster.yarn().getContainers(application.getCurrentApplicationAttemptId()).stream()
                    .sorted(Comparator.comparing(ContainerReport::getContainerId))
                    .limit(most)
                    .map(container -> new ContainerPlace(
                            container.getContainerId().toString(),
                            null,
                            container.getAssignedNode().getHost(),
                            withoutScheme(container.getNodeHttpAddress()),
                            ""))
                    .toList();
        }

        /** Returns the containers of failed tasks; without a history, the containers of ApplicationMasters. */
        List<ContainerPlace> failed(ApplicationReport application, int most, Set<String> unread) {
            List<ContainerPlace> places = new ArrayList<>();
            try {
                String job =
                        TypeConverter.fromYarn(application.getApplicationId()).toString();
                places.addAll(attempts.read(cluster.configuration(), job, HISTORY_APPEARS, most));
            } catch (IOException noHistory) {
                places.addAll(applicationMasters(application, most));
                if (places.isEmpty()) {
                    unread.add(noHistory.getMessage());
                }
            }
            return places;
        }

        private List<ContainerPlace> applicationMasters(ApplicationReport application, int most) {
            List<ContainerPlace> places = new ArrayList<>();
            for (JsonNode attempt : new ResourceManagerWeb(cluster.configuration())
                    .attempts(application.getApplicationId().toString())) {
                String container = attempt.path("containerId").asText("");
                String web = attempt.path("nodeHttpAddress").asText("");
                if (!container.isEmpty() && places.size() < most) {
                    places.add(new ContainerPlace(
                            container,
                            null,
                            web.isEmpty() ? null : web.substring(0, web.lastIndexOf(':')),
                            web.isEmpty() ? null : web,
                            ""));
                }
            }
            return places;
        }

        private static String withoutScheme(String address) {
            return address == null ? null : address.replaceFirst("^https?://", "");
        }
    }

    /** Reads a job's failed task attempts. */
    @FunctionalInterface
    public interface FailedAttemptReader {
        /**
         * Returns the containers of the first failed attempts, in the order of their ends.
         *
         * @param appears the time to wait for the job's history
         * @throws IOException if there is no history within that time
         */
        List<ContainerPlace> read(Configuration configuration, String jobId, Duration appears, int most)
                throws IOException;
    }

    /**
     * A container whose logs are read, and the node that has them.
     *
     * @param container YARN's id, or null if unknown
     * @param attempt MapReduce's attempt id, or null
     * @param host its host, or null
     * @param web {@code host:port} of its NodeManager's web service, or null
     * @param diagnostics YARN's and MapReduce's diagnostics; may be empty
     */
    public record ContainerPlace(String container, String attempt, String host, String web, String diagnostics) {
        String label() {
            String name = attempt == null ? String.valueOf(container) : attempt;
            return host == null ? name : name + " on " + host;
        }
    }
}
