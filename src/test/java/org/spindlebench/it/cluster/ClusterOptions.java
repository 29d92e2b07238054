package org.spindlebench.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a test may choose about a cluster.
 *
 * @param workers hosts with one DataNode and one NodeManager each, on 127.0.0.2 and up
 * @param nodeMemoryMb memory that each NodeManager declares; the ApplicationMasters' share is a tenth of the sum
 * @param startLimit after this time a start is given up
 * @param daemonJvmFlags flags of every daemon's JVM, the last word over the defaults
 * @param yarnSettings settings of YARN for daemons and clients alike; those of the CapacityScheduler are the last word over its defaults
 * @param nodeManagerSettings settings of single NodeManagers, by the index of the worker
 * @param nodeLabels exclusive node labels of single NodeManagers, by the index of the worker
 * @param disks where single DataNodes have their directory, by the index of the worker; others have it below the cluster's own
 * @param ssds below which each DataNode has a directory that HDFS takes for one on an SSD, beside its other one; null for none
 */
public record ClusterOptions(
        int workers,
        int nodeMemoryMb,
        Duration startLimit,
        List<String> daemonJvmFlags,
        Map<String, String> yarnSettings,
        Map<Integer, Map<String, String>> nodeManagerSettings,
        Map<Integer, String> nodeLabels,
        Map<Integer, Path> disks,
        Path ssds) {

    public ClusterOptions {
        if (workers < 1 || workers > 8) {
            throw new IllegalArgumentException("workers: 1 to 8, not " + workers);
        }
        daemonJvmFlags = List.copyOf(daemonJvmFlags);
        yarnSettings = Map.copyOf(yarnSettings);
        nodeManagerSettings = Map.copyOf(nodeManagerSettings);
        nodeLabels = Map.copyOf(nodeLabels);
        disks = Map.copyOf(disks);
    }

    /**
     * Two workers of 6 GB: a tenth of them holds two ApplicationMasters of 512 MB. The limit is for a machine with ten times more work than cores, where a start
     * took 76 s.
     */
    public static ClusterOptions defaults() {
        return new ClusterOptions(
                2, 6144, Duration.ofMinutes(3), List.of(), Map.of(), Map.of(), Map.of(), Map.of(), null);
    }

    public ClusterOptions withWorkers(int count) {
        return new ClusterOptions(
                count,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                nodeLabels,
                disks,
                ssds);
    }

    public ClusterOptions withNodeMemoryMb(int megabytes) {
        return new ClusterOptions(
                workers,
                megabytes,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                nodeLabels,
                disks,
                ssds);
    }

    public ClusterOptions withStartLimit(Duration limit) {
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                limit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                nodeLabels,
                disks,
                ssds);
    }

    public ClusterOptions withDaemonJvmFlag(String flag) {
        List<String> flags = new ArrayList<>(daemonJvmFlags);
        flags.add(flag);
        return new ClusterOptions(
                workers, nodeMemoryMb, startLimit, flags, yarnSettings, nodeManagerSettings, nodeLabels, disks, ssds);
    }

    public ClusterOptions withYarnSetting(String key, String value) {
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                with(yarnSettings, key, value),
                nodeManagerSettings,
                nodeLabels,
                disks,
                ssds);
    }

    /** For the NodeManager of one worker, the last word over all other settings. */
    public ClusterOptions withNodeManagerSetting(int worker, String key, String value) {
        Map<String, String> own = with(nodeManagerSettings.getOrDefault(worker, Map.of()), key, value);
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                with(nodeManagerSettings, worker, own),
                nodeLabels,
                disks,
                ssds);
    }

    /** The queue default may use all of its hosts; the small one none of them. */
    public ClusterOptions withNodeLabel(int worker, String label) {
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                with(nodeLabels, worker, label),
                disks,
                ssds);
    }

    /** The DataNode of a worker has its directory on a disk of its own. */
    public ClusterOptions withDisk(int worker, Path directory) {
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                nodeLabels,
                with(disks, worker, directory),
                ssds);
    }

    /** Each DataNode has a directory of storage type SSD, too. */
    public ClusterOptions withSsds(Path below) {
        return new ClusterOptions(
                workers,
                nodeMemoryMb,
                startLimit,
                daemonJvmFlags,
                yarnSettings,
                nodeManagerSettings,
                nodeLabels,
                disks,
                below);
    }

    private static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
        Map<K, V> more = new HashMap<>(map);
        more.put(key, value);
        return more;
    }
}
