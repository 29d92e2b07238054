package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Problem.Location;

/** The rules for Hadoop settings that a suite or {@code -D} gives to jobs. */
public final class JobSettings {
    /** Whether map output is compressed. */
    public static final String COMPRESS = "mapreduce.map.output.compress";

    /** What it is compressed with. */
    public static final String CODEC = "mapreduce.map.output.compress.codec";

    private static final String REPLICATION = "dfs.replication";

    /** What an embedded cluster formats at its start. */
    private static final Set<String> FORMATTED = Set.of(
            "dfs.namenode.name.dir",
            "dfs.namenode.edits.dir",
            "dfs.namenode.shared.edits.dir",
            "dfs.name.dir",
            "dfs.name.edits.dir");

    private static final Set<String> SET_BY_COMPRESSION = Set.of(COMPRESS, CODEC);

    /** Keys that papers and blogs print, and that no Hadoop reads. */
    private static final Map<String, String> NOT_A_KEY = Map.of(
            "mapreduce.task.io.sort.spill.percent", "mapreduce.map.sort.spill.percent",
            "mapreduce.output.compress", "mapreduce.output.fileoutputformat.compress",
            "mapreduce.map.output.compression.codec", CODEC);

    private static final Pattern BYTES_OF_HEAP = Pattern.compile("(?:^|\\s)-Xm[xs]\\d+(?:\\s|$)");

    private JobSettings() {}

    /**
     * What is wrong with a setting on such a cluster, or empty.
     *
     * @param key as {@link HadoopKeys#current} has it
     */
    public static Optional<Problem> check(Location location, String key, String value, Cluster cluster) {
        if (cluster == Cluster.RUNNING && DaemonSettings.isForDaemons(key)) {
            return Optional.of(Problem.at(location, key, "a daemon setting; use a setup")
                    .withValue(value)
                    .withRemedy(
                            "set it where the daemons are configured, restart them and name that state with --setup;"
                                    + " with --embedded it may be given here"));
        }
        if (cluster == Cluster.EMBEDDED && FORMATTED.contains(key)) {
            return Optional.of(Problem.at(location, key, "an embedded cluster formats its NameNode's directories")
                    .withValue(value)
                    .withRemedy("leave it out: Spindle makes these directories, and removes them at the end"));
        }
        if (SET_BY_COMPRESSION.contains(key)) {
            return Optional.of(
                    Problem.at(location, key, "set by each run's compression, under which results are compared")
                            .withValue(value)
                            .withRemedy("write `compression:` in the suite's runs instead"));
        }
        if (key.equals(REPLICATION)) {
            return Optional.of(Problem.at(location, key, "set by each job, under which results are compared")
                    .withValue(value)
                    .withNearest(JobKeys.REPLICATION)
                    .withRemedy("write `replication:` in the suite's settings, or -D " + JobKeys.REPLICATION));
        }
        if (NOT_A_KEY.containsKey(key)) {
            return Optional.of(Problem.at(location, key, "not a key of Hadoop: it would have no effect")
                    .withValue(value)
                    .withNearest(NOT_A_KEY.get(key))
                    .withRemedy("write `" + NOT_A_KEY.get(key) + "`"));
        }
        return heap(location, key, value);
    }

    private static Optional<Problem> heap(Location location, String key, String value) {
        boolean isOptions = key.endsWith("java.opts") || key.endsWith("command-opts");
        if (!isOptions || !BYTES_OF_HEAP.matcher(value).find()) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.at(location, key, "a heap size without a unit is in bytes, and no JVM starts with so few")
                        .withValue(value)
                        .withAllowed("k, m or g after the number")
                        .withRemedy("write such as -Xmx819m: 0.8 of a container of 1024 MB"));
    }

    /**
     * Tells settings of daemons from those of jobs and clients. A daemon reads its settings when it starts: given to a job they
     * have no effect, yet the job's configuration shows them as if they had.
     */
    public static final class DaemonSettings {
        private static final List<String> PREFIXES = List.of(
                "dfs.datanode.",
                "dfs.namenode.",
                "dfs.secondary.namenode.",
                "dfs.journalnode.",
                "dfs.hosts",
                "dfs.heartbeat.",
                "dfs.blockreport.",
                "yarn.nodemanager.",
                "yarn.resourcemanager.",
                "yarn.scheduler.",
                "yarn.web-proxy.",
                "mapreduce.shuffle.",
                "mapreduce.jobhistory.");

        /** Daemons of the single nodes: no client looks their addresses up in a configuration. */
        private static final List<String> OF_EVERY_NODE = List.of("dfs.datanode.", "yarn.nodemanager.");

        /** Parts of a key that tell a client where a daemon is, who it is, or how long to try. */
        private static final Set<String> FOR_CLIENTS =
                Set.of("address", "hostname", "principal", "ha", "rm-ids", "cluster-id", "connect", "client-failover");

        private DaemonSettings() {}

        /** Whether only a daemon reads the setting. */
        public static boolean isForDaemons(String key) {
            return PREFIXES.stream().anyMatch(key::startsWith) && !isNeededByClients(key);
        }

        private static boolean isNeededByClients(String key) {
            List<String> parts = Arrays.asList(key.split("\\."));
            if (OF_EVERY_NODE.stream().anyMatch(key::startsWith)) {
                return parts.contains("principal");
            }
            return parts.stream().anyMatch(part -> FOR_CLIENTS.contains(part) || part.endsWith("-address"));
        }
    }

    /** Whose cluster the jobs run on. */
    public enum Cluster {
        /** Somebody else's daemons, running already with settings of their own. */
        RUNNING,
        /** One that is started for the campaign, and takes daemon settings. */
        EMBEDDED
    }
}
