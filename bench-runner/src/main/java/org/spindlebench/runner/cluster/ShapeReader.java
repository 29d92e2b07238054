package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.ClusterShape.UnknownQueueException;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;

/**
 * Reads the shape of a cluster. Nodes and the queue come from RPC. The ResourceManager's web service provides the
 * scheduler's own settings and the queue's limits for users and ApplicationMasters, if it answers.
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

    /**
     * Reads the shape of the hosts that are used by jobs without a requested node label. These hosts have the queue's
     * default label, or no label if the queue has no default. HDFS has no labels, so all of its DataNodes count.
     */
    ClusterShape read(String queue) throws IOException, YarnException {
        QueueInfo info = yarn.getQueueInfo(queue);
        String standard = info == null ? null : info.getDefaultNodeLabelExpression();
        String label = standard == null ? "" : standard.trim();
        return read(queue, label, inPartition(label, yarn.getNodeReports(NodeState.RUNNING)), storage.dataNodeHosts());
    }

    /** Returns the nodes with the given label. If the label is empty, returns the nodes without a label. */
    static List<NodeReport> inPartition(String label, List<NodeReport> nodes) {
        return nodes.stream()
                .filter(node -> LabelledHosts.label(node).equals(label))
                .toList();
    }

    /**
     * Reads the shape of the hosts with a node label. Such hosts must exist, be open to the queue, and have DataNodes.
     */
    ClusterShape read(String queue, NodeLabel label, LabelledHosts all) throws IOException, YarnException {
        LabelledHosts labelled = all.only(label.name());
        if (labelled.open().isEmpty()) {
            throw new IllegalArgumentException("node label " + label.name() + ": "
                    + (labelled.closed().isEmpty()
                            ? "no usable NodeManager has it"
                            : "the queue " + queue + " may not use it; name another with --queue"));
        }
        HostSet hosts = new HostSet(labelled.open().keySet());
        List<NodeReport> nodes = yarn.getNodeReports(NodeState.RUNNING).stream()
                .filter(node -> hosts.has(node.getNodeId().getHost()))
                .toList();
        List<String> dataNodes = storage.dataNodeHosts();
        requireDataNodes(label, hosts, new HostSet(dataNodes));
        return read(
                queue,
                label.name(),
                nodes,
                dataNodes.stream().filter(hosts::has).toList());
    }

    /** Requires a DataNode on every host, because tasks on a host without one would write to other hosts. */
    private static void requireDataNodes(NodeLabel label, HostSet hosts, HostSet dataNodes) {
        List<String> without =
                hosts.names().stream().filter(host -> !dataNodes.has(host)).toList();
        if (!dataNodes.names().isEmpty() && !without.isEmpty()) {
            throw new IllegalArgumentException("node label " + label.name() + ": no DataNode runs on "
                    + FewNames.of(without) + ", so tasks there would write to other machines");
        }
    }

    private ClusterShape read(String queue, String label, List<NodeReport> reports, List<String> dataNodes)
            throws IOException, YarnException {
        List<NodeShape> nodes = reports.stream().map(ShapeReader::node).toList();
        Slots.Free total = new Slots.Free(
                nodes.stream().mapToLong(NodeShape::memory).sum(),
                nodes.stream().mapToInt(NodeShape::vcores).sum());
        Resource maximum = yarn.createApplication().getNewApplicationResponse().getMaximumResourceCapability();
        return new ClusterShape(
                nodes,
                queueShape(queue, label, total),
                Long.parseLong(daemonSetting("yarn.scheduler.minimum-allocation-mb", "1024")) * MIB,
                maximum.getMemorySize() * MIB,
                maximum.getVirtualCores(),
                web.countsVcores()
                        .orElseGet(() -> daemonSetting("yarn.scheduler.capacity.resource-calculator", "Default")
                                .contains("Dominant")),
                dataNodes,
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

    private QueueShape queueShape(String queue, String label, Slots.Free total) throws IOException, YarnException {
        QueueInfo info = yarn.getQueueInfo(queue);
        if (info == null) {
            throw new UnknownQueueException(queue);
        }
        requireSubmission(queue);
        boolean running = info.getQueueState() == null || info.getQueueState() == QueueState.RUNNING;
        Optional<JsonNode> leaf = web.queue(queue);
        if (leaf.isPresent()) {
            return fromWeb(queue, running, ofPartition(leaf.get(), label), total);
        }
        // The fair scheduler reports no capacity, so the queue's limits are unknown.
        float share = share(info, label);
        return new QueueShape(
                queue, running, (long) (total.memory() * share), (int) (total.vcores() * share), Long.MAX_VALUE, "rpc");
    }

    /** Refuses a queue that would refuse this user's jobs. If access control is off, YARN ignores its lists. */
    private void requireSubmission(String queue) throws IOException, YarnException {
        if (!Boolean.parseBoolean(daemonSetting("yarn.acl.enable", "false"))) {
            return;
        }
        List<QueueUserACLInfo> lists = yarn.getQueueAclsInfo();
        QueueName named = new QueueName(queue);
        if (lists.stream().anyMatch(list -> named.is(list.getQueueName()) && !maySubmit(list))
                && lists.stream().noneMatch(list -> named.is(list.getQueueName()) && maySubmit(list))) {
            throw new IllegalArgumentException(Refusal.queue(Refusal.me(), queue));
        }
    }

    private static boolean maySubmit(QueueUserACLInfo list) {
        return list.getUserAcls().contains(QueueACL.SUBMIT_APPLICATIONS)
                || list.getUserAcls().contains(QueueACL.ADMINISTER_QUEUE);
    }

    private static float share(QueueInfo info, String label) {
        float capacity = info.getCapacity();
        if (!label.isEmpty()) {
            QueueConfigurations ofLabel = info.getQueueConfigurations() == null
                    ? null
                    : info.getQueueConfigurations().get(label);
            capacity = ofLabel == null ? 0 : ofLabel.getAbsoluteCapacity();
        }
        return capacity > 0 ? Math.min(1f, capacity) : 1f;
    }

    /**
     * Returns a queue's report with the capacities and the ApplicationMaster limit of a partition, which replace those
     * of the default partition. If the report does not contain the partition, returns it unchanged.
     */
    static JsonNode ofPartition(JsonNode leaf, String label) {
        if (label.isEmpty() || !leaf.isObject()) {
            return leaf;
        }
        ObjectNode of = leaf.deepCopy();
        named(leaf.path("capacities").path("queueCapacitiesByPartition"), label).ifPresent(capacities -> {
            of.set("absoluteCapacity", capacities.path("absoluteCapacity"));
            of.set("absoluteMaxCapacity", capacities.path("absoluteMaxCapacity"));
        });
        of.set(
                "AMResourceLimit",
                named(leaf.path("resources").path("resourceUsagesByPartition"), label)
                        .map(usage -> usage.path("amLimit"))
                        .orElse(MissingNode.getInstance()));
        return of;
    }

    /** Finds a partition by name. A list with one element may appear as the element itself. */
    private static Optional<JsonNode> named(JsonNode partitions, String label) {
        for (JsonNode partition : partitions.isObject() ? List.of(partitions) : partitions) {
            if (partition.path("partitionName").asText("").equals(label)) {
                return Optional.of(partition);
            }
        }
        return Optional.empty();
    }

    /** Computes the user's limit: the guaranteed share times user-limit-factor, at most the queue's maximum share. */
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
