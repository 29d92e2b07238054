package org.spindlebench.runner.collect.failure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.analysis.record.ContainerLog;
import org.spindlebench.runner.cluster.FailureEvidence;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;

/** What YARN, the JobHistoryServer, the NodeManagers and the aggregated logs know of a job. */
public final class YarnEvidence implements EvidenceReader {
    /** Of containers: the first failures tell, and a record must stay small. */
    private static final int MOST = 3;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Set<YarnApplicationState> ENDED =
            EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

    private final HadoopCluster cluster;

    public YarnEvidence(HadoopCluster cluster) {
        this.cluster = cluster;
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
            // Whoever killed it knows why, and its containers did nothing wrong.
            if (ended && application.getFinalApplicationStatus() == FinalApplicationStatus.KILLED) {
                return FailureEvidence.NONE;
            }
            if (!ended) {
                waits(application, findings);
            }
            unhealthyNodes(findings);
            ContainerPlaces places = new ContainerPlaces(cluster);
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

    /** From the node; else from HDFS, where they go when the application has ended. */
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
}
