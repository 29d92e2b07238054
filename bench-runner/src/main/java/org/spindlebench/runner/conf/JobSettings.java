package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

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

    /** Matches a heap whose size is a word, and not a number with a unit. Java reads hexadecimal numbers, too. */
    private static final Pattern NO_HEAP =
            Pattern.compile("(?:^|\\s)-Xm[xs](?!0[xX]|\\d+[kKmMgGtT](?:\\s|$))[\\w.,]*(?:\\s|$)");

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
        if (Secrets.USUAL.isSecret(key, value)) {
            return Optional.of(Problem.at(
                            location,
                            key,
                            (Secrets.USUAL.isNamed(key, value) ? "a secret" : "has a secret in it")
                                    + ", which Spindle would write to plan.json and to every job's settings")
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
        if (key.startsWith(JobKeys.PREFIX) && !JobKeys.ALL.contains(key)) {
            return Optional.of(Problem.at(location, key, "not a setting of Spindle: it would have no effect")
                    .withValue(value)
                    .withNearest(NearestName.of(key, JobKeys.ALL).orElse(""))
                    .withRemedy("correct it, or leave it out"));
        }
        return heap(location, key, value)
                .or(() -> HardLimits.problem(location, key, value))
                .or(() -> cluster == Cluster.EMBEDDED ? ofDaemon(location, key, value) : Optional.empty());
    }

    /** Refuses a value with which no daemon of an embedded cluster would start. */
    private static Optional<Problem> ofDaemon(Location location, String key, String value) {
        return HadoopKeys.notANumber(key, value)
                .filter(reason -> DaemonKeys.isForDaemons(key))
                .map(reason -> Problem.at(location, key, reason)
                        .withValue(value)
                        .withRemedy("write a number, or leave it out"));
    }

    private static Optional<Problem> heap(Location location, String key, String value) {
        boolean isOptions = key.endsWith("java.opts") || key.endsWith("command-opts");
        if (!isOptions || !NO_HEAP.matcher(value).find()) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.at(location, key, "no JVM starts with such a heap size; without a unit it is in bytes")
                        .withValue(value)
                        .withAllowed("k, m or g after the number")
                        .withRemedy("write for example -Xmx819m, which is 0.8 of a container of 1024 MB"));
    }

    /** Values with which every task fails, or gets resources that differ from the request. */
    private static final class HardLimits {
        private static final ValueParser<Integer> AT_LEAST_ONE = WholeNumber.between(1, Integer.MAX_VALUE);
        private static final int BYTES_OF_CHECKSUM = 512;
        /** Hadoop interprets -1 as a number that follows from the heap. */
        private static final ValueParser<Integer> MEMORY = text -> text.equals("-1") ? -1 : AT_LEAST_ONE.parse(text);

        private static final Map<String, ValueParser<?>> OF_OTHERS = Map.ofEntries(
                Map.entry("dfs.blocksize", HardLimits::blocks),
                Map.entry("mapreduce.job.reduces", WholeNumber.between(0, Integer.MAX_VALUE)),
                Map.entry("mapreduce.map.memory.mb", MEMORY),
                Map.entry("mapreduce.reduce.memory.mb", MEMORY),
                Map.entry("yarn.app.mapreduce.am.resource.mb", AT_LEAST_ONE),
                Map.entry("mapreduce.map.cpu.vcores", AT_LEAST_ONE),
                Map.entry("mapreduce.reduce.cpu.vcores", AT_LEAST_ONE),
                Map.entry("yarn.app.mapreduce.am.resource.cpu-vcores", AT_LEAST_ONE),
                Map.entry("mapreduce.map.maxattempts", AT_LEAST_ONE),
                Map.entry("mapreduce.reduce.maxattempts", AT_LEAST_ONE),
                // Such a job runs its tasks in the ApplicationMaster, so no wave is measured.
                Map.entry(
                        "mapreduce.job.ubertask.enable",
                        AllowedValues.of("value for a job with tasks of its own", List.of("false"))));

        /** The settings whose values have the same form in suites and in Hadoop. */
        private static final Set<RunSetting> OF_SUITES = EnumSet.of(
                RunSetting.IO_SORT_MB,
                RunSetting.SORT_FACTOR,
                RunSetting.SPILL_PERCENT,
                RunSetting.PARALLEL_COPIES,
                RunSetting.SHUFFLE_INPUT_BUFFER,
                RunSetting.SHUFFLE_MEMORY_LIMIT,
                RunSetting.SHUFFLE_MERGE,
                RunSetting.REDUCE_INPUT_BUFFER,
                RunSetting.SLOWSTART,
                RunSetting.REPLICATION,
                RunSetting.CONTAINERS_PER_NODE,
                RunSetting.FILES,
                RunSetting.SYNC,
                RunSetting.STORAGE_POLICY);

        private HardLimits() {}

        /** Accepts bytes as Hadoop writes them, such as 64m. A block consists of whole checksums of 512 bytes. */
        private static String blocks(String text) throws NotUnderstoodException {
            boolean isPlain = text.matches("[0-9]{1,18}");
            if (!(isPlain || text.matches("[0-9]{1,10}[kKmMgGtTpPeE]"))
                    || text.matches("0+[a-zA-Z]?")
                    || (isPlain && Long.parseLong(text) % BYTES_OF_CHECKSUM != 0)) {
                throw new NotUnderstoodException(
                        "not the size of a block", "a multiple of 512 bytes, such as 134217728 or 128m", "");
            }
            return text;
        }

        private static Optional<Problem> problem(Location location, String key, String value) {
            Optional<ValueParser<?>> parser = Optional.<ValueParser<?>>ofNullable(OF_OTHERS.get(key))
                    .or(() -> OF_SUITES.stream()
                            .filter(setting -> setting.key().equals(key))
                            .findFirst()
                            .map(setting -> setting::parse));
            // Only Hadoop resolves a reference to another setting.
            if (parser.isPresent() && !HadoopValue.isUnclear(value)) {
                try {
                    // Hadoop reads 0.8f as 0.8.
                    parser.get().parse(value.trim().replaceFirst("(?<=\\d)[fF]$", ""));
                } catch (NotUnderstoodException e) {
                    return Optional.of(e.at(location, key, value));
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Distinguishes settings of daemons from those of jobs and clients. A daemon reads its settings when it starts.
     * These settings appear in a job's configuration, but have no effect there.
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
         * Parts of keys that clients need, because these keys specify where a daemon is, its identity, or how long to
         * retry.
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
