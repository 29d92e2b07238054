package org.spindlebench.runner.cluster.embedded;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the daemons in order and stops them in reverse. For YARN it uses Hadoop's own classes instead of
 * MiniYARNCluster. That class chooses its own local directories, gives all NodeManagers one host, and clears every
 * umask.
 */
final class Daemons implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Daemons.class);
    private static final FsPermission EVERYBODY = FsPermission.createImmutable((short) 01777);

    private static final long STOP_LIMIT_MS = 4_000;

    private final EmbeddedOptions options;
    private final WorkArea area;
    private final DaemonSettings settings;
    private final Configuration conf;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private volatile String stage = "nothing yet";
    private MiniDFSCluster hdfs;

    Daemons(EmbeddedOptions options, WorkArea area) {
        this.options = options;
        this.area = area;
        this.settings = new DaemonSettings(options, area);
        this.conf = settings.shared();
    }

    void start() throws Exception {
        // This allows several daemons of a kind in one JVM to register metrics with the same name.
        DefaultMetricsSystem.setMiniClusterMode(true);
        // YARN reads the sizes of the smallest and largest container once per JVM, and a client may already have caused
        // that.
        ResourceUtils.resetResourceTypes(conf);
        startHdfs();
        ResourceManager resourceManager = startResourceManager();
        for (int i = 0; i < options.nodeManagers(); i++) {
            startNodeManager(i);
        }
        startJobHistory();
        awaitNodes(resourceManager);
    }

    Configuration configuration() {
        return conf;
    }

    /** Returns the step of the start, for the message if the start does not end. */
    String stage() {
        return stage;
    }

    private void startHdfs() throws IOException {
        stage = "HDFS (a NameNode and " + options.dataNodes() + " DataNodes)";
        Configuration[] dataNodes = new Configuration[options.dataNodes()];
        for (int i = 0; i < dataNodes.length; i++) {
            dataNodes[i] = settings.dataNode(i);
        }
        settings.unpackWebFiles(conf, "nn");
        hdfs = new MiniDFSCluster.Builder(conf, area.root().resolve("dfs").toFile())
                .numDataNodes(dataNodes.length)
                .dataNodeConfOverlays(dataNodes)
                .checkDataNodeAddrConfig(true)
                .manageDataDfsDirs(false)
                .build();
        push(() -> hdfs.shutdown(false));
        hdfs.waitClusterUp();
        makeDirectories(hdfs.getFileSystem());
    }

    private static void makeDirectories(FileSystem fs) throws IOException {
        for (String dir : new String[] {"/tmp", "/user"}) {
            fs.mkdirs(new Path(dir));
            fs.setPermission(new Path(dir), EVERYBODY);
        }
        fs.mkdirs(fs.getHomeDirectory());
    }

    private ResourceManager startResourceManager() {
        stage = "the ResourceManager";
        settings.unpackWebFiles(conf, "rm");
        ResourceManager resourceManager = new ResourceManager();
        start(resourceManager, conf);
        return resourceManager;
    }

    private void startNodeManager(int index) {
        stage = "NodeManager " + (index + 1) + " of " + options.nodeManagers();
        start(new NodeManager(), settings.nodeManager(index, conf));
    }

    /** Starts the JobHistoryServer. It creates its own configuration, so its addresses are copied from there. */
    private void startJobHistory() {
        stage = "the JobHistoryServer";
        settings.unpackWebFiles(conf, "jhs");
        JobHistoryServer server = new JobHistoryServer();
        start(server, conf);
        for (String key : new String[] {"mapreduce.jobhistory.address", "mapreduce.jobhistory.webapp.address"}) {
            conf.set(key, server.getConfig().get(key));
        }
    }

    private void start(Service service, Configuration serviceConf) {
        push(service::stop);
        service.init(serviceConf);
        service.start();
        if (!service.isInState(Service.STATE.STARTED)) {
            throw new IllegalStateException(service.getName() + " is " + service.getServiceState());
        }
    }

    private void awaitNodes(ResourceManager resourceManager) throws InterruptedException {
        stage = "the NodeManagers: they have not all reported to the ResourceManager";
        while (resourceManager.getResourceScheduler().getNumClusterNodes() < options.nodeManagers()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private void push(AutoCloseable daemon) {
        synchronized (running) {
            running.push(daemon);
        }
    }

    @Override
    public void close() {
        synchronized (running) {
            while (!running.isEmpty()) {
                stop(running.pop());
            }
        }
    }

    /** Stops a daemon; a NodeManager without a ten-second wait for a task that would delete logs hours later. */
    private static void stop(AutoCloseable daemon) {
        Thread stopper = new Thread(() -> stopNow(daemon), "embedded-stop");
        stopper.setDaemon(true);
        stopper.start();
        try {
            stopper.join(STOP_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stopNow(AutoCloseable daemon) {
        try {
            daemon.close();
        } catch (Exception e) {
            LOG.warn("A daemon of the embedded cluster did not stop cleanly", e);
        }
    }
}
