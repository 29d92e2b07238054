package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ClassUtil;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.AmTail.StagingDirectory;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;
import org.spindlebench.runner.cluster.TaskRequests.TaskRequestReader;
import org.spindlebench.runner.cluster.ToolJob.TaggedApplications;
import org.spindlebench.runner.cluster.Workers.WorkersReader;
import org.spindlebench.runner.conf.Secrets;
import org.spindlebench.runner.program.Placeholders.Placeholder;

/** A running HDFS and YARN, used as a client. */
public final class HadoopCluster implements JobSubmitter, AutoCloseable {
    /** Hadoop's client alone would wait for 15 minutes or longer. */
    private static final Duration STORAGE_LIMIT = Duration.ofMinutes(2);

    /** The limit for each service of a cluster to answer a client that connects. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

    private static final Duration LOOK_LIMIT = Duration.ofSeconds(60);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    /** Hadoop's classes that keep map output in local directories and fetch it from there, the default first. */
    private static final Map<String, List<String>> OWN_SHUFFLE = Map.of(
            "mapreduce.job.map.output.collector.class",
            List.of(
                    "org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
                    "org.apache.hadoop.mapred.nativetask.NativeMapOutputCollectorDelegator"),
            "mapreduce.job.reduce.shuffle.consumer.plugin.class",
            List.of("org.apache.hadoop.mapreduce.task.reduce.Shuffle"));

    private static final String MASTER = "the ResourceManager";
    private static final String MASTERS = "the ResourceManager or the NameNode";

    private final Configuration configuration;
    private final FileSystem fileSystem;
    private final Storage storage;
    private final YarnClient yarn;
    private final Cluster mapReduce;

    private HadoopCluster(Configuration configuration) throws IOException {
        this.configuration = configuration;
        this.fileSystem = FileSystem.newInstance(configuration);
        this.storage = Deadlines.within(STORAGE_LIMIT, Storage.class, new HdfsStorage(fileSystem), "HDFS");
        this.yarn = YarnClient.createYarnClient();
        yarn.init(configuration);
        yarn.start();
        this.mapReduce = new Cluster(configuration);
    }

    /**
     * Connects to a cluster.
     *
     * @param configuration the client's configuration
     * @throws ClusterUnreachableException if the configuration leads to no HDFS or YARN, or names the local job runner
     */
    public static HadoopCluster connect(Configuration configuration) throws ClusterUnreachableException {
        return connect(configuration, CONNECT_LIMIT);
    }

    /** @param limit the time in which each service must answer */
    static HadoopCluster connect(Configuration configuration, Duration limit) throws ClusterUnreachableException {
        refuseOthers(configuration);
        Configuration probe = new Configuration(configuration);
        ClientRetries.shorten(probe);
        try {
            Deadlines.call(() -> probeFileSystem(probe), limit, "HDFS");
            Deadlines.call(() -> probeYarn(probe), limit, MASTER);
            return new HadoopCluster(configuration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterUnreachableException("interrupted while Spindle connected to the cluster", e);
        } catch (Exception e) {
            Optional<String> refusal = Refusal.of(e);
            if (refusal.isPresent()) {
                throw new ClusterUnreachableException(refusal.get() + ".", e);
            }
            throw new ClusterUnreachableException(
                    "cannot reach the cluster: " + rootMessage(e) + " (fs.defaultFS="
                            + configuration.get("fs.defaultFS") + ", yarn.resourcemanager.address="
                            + configuration.get("yarn.resourcemanager.address")
                            + "). Set HADOOP_CONF_DIR to the cluster's client configuration, or name it with -fs and"
                            + " -jt.",
                    e);
        }
    }

    /**
     * Refuses a configuration that leads to no HDFS or YARN, without contacting a service.
     *
     * @throws ClusterUnreachableException if it names the local job runner, or a default file system that is not HDFS
     */
    public static void refuseOthers(Configuration configuration) throws ClusterUnreachableException {
        String framework = configuration.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        if (!MRConfig.YARN_FRAMEWORK_NAME.equals(framework)) {
            throw new ClusterUnreachableException(
                    MRConfig.FRAMEWORK_NAME + " is '" + framework
                            + "', so jobs would run in this process and measure nothing. Set it to yarn: point"
                            + " HADOOP_CONF_DIR at the cluster's client configuration, or give -D "
                            + MRConfig.FRAMEWORK_NAME + "=yarn.",
                    null);
        }
        Optional<String> foreign = foreignFileSystem(configuration);
        if (foreign.isPresent()) {
            throw new ClusterUnreachableException(foreign.get() + ".", null);
        }
    }

    /** Returns why Spindle cannot measure the default file system; empty if it is HDFS. */
    public static Optional<String> foreignFileSystem(Configuration configuration) {
        URI defaultFs = FileSystem.getDefaultUri(configuration);
        return "hdfs".equals(defaultFs.getScheme())
                ? Optional.empty()
                : Optional.of("fs.defaultFS is '" + defaultFs + "', but Spindle measures HDFS only: name one with -fs"
                        + " hdfs://NAME:PORT, or point HADOOP_CONF_DIR at its client configuration");
    }

    /**
     * Returns why a job would not shuffle as Hadoop itself does; empty if it would.
     *
     * @param settings the job's settings, which override the configuration
     */
    public static Optional<String> foreignShuffle(Configuration configuration, Map<String, String> settings) {
        for (Map.Entry<String, List<String>> own : OWN_SHUFFLE.entrySet()) {
            String key = own.getKey();
            String usual = own.getValue().get(0);
            String inForce = settings.getOrDefault(key, configuration.get(key, usual));
            if (!own.getValue().containsAll(List.of(inForce.trim().split("\\s*,\\s*")))) {
                return Optional.of(key + ": " + inForce
                        + " is not Hadoop's own shuffle, so map output may be elsewhere than in local directories;"
                        + " give -D '" + key + "=" + usual + "'");
            }
        }
        return Optional.empty();
    }

    private static boolean probeFileSystem(Configuration probe) throws IOException {
        try (FileSystem fs = FileSystem.newInstance(probe)) {
            return fs.getFileStatus(new Path("/")).isDirectory();
        }
    }

    private static int probeYarn(Configuration probe) throws IOException, YarnException {
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(probe);
            yarn.start();
            int nodes = yarn.getYarnClusterMetrics().getNumNodeManagers();
            if (nodes == 0) {
                throw new IOException("no NodeManager is registered with the ResourceManager");
            }
            return nodes;
        }
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + FailureMessage.withoutTrace(String.valueOf(root.getMessage()));
    }

    /** Returns HDFS. Each call ends within a time limit, and soon if HDFS did not answer an earlier call. */
    public Storage storage() {
        return storage;
    }

    /** Returns the user's home directory in HDFS, without scheme. */
    public String home() {
        return fileSystem.getHomeDirectory().toUri().getPath();
    }

    public ClusterShape shape(String queue) throws IOException {
        return shape(queue, Optional.empty());
    }

    /**
     * Returns the part of the cluster that this user can use through a queue, on the hosts of a node label.
     *
     * @param label the node label; empty for all hosts
     * @throws IllegalArgumentException if the label, or the queue's share of its hosts, does not permit runs
     */
    public ClusterShape shape(String queue, Optional<NodeLabel> label) throws IOException {
        ShapeReader reader = new ShapeReader(configuration, yarn, storage());
        return look(
                () -> label.isPresent() ? reader.read(queue, label.get(), labelledHosts(queue)) : reader.read(queue),
                "can't read the cluster's shape");
    }

    /** Returns the node labels of hosts, and which of these hosts a queue may use. */
    public LabelledHosts labelledHosts(String queue) throws IOException {
        return look(
                () -> LabelledHosts.of(yarn.getQueueInfo(queue), yarn.getNodeReports(NodeState.RUNNING)),
                "can't read the nodes");
    }

    /** Returns the daemons; DataNodes only if the NameNode had a heartbeat from them within {@code lately}. */
    public Workers workers(Duration lately) throws IOException {
        return look(() -> new WorkersReader(configuration, yarn, storage()).read(lately), "can't read the nodes");
    }

    /** Looks at the cluster. Hadoop's clients alone may wait many minutes for a daemon that hangs. */
    private static <T> T look(Callable<T> look, String otherwise) throws IOException {
        try {
            return Deadlines.call(look, LOOK_LIMIT, MASTERS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(otherwise + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether HDFS is in safe mode, in which nobody can write. */
    public boolean isInSafeMode() throws IOException {
        return fileSystem instanceof DistributedFileSystem hdfs
                && look(hdfs::isInSafeMode, "can't read whether HDFS is in safe mode");
    }

    public ClusterIdentity identity() throws IOException {
        return IdentityReader.read(configuration);
    }

    /** Returns the interval between a NodeManager's reports. YARN can answer each report with one container. */
    public Duration nodeHeartbeat() {
        String key = "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms";
        String millis = new ResourceManagerWeb(configuration).setting(key).orElse("1000");
        return millis.matches("\\d{1,9}") ? Duration.ofMillis(Long.parseLong(millis)) : Duration.ofSeconds(1);
    }

    /** Returns how many containers the scheduler grants on a node at a heartbeat. */
    public ContainerPace containerPace() {
        return ContainerPace.read(new ResourceManagerWeb(configuration), nodeHeartbeat());
    }

    public TaskRequests requests(Map<String, String> settings) {
        return TaskRequestReader.read(configuration, settings);
    }

    public String defaultQueue() {
        return configuration.get("mapreduce.job.queuename", "default");
    }

    /** Returns the ResourceManager's Hadoop version, or null if it does not report one. */
    public String version() {
        return new ResourceManagerWeb(configuration).version().orElse(null);
    }

    /** Returns the jar for tasks, even if {@code hadoop jar} unpacked it; empty if there are only directories. */
    public static Optional<java.nio.file.Path> jobJar() {
        return Optional.ofNullable(ClassUtil.findContainingJar(ToolName.class)).map(java.nio.file.Path::of);
    }

    /** Returns the secrets in this client's configuration. */
    public static Secrets secrets() {
        return secrets(new Configuration());
    }

    /** Returns the secrets in a configuration. */
    public static Secrets secrets(Configuration configuration) {
        return new Secrets(configuration.get(Secrets.MORE_KEYS, ""));
    }

    /** Returns the client's Hadoop version and revision. */
    public static String clientVersion() {
        return VersionInfo.getVersion() + " " + VersionInfo.getRevision();
    }

    public Configuration configuration() {
        return configuration;
    }

    public Cluster mapReduce() {
        return mapReduce;
    }

    public YarnClient yarn() {
        return yarn;
    }

    @Override
    public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
        Configuration job = configuration(call, queue, campaignTag + "," + runTag);
        ToolJob running = new ToolJob(this, yarn, job, call, runTag);
        running.start();
        return running;
    }

    @Override
    public RunningJob submit(ProgramCall call, String queue, String campaignTag, String runTag) {
        String tags = campaignTag + "," + runTag;
        Configuration job = configuration(call, queue, tags);
        job.set("tez.queue.name", queue);
        job.set("tez.application.tags", tags);
        Map<Placeholder, String> values = Map.of(Placeholder.QUEUE, queue, Placeholder.TAG, tags);
        ProgramJob running = new ProgramJob(yarn, job, call.with(values), runTag);
        running.start();
        return running;
    }

    private Configuration configuration(JobCall call, String queue, String tags) {
        Configuration job = new Configuration(configuration);
        call.configuration().forEach(job::set);
        job.set("mapreduce.job.queuename", queue);
        job.set("mapreduce.job.tags", tags);
        ToolJob.noticeTheEndSoon(job);
        return job;
    }

    /** Kills this user's live applications with the given tag, but no applications of others, and returns their ids. */
    @Override
    public List<String> killTagged(String tag, Duration limit) throws IOException, InterruptedException {
        return Deadlines.io(() -> kill(tag), limit, MASTER);
    }

    private List<String> kill(String tag) throws IOException, InterruptedException {
        List<String> killed = new ArrayList<>();
        try {
            List<ApplicationReport> found = TaggedApplications.find(yarn, tag, TaggedApplications.LIVE);
            for (ApplicationReport live : found) {
                yarn.killApplication(live.getApplicationId());
                killed.add(live.getApplicationId().toString());
            }
            while (!killed.isEmpty()
                    && !TaggedApplications.find(yarn, tag, TaggedApplications.LIVE)
                            .isEmpty()) {
                Thread.sleep(200);
            }
            // An earlier client may have killed some, and been killed itself before it removed their directories.
            for (ApplicationReport ended : TaggedApplications.find(yarn, tag, TaggedApplications.KILLED)) {
                StagingDirectory.remove(configuration, ended.getApplicationId());
            }
        } catch (YarnException e) {
            throw new IOException("can't kill applications with the tag " + tag, e);
        }
        return killed;
    }

    /** Returns the ids of the live applications whose tag begins with the prefix. */
    public List<String> liveWithTag(String prefix) throws IOException {
        return look(
                        () -> TaggedApplications.beginning(yarn, prefix, TaggedApplications.LIVE),
                        "can't ask YARN for its applications")
                .stream()
                .map(found -> found.getApplicationId().toString())
                .toList();
    }

    @Override
    public void close() throws IOException {
        mapReduce.close();
        yarn.stop();
        try {
            // This waits for files that are still open, even if a NameNode hangs.
            Deadlines.io(this::closeFileSystem, CLOSE_LIMIT, "HDFS");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private FileSystem closeFileSystem() throws IOException {
        fileSystem.close();
        return fileSystem;
    }

    /** Limits the time for which a client retries if the cluster does not answer. YARN's default is 15 minutes. */
    static final class ClientRetries {
        private ClientRetries() {}

        static void shorten(Configuration configuration) {
            configuration.setInt("ipc.client.connect.max.retries", 2);
            configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 2);
            configuration.setInt("ipc.client.connect.timeout", 5_000);
            configuration.setInt("yarn.resourcemanager.connect.max-wait.ms", 10_000);
            configuration.setInt("yarn.resourcemanager.connect.retry-interval.ms", 1_000);
            configuration.setInt("dfs.client.failover.max.attempts", 4);
            configuration.setInt("yarn.client.failover-max-attempts", 4);
        }
    }

    static final class IdentityReader {
        private static final String ADDRESS = "yarn.resourcemanager.address";
        private static final String HOST = "yarn.resourcemanager.hostname";
        private static final String PORT = ":8032";

        private IdentityReader() {}

        static ClusterIdentity read(Configuration configuration) throws IOException {
            return new ClusterIdentity(
                    resourceManager(configuration),
                    FileSystem.getDefaultUri(configuration).toString(),
                    UserGroupInformation.getCurrentUser().getShortUserName());
        }

        private static String resourceManager(Configuration configuration) {
            if (!configuration.getBoolean("yarn.resourcemanager.ha.enabled", false)) {
                return configuration.get(ADDRESS);
            }
            return Arrays.stream(configuration.getTrimmedStrings("yarn.resourcemanager.ha.rm-ids"))
                    .sorted()
                    .map(id -> configuration.get(ADDRESS + "." + id, configuration.get(HOST + "." + id) + PORT))
                    .collect(Collectors.joining(","));
        }
    }

    /**
     * The identity of a cluster and its user, so that measurements of one cluster are not used for another.
     *
     * @param resourceManager the addresses of all ResourceManagers
     * @param fileSystem the URI of the default file system
     * @param user the user's name in YARN and HDFS
     */
    public record ClusterIdentity(String resourceManager, String fileSystem, String user) {}
}
