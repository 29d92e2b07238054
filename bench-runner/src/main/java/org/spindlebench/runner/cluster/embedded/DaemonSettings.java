package org.spindlebench.runner.cluster.embedded;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** The settings of HDFS, YARN and the JobHistoryServer. docs/embedded.md gives the reason of each. */
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

    /** What all daemons share; the addresses that daemons take are written back into it as they start. */
    Configuration shared() {
        Configuration conf = new YarnConfiguration(new HdfsConfiguration());
        conf.set("hadoop.tmp.dir", area.root().resolve("tmp").toString());
        hdfs(conf);
        resourceManager(conf);
        scheduler(conf);
        jobHistory(conf);
        options.overrides().forEach(conf::set);
        // Last of all: the NameNode is formatted, and with it whatever is named here.
        conf.set("dfs.namenode.edits.dir", "${dfs.namenode.name.dir}");
        conf.unset("dfs.namenode.shared.edits.dir");
        return conf;
    }

    /**
     * The next daemon that starts on these settings unpacks its web pages in a directory of its own, below the cluster's: else a killed client leaves them
     * in the system's temporary directory.
     */
    void unpackWebFiles(Configuration conf, String daemon) {
        set(conf, WEB_FILES, area.root().resolve("web").resolve(daemon).toString());
    }

    /** With several NodeManagers, pairs of a NodeManager and DataNodes share a host. */
    Configuration dataNode(int index) {
        Configuration conf = new Configuration(false);
        String host = host(index % options.nodeManagers());
        conf.set(
                "dfs.datanode.data.dir",
                area.dataDirsOf(index).stream().map(DataDir::toString).collect(Collectors.joining(",")));
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
        // Without Hadoop's own variables: a container is to know of no other Hadoop.
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
        // Makes the ResourceManager write its web port back; clients get a configuration without it.
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

    /** 127.0.0.1, 127.0.0.2 …: the scheduler tells nodes apart by host, not by port. */
    private static String host(int index) {
        return "127.0.0." + (index + 1);
    }
}
