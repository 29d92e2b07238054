package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The daemons that do a cluster's work, each by its host: a host with several has them several times.
 *
 * @param dataNodes live DataNodes; empty where users may not ask
 * @param nodeManagers NodeManagers that the ResourceManager takes for usable
 * @param answering those of them whose web service answers; it does not everywhere
 */
public record Workers(List<String> dataNodes, List<String> nodeManagers, List<String> answering) {
    public Workers {
        dataNodes = dataNodes.stream().sorted().toList();
        nodeManagers = nodeManagers.stream().sorted().toList();
        answering = answering.stream().sorted().toList();
    }

    /** What keeps this cluster from being as whole as it was; empty when nothing does. */
    public List<String> missingSince(Workers before) {
        List<String> missing = new ArrayList<>();
        without(before.dataNodes, dataNodes).forEach(host -> missing.add("the DataNode on " + host));
        List<String> gone = without(before.nodeManagers, nodeManagers);
        gone.forEach(host -> missing.add("the NodeManager on " + host));
        without(without(before.answering, answering), gone)
                .forEach(host -> missing.add("an answer of the NodeManager on " + host));
        // One that came back on another port counts twice until YARN gives the first one up.
        without(nodeManagers, before.nodeManagers).stream()
                .filter(before.nodeManagers::contains)
                .forEach(host -> missing.add("the end of the earlier NodeManager on " + host));
        return missing;
    }

    /** One list without what the other has, as often as it has it. */
    private static List<String> without(List<String> all, List<String> others) {
        List<String> left = new ArrayList<>(all);
        others.forEach(left::remove);
        return left;
    }

    /**
     * Reads which daemons do a cluster's work. The masters believe for ten minutes in one that has gone: so a DataNode counts that was heard of lately, and of
     * NodeManagers it is asked who answers.
     */
    static final class WorkersReader {
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
}
