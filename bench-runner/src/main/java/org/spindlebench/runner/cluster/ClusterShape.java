package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Warning;

/**
 * The part of the cluster that one user of one queue can use now.
 *
 * @param nodes running NodeManagers
 * @param minimumMemory bytes of the smallest container; requests are rounded up to a multiple of this size
 * @param maximumMemory bytes of the largest allowed container
 * @param dominant whether the scheduler counts vcores in addition to memory
 * @param dataNodeHosts the host of each live DataNode; empty if users have no access to this list
 * @param usualReplication the number of replicas of a file in the client's configuration
 */
public record ClusterShape(
        List<NodeShape> nodes,
        QueueShape queue,
        long minimumMemory,
        long maximumMemory,
        int maximumVcores,
        boolean dominant,
        List<String> dataNodeHosts,
        int usualReplication) {
    public ClusterShape {
        nodes = List.copyOf(nodes);
        dataNodeHosts = List.copyOf(dataNodeHosts);
    }

    /**
     * Returns the part on some hosts, which a setup is checked against.
     *
     * @throws IllegalArgumentException if a host has no usable NodeManager or, where DataNodes are known, no DataNode
     */
    public ClusterShape on(HostSet hosts) {
        requireAll(
                hosts, "usable NodeManager", nodes.stream().map(NodeShape::host).toList());
        if (!dataNodeHosts.isEmpty()) {
            requireAll(hosts, "DataNode", dataNodeHosts);
        }
        return of(hosts::has);
    }

    /** Returns the shape without these hosts, which need not be part of the shape. */
    public ClusterShape without(HostSet hosts) {
        return of(host -> !hosts.has(host));
    }

    private ClusterShape of(Predicate<String> hosts) {
        return new ClusterShape(
                nodes.stream().filter(node -> hosts.test(node.host())).toList(),
                queue,
                minimumMemory,
                maximumMemory,
                maximumVcores,
                dominant,
                dataNodeHosts.stream().filter(hosts).toList(),
                usualReplication);
    }

    private static void requireAll(HostSet hosts, String daemon, List<String> known) {
        HostSet those = new HostSet(known);
        List<String> without =
                hosts.names().stream().filter(host -> !those.has(host)).toList();
        if (!without.isEmpty()) {
            throw new IllegalArgumentException("nodes: no " + daemon + " that this queue may use runs on "
                    + FewNames.of(without) + "; correct `hosts` in the setup's file, or start one there");
        }
    }

    /** Returns a warning that names the hosts with a NodeManager and no DataNode; empty if DataNodes are unknown. */
    public Optional<Warning> withoutDataNode() {
        HostSet storing = new HostSet(dataNodeHosts);
        List<String> without = nodes.stream()
                .map(NodeShape::host)
                .filter(host -> !dataNodeHosts.isEmpty() && !storing.has(host))
                .distinct()
                .sorted()
                .toList();
        return without.isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "no-data-node",
                        "no DataNode runs on " + FewNames.of(without)
                                + ": tasks there read and write over the network, and --cold evict leaves their caches"
                                + " warm. Start one there, or measure hosts that have both (--nodes)"));
    }

    /** Returns the number of live DataNodes, or 0 if users have no access to their list. */
    public int dataNodes() {
        return dataNodeHosts.size();
    }

    /** Returns the number of hosts with a usable NodeManager. This is the number of nodes in "per node". */
    public int hosts() {
        return (int) nodes.stream().map(NodeShape::host).distinct().count();
    }

    /** One NodeManager as the scheduler sees it, with its total and used resources. Memory is in bytes. */
    public record NodeShape(String host, long memory, long memoryUsed, int vcores, int vcoresUsed) {
        public NodeShape {
            Objects.requireNonNull(host, "host");
        }

        public long memoryFree() {
            return Math.max(0, memory - memoryUsed);
        }

        public int vcoresFree() {
            return Math.max(0, vcores - vcoresUsed);
        }
    }

    /**
     * The limits of a queue for one user. Memory is in bytes. A missing limit is the largest number of its type.
     *
     * @param running whether the queue accepts applications
     * @param userMemory memory that one user may hold in the queue
     * @param userVcores vcores that one user may hold in it, if the scheduler counts them
     * @param amMemory memory that ApplicationMasters may hold in the queue
     * @param source where the limits were read from, {@code rest} or {@code rpc}
     */
    public record QueueShape(
            String name, boolean running, long userMemory, int userVcores, long amMemory, String source) {}

    /** Thrown if the user names a queue that the cluster does not have. */
    public static final class UnknownQueueException extends IOException {
        private static final long serialVersionUID = 1L;

        UnknownQueueException(String queue) {
            super("there is no queue '" + queue + "'; name one with --queue");
        }
    }
}
