package org.spindlebench.runner.collect.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.NameNodeWeb;

/**
 * Reads which storage has dropped out: directories of NodeManagers, and volumes of DataNodes. The daemons go on without
 * it, so a node may work with fewer disks than it is configured with.
 */
public final class FailedStorage {
    private static final int NAMED = 10;
    private static final String ON_HDFS = "HDFS on ";
    private static final String VOLUMES = "/jmx?qry=Hadoop:service=DataNode,name=FSDatasetState*";

    private final HadoopCluster cluster;
    private final Predicate<String> matters;

    /** @param hosts the hosts whose storage matters; empty for all */
    public FailedStorage(HadoopCluster cluster, Optional<HostSet> hosts) {
        this.cluster = cluster;
        this.matters = host -> hosts.isEmpty() || hosts.get().has(host);
    }

    /** Returns a warning that names the daemons whose storage has dropped out, each with the directories if known. */
    public Optional<Warning> warning() throws IOException {
        List<NodeReport> nodes;
        try {
            nodes = cluster.yarn().getNodeReports(NodeState.RUNNING, NodeState.UNHEALTHY);
        } catch (YarnException e) {
            throw new IOException("cannot read the list of nodes: " + e.getMessage(), e);
        }
        SortedMap<String, String> failed = reports(nodes, cluster.configuration(), matters);
        failed.values().removeIf(String::isEmpty);
        addDirectories(failed);
        return warning(failed);
    }

    static Optional<Warning> warning(SortedMap<String, String> failed) {
        return failed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "storage-failed",
                        "storage had failed before the first run, so nodes have fewer disks than they are configured"
                                + " with: "
                                + FewNames.of(
                                        failed.entrySet().stream()
                                                .map(one -> one.getKey() + ": " + one.getValue())
                                                .toList(),
                                        NAMED)
                                + ". Repair it and restart the daemons, or measure other hosts (--nodes)"));
    }

    /** Returns the masters' reports by daemon or host: why storage there has dropped out, or an empty text. */
    static SortedMap<String, String> reports(
            List<NodeReport> nodes, Configuration configuration, Predicate<String> matters) {
        SortedMap<String, String> reports = new TreeMap<>();
        for (NodeReport node : nodes) {
            if (matters.test(node.getNodeId().getHost())) {
                String report = Objects.requireNonNullElse(node.getHealthReport(), "");
                reports.put(nodeManager(node), report.strip());
            }
        }
        NameNodeWeb.failedVolumes(configuration).forEach((host, failed) -> {
            if (matters.test(host)) {
                reports.put(ON_HDFS + host, failed == 0 ? "" : HumanText.counted(failed, "failed volume"));
            }
        });
        return reports;
    }

    /** Names a NodeManager by its web service. By default, the port in a daemon's id changes at each restart. */
    static String nodeManager(NodeReport node) {
        return "the NodeManager " + node.getHttpAddress();
    }

    /** Adds the directories of failed volumes, as their DataNodes know them. A silent DataNode leaves them unknown. */
    private void addDirectories(SortedMap<String, String> failed) {
        NameNodeWeb.dataNodes(cluster.configuration()).stream()
                .filter(node -> node.web() != null && failed.containsKey(ON_HDFS + node.host()))
                .limit(NAMED)
                .forEach(node -> DaemonWeb.json(node.web() + VOLUMES).stream()
                        .flatMap(json -> json.findValues("FailedStorageLocations").stream())
                        .flatMap(directories -> StreamSupport.stream(directories.spliterator(), false))
                        .map(JsonNode::asText)
                        .distinct()
                        .forEach(directory -> failed.merge(ON_HDFS + node.host(), ", " + directory, String::concat)));
    }
}
