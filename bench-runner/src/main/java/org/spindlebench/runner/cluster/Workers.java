package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The hosts of a cluster's DataNodes and NodeManagers. In each list, a host appears once for each of its daemons.
 *
 * @param dataNodes live DataNodes; empty if users have no access to this list
 * @param nodeManagers NodeManagers that the ResourceManager considers usable
 * @param answering NodeManagers whose web service answers; some clusters do not permit access to it
 */
public record Workers(List<String> dataNodes, List<String> nodeManagers, List<String> answering) {
    public static final Workers NONE = new Workers(List.of(), List.of(), List.of());

    public Workers {
        dataNodes = dataNodes.stream().sorted().toList();
        nodeManagers = nodeManagers.stream().sorted().toList();
        answering = answering.stream().sorted().toList();
    }

    /** Describes the daemons that were present at an earlier time and are missing now; empty if there are none. */
    public List<String> missingSince(Workers before) {
        List<String> missing = new ArrayList<>();
        without(before.dataNodes, dataNodes).forEach(host -> missing.add("the DataNode on " + host));
        List<String> gone = without(before.nodeManagers, nodeManagers);
        gone.forEach(host -> missing.add("the NodeManager on " + host));
        without(without(before.answering, answering), gone)
                .forEach(host -> missing.add("an answer of the NodeManager on " + host));
        // A NodeManager that returned on another port counts twice until YARN drops the earlier one.
        without(nodeManagers, before.nodeManagers).stream()
                .filter(before.nodeManagers::contains)
                .forEach(host -> missing.add("the end of the earlier NodeManager on " + host));
        return missing;
    }

    /**
     * Returns the first list without the elements of the second. An element that occurs several times in the second is
     * removed as many times.
     */
    private static List<String> without(List<String> all, List<String> others) {
        List<String> left = new ArrayList<>(all);
        others.forEach(left::remove);
        return left;
    }

    /**
     * Reads a cluster's DataNodes and NodeManagers. The masters list a lost daemon for ten more minutes. Therefore,
     * DataNodes count only if the NameNode has received a recent heartbeat, and Spindle asks NodeManagers directly.
     */
    static final class WorkersReader {
        private static final String NODE = "/ws/v1/node/info";
        private static final Duration LIMIT = Duration.ofSeconds(30);

        private final Configuration configuration;
        private final YarnClient yarn;
        private final Storage storage;

        WorkersReader(Configuration configuration, YarnClient yarn, Storage storage) {
            this.configuration = configuration;
            this.yarn = yarn;
            this.storage = storage;
        }

        /** @param lately the time within which the NameNode must have received a heartbeat from a DataNode */
        Workers read(Duration lately) throws IOException, YarnException {
            List<NodeReport> nodes = yarn.getNodeReports(NodeState.RUNNING);
            return new Workers(
                    dataNodes(lately), nodes.stream().map(WorkersReader::host).toList(), answering(nodes));
        }

        /** Asks all NodeManagers at once, because some hosts may be down. */
        private List<String> answering(List<NodeReport> nodes) throws IOException {
            List<String> answering = new ArrayList<>();
            try {
                List<Future<Boolean>> answers = Deadlines.ask(
                        nodes.stream()
                                .map(node -> (Callable<Boolean>) () -> answers(node))
                                .toList(),
                        LIMIT);
                for (int i = 0; i < nodes.size(); i++) {
                    if (!answers.get(i).isCancelled() && answers.get(i).get()) {
                        answering.add(host(nodes.get(i)));
                    }
                }
                return answering;
            } catch (ExecutionException e) {
                throw new IOException(
                        "cannot ask the NodeManagers: " + e.getCause().getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }

        private List<String> dataNodes(Duration lately) throws IOException {
            Optional<List<String>> heard = NameNodeWeb.heard(configuration, lately);
            return heard.isPresent()
                    ? heard.get().stream().map(NameNodeWeb::withoutPort).toList()
                    : storage.dataNodeHosts();
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
