package org.spindlebench.runner.cluster;

import java.util.List;

/**
 * The cluster as one user of one queue can use it now.
 *
 * @param nodes running NodeManagers
 * @param queue the queue's limits
 * @param minimumMemory bytes: requests are rounded up to a multiple of it
 * @param maximumMemory bytes: no container may be larger
 * @param maximumVcores no container may have more
 * @param dominant whether the scheduler counts vcores besides memory
 * @param dataNodeHosts the host of each live DataNode; empty where users may not ask
 * @param usualReplication replicas of a file by the client's configuration
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

    /** Live DataNodes, or 0 where users may not ask. */
    public int dataNodes() {
        return dataNodeHosts.size();
    }

    /** Hosts with a usable NodeManager: what "per node" means. */
    public int hosts() {
        return (int) nodes.stream().map(NodeShape::host).distinct().count();
    }
}
