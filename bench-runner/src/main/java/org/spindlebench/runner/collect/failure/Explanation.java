package org.spindlebench.runner.collect.failure;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Failure;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;

/** Explains why a job failed, for messages and its record. */
public final class Explanation {
    private final EndedJob job;
    private final List<Cause> causes;

    private Explanation(EndedJob job, List<Cause> causes) {
        this.job = job;
        this.causes = causes;
    }

    /** Explains a failed job. A container's text comes before its application's, because its role is known. */
    public static Explanation of(EndedJob job) {
        Map<KnownFailure, Cause> causes = new LinkedHashMap<>();
        for (ContainerLog log : job.evidence().logs()) {
            look(String.join("\n", log.lines()), Role.of(log.attempt()), causes);
        }
        look(String.join("\n", job.evidence().findings()), Role.UNKNOWN, causes);
        look(job.diagnostics(), role(job.diagnostics()), causes);
        return new Explanation(job, List.copyOf(causes.values()));
    }

    private static void look(String text, Role role, Map<KnownFailure, Cause> causes) {
        for (KnownFailure failure : KnownFailure.values()) {
            failure.in(text, role).ifPresent(cause -> causes.putIfAbsent(failure, cause));
        }
    }

    private static Role role(String diagnostics) {
        return diagnostics.contains("AM Container for") ? Role.APPLICATION_MASTER : Role.UNKNOWN;
    }

    /** Returns the job's diagnostics, further information from YARN, and the known causes with the keys to change. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>(List.of(job.diagnostics()));
        reasons.addAll(besides());
        return reasons;
    }

    /** Returns all reasons except the diagnostics. */
    public List<String> besides() {
        List<String> reasons = new ArrayList<>(job.evidence().findings());
        causes.stream().map(Cause::message).forEach(reasons::add);
        return reasons;
    }

    /** Returns a warning about logs that could not be read. */
    public Optional<Warning> warning() {
        List<String> unread = job.evidence().unread();
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "container-logs-unread",
                        "not all logs of the failed job could be read (`yarn logs -applicationId " + job.applicationId()
                                + "` may show them): " + String.join("; ", unread)));
    }

    /** Returns the failure for the record; null if nothing was found. */
    public Failure failure() {
        List<ContainerLog> logs = job.evidence().logs();
        return Stream.concat(causes.stream(), logs.stream()).findAny().isEmpty() ? null : new Failure(causes, logs);
    }

    /** Returns the known causes in the reasons of a failure outside of jobs; null if there is none. */
    public static Failure failureIn(List<String> reasons) {
        Map<KnownFailure, Cause> causes = new LinkedHashMap<>();
        look(String.join("\n", reasons), Role.UNKNOWN, causes);
        return causes.isEmpty() ? null : new Failure(List.copyOf(causes.values()), List.of());
    }

    /** Returns whether a cause affects every job on the cluster. */
    public static boolean isOfWholeCluster(Cause cause) {
        return KnownFailure.OF_WHOLE_CLUSTER.stream()
                .anyMatch(failure -> failure.code().equals(cause.code()));
    }

    /**
     * Failures that a user can correct. They are recognised by Hadoop's messages, and each has a remedy with the key to
     * change. In a remedy, {@code MEMORY} is replaced by the key of the container's size, and {@code HEAP} by the key
     * of its heap.
     */
    enum KnownFailure {
        MEMORY_PHYSICAL(
                "running [^\\n]{0,40}beyond (the 'PHYSICAL' memory limit|physical memory limits)[^\\n]{0,160}",
                "a container was killed for using more physical memory than it asked for; raise MEMORY, or lower the"
                        + " heap in HEAP: threads, stacks, direct buffers and codecs need about a fifth in addition"),
        MEMORY_VIRTUAL(
                "running [^\\n]{0,40}beyond (the 'VIRTUAL' memory limit|virtual memory limits)[^\\n]{0,160}",
                "a container was killed for its virtual memory, although a 64-bit JVM reserves far more than it uses;"
                        + " set yarn.nodemanager.vmem-check-enabled to false on the NodeManagers or raise"
                        + " yarn.nodemanager.vmem-pmem-ratio there (both need a restart), or raise MEMORY"),
        MEMORY_KILLED(
                "(Container killed on request\\. Exit code is 137|exitCode: 137|Exit code is 137)[^\\n]{0,80}",
                "a container was killed by signal 9, probably because its cgroup or the node was out of memory"
                        + " (`dmesg` on the node says so); raise MEMORY, lower HEAP, or run fewer containers per node"),
        HEAP(
                "java\\.lang\\.OutOfMemoryError: (Java heap space|GC overhead limit exceeded)",
                "a JVM ran out of heap; raise -Xmx in HEAP and MEMORY with it, or lower mapreduce.task.io.sort.mb and the"
                        + " shuffle's share of the heap (mapreduce.reduce.shuffle.input.buffer.percent)"),
        CODEC(
                "(Compression codec [\\w.$]+ (was )?not found"
                        + "|native (zStandard|snappy|lz4|bzip2) library (not available|is not available)[^\\n]{0,80}"
                        + "|this version of libhadoop was built without (snappy|zstd|zstandard|lz4|openssl) support"
                        + "|native snappy library not available[^\\n]{0,60}"
                        + "|NoClassDefFoundError: (net/jpountz|org/xerial/snappy|com/hadoop/compression)[\\w/$]*"
                        + "|ClassNotFoundException: (net\\.jpountz|org\\.xerial\\.snappy|com\\.hadoop\\.compression)[\\w.$]*"
                        + "|native-lzo library not available|Cannot load libbrotli[^\\n]{0,40})",
                "a node lacks the codec or its native library; install it on every node (`hadoop checknative` lists the"
                        + " installed ones), or use another `compression:`, `output_compression:`,"
                        + " mapreduce.map.output.compress.codec or io.compression.codecs"),
        MAPRED_HOME(
                "(Could not find or load main class org\\.apache\\.hadoop\\.mapred\\w*\\.[\\w.]+"
                        + "|Error: [^\\n]*class org\\.apache\\.hadoop\\.mapreduce\\.v2\\.app\\.MRAppMaster"
                        + "|Please check whether your [^\\n]*mapred-site\\.xml)",
                "containers do not find MapReduce's classes; set its location on the nodes: yarn.app.mapreduce.am.env,"
                        + " mapreduce.map.env and mapreduce.reduce.env = HADOOP_MAPRED_HOME=/path/of/hadoop, or"
                        + " mapreduce.application.classpath; if MapReduce is an archive in HDFS, set"
                        + " mapreduce.application.framework.path"),
        LOCAL_DIRS(
                "(No space left on device|Could not find any valid local directory for [^\\n]{0,120}"
                        + "|\\d+/\\d+ (local|log)-dirs [^\\n]{0,200}|No space available in any of the local directories"
                        + "|All local directories are full[^\\n]{0,80})",
                "the local directories of a node are full or bad; free space in yarn.nodemanager.local-dirs and"
                        + " yarn.nodemanager.log-dirs there (a NodeManager stops using a directory at"
                        + " yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage, 90 by"
                        + " default), name more directories, or lower --bytes-per-node: spills and the shuffle need"
                        + " room for the map output at least once"),
        LOCAL_LIMIT(
                "(exceeded the limit on local file system|too much data in local scratch dir=[^\\n]{0,160})",
                "a task wrote more to a local directory than mapreduce.job.local-fs.single-disk-limit.bytes allows; raise it"),
        HDFS_FULL(
                "could only be (written|replicated) to 0 [^\\n]{0,160}",
                "HDFS found no DataNode that accepts the block; free space (`hdfs dfsadmin -report`), lower"
                        + " dfs.datanode.du.reserved, or lower --bytes-per-node"),
        HDFS_QUOTA(
                "(The (DiskSpace|NameSpace) quota [^\\n]{0,200}is exceeded[^\\n]{0,160}"
                        + "|Quota by storage type : [^\\n]{0,200}is exceeded[^\\n]{0,160}"
                        + "|(DS|NS|QuotaByStorageType|)QuotaExceededException)",
                "a quota of HDFS is used up; raise it (`hdfs dfsadmin -setSpaceQuota` or `-setQuota`), name a directory"
                        + " with more room with --base-dir, or lower --bytes-per-node"),
        REFUSED(
                "(Permission denied: user=[^\\n]{0,200}|HDFS refuses [^\\n]{0,200}|YARN refuses [^\\n]{0,160}"
                        + "|does not have permission to submit [^\\n]{0,120}"
                        + "|cannot submit applications to queue[^\\n]{0,80})",
                "HDFS or YARN refuses this user a right; ask the administrator for it, or name a directory of your own"
                        + " with --base-dir, or another queue with --queue"),
        QUEUE_CLOSED(
                "(Queue \\S+ is STOPPED[^\\n]{0,120}|to unknown queue: [^\\n]{0,80})",
                "the queue takes no applications; name another with --queue, or ask the administrator to start it"),
        SHUFFLE_SERVICE(
                "The auxService:\\s?mapreduce_shuffle does not exist",
                "the NodeManagers do not serve the shuffle; set yarn.nodemanager.aux-services=mapreduce_shuffle there and"
                        + " restart them"),
        AM_SHARE(
                "Queue's AM resource limit exceeded[^\\n]{0,40}",
                "the queue had no room for another ApplicationMaster; end other applications, lower"
                        + " yarn.app.mapreduce.am.resource.mb, or raise yarn.scheduler.capacity.maximum-am-resource-percent"),
        JAVA_LANG(
                "module java\\.base does not \"opens java\\.lang\" to unnamed module",
                "this Hadoop needs java.lang open on Java 17; add --add-opens=java.base/java.lang=ALL-UNNAMED to"
                        + " yarn.app.mapreduce.am.command-opts");

        private static final Set<KnownFailure> OF_WHOLE_CLUSTER = EnumSet.of(
                MAPRED_HOME, LOCAL_DIRS, HDFS_FULL, HDFS_QUOTA, REFUSED, QUEUE_CLOSED, SHUFFLE_SERVICE, JAVA_LANG);

        private final Pattern pattern;
        private final String advice;

        KnownFailure(String pattern, String advice) {
            this.pattern = Pattern.compile(pattern);
            this.advice = advice;
        }

        /** Returns this failure as a cause if the text mentions it. */
        Optional<Cause> in(String text, Role role) {
            Matcher found = pattern.matcher(text);
            return found.find()
                    ? Optional.of(new Cause(
                            code(),
                            advice.replace("MEMORY", role.memory()).replace("HEAP", role.heap()) + " (seen: \""
                                    + found.group().strip() + "\")"))
                    : Optional.empty();
        }

        String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A role of containers, with the keys of their memory. */
    enum Role {
        MAP("mapreduce.map.memory.mb", "mapreduce.map.java.opts"),
        REDUCE("mapreduce.reduce.memory.mb", "mapreduce.reduce.java.opts"),
        APPLICATION_MASTER("yarn.app.mapreduce.am.resource.mb", "yarn.app.mapreduce.am.command-opts"),
        UNKNOWN(
                "mapreduce.map.memory.mb, mapreduce.reduce.memory.mb or, for the ApplicationMaster,"
                        + " yarn.app.mapreduce.am.resource.mb",
                "mapreduce.map.java.opts, mapreduce.reduce.java.opts or yarn.app.mapreduce.am.command-opts");

        private final String memory;
        private final String heap;

        Role(String memory, String heap) {
            this.memory = memory;
            this.heap = heap;
        }

        String memory() {
            return memory;
        }

        String heap() {
            return heap;
        }

        /** Returns the role of the task attempt with the given MapReduce id. For null, the role is unknown. */
        static Role of(String attempt) {
            if (attempt == null) {
                return UNKNOWN;
            }
            return attempt.contains("_m_") ? MAP : attempt.contains("_r_") ? REDUCE : UNKNOWN;
        }
    }
}
