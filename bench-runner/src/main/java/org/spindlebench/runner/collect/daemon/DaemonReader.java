package org.spindlebench.runner.collect.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.NameNodeWeb;

/** Reads the settings of every NodeManager and DataNode from the {@code /conf} page of its web service. */
public final class DaemonReader {
    private static final Duration OF_A_NODE = Duration.ofSeconds(5);

    private final HadoopCluster cluster;
    private final List<String> unread = new ArrayList<>();

    public DaemonReader(HadoopCluster cluster) {
        this.cluster = cluster;
    }

    /** All that answer within a minute. */
    public NodeDaemons read() throws IOException, InterruptedException {
        List<NodeSettings> nodeManagers = read(DaemonKind.NODE_MANAGER, nodeManagers());
        List<String> dataNodes = dataNodes();
        if (dataNodes.isEmpty()) {
            unread.add("DataNodes: the NameNode's web service does not say where they are (dfs.namenode.http-address)");
        }
        return NodeDaemons.of(nodeManagers, read(DaemonKind.DATA_NODE, dataNodes), unread);
    }

    private List<String> nodeManagers() throws IOException {
        try {
            String scheme = WebAppUtils.getHttpSchemePrefix(cluster.configuration());
            return cluster.yarn().getNodeReports(NodeState.RUNNING).stream()
                    .map(NodeReport::getHttpAddress)
                    .map(web -> scheme + web)
                    .toList();
        } catch (YarnException e) {
            throw new IOException("can't read the nodes: " + e.getMessage(), e);
        }
    }

    private List<String> dataNodes() {
        return NameNodeWeb.dataNodes(cluster.configuration()).stream()
                .map(NameNodeWeb.DataNodeAddress::web)
                .filter(web -> web != null)
                .toList();
    }

    private List<NodeSettings> read(DaemonKind kind, List<String> webs) throws InterruptedException {
        List<Callable<NodeSettings>> questions = new ArrayList<>();
        webs.forEach(web -> questions.add(() -> settings(kind, web)));
        List<NodeSettings> read = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (Future<NodeSettings> answer : Questions.ask(questions)) {
            try {
                read.add(answer.get());
            } catch (ExecutionException e) {
                failed.add(FailureMessage.of(e.getCause()));
            } catch (CancellationException late) {
                failed.add("no answer within " + Questions.LIMIT.toSeconds() + " s");
            }
        }
        if (!failed.isEmpty()) {
            unread.add(failed.size() + " of " + webs.size() + " " + kind.label() + ", such as: " + failed.get(0));
        }
        return read;
    }

    private static NodeSettings settings(DaemonKind kind, String web) throws IOException {
        JsonNode properties =
                DaemonWeb.json(web + "/conf?format=json", OF_A_NODE).path("properties");
        if (!properties.isArray()) {
            throw new IOException(web + "/conf does not hold settings");
        }
        Map<String, String> settings = new TreeMap<>();
        for (JsonNode property : properties) {
            String key = property.path("key").asText();
            if (kind.keys().contains(key)) {
                settings.put(key, property.path("value").asText());
            }
        }
        return new NodeSettings(web.replaceFirst("^https?://", ""), settings);
    }
}
