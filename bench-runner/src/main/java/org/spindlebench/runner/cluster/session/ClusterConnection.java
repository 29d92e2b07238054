package org.spindlebench.runner.cluster.session;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapreduce.util.ConfigUtil;
import org.apache.hadoop.util.GenericOptionsParser;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.cluster.TaskRequests.TaskRequestReader;
import org.spindlebench.runner.cluster.client.ClientDirectory;
import org.spindlebench.runner.cluster.embedded.EmbeddedCluster;
import org.spindlebench.runner.cluster.embedded.EmbeddedOptions;

/** A connection to a cluster. If Spindle started the cluster, it is part of the session. */
public final class ClusterConnection implements AutoCloseable {
    /** A priority higher than that of Hadoop's own shutdown hooks, which close file systems at priority 10. */
    private static final int BEFORE_FILE_SYSTEMS = 50;

    private static final String CONF_DIR = "HADOOP_CONF_DIR";

    /** The files on the class path that may name the default file system. */
    private static final List<String> SITES =
            List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml", "mapred-site.xml");

    /** The generic options that may name the default file system. */
    private static final Set<String> NAMES_FILE_SYSTEM = Set.of("-fs", "-conf", "-D");

    private final HadoopCluster cluster;
    private final EmbeddedCluster embedded;
    private Closeable below = () -> {};

    private ClusterConnection(HadoopCluster cluster, EmbeddedCluster embedded) {
        this.cluster = cluster;
        this.embedded = embedded;
    }

    /**
     * Connects to a running cluster.
     *
     * @param hadoopArguments Hadoop's generic options, as the user gave them
     */
    public static ClusterConnection running(List<String> hadoopArguments) throws ClusterUnreachableException {
        Configuration configuration = clientConfiguration(hadoopArguments);
        try {
            HadoopCluster.refuseOthers(configuration);
            Login.in(hadoopArguments).begin(configuration);
            DaemonWeb.secure(configuration);
            return new ClusterConnection(HadoopCluster.connect(configuration), null);
        } catch (IOException e) {
            throw new ClusterUnreachableException(e.getMessage(), e);
        } catch (ClusterUnreachableException e) {
            throw withMissingDirectory(e, System.getenv(CONF_DIR));
        }
    }

    /**
     * Returns why Spindle cannot measure the default file system that Hadoop's options or files name; empty if it can, or
     * if they name none. Contacts nothing.
     */
    public static Optional<String> foreignFileSystem(List<String> hadoopArguments) throws ClusterUnreachableException {
        List<String> naming = new ArrayList<>();
        for (int at = 0; at < hadoopArguments.size(); at += 2) {
            if (NAMES_FILE_SYSTEM.contains(hadoopArguments.get(at))) {
                naming.addAll(hadoopArguments.subList(at, at + 2));
            }
        }
        Configuration files = new Configuration(false);
        if (naming.isEmpty() && SITES.stream().allMatch(site -> files.getResource(site) == null)) {
            return Optional.empty();
        }
        Configuration configuration = new Configuration();
        parse(configuration, naming);
        String[] sources = configuration.getPropertySources(FileSystem.FS_DEFAULT_NAME_KEY);
        boolean named = sources != null && !List.of(sources).equals(List.of("core-default.xml"));
        return named ? HadoopCluster.foreignFileSystem(configuration) : Optional.empty();
    }

    /** Returns settings of Hadoop's generic options and all client files, also those of HDFS, YARN and MapReduce. */
    private static Configuration clientConfiguration(List<String> hadoopArguments) throws ClusterUnreachableException {
        ClientDirectory.removeLeft();
        // Without this call, mapred-site.xml would not be read until a MapReduce class is loaded.
        ConfigUtil.loadResources();
        Configuration configuration = new YarnConfiguration(new HdfsConfiguration());
        parse(configuration, hadoopArguments);
        return configuration;
    }

    /** Hints at a missing or empty directory: Java ignores it on the class path, and Hadoop uses its defaults. */
    static ClusterUnreachableException withMissingDirectory(ClusterUnreachableException failure, String directory) {
        if (directory == null
                || directory.isEmpty()
                || SITES.stream().anyMatch(site -> Files.exists(Path.of(directory, site)))) {
            return failure;
        }
        String reason = Files.isDirectory(Path.of(directory)) ? " has no core-site.xml" : " does not exist";
        return new ClusterUnreachableException(
                CONF_DIR + " is " + directory + ", but that directory" + reason + ", so Hadoop uses its defaults: "
                        + failure.getMessage(),
                failure);
    }

    /** Starts a cluster in this process and connects to it. */
    public static ClusterConnection embedded(EmbeddedOptions options, List<String> hadoopArguments)
            throws ClusterUnreachableException {
        EmbeddedCluster started = null;
        try {
            started = EmbeddedCluster.start(options);
            hideFailuresAtShutdown();
            Configuration configuration = started.configuration();
            parse(configuration, hadoopArguments);
            return new ClusterConnection(HadoopCluster.connect(configuration), started);
        } catch (IOException | ClusterUnreachableException e) {
            if (started != null) {
                started.close();
            }
            throw new ClusterUnreachableException("the embedded cluster did not start: " + e.getMessage(), e);
        }
    }

    /** Hides the stack traces of daemons' threads that fail while the JVM shuts down. */
    private static void hideFailuresAtShutdown() {
        ShutdownHookManager hooks = ShutdownHookManager.get();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (!hooks.isShutdownInProgress()) {
                System.err.println("Exception in thread \"" + thread.getName() + "\"");
                failure.printStackTrace(System.err);
            }
        });
    }

    private static void parse(Configuration configuration, List<String> hadoopArguments)
            throws ClusterUnreachableException {
        try {
            new GenericOptionsParser(
                    configuration, Login.without(hadoopArguments).toArray(new String[0]));
        } catch (IOException | RuntimeException e) {
            throw new ClusterUnreachableException("cannot use Hadoop's options: " + e.getMessage() + ".", e);
        }
    }

    /** Returns this session. When it is closed, the layers below the cluster's directories are closed last. */
    public ClusterConnection on(Closeable storage) {
        below = storage;
        return this;
    }

    public HadoopCluster cluster() {
        return cluster;
    }

    /** Returns when the user's Kerberos ticket ends, with all renewals; empty without Kerberos or with a keytab. */
    public Optional<Instant> ticketEnds() throws IOException {
        return Login.ticketEnds(cluster.configuration());
    }

    public boolean isEmbedded() {
        return embedded != null;
    }

    /** Registers an action for the shutdown of the JVM. It runs before file systems are closed. */
    public static Runnable onSignal(Runnable action, int limitSeconds) {
        ShutdownHookManager hooks = ShutdownHookManager.get();
        hooks.addShutdownHook(action, BEFORE_FILE_SYSTEMS, limitSeconds, java.util.concurrent.TimeUnit.SECONDS);
        return () -> {
            if (!hooks.isShutdownInProgress()) {
                hooks.removeShutdownHook(action);
            }
        };
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.close();
        } finally {
            try {
                if (embedded != null) {
                    embedded.close();
                }
            } finally {
                below.close();
            }
        }
    }

    /** An assumed cluster of equal nodes, with the memory and vcores in this client's Hadoop files. */
    public static final class AssumedCluster {
        private static final int MEMORY = 8192;
        private static final int VCORES = 8;
        private static final int REPLICATION = 3;

        private final Configuration configuration;
        private final ClusterShape shape;

        /**
         * Assumes a cluster without contacting one.
         *
         * @throws ClusterUnreachableException if Hadoop cannot use its options
         */
        public AssumedCluster(int nodes, List<String> hadoopArguments) throws ClusterUnreachableException {
            configuration = clientConfiguration(hadoopArguments);
            long memory = (long) positive("yarn.nodemanager.resource.memory-mb", MEMORY) << 20;
            int vcores = positive("yarn.nodemanager.resource.cpu-vcores", VCORES);
            List<String> hosts = IntStream.rangeClosed(1, nodes)
                    .mapToObj(number -> String.format("node%04d.example", number))
                    .toList();
            shape = new ClusterShape(
                    hosts.stream()
                            .map(host -> new NodeShape(host, memory, 0, vcores, 0))
                            .toList(),
                    new QueueShape("default", true, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, "assumed"),
                    (long) positive("yarn.scheduler.minimum-allocation-mb", 1024) << 20,
                    (long) positive("yarn.scheduler.maximum-allocation-mb", MEMORY) << 20,
                    vcores,
                    false,
                    hosts,
                    positive("dfs.replication", REPLICATION));
        }

        /** Returns the shape of the assumed cluster, in which nothing is in use and queues have no limits. */
        public ClusterShape shape() {
            return shape;
        }

        public TaskRequests requests(Map<String, String> settings) {
            return TaskRequestReader.read(configuration, settings);
        }

        /**
         * Returns a setting, or the other value if the setting is not positive: NodeManagers that detect resources have
         * -1.
         */
        private int positive(String key, int otherwise) {
            int value = configuration.getInt(key, otherwise);
            return value > 0 ? value : otherwise;
        }
    }
}
