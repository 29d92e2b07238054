package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings that clients, tasks and daemons share, as an administrator hands them out for a gateway host. Defaults
 * stay as on a real cluster, except for shorter heartbeats.
 */
final class SiteSettings {
    /** The name of two NameNodes, and those of each. */
    static final String PAIR = "pair";

    static final String ACTIVE = "nn1";
    static final String STANDBY = "nn2";

    private final ClusterLayout layout;
    private final Masters masters;
    private final ClusterOptions options;
    private final ClusterSecurity security;

    /** @param security null for a cluster without Kerberos */
    SiteSettings(ClusterLayout layout, Masters masters, ClusterOptions options, ClusterSecurity security) {
        this.layout = layout;
        this.masters = masters;
        this.options = options;
        this.security = security;
    }

    Map<String, String> core() {
        Map<String, String> core = new HashMap<>();
        core.put(
                "fs.defaultFS",
                "hdfs://" + (options.standby() ? PAIR : masters.nameNode().rpc()));
        core.put("hadoop.tmp.dir", layout.temp() + "/${user.name}");
        // The users of daemons and clients need not exist on this machine.
        core.put(
                "hadoop.user.group.static.mapping.overrides",
                "hdfs=hdfs,hadoop,supergroup;yarn=hadoop;mapred=hadoop;" + ProcessCluster.USER + "="
                        + ProcessCluster.USER);
        if (options.keys() != null) {
            core.put("hadoop.security.key.provider.path", options.keys());
        }
        if (security != null) {
            core.putAll(security.core());
        }
        return core;
    }

    Map<String, String> hdfs() {
        Map<String, String> hdfs = new HashMap<>();
        hdfs.putAll(options.standby() ? pair() : addresses("", masters.nameNode()));
        hdfs.put("dfs.replication", Integer.toString(Math.min(3, options.workers())));
        // The kernel gives every loopback connection the source 127.0.0.1, so the NameNode sees all DataNodes there.
        // Clients therefore use their host names.
        hdfs.put("dfs.client.use.datanode.hostname", "true");
        hdfs.put("dfs.datanode.use.datanode.hostname", "true");
        if (security != null) {
            hdfs.putAll(security.hdfs(masters));
        }
        return hdfs;
    }

    private static Map<String, String> addresses(String suffix, Masters.NameNode nameNode) {
        return Map.of(
                "dfs.namenode.rpc-address" + suffix, nameNode.rpc(),
                "dfs.namenode.http-address" + suffix, nameNode.http());
    }

    /** Returns the settings of two NameNodes under one name, which share a directory of edits. */
    private Map<String, String> pair() {
        Map<String, String> pair = new HashMap<>();
        pair.put("dfs.nameservices", PAIR);
        pair.put("dfs.ha.namenodes." + PAIR, ACTIVE + "," + STANDBY);
        pair.putAll(addresses("." + PAIR + "." + ACTIVE, masters.nameNode()));
        pair.putAll(addresses("." + PAIR + "." + STANDBY, masters.standby()));
        pair.put("dfs.namenode.shared.edits.dir", "file://" + layout.data("shared-edits"));
        pair.put(
                "dfs.client.failover.proxy.provider." + PAIR,
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        return pair;
    }

    Map<String, String> yarn() throws IOException {
        Masters.ResourceManager rm = masters.resourceManager();
        Map<String, String> yarn = new HashMap<>();
        yarn.put("yarn.resourcemanager.hostname", Masters.HOST);
        yarn.put("yarn.resourcemanager.address", rm.client());
        yarn.put("yarn.resourcemanager.scheduler.address", rm.scheduler());
        yarn.put("yarn.resourcemanager.resource-tracker.address", rm.tracker());
        yarn.put("yarn.resourcemanager.admin.address", rm.admin());
        yarn.put("yarn.resourcemanager.webapp.address", rm.web());
        yarn.put("yarn.application.classpath", layout.clientConf() + "," + layout.lib() + "/*");
        yarn.put("yarn.scheduler.minimum-allocation-mb", "256");
        yarn.put("yarn.scheduler.maximum-allocation-mb", Integer.toString(options.nodeMemoryMb()));
        if (security != null) {
            yarn.putAll(security.yarn());
        }
        yarn.putAll(options.yarnSettings());
        return yarn;
    }

    /** Writes the settings of TLS, if there is any. */
    void writeTls(Path directory) throws IOException {
        if (security != null) {
            security.writeTls(directory, "server");
            security.writeTls(directory, "client");
        }
    }

    /** Writes which users may use HDFS, if that is restricted. */
    void writePolicy(Path directory) throws IOException {
        if (security != null) {
            security.writePolicy(directory);
        }
    }

    Map<String, String> mapred() {
        String home = "HADOOP_MAPRED_HOME=" + layout.root();
        Map<String, String> mapred = new HashMap<>();
        mapred.put("mapreduce.framework.name", "yarn");
        mapred.put("mapreduce.application.classpath", layout.lib() + "/*");
        mapred.put("mapreduce.jobhistory.address", masters.jobHistory().rpc());
        mapred.put("mapreduce.jobhistory.webapp.address", masters.jobHistory().web());
        mapred.put("mapreduce.jobhistory.admin.address", masters.jobHistory().admin());
        mapred.put("mapreduce.jobhistory.intermediate-done-dir", "/mr-history/tmp");
        mapred.put("mapreduce.jobhistory.done-dir", "/mr-history/done");
        mapred.put("yarn.app.mapreduce.am.staging-dir", "/user");
        mapred.put("yarn.app.mapreduce.am.env", home);
        mapred.put("yarn.app.mapreduce.am.resource.mb", "512");
        mapred.put(
                "yarn.app.mapreduce.am.command-opts",
                "-Xmx400m " + JvmFlags.SMALL + " " + JvmFlags.ofApplicationMaster());
        mapred.put("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "200");
        for (String kind : new String[] {"map", "reduce"}) {
            mapred.put("mapreduce." + kind + ".env", home);
            mapred.put("mapreduce." + kind + ".memory.mb", "512");
            mapred.put("mapreduce." + kind + ".java.opts", JvmFlags.SMALL);
        }
        if (security != null) {
            mapred.putAll(security.mapred());
        }
        return mapred;
    }
}
