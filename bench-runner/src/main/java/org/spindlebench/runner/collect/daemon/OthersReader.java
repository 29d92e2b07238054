package org.spindlebench.runner.collect.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.guest.Guard.Others;

/**
 * Reads from the ResourceManager the memory that the containers of others hold.
 *
 * @param hosts the hosts that matter; null for all
 * @param ownTags the beginnings of the tags of the campaign's own applications
 */
public record OthersReader(HadoopCluster cluster, HostSet hosts, String ownTags) implements Others {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @Override
    public double share() throws IOException, InterruptedException {
        return Deadlines.io(this::read, LIMIT, "the ResourceManager");
    }

    private double read() throws IOException {
        long capacity = 0;
        long used = 0;
        long own = 0;
        try {
            for (NodeReport node : cluster.yarn().getNodeReports(NodeState.RUNNING)) {
                if (hosts == null || hosts.has(node.getNodeId().getHost())) {
                    capacity += memory(node.getCapability());
                    used += memory(node.getUsed());
                }
            }
            for (ApplicationReport application :
                    cluster.yarn().getApplications(EnumSet.of(YarnApplicationState.RUNNING))) {
                if (application.getApplicationTags().stream().anyMatch(tag -> tag.startsWith(ownTags))) {
                    own += memory(
                            application.getApplicationResourceUsageReport() == null
                                    ? null
                                    : application
                                            .getApplicationResourceUsageReport()
                                            .getUsedResources());
                }
            }
        } catch (YarnException e) {
            throw new IOException("cannot read how much of the cluster is in use: " + e.getMessage(), e);
        }
        return capacity == 0 ? 0 : Math.max(0, used - own) / (double) capacity;
    }

    private static long memory(Resource resource) {
        return resource == null ? 0 : resource.getMemorySize();
    }
}
