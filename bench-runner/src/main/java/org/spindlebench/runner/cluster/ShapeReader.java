package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.runner.plan.Slots;

/**
 * Reads the shape of a cluster: nodes and queue through RPC; the queue's user and ApplicationMaster limits and the
 * scheduler's own settings from the ResourceManager's web service, where it answers.
 */
final class ShapeReader {
    private static final long MIB = 1L << 20;

    private final Configuration configuration;
    private final YarnClient yarn;
    private final Storage storage;
    private final ResourceManagerWeb web;

    ShapeReader(Configuration configuration, YarnClient yarn, Storage storage) {
        this.configuration = configuration;
        this.yarn = yarn;
        this.storage = storage;
        this.web = new ResourceManagerWeb(configuration);
    }

    ClusterShape read(String queue) throws IOException, YarnException {
        List<NodeShape> nodes = yarn.getNodeReports(NodeState.RUNNING).stream()
                .map(ShapeReader::node)
                .toList();
        Slots.Free total = new Slots.Free(
                nodes.stream().mapToLong(NodeShape::memory).sum(),
                nodes.stream().mapToInt(NodeShape::vcores).sum());
        Resource maximum = yarn.createApplication().getNewApplicationResponse().getMaximumResourceCapability();
        return new ClusterShape(
                nodes,
                queueShape(queue, total),
                Long.parseLong(daemonSetting("yarn.scheduler.minimum-allocation-mb", "1024")) * MIB,
                maximum.getMemorySize() * MIB,
                maximum.getVirtualCores(),
                daemonSetting("yarn.scheduler.capacity.resource-calculator", "Default")
                        .contains("Dominant"),
                storage.dataNodeHosts(),
                configuration.getInt("dfs.replication", 3));
    }

    private static NodeShape node(NodeReport report) {
        Resource all = report.getCapability();
        Resource used = report.getUsed();
        return new NodeShape(
                report.getNodeId().getHost(),
                all.getMemorySize() * MIB,
                used == null ? 0 : used.getMemorySize() * MIB,
                all.getVirtualCores(),
                used == null ? 0 : used.getVirtualCores());
    }

    private String daemonSetting(String key, String otherwise) {
        return web.setting(key).orElseGet(() -> configuration.get(key, otherwise));
    }

    private QueueShape queueShape(String queue, Slots.Free total) throws IOException, YarnException {
        QueueInfo info = yarn.getQueueInfo(queue);
        if (info == null) {
            throw new UnknownQueueException(queue);
        }
        boolean running = info.getQueueState() == null || info.getQueueState() == QueueState.RUNNING;
        Optional<JsonNode> leaf = web.queue(queue);
        if (leaf.isPresent()) {
            return fromWeb(queue, running, leaf.get(), total);
        }
        // The fair scheduler gives no capacity: nothing is known to limit the queue.
        float share = info.getCapacity() > 0 ? Math.min(1f, info.getCapacity()) : 1f;
        return new QueueShape(
                queue, running, (long) (total.memory() * share), (int) (total.vcores() * share), Long.MAX_VALUE, "rpc");
    }

    /** User limit: the queue's guaranteed share times its user-limit-factor, within its maximum share. */
    static QueueShape fromWeb(String queue, boolean running, JsonNode leaf, Slots.Free total) {
        double most = leaf.path("absoluteMaxCapacity").asDouble(100) / 100;
        double guaranteed = leaf.path("absoluteCapacity").asDouble(100) / 100;
        double factor = leaf.path("userLimitFactor").asDouble(1);
        double user = factor < 0 ? most : Math.min(most, guaranteed * factor);
        JsonNode am = leaf.path("AMResourceLimit").path("memory");
        return new QueueShape(
                queue,
                running,
                Math.round(total.memory() * user),
                (int) Math.round(total.vcores() * user),
                am.isNumber() ? am.asLong() * MIB : Long.MAX_VALUE,
                "rest");
    }
}
