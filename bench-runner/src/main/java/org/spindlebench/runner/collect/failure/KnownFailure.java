package org.spindlebench.runner.collect.failure;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.record.Cause;

/**
 * Failures that a user can mend, recognised by what Hadoop says, each with the key to change. {@code MEMORY} in an advice
 * stands for the key of the container's size and {@code HEAP} for that of its heap.
 */
enum KnownFailure {
    MEMORY_PHYSICAL(
            "running [^\\n]{0,40}beyond (the 'PHYSICAL' memory limit|physical memory limits)[^\\n]{0,160}",
            "a container was killed for using more physical memory than it asked for; raise MEMORY, or lower the heap in"
                    + " HEAP: threads, stacks, direct buffers and codecs need about a fifth beside it"),
    MEMORY_VIRTUAL(
            "running [^\\n]{0,40}beyond (the 'VIRTUAL' memory limit|virtual memory limits)[^\\n]{0,160}",
            "a container was killed for its virtual memory, which a 64-bit JVM reserves far more of than it uses; switch"
                    + " yarn.nodemanager.vmem-check-enabled off on the NodeManagers or raise"
                    + " yarn.nodemanager.vmem-pmem-ratio there (both need a restart), or raise MEMORY"),
    MEMORY_KILLED(
            "(Container killed on request\\. Exit code is 137|exitCode: 137|Exit code is 137)[^\\n]{0,80}",
            "a container was killed by signal 9, as the kernel does when a cgroup or the node is out of memory"
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
            "a node lacks the codec or its native library; install it on every node (`hadoop checknative` shows what is"
                    + " there), or take another `compression:`, `output_compression:`, mapreduce.map.output.compress.codec or"
                    + " io.compression.codecs"),
    MAPRED_HOME(
            "(Could not find or load main class org\\.apache\\.hadoop\\.mapred\\w*\\.[\\w.]+"
                    + "|Error: [^\\n]*class org\\.apache\\.hadoop\\.mapreduce\\.v2\\.app\\.MRAppMaster"
                    + "|Please check whether your [^\\n]*mapred-site\\.xml)",
            "containers do not find MapReduce's classes; say where it lies on the nodes: yarn.app.mapreduce.am.env,"
                    + " mapreduce.map.env and mapreduce.reduce.env = HADOOP_MAPRED_HOME=/path/of/hadoop, or"
                    + " mapreduce.application.classpath; where MapReduce is an archive in HDFS,"
                    + " mapreduce.application.framework.path"),
    LOCAL_DIRS(
            "(No space left on device|Could not find any valid local directory for [^\\n]{0,120}"
                    + "|\\d+/\\d+ (local|log)-dirs [^\\n]{0,200}|No space available in any of the local directories"
                    + "|All local directories are full[^\\n]{0,80})",
            "the local directories of a node are full or bad; free space in yarn.nodemanager.local-dirs and"
                    + " yarn.nodemanager.log-dirs there (a NodeManager gives a directory up at"
                    + " yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage, 90 by default), name"
                    + " more of them, or lower --bytes-per-node: spills and the shuffle take the map output at least once"),
    LOCAL_LIMIT(
            "(exceeded the limit on local file system|too much data in local scratch dir=[^\\n]{0,160})",
            "a task wrote more to a local directory than mapreduce.job.local-fs.single-disk-limit.bytes allows; raise it"),
    HDFS_FULL(
            "(could only be (written|replicated) to 0 [^\\n]{0,160}|DSQuotaExceededException|NSQuotaExceededException)",
            "HDFS found no DataNode that takes the block, or a quota is used up; free space (`hdfs dfsadmin -report`), raise"
                    + " the quota of --base-dir, lower dfs.datanode.du.reserved, or lower --bytes-per-node"),
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

    private final Pattern pattern;
    private final String advice;

    KnownFailure(String pattern, String advice) {
        this.pattern = Pattern.compile(pattern);
        this.advice = advice;
    }

    /** This failure, if a text tells of it. */
    Optional<Cause> in(String text, Role role) {
        Matcher found = pattern.matcher(text);
        return found.find()
                ? Optional.of(new Cause(
                        code(),
                        advice.replace("MEMORY", role.memory()).replace("HEAP", role.heap()) + " (seen: \""
                                + found.group().strip() + "\")"))
                : Optional.empty();
    }

    /** Its word for programs. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
