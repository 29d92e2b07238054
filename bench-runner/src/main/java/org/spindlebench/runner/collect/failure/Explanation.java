package org.spindlebench.runner.collect.failure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
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

    /**
     * Explains a failed job. A container's text counts before its application's, because its role and host are known.
     * The causes are in the order of {@link KnownFailure}.
     */
    public static Explanation of(EndedJob job) {
        Map<KnownFailure, Cause> causes = new EnumMap<>(KnownFailure.class);
        for (ContainerLog log : job.evidence().logs()) {
            look(String.join("\n", log.lines()), Role.of(log.attempt()), log.host(), causes);
        }
        look(String.join("\n", job.evidence().findings()), Role.UNKNOWN, null, causes);
        look(job.diagnostics(), role(job.diagnostics()), null, causes);
        return new Explanation(job, List.copyOf(causes.values()));
    }

    private static void look(String text, Role role, String host, Map<KnownFailure, Cause> causes) {
        for (KnownFailure failure : KnownFailure.values()) {
            failure.in(text, role, host).ifPresent(cause -> causes.putIfAbsent(failure, cause));
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
        Map<KnownFailure, Cause> causes = new EnumMap<>(KnownFailure.class);
        look(String.join("\n", reasons), Role.UNKNOWN, null, causes);
        return causes.isEmpty() ? null : new Failure(List.copyOf(causes.values()), List.of());
    }

    /** Returns whether a cause affects every job on the cluster. */
    public static boolean isOfWholeCluster(Cause cause) {
        return KnownFailure.OF_WHOLE_CLUSTER.stream()
                .anyMatch(failure -> failure.code().equals(cause.code()));
    }

    /**
     * Failures that a user can correct. Spindle recognises them by Hadoop's messages. Each has a remedy with the key
     * to change. In a remedy, {@code MEMORY} is replaced by the key of the container's size, {@code HEAP} by the key of
     * its heap, and {@code PLACE} by the host and the directory if they are known. Failures that cause others come
     * first.
     */
    enum KnownFailure {
        DISK_ERROR(
                "[^\\n]{0,200}(Input/output error|Remote I/O error|Structure needs cleaning)[^\\n]{0,40}",
                "a disk PLACE gives errors; read `dmesg` and `smartctl -a` on the node, take the disk's directory out"
                        + " of yarn.nodemanager.local-dirs or dfs.datanode.data.dir, restart the daemon, and replace"
                        + " the disk"),
        DISK_READ_ONLY(
                "[^\\n]{0,200}Read-only file system[^\\n]{0,40}",
                "a file system PLACE is read-only, usually because its disk failed; read `dmesg` and `smartctl -a` on"
                        + " the node, take its directory out of yarn.nodemanager.local-dirs or dfs.datanode.data.dir,"
                        + " restart the daemon, and replace the disk"),
        DISK_CHECKSUM(
                "(ChecksumException[^\\n]{0,200}"
                        + "|Checksum error( for|:) [^\\n]{0,200}"
                        + "|Checksum \\w+ not matched for file [^\\n]{0,160})",
                "data read PLACE does not match its checksum, so a disk, a controller or memory spoils data;"
                        + " read `dmesg` and `smartctl -a` on the node, list spoiled blocks with `hdfs fsck /"
                        + " -list-corruptfileblocks`, and replace the disk"),
        HDFS_MISSING_BLOCK(
                "(Could not obtain block[^\\n]{0,200}"
                        + "|BlockMissingException[^\\n]{0,200}"
                        + "|\\d+ missing blocks, the stripe is[^\\n]{0,80})",
                "no running DataNode has a readable replica of a block; find the lost DataNode or disk (`hdfs"
                        + " dfsadmin -report`, `hdfs fsck / -list-corruptfileblocks`), start or repair it, or store"
                        + " more replicas (`replication`)"),
        HDFS_PIPELINE(
                "(All datanodes [^\\n]{0,200}are bad"
                        + "|Failed to replace a bad datanode[^\\n]{0,160}"
                        + "|Could not get block locations[^\\n]{0,160})",
                "the DataNodes that a task wrote to failed one after another; read the logs and `dmesg` of the"
                        + " DataNodes in the message, and replace their failed disks; with 3 DataNodes or fewer, set"
                        + " dfs.client.block.write.replace-datanode-on-failure.policy to NEVER"),
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
        DIRECT_MEMORY(
                "(OutOfMemoryError: Direct buffer memory"
                        + "|Cannot reserve \\d+ bytes of direct buffer memory[^\\n]{0,80}"
                        + "|failed to allocate \\d+ byte\\(s\\) of direct memory[^\\n]{0,80})",
                "a JVM ran out of direct memory; raise -XX:MaxDirectMemorySize (without it, -Xmx is the limit) in"
                        + " HEAP, and MEMORY with it"),
        SORT_BUFFER(
                "Invalid \"mapreduce\\.task\\.io\\.sort\\.mb\": -?\\d+",
                "maps accept a sort buffer of at most 2047 MB; lower mapreduce.task.io.sort.mb, in mapred-site.xml if"
                        + " Spindle does not set it"),
        THREADS(
                "(unable to create (new )?native thread[^\\n]{0,100}|pthread_create failed[^\\n]{0,100})",
                "the operating system refused a thread; raise the limits of processes on the nodes (`ulimit -u`,"
                        + " pids.max of the control group, kernel.threads-max), or run fewer containers per node"),
        OPEN_FILES(
                "[^\\n]{0,120}Too many open files[^\\n]{0,40}",
                "a process reached its limit of open files; raise it for the NodeManagers and DataNodes (`ulimit -n`,"
                        + " usually to 65536 or more) and restart them, or lower mapreduce.task.io.sort.factor"),
        XCEIVERS(
                "exceeds the limit of concurrent xc(ei|ie)vers[^\\n]{0,20}",
                "a DataNode serves as many streams as it is allowed to; raise dfs.datanode.max.transfer.threads on the"
                        + " DataNodes and restart them, or run fewer tasks at once"),
        COUNTERS(
                "Too many counter(s| groups): \\d+ max=\\d+",
                "the job has more counters than Hadoop allows; raise mapreduce.job.counters.max or"
                        + " mapreduce.job.counters.groups.max, also in mapred-site.xml of the JobHistoryServer"),
        SPLIT_META(
                "Split metadata size exceeded[^\\n]{0,60}",
                "the job has more splits than its ApplicationMaster accepts; raise"
                        + " mapreduce.job.split.metainfo.maxsize or set it to -1, or ask for a larger block_size"),
        CODEC(
                "(Compression codec [\\w.$]+ (was )?not found"
                        + "|native (zStandard|snappy|lz4|bzip2) library (not available|is not available)[^\\n]{0,80}"
                        + "|this version of libhadoop was built without (snappy|zstd|zstandard|lz4|openssl) support"
                        + "|native snappy library not available[^\\n]{0,60}"
                        + "|NoClassDefFoundError: (net/jpountz|org/xerial/snappy|com/hadoop/compression)[\\w/$]*"
                        + "|ClassNotFoundException: (net\\.jpountz|org\\.xerial\\.snappy|com\\.hadoop\\.compression)[\\w.$]*"
                        + "|native-lzo library not available|Cannot load libbrotli[^\\n]{0,40})",
                "a node lacks the codec or its native library; install it on every node (`hadoop checknative` lists the"
                        + " installed libraries), or use another `compression:`, `output_compression:`,"
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
                "the local directories of a node are full, read-only or bad; if they have room, look for a file system"
                        + " that became read-only (`mount`, `dmesg`); otherwise free space in yarn.nodemanager.local-dirs and"
                        + " yarn.nodemanager.log-dirs there (a NodeManager stops using a directory at"
                        + " yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage, 90 by"
                        + " default), name more directories, or lower --bytes-per-node: spills and the shuffle need"
                        + " room for the map output at least once"),
        LOCAL_LIMIT(
                "(exceeded the limit on local file system|too much data in local scratch dir=[^\\n]{0,160})",
                "a task wrote more to a local directory than mapreduce.job.local-fs.single-disk-limit.bytes allows; raise it"),
        HDFS_NO_DATANODE(
                "There are 0 datanode\\(s\\) running[^\\n]{0,80}",
                "HDFS has no running DataNode; start the DataNodes (`hdfs dfsadmin -report` lists them), and read in"
                        + " their logs why they stopped or do not reach the NameNode"),
        HDFS_UNREACHABLE(
                "There are ([1-9]\\d*) datanode\\(s\\) running and \\1 node\\(s\\) are excluded[^\\n]{0,40}",
                "the writer reached none of the running DataNodes, or all refused the block; open their port"
                        + " (dfs.datanode.address) to the client and all nodes, set dfs.client.use.datanode.hostname"
                        + " if addresses are internal, and read the DataNodes' logs; free space if they are full (`hdfs"
                        + " dfsadmin -report`)"),
        HDFS_FULL(
                "could only be (?:written|replicated) to 0"
                        + " (?![^\\n]{0,160}There are (?:0|([1-9]\\d*) datanode\\(s\\) running and \\1)"
                        + " (data)?node)"
                        + "[^\\n]{0,160}",
                "no running DataNode accepts the block; free space (`hdfs dfsadmin -report`), lower"
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
        JAVA_LANG(
                "module java\\.base does not \"opens java\\.lang\" to unnamed module",
                "this Hadoop needs java.lang open on Java 17; add --add-opens=java.base/java.lang=ALL-UNNAMED to"
                        + " yarn.app.mapreduce.am.command-opts"),
        LAUNCH_USER(
                "([Rr]equested user \\S+ is not whitelisted[^\\n]{0,120}"
                        + "|[Rr]equested user \\S+ is banned"
                        + "|(?m:^(ERROR: )?User \\S+ not found$))",
                "the NodeManagers start no container for this user; run as a user with an account on every node, or"
                        + " have container-executor.cfg changed there: min.user.id, allowed.system.users,"
                        + " banned.users"),
        LAUNCH_COMMAND(
                "([^\\n]{0,80}/java: (No such file or directory|command not found)"
                        + "|(exitCode: |exitCode=|[Ee]xit code:?( is)? )127\\b[^\\n]{0,80})",
                "a node did not find the command that starts a container, usually java; set JAVA_HOME to a directory"
                        + " that every node has, in the NodeManagers' hadoop-env.sh or in yarn.app.mapreduce.am.env,"
                        + " mapreduce.map.env and mapreduce.reduce.env"),
        JAVA_VERSION(
                "(UnsupportedClassVersionError[^\\n]{0,200}"
                        + "|compiled by a more recent version of the Java Runtime[^\\n]{0,120})",
                "a class needs a newer Java than the nodes have; compile it for the nodes' Java, or name a newer one"
                        + " with JAVA_HOME in yarn.app.mapreduce.am.env, mapreduce.map.env and mapreduce.reduce.env"),
        CLASS_MISSING(
                "(ClassNotFoundException|NoClassDefFoundError): (Class )?+"
                        + "(?!net[./]jpountz|org[./]xerial|com[./]hadoop[./]compression"
                        + "|org[./]apache[./]hadoop[./]mapred|Could not)"
                        + "[\\w.$/]+",
                "a container lacks a class; put its jar into the program's jar or name it with -libjars, and give all"
                        + " nodes one version of Hadoop"),
        HOST_UNKNOWN(
                "UnknownHostException: [^\\n]{0,120}",
                "a node cannot resolve a host's name; add the name to DNS or to /etc/hosts of every node; if it names"
                        + " an HDFS with several NameNodes, add dfs.nameservices and its keys to hdfs-site.xml of the"
                        + " nodes"),
        CLOCKS_APART(
                "(This token is expired\\. current time is \\d+ found \\d+|Clock skew too great[^\\n]{0,40})",
                "the clocks of the machines differ; synchronise all clocks, with chrony for example; if they"
                        + " agree, the container waited too long, so raise"
                        + " yarn.resourcemanager.rm.container-allocation.expiry-interval-ms on the ResourceManager"),
        TOKEN_RENEWAL(
                "Failed to renew token[^\\n]{0,200}",
                "the ResourceManager could not renew a token of the job; set yarn.resourcemanager.principal on the"
                        + " client as on the ResourceManager, and let it reach the service in the message; name other"
                        + " clusters' NameNodes in mapreduce.job.hdfs-servers.token-renewal.exclude"),
        TOKEN_EXPIRED(
                "(token \\([^\\n]{0,400}\\) (can't be found in cache|is expired)[^\\n]{0,100}"
                        + "|InvalidToken\\)?: token \\([^\\n]{0,200})",
                "a token had expired, or was cancelled; log in again (`kinit`, or --keytab), then resume; raise"
                        + " dfs.namenode.delegation.token.max-lifetime on the NameNode if a campaign takes longer"),
        LAUNCH_FILES(
                "(changed on src filesystem[^\\n]{0,80}"
                        + "|Failed to download resource[^\\n]{0,120}"
                        + "|exited with +exitCode: -1000[^\\n]{0,80})",
                "a node could not fetch the files of the job before a container's start; its diagnostics say why:"
                        + " fs.defaultFS must name HDFS on the client and on the nodes; the nodes must reach HDFS and"
                        + " be able to write to yarn.nodemanager.local-dirs"),
        SHUFFLE_FETCHES(
                "(?i:Exceeded MAX_FAILED_UNIQUE_FETCHES|error in shuffle in \\S+"
                        + "|Too many fetch[ -]failures|Failed to connect to \\S+ with \\d+ map outputs"
                        + "|Failed to verify reply after connecting to)[^\\n]{0,120}",
                "reduces could not fetch the output of maps; open the shuffle's port (mapreduce.shuffle.port, 13562"
                        + " by default) between all nodes, and let every node resolve every host's name; look for"
                        + " failed disks in the logs of the NodeManagers"),
        TASK_TIMEOUT(
                "(Timed out after \\d+ secs|task timeout set: \\d+s)[^\\n]{0,120}",
                "a task PLACE made no progress within mapreduce.task.timeout; on the node, look for a disk that"
                        + " hangs, for swapping and for a full heap (`dmesg`, `iostat -x`, `vmstat`). Do this before"
                        + " you raise the key, which is in milliseconds"),
        AM_TIMEOUT(
                "ApplicationMaster for attempt \\S+ timed out",
                "the ResourceManager heard nothing from the ApplicationMaster; look for a lost node, garbage"
                        + " collection in its log (raise -Xmx in yarn.app.mapreduce.am.command-opts), or a disk that"
                        + " hangs there; only then raise yarn.am.liveness-monitor.expiry-interval-ms on the"
                        + " ResourceManager"),
        AM_SHARE(
                "(Queue|User)'s AM resource limit exceeded[^\\n]{0,40}",
                "the queue had no room for another ApplicationMaster; end other applications, lower"
                        + " yarn.app.mapreduce.am.resource.mb, or raise yarn.scheduler.capacity.maximum-am-resource-percent"),
        AM_WAITS(
                "(waiting for resources to be assigned for AM"
                        + "|Skipping AM assignment as cluster resource is empty"
                        + "|waiting for AM container to be allocated)[^\\n]{0,80}",
                "YARN had no room for the ApplicationMaster; end other applications, start NodeManagers (`yarn node"
                        + " -list -all`), or lower yarn.app.mapreduce.am.resource.mb");

        private static final Set<KnownFailure> OF_WHOLE_CLUSTER = EnumSet.of(
                DISK_ERROR,
                DISK_READ_ONLY,
                MAPRED_HOME,
                LOCAL_DIRS,
                HDFS_NO_DATANODE,
                HDFS_UNREACHABLE,
                HDFS_FULL,
                HDFS_QUOTA,
                REFUSED,
                QUEUE_CLOSED,
                SHUFFLE_SERVICE,
                JAVA_LANG,
                LAUNCH_USER,
                TOKEN_RENEWAL);

        /** A DataNode that reported an error. */
        private static final Pattern DATANODE =
                Pattern.compile("(?:remote=[\\w.-]*/|DatanodeInfoWithStorage\\[)([\\w.-]+):");
        /** The path of a local file, as opposed to a path in a URL. */
        private static final Pattern PATH =
                Pattern.compile("(?:(?<=file:)|(?<=file://)|(?<![\\w/.:=-]))/[\\w.+@-][\\w.+@/-]*");
        /** The directories that daemons make in the directories of their configuration. */
        private static final Pattern BELOW = Pattern.compile("/(usercache|filecache|nmPrivate|current)(/.*)?$");

        private final Pattern pattern;
        private final String advice;

        KnownFailure(String pattern, String advice) {
            this.pattern = Pattern.compile(pattern);
            this.advice = advice;
        }

        /**
         * Returns this failure as a cause if the text mentions it.
         *
         * @param host the host that the text comes from; null if unknown
         */
        Optional<Cause> in(String text, Role role, String host) {
            Matcher found = pattern.matcher(text);
            if (!found.find()) {
                return Optional.empty();
            }
            int end = text.indexOf('\n', found.end());
            String line = text.substring(text.lastIndexOf('\n', found.start()) + 1, end < 0 ? text.length() : end);
            String remedy = advice.replace("MEMORY", role.memory())
                    .replace("HEAP", role.heap())
                    .replace(" PLACE", place(line, host));
            return Optional.of(
                    new Cause(code(), remedy + " (seen: \"" + found.group().strip() + "\")"));
        }

        private static String place(String line, String host) {
            Matcher other = DATANODE.matcher(line);
            if (other.find()) {
                return " on " + other.group(1);
            }
            Matcher path = PATH.matcher(line);
            String directory = path.find() ? BELOW.matcher(path.group()).replaceFirst("") : "";
            return (host == null ? "" : " on " + host) + (directory.isEmpty() ? "" : " (" + directory + ")");
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
