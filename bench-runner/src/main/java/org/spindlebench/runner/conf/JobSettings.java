package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Problem.Location;

/** The rules for Hadoop settings that a suite or {@code -D} specifies for jobs. */
public final class JobSettings {
    public static final String COMPRESS = "mapreduce.map.output.compress";

    public static final String CODEC = "mapreduce.map.output.compress.codec";

    private static final String REPLICATION = "dfs.replication";

    /** The keys of directories that an embedded cluster formats when it starts. */
    private static final Set<String> FORMATTED = Set.of(
            "dfs.namenode.name.dir",
            "dfs.namenode.edits.dir",
            "dfs.namenode.shared.edits.dir",
            "dfs.name.dir",
            "dfs.name.edits.dir");

    private static final Set<String> SET_BY_COMPRESSION = Set.of(COMPRESS, CODEC);

    /** Keys that papers and blogs mention, but that no Hadoop version reads, with the correct keys. */
    private static final Map<String, String> NOT_A_KEY = Map.of(
            "mapreduce.task.io.sort.spill.percent", "mapreduce.map.sort.spill.percent",
            "mapreduce.output.compress", "mapreduce.output.fileoutputformat.compress",
            "mapreduce.map.output.compression.codec", CODEC);

    /** Keys whose values are secrets, as Hadoop's own list of sensitive keys has them. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i)(?:secret|password|passphrase|credential|session\\.token|oauth\\S*token)$|secret[._-]?key|account\\.key");

    private static final Pattern BYTES_OF_HEAP = Pattern.compile("(?:^|\\s)-Xm[xs]\\d+(?:\\s|$)");

    private JobSettings() {}

    /** Checks a setting, whose key is as {@link HadoopKeys#current} returns it; empty if there is no problem. */
    public static Optional<Problem> check(Location location, String key, String value, Cluster cluster) {
        if (cluster == Cluster.RUNNING && DaemonKeys.isForDaemons(key)) {
            return Optional.of(Problem.at(location, key, "a daemon setting; use a setup")
                    .withValue(value)
                    .withRemedy(
                            "change it in the daemons' configuration, restart them and name that state with --setup;"
                                    + " with --embedded it is allowed here"));
        }
        if (cluster == Cluster.EMBEDDED && FORMATTED.contains(key)) {
            return Optional.of(Problem.at(location, key, "an embedded cluster formats its NameNode's directories")
                    .withValue(value)
                    .withRemedy("leave it out: Spindle makes these directories, and removes them at the end"));
        }
        if (SECRET.matcher(key).find()) {
            return Optional.of(Problem.at(
                            location,
                            key,
                            "a secret, which Spindle would write to plan.json and to every job's settings")
                    .withRemedy("put it into a credential provider (hadoop.security.credential.provider.path),"
                            + " or into the files of Hadoop's client"));
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
                Problem.at(location, key, "a heap size without a unit is in bytes, which is too small for any JVM")
                        .withValue(value)
                        .withAllowed("k, m or g after the number")
                        .withRemedy("write for example -Xmx819m, which is 0.8 of a container of 1024 MB"));
    }

    /**
     * Distinguishes settings of daemons from those of jobs and clients. A daemon reads its settings when it starts. In
     * a job's configuration they appear, but have no effect.
     */
    public static final class DaemonKeys {
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

        /** Prefixes for daemons on the nodes. No client looks up their addresses in a configuration. */
        private static final List<String> OF_EVERY_NODE = List.of("dfs.datanode.", "yarn.nodemanager.");

        /**
         * Parts of keys that clients need, because they specify where a daemon is, its identity, or how long to retry.
         */
        private static final Set<String> FOR_CLIENTS =
                Set.of("address", "hostname", "principal", "ha", "rm-ids", "cluster-id", "connect", "client-failover");

        private DaemonKeys() {}

        /** Returns whether only daemons read the setting. */
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

    /** Who started the cluster. */
    public enum Cluster {
        /** The cluster was already running, with its own settings. */
        RUNNING,
        /** Spindle starts the cluster for the campaign, so daemon settings are allowed. */
        EMBEDDED
    }
}
