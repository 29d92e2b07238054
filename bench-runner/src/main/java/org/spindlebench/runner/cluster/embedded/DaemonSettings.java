package org.spindlebench.runner.cluster.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.spindlebench.runner.conf.Reservation;

/** The settings of HDFS, YARN and the JobHistoryServer. docs/embedded.md explains each of them. */
final class DaemonSettings {

    private static final String MEMORY_MB = "yarn.nodemanager.resource.memory-mb";
    private static final String VCORES = "yarn.nodemanager.resource.cpu-vcores";
    private static final String WEB_FILES = "hadoop.http.temp.dir";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANY_PORT = ":0";

    private final EmbeddedOptions options;
    private final WorkArea area;
    private final Reservations reservations;

    DaemonSettings(EmbeddedOptions options, WorkArea area) {
        this.options = options;
        this.area = area;
        this.reservations = Reservations.forDirectories(IntStream.range(0, options.dataNodes())
                .mapToObj(area::dataDirsOf)
                .flatMap(List::stream)
                .toList());
    }

    /** Returns the settings that all daemons share. Daemons write their addresses to them when they start. */
    Configuration shared() {
        Configuration conf = new YarnConfiguration(new HdfsConfiguration());
        conf.set("hadoop.tmp.dir", area.root().resolve("tmp").toString());
        hdfs(conf);
        resourceManager(conf);
        scheduler(conf);
        jobHistory(conf);
        options.overrides().forEach(conf::set);
        // This setting is last, because Spindle formats the NameNode, and therefore all directories that are named
        // here.
        conf.set("dfs.namenode.edits.dir", "${dfs.namenode.name.dir}");
        conf.unset("dfs.namenode.shared.edits.dir");
        return conf;
    }

    /** Unpacks a daemon's web pages in the cluster's directory. Elsewhere, a killed client would leave them behind. */
    void unpackWebFiles(Configuration conf, String daemon) {
        set(conf, WEB_FILES, area.root().resolve("web").resolve(daemon).toString());
    }

    /**
     * Returns the settings of a DataNode. If there are several NodeManagers, each has the same host as its DataNodes.
     */
    Configuration dataNode(int index) {
        Configuration conf = new Configuration(false);
        String host = host(index % options.nodeManagers());
        conf.set(
                "dfs.datanode.data.dir",
                inTurn(index).stream().map(StorageDirectory::toString).collect(Collectors.joining(",")));
        if (options.overrides().keySet().stream().noneMatch(key -> key.startsWith(Reservations.KEY))) {
            reservations.of(area.dataDirsOf(index)).forEach(conf::set);
        }
        conf.set("dfs.datanode.address", host + ANY_PORT);
        conf.set("dfs.datanode.http.address", host + ANY_PORT);
        conf.set("dfs.datanode.ipc.address", host + ANY_PORT);
        conf.set("dfs.datanode.hostname", host);
        unpackWebFiles(conf, "dn" + index);
        return conf;
    }

    /**
     * Returns a DataNode's directories; each DataNode begins with a different directory. A DataNode takes its
     * directories in turn. If all began with the same directory, all replicas of a block would be on one device.
     */
    private List<StorageDirectory> inTurn(int index) {
        List<StorageDirectory> dirs = new ArrayList<>(area.dataDirsOf(index));
        Collections.rotate(dirs, -(index * dirs.size() / options.dataNodes()));
        return dirs;
    }

    Configuration nodeManager(int index, Configuration shared) {
        Configuration conf = new YarnConfiguration(shared);
        String host = host(index);
        unpackWebFiles(conf, "nm" + index);
        set(conf, "yarn.nodemanager.address", host + ANY_PORT);
        set(conf, "yarn.nodemanager.localizer.address", host + ANY_PORT);
        set(conf, "yarn.nodemanager.webapp.address", host + ANY_PORT);
        set(conf, "yarn.nodemanager.collector-service.address", host + ANY_PORT);
        set(conf, "yarn.nodemanager.local-dirs", area.localDirsOf(index));
        set(
                conf,
                "yarn.nodemanager.log-dirs",
                area.root().resolve("logs/nm" + index).toString());
        set(
                conf,
                "yarn.nodemanager.resource.memory-mb",
                Integer.toString(options.node().memoryMb()));
        set(
                conf,
                "yarn.nodemanager.resource.cpu-vcores",
                Integer.toString(options.node().vcores()));
        set(conf, "yarn.nodemanager.aux-services", ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID);
        set(conf, "yarn.nodemanager.aux-services.mapreduce_shuffle.class", ShuffleHandler.class.getName());
        set(conf, ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, "0");
        // Hadoop's own variables are left out, so that containers do not find another Hadoop.
        set(conf, "yarn.nodemanager.env-whitelist", "JAVA_HOME,PATH,LANG,TZ");
        set(conf, "yarn.nodemanager.vmem-check-enabled", "false");
        set(conf, "yarn.nodemanager.pmem-check-enabled", "false");
        set(conf, "yarn.nodemanager.container-monitor.enabled", "false");
        set(conf, "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99");
        set(conf, "yarn.nodemanager.delete.thread-count", "2");
        set(conf, "yarn.nodemanager.sleep-delay-before-sigkill.ms", "100");
        set(conf, "yarn.nodemanager.process-kill-wait.ms", "500");
        set(conf, "yarn.nodemanager.log-container-debug-info.enabled", "false");
        return conf;
    }

    private void hdfs(Configuration conf) {
        conf.setInt("dfs.replication", Math.min(3, options.dataNodes()));
        conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.datanode.scan.period.hours", -1);
        conf.setLong(Reservations.KEY, 0);
        conf.setInt("dfs.namenode.handler.count", 8);
        conf.setInt("dfs.datanode.handler.count", 4);
    }

    private static void resourceManager(Configuration conf) {
        for (String service : new String[] {"", ".admin", ".scheduler", ".resource-tracker", ".webapp"}) {
            conf.set("yarn.resourcemanager" + service + ".address", LOOPBACK + ANY_PORT);
        }
        // This makes the ResourceManager write its web port to the configuration. The configuration for clients does
        // not contain it.
        conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true);
        conf.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 50);
        conf.setInt("yarn.resourcemanager.am.max-attempts", 1);
        conf.setInt("yarn.resourcemanager.max-completed-applications", 1000);
        conf.setBoolean("yarn.log-aggregation-enable", false);
        conf.setBoolean("yarn.timeline-service.enabled", false);
        conf.setInt("yarn.resourcemanager.resource-tracker.client.thread-count", 4);
        conf.setInt("yarn.resourcemanager.client.thread-count", 8);
        conf.setInt("yarn.resourcemanager.scheduler.client.thread-count", 8);
    }

    private void scheduler(Configuration conf) {
        conf.setInt("yarn.scheduler.minimum-allocation-mb", 128);
        conf.set(
                "yarn.scheduler.maximum-allocation-mb",
                nodeValue(MEMORY_MB, options.node().memoryMb()));
        conf.set(
                "yarn.scheduler.maximum-allocation-vcores",
                nodeValue(VCORES, options.node().vcores()));
        conf.set("yarn.scheduler.capacity.root.queues", "default");
        conf.set("yarn.scheduler.capacity.root.default.capacity", "100");
        conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
        conf.setInt("yarn.scheduler.capacity.node-locality-delay", 4);
        conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", true);
        conf.setInt("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", 100);
    }

    private static void jobHistory(Configuration conf) {
        conf.set("mapreduce.jobhistory.address", LOOPBACK + ANY_PORT);
        conf.set("mapreduce.jobhistory.webapp.address", LOOPBACK + ANY_PORT);
        conf.set("mapreduce.jobhistory.admin.address", LOOPBACK + ANY_PORT);
        conf.set("yarn.app.mapreduce.am.staging-dir", "/user");
    }

    private String nodeValue(String key, int unlessOverridden) {
        return options.overrides().getOrDefault(key, Integer.toString(unlessOverridden));
    }

    private void set(Configuration conf, String key, String value) {
        conf.set(key, options.overrides().getOrDefault(key, value));
    }

    /** Returns 127.0.0.1, 127.0.0.2 and so on, because the scheduler distinguishes nodes only by host. */
    private static String host(int index) {
        return "127.0.0." + (index + 1);
    }

    /**
     * The bytes that DataNodes reserve in directories on a shared file system. Without them, HDFS would count the whole
     * file system for each directory.
     *
     * <p>Hadoop 3.4 and later read a separate reservation for each directory. Earlier versions read one for each
     * storage type. Spindle sets it if all of a DataNode's directories with that type agree.
     */
    static final class Reservations {
        static final String KEY = "dfs.datanode.du.reserved";

        private final Map<Path, Long> bytes;

        private Reservations(Map<Path, Long> bytes) {
            this.bytes = Map.copyOf(bytes);
        }

        /** Returns reservations for this host's DataNode directories; none if a file system's size is unknown. */
        static Reservations forDirectories(List<StorageDirectory> directories) {
            Map<Object, List<Path>> byFileSystem = new HashMap<>();
            for (StorageDirectory directory : directories) {
                Path path = directory.path();
                byFileSystem
                        .computeIfAbsent(fileSystem(path), any -> new ArrayList<>())
                        .add(path);
            }
            Map<Path, Long> bytes = new HashMap<>();
            byFileSystem.values().forEach(sharing -> {
                File there = existing(sharing.get(0)).toFile();
                long each = each(there.getTotalSpace(), there.getFreeSpace(), there.getUsableSpace(), sharing.size());
                sharing.forEach(path -> bytes.put(path, each));
            });
            return new Reservations(bytes);
        }

        /**
         * Returns the bytes to reserve in each directory. A DataNode subtracts the unused part of the reservation from
         * the space that users may write. If much space is kept for root, counting the file system exactly once could
         * leave no space. Then less is reserved, so that each directory has its share of the space.
         */
        static long each(long size, long free, long usable, int directories) {
            if (size <= 0) {
                return 0;
            }
            long whole = new Reservation(size, directories).perDirectory();
            long used = size - free;
            long share = usable / directories;
            boolean leavesRoom = usable - Math.max(0, whole - used) >= share / 2;
            return leavesRoom ? whole : Math.min(whole, used + usable - share);
        }

        /** Returns the keys and values for one DataNode with the given directories. */
        SortedMap<String, String> of(List<StorageDirectory> directories) {
            SortedMap<String, String> settings = new TreeMap<>();
            Map<StorageDirectory.Type, Set<Long>> byType = new HashMap<>();
            for (StorageDirectory directory : directories) {
                long reserved = bytes.getOrDefault(directory.path(), 0L);
                byType.computeIfAbsent(directory.storageType(), any -> new HashSet<>())
                        .add(reserved);
                settings.put(KEY + "." + directory.path(), String.valueOf(reserved));
            }
            byType.forEach((type, values) -> {
                if (values.size() == 1) {
                    String key = KEY + "." + type.toString().toLowerCase(Locale.ROOT);
                    settings.put(key, String.valueOf(values.iterator().next()));
                }
            });
            return settings;
        }

        private static Object fileSystem(Path path) {
            Path there = existing(path);
            try {
                return Files.getAttribute(there, "unix:dev");
            } catch (IOException | UnsupportedOperationException unknown) {
                return there;
            }
        }

        /** Returns the nearest existing parent, because DataNodes make their directories only when they start. */
        private static Path existing(Path path) {
            Path there = path;
            while (!Files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            return there;
        }
    }
}
