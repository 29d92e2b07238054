package org.spindlebench.runner.cluster.embedded;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions.NodeSize;

/** The default settings for jobs on the embedded cluster. docs/embedded.md explains each of them. */
final class ClientSettings {

    private static final String SHORT_POLL_MS = "50";

    private static final List<String> FROM_DAEMONS = List.of(
            "fs.defaultFS",
            "dfs.namenode.http-address",
            "dfs.replication",
            "hadoop.tmp.dir",
            "yarn.resourcemanager.address",
            "yarn.resourcemanager.admin.address",
            "yarn.resourcemanager.scheduler.address",
            "yarn.resourcemanager.resource-tracker.address",
            "yarn.resourcemanager.webapp.address",
            "yarn.app.mapreduce.am.staging-dir",
            "mapreduce.jobhistory.address",
            "mapreduce.jobhistory.webapp.address");

    private final EmbeddedOptions options;
    private final ContainerJvm jvm;

    ClientSettings(EmbeddedOptions options, ContainerJvm jvm) {
        this.options = options;
        this.jvm = jvm;
    }

    /**
     * Returns new settings: the started daemons' settings have the addresses, but also settings that are only for
     * daemons.
     */
    Configuration of(Configuration daemons) {
        Configuration conf = new YarnConfiguration(new HdfsConfiguration());
        FROM_DAEMONS.forEach(key -> conf.set(key, daemons.get(key)));
        conf.set("mapreduce.framework.name", "yarn");
        conf.setBoolean("mapreduce.job.ubertask.enable", false);
        containers(conf);
        polling(conf);
        shortWaits(conf);
        jvm.configure(conf);
        options.overrides().forEach(conf::set);
        return conf;
    }

    private void containers(Configuration conf) {
        for (String task : new String[] {"map", "reduce"}) {
            conf.setInt("mapreduce." + task + ".memory.mb", NodeSize.CONTAINER_MB);
            conf.set("mapreduce." + task + ".java.opts", "-Xmx384m");
            conf.setInt("mapreduce." + task + ".cpu.vcores", 1);
        }
        conf.setInt("yarn.app.mapreduce.am.resource.mb", NodeSize.CONTAINER_MB);
        conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx320m");
        conf.setInt("mapreduce.am.max-attempts", 1);
        // Hadoop's default of 10 would be reduced to the number of DataNodes while containers are reading the files.
        conf.setInt("mapreduce.client.submit.file.replication", Math.min(3, options.dataNodes()));
    }

    private static void polling(Configuration conf) {
        conf.set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", SHORT_POLL_MS);
        conf.set("mapreduce.client.completion.pollinterval", SHORT_POLL_MS);
        conf.set("mapreduce.client.progressmonitor.pollinterval", "200");
        conf.setBoolean(JobKeys.AM_TAIL_END, true);
        conf.set("yarn.client.application-client-protocol.poll-interval-ms", SHORT_POLL_MS);
    }

    /** Shortens retries. The daemons end with the client, so waiting for them is useless. */
    private static void shortWaits(Configuration conf) {
        conf.setInt("yarn.resourcemanager.connect.max-wait.ms", 5_000);
        conf.setInt("yarn.resourcemanager.connect.retry-interval.ms", 500);
        conf.setInt("yarn.client.nodemanager-connect.max-wait-ms", 5_000);
        conf.setInt("yarn.client.nodemanager-connect.retry-interval-ms", 500);
        conf.setInt("yarn.app.mapreduce.am.hard-kill-timeout-ms", 5_000);
        conf.setInt("ipc.client.connect.max.retries", 5);
        conf.setInt("ipc.client.connect.max.retries.on.timeouts", 2);
        conf.setInt("ipc.client.connect.timeout", 5_000);
        conf.setInt("ipc.client.connect.retry.interval", 200);
    }
}
