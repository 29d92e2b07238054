package org.spindlebench.runner.cluster.session;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.mapred.JobConf;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.NodeShape;
import org.spindlebench.runner.cluster.QueueShape;
import org.spindlebench.runner.cluster.TaskRequestReader;
import org.spindlebench.runner.cluster.TaskRequests;

/** A cluster that nobody asks: nodes alike, each with the memory and vcores that this client's Hadoop files give a NodeManager. */
public final class AssumedCluster {
    private static final int MEMORY = 8192;
    private static final int VCORES = 8;
    private static final int REPLICATION = 3;

    private final JobConf configuration;
    private final ClusterShape shape;

    /**
     * Contacts nothing.
     *
     * @param nodes how many
     * @param hadoopArguments Hadoop's generic options
     * @throws ClusterUnreachableException where Hadoop cannot use its options
     */
    public AssumedCluster(int nodes, List<String> hadoopArguments) throws ClusterUnreachableException {
        configuration = new JobConf(true);
        ClusterSession.parse(configuration, hadoopArguments);
        long memory = (long) positive("yarn.nodemanager.resource.memory-mb", MEMORY) << 20;
        int vcores = positive("yarn.nodemanager.resource.cpu-vcores", VCORES);
        List<String> hosts = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> String.format("node%04d.example", number))
                .toList();
        shape = new ClusterShape(
                hosts.stream()
                        .map(host -> new NodeShape(host, memory, 0, vcores, 0))
                        .toList(),
                new QueueShape("default", true, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, "assumed"),
                (long) positive("yarn.scheduler.minimum-allocation-mb", 1024) << 20,
                (long) positive("yarn.scheduler.maximum-allocation-mb", MEMORY) << 20,
                vcores,
                false,
                hosts,
                positive("dfs.replication", REPLICATION));
    }

    /** Where nothing is in use, and no queue limits anybody. */
    public ClusterShape shape() {
        return shape;
    }

    /** The container requests that a job with these settings makes. */
    public TaskRequests requests(Map<String, String> settings) {
        return TaskRequestReader.read(configuration, settings);
    }

    /** NodeManagers that find out what they have are set to -1. */
    private int positive(String key, int otherwise) {
        int value = configuration.getInt(key, otherwise);
        return value > 0 ? value : otherwise;
    }
}
