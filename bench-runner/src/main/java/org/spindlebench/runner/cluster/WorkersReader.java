package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * Reads which daemons do a cluster's work. The masters believe for ten minutes in one that has gone: so a DataNode counts that was heard of lately, and of
 * NodeManagers it is asked who answers.
 */
final class WorkersReader {
    private static final String NODE = "/ws/v1/node/info";

    private final Configuration configuration;
    private final YarnClient yarn;
    private final Storage storage;

    WorkersReader(Configuration configuration, YarnClient yarn, Storage storage) {
        this.configuration = configuration;
        this.yarn = yarn;
        this.storage = storage;
    }

    /**
     * Reads them.
     *
     * @param lately DataNodes count that the NameNode heard of within this time
     */
    Workers read(Duration lately) throws IOException, YarnException {
        List<NodeReport> nodes = yarn.getNodeReports(NodeState.RUNNING);
        return new Workers(
                dataNodes(lately),
                nodes.stream().map(WorkersReader::host).toList(),
                nodes.parallelStream()
                        .filter(this::answers)
                        .map(WorkersReader::host)
                        .toList());
    }

    private List<String> dataNodes(Duration lately) throws IOException {
        Optional<List<String>> heard = NameNodeWeb.heard(configuration, lately);
        return heard.isPresent() ? heard.get() : storage.dataNodeHosts();
    }

    private static String host(NodeReport node) {
        return node.getNodeId().getHost();
    }

    private boolean answers(NodeReport node) {
        String web = node.getHttpAddress();
        return web != null
                && DaemonWeb.json(WebAppUtils.getHttpSchemePrefix(configuration) + web + NODE)
                        .isPresent();
    }
}
