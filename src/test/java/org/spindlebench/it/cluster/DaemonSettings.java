package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the configuration directories: one for the clients, and one for each daemon, whose own settings override the
 * shared ones.
 */
final class DaemonSettings {
    private static final String LOG4J = """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.target=System.err
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
            """;

    private static final String SCHEDULER = "yarn.scheduler.capacity.";

    private final ClusterLayout layout;
    private final ClusterOptions options;
    private final SiteSettings site;

    DaemonSettings(ClusterLayout layout, ClusterOptions options, SiteSettings site) {
        this.layout = layout;
        this.options = options;
        this.site = site;
    }

    void writeClient() throws IOException {
        writeSites(layout.clientConf(), Map.of(), Map.of());
    }

    void writeWebDescriptors() throws IOException {
        for (String application : new String[] {"hdfs", "datanode", "secondary"}) {
            Path file = layout.webRoot().resolve("webapps/" + application + "/WEB-INF/web.xml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "<?xml version=\"1.0\"?>\n<web-app/>\n");
        }
    }

    /** @param id which one of a pair it is */
    void writeNameNode(String name, String id) throws IOException {
        Map<String, String> hdfs = new HashMap<>();
        hdfs.put("dfs.namenode.name.dir", "file://" + layout.data(name));
        if (options.standby()) {
            hdfs.put("dfs.ha.namenode.id", id);
        }
        // Loopback addresses have no names that could be looked up.
        hdfs.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        hdfs.put("dfs.namenode.heartbeat.recheck-interval", "2000");
        hdfs.put("dfs.heartbeat.interval", "1");
        // The NameNode tells a third of the DataNodes to delete at a time. With the default, each run would wait twice
        // 3 s for it.
        hdfs.put("dfs.namenode.redundancy.interval.seconds", "1");
        hdfs.put("dfs.namenode.safemode.extension", "0");
        hdfs.put("dfs.namenode.resource.du.reserved", "0");
        writeSites(layout.conf(name), hdfs, Map.of());
        site.writePolicy(layout.conf(name));
    }

    void writeDataNode(String name, Worker worker, int index) throws IOException {
        Path disk = options.disks().get(index);
        Map<String, String> hdfs = new HashMap<>();
        hdfs.put("dfs.datanode.hostname", worker.host());
        hdfs.put("dfs.datanode.address", worker.dataNode().data());
        // Only one of the two is used, which depends on dfs.http.policy.
        hdfs.put("dfs.datanode.http.address", worker.dataNode().http());
        hdfs.put("dfs.datanode.https.address", worker.dataNode().http());
        hdfs.put("dfs.datanode.ipc.address", worker.dataNode().ipc());
        String ssd =
                options.ssds() == null ? "" : ",[SSD]file://" + options.ssds().resolve(name);
        hdfs.put(
                "dfs.datanode.data.dir",
                "[DISK]file://" + (disk == null ? layout.data(name) : disk.resolve(name)) + ssd);
        hdfs.put("dfs.heartbeat.interval", "1");
        hdfs.putAll(options.dataNodeSettings().getOrDefault(index, Map.of()));
        writeSites(layout.conf(name), hdfs, Map.of());
    }

    void writeResourceManager() throws IOException {
        Map<String, String> yarn = new HashMap<>();
        yarn.put(
                "yarn.resourcemanager.scheduler.class",
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
        yarn.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "200");
        yarn.put("yarn.nm.liveness-monitor.expiry-interval-ms", "15000");
        NodeLabels labels = new NodeLabels(options.nodeLabels());
        yarn.putAll(labels.resourceManager(layout));
        yarn.putAll(options.yarnSettings());
        writeSites(layout.conf("resourcemanager"), Map.of(), yarn);
        Map<String, String> scheduler = over(capacityScheduler(), labels.capacityScheduler());
        site.yarn().forEach((key, value) -> {
            if (key.startsWith(SCHEDULER)) {
                scheduler.put(key, value);
            }
        });
        scheduler.putAll(options.schedulerSettings());
        SiteXml.write(layout.conf("resourcemanager").resolve("capacity-scheduler.xml"), scheduler);
    }

    /**
     * Returns settings of two queues. In one, a user may have everything, as on a private cluster. The other grants a
     * user its share.
     */
    private static Map<String, String> capacityScheduler() {
        return Map.of(
                SCHEDULER + "root.queues", "default," + ProcessCluster.SMALL_QUEUE,
                SCHEDULER + "root.default.capacity", "75",
                SCHEDULER + "root.default.user-limit-factor", "2",
                SCHEDULER + "root." + ProcessCluster.SMALL_QUEUE + ".capacity", "25",
                SCHEDULER + "root." + ProcessCluster.SMALL_QUEUE + ".user-limit-factor", "1",
                SCHEDULER + "maximum-am-resource-percent", "0.1",
                SCHEDULER + "resource-calculator", "org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator");
    }

    void writeNodeManager(String name, Worker worker, Map<String, String> own) throws IOException {
        Map<String, String> yarn = new HashMap<>();
        yarn.put("yarn.nodemanager.hostname", worker.host());
        // With a bind host, the node registers under exactly this address, whatever a reverse look-up returns.
        yarn.put("yarn.nodemanager.bind-host", worker.host());
        yarn.put("yarn.nodemanager.address", worker.nodeManager().rpc());
        yarn.put("yarn.nodemanager.localizer.address", worker.nodeManager().localizer());
        yarn.put("yarn.nodemanager.webapp.address", worker.nodeManager().web());
        yarn.put("yarn.nodemanager.resource.memory-mb", Integer.toString(options.nodeMemoryMb()));
        // A 64-bit JVM reserves far more address space than memory.
        yarn.put("yarn.nodemanager.vmem-check-enabled", "false");
        yarn.put("yarn.nodemanager.local-dirs", layout.data(name).toString());
        yarn.put(
                "yarn.nodemanager.log-dirs",
                layout.logs().resolve(name + "-containers").toString());
        yarn.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.5");
        yarn.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
        yarn.put("yarn.nodemanager.aux-services.mapreduce_shuffle.class", "org.apache.hadoop.mapred.ShuffleHandler");
        yarn.put("yarn.resourcemanager.connect.retry-interval.ms", "500");
        yarn.putAll(own);
        writeSites(layout.conf(name), Map.of(), yarn);
        Map<String, String> mapred = new HashMap<>(site.mapred());
        // Takes any free port, because the shuffle service listens on all addresses and several services share this
        // machine. For this service, mapred-site.xml overrides yarn-site.xml.
        mapred.put("mapreduce.shuffle.port", "0");
        mapred.putAll(own);
        SiteXml.write(layout.conf(name).resolve("mapred-site.xml"), mapred);
    }

    void writeAdministrator() throws IOException {
        writeSites(layout.conf("rmadmin"), Map.of(), Map.of());
    }

    void writeHistoryServer() throws IOException {
        writeSites(layout.conf("historyserver"), Map.of(), Map.of());
    }

    private void writeSites(Path directory, Map<String, String> hdfs, Map<String, String> yarn) throws IOException {
        SiteXml.write(directory.resolve("core-site.xml"), site.core());
        SiteXml.write(directory.resolve("hdfs-site.xml"), over(site.hdfs(), hdfs));
        SiteXml.write(directory.resolve("yarn-site.xml"), over(site.yarn(), yarn));
        SiteXml.write(directory.resolve("mapred-site.xml"), site.mapred());
        site.writeTls(directory);
        Files.writeString(directory.resolve("log4j.properties"), LOG4J);
    }

    private static Map<String, String> over(Map<String, String> shared, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(shared);
        all.putAll(own);
        return all;
    }
}
