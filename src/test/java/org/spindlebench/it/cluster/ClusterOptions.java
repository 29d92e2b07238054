package org.spindlebench.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The options of a cluster that a test may set. Immutable: each method returns new options. */
public final class ClusterOptions {
    private int workers = 2;
    private int nodeMemoryMb = 6144;
    private Duration startLimit = Duration.ofMinutes(3);
    private List<String> daemonJvmFlags = List.of();
    private Map<String, String> yarnSettings = Map.of();
    private Map<String, String> schedulerSettings = Map.of();
    private Map<Integer, Map<String, String>> nodeManagerSettings = Map.of();
    private Map<Integer, Map<String, String>> dataNodeSettings = Map.of();
    private Map<Integer, String> nodeLabels = Map.of();
    private Map<Integer, Path> disks = Map.of();
    private Path ssds;
    private boolean kerberos;
    private boolean standby;
    private String keys;

    private ClusterOptions() {}

    /**
     * Returns two workers of 6 GB: a tenth of their memory holds two ApplicationMasters of 512 MB. The time limit is
     * for a machine with ten times more work than cores, on which a start took 76 s.
     */
    public static ClusterOptions defaults() {
        return new ClusterOptions();
    }

    private ClusterOptions with(Consumer<ClusterOptions> choice) {
        ClusterOptions other = new ClusterOptions();
        other.workers = workers;
        other.nodeMemoryMb = nodeMemoryMb;
        other.startLimit = startLimit;
        other.daemonJvmFlags = daemonJvmFlags;
        other.yarnSettings = yarnSettings;
        other.schedulerSettings = schedulerSettings;
        other.nodeManagerSettings = nodeManagerSettings;
        other.dataNodeSettings = dataNodeSettings;
        other.nodeLabels = nodeLabels;
        other.disks = disks;
        other.ssds = ssds;
        other.kerberos = kerberos;
        other.standby = standby;
        other.keys = keys;
        choice.accept(other);
        return other;
    }

    private static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
        Map<K, V> more = new HashMap<>(map);
        more.put(key, value);
        return Map.copyOf(more);
    }

    /** Sets the number of hosts, on 127.0.0.2 and up, with one DataNode and one NodeManager each. */
    public ClusterOptions withWorkers(int count) {
        if (count < 1 || count > 8) {
            throw new IllegalArgumentException("workers: 1 to 8, not " + count);
        }
        return with(other -> other.workers = count);
    }

    /** Sets the memory that each NodeManager declares. The ApplicationMasters' share is a tenth of the sum. */
    public ClusterOptions withNodeMemoryMb(int megabytes) {
        return with(other -> other.nodeMemoryMb = megabytes);
    }

    /** Sets the time after which a start is given up. */
    public ClusterOptions withStartLimit(Duration limit) {
        return with(other -> other.startLimit = limit);
    }

    /** Adds a flag for every daemon's JVM, which overrides the defaults. */
    public ClusterOptions withDaemonJvmFlag(String flag) {
        List<String> flags = new ArrayList<>(daemonJvmFlags);
        flags.add(flag);
        return with(other -> other.daemonJvmFlags = List.copyOf(flags));
    }

    /** Adds a setting for daemons and clients. A setting of the CapacityScheduler overrides its defaults. */
    public ClusterOptions withYarnSetting(String key, String value) {
        return with(other -> other.yarnSettings = with(yarnSettings, key, value));
    }

    /**
     * Adds a setting to the CapacityScheduler's own file only; neither clients nor the ResourceManager's other settings
     * show it.
     */
    public ClusterOptions withSchedulerSetting(String key, String value) {
        return with(other -> other.schedulerSettings = with(schedulerSettings, key, value));
    }

    /** Adds a setting for one worker's NodeManager, which overrides all other settings. */
    public ClusterOptions withNodeManagerSetting(int worker, String key, String value) {
        Map<String, String> own = with(nodeManagerSettings.getOrDefault(worker, Map.of()), key, value);
        return with(other -> other.nodeManagerSettings = with(nodeManagerSettings, worker, own));
    }

    /** Adds a setting for one worker's DataNode, which overrides all other settings. */
    public ClusterOptions withDataNodeSetting(int worker, String key, String value) {
        Map<String, String> own = with(dataNodeSettings.getOrDefault(worker, Map.of()), key, value);
        return with(other -> other.dataNodeSettings = with(dataNodeSettings, worker, own));
    }

    /**
     * Gives a worker's NodeManager a label, which is exclusive unless it is {@link ProcessCluster#LENT_LABEL}. The queue
     * {@code default} may use all of the label's hosts; the small queue may use none.
     */
    public ClusterOptions withNodeLabel(int worker, String label) {
        return with(other -> other.nodeLabels = with(nodeLabels, worker, label));
    }

    /** Puts the directory of a worker's DataNode on a separate disk instead of below the cluster's directory. */
    public ClusterOptions withDisk(int worker, Path directory) {
        return with(other -> other.disks = with(disks, worker, directory));
    }

    /** Gives each DataNode a second directory, of storage type SSD, below this one. */
    public ClusterOptions withSsds(Path below) {
        return with(other -> other.ssds = below);
    }

    /**
     * Secures the cluster with Kerberos, SPNEGO and TLS. Node labels, and what acts as another user than HDFS's superuser
     * over HTTP, are for unsecured clusters only.
     */
    public ClusterOptions withKerberos() {
        return with(other -> other.kerberos = true);
    }

    /** Adds a second NameNode, which is on standby. This is for unsecured clusters only. */
    public ClusterOptions withStandby() {
        return with(other -> other.standby = true);
    }

    /** Names the provider of the keys of encryption zones, as a URI. */
    public ClusterOptions withKeys(String provider) {
        return with(other -> other.keys = provider);
    }

    public int workers() {
        return workers;
    }

    int nodeMemoryMb() {
        return nodeMemoryMb;
    }

    Duration startLimit() {
        return startLimit;
    }

    List<String> daemonJvmFlags() {
        return daemonJvmFlags;
    }

    Map<String, String> yarnSettings() {
        return yarnSettings;
    }

    Map<String, String> schedulerSettings() {
        return schedulerSettings;
    }

    Map<Integer, Map<String, String>> nodeManagerSettings() {
        return nodeManagerSettings;
    }

    Map<Integer, Map<String, String>> dataNodeSettings() {
        return dataNodeSettings;
    }

    Map<Integer, String> nodeLabels() {
        return nodeLabels;
    }

    Map<Integer, Path> disks() {
        return disks;
    }

    boolean kerberos() {
        return kerberos;
    }

    boolean standby() {
        return standby;
    }

    /** Returns null if there is none. */
    String keys() {
        return keys;
    }

    /** Returns null if there are none. */
    Path ssds() {
        return ssds;
    }
}
