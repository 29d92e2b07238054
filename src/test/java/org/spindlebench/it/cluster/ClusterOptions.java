package org.spindlebench.it.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a test may choose about a cluster.
 *
 * @param workers hosts with one DataNode and one NodeManager each, on 127.0.0.2 and up
 * @param nodeMemoryMb memory that each NodeManager declares; the ApplicationMasters' share is a tenth of the sum
 * @param startLimit after this time a start is given up
 * @param daemonJvmFlags flags of every daemon's JVM, the last word over the defaults
 */
public record ClusterOptions(int workers, int nodeMemoryMb, Duration startLimit, List<String> daemonJvmFlags) {

    public ClusterOptions {
        if (workers < 1 || workers > 8) {
            throw new IllegalArgumentException("workers: 1 to 8, not " + workers);
        }
        daemonJvmFlags = List.copyOf(daemonJvmFlags);
    }

    /**
     * Two workers of 6 GB: a tenth of them holds two ApplicationMasters of 512 MB. The limit is for a machine with ten times more work than cores, where a start
     * took 76 s.
     */
    public static ClusterOptions defaults() {
        return new ClusterOptions(2, 6144, Duration.ofMinutes(3), List.of());
    }

    public ClusterOptions withWorkers(int count) {
        return new ClusterOptions(count, nodeMemoryMb, startLimit, daemonJvmFlags);
    }

    public ClusterOptions withNodeMemoryMb(int megabytes) {
        return new ClusterOptions(workers, megabytes, startLimit, daemonJvmFlags);
    }

    public ClusterOptions withStartLimit(Duration limit) {
        return new ClusterOptions(workers, nodeMemoryMb, limit, daemonJvmFlags);
    }

    public ClusterOptions withDaemonJvmFlag(String flag) {
        List<String> flags = new ArrayList<>(daemonJvmFlags);
        flags.add(flag);
        return new ClusterOptions(workers, nodeMemoryMb, startLimit, flags);
    }
}
