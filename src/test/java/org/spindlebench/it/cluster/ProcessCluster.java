package org.spindlebench.it.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Hadoop cluster of separate daemon JVMs: a NameNode, a ResourceManager and a JobHistoryServer on 127.0.0.1, and
 * workers of one DataNode and one NodeManager each on 127.0.0.2 and up. HDFS, YARN and the history belong to the users
 * hdfs, yarn and mapred; {@link #USER} is an ordinary user. {@link #close()} ends everything that was started,
 * containers included; at the latest, it ends with this JVM.
 */
public final class ProcessCluster implements AutoCloseable {
    /** The user that runs clients unless they name another one. */
    public static final String USER = "bench";

    /** A user who has a key on a secured cluster, and whom its HDFS refuses. */
    public static final String STRANGER = "stranger";

    /**
     * A queue with a quarter of the cluster, which grants one user no more than that even if there is no other user.
     */
    public static final String SMALL_QUEUE = "small";

    /** A node label whose idle hosts YARN lends to jobs without a label. */
    public static final String LENT_LABEL = "lent";

    private static final long KILL_MILLISECONDS = 10_000;

    private final ClusterLayout layout;
    private final ClusterDaemons daemons;
    private final ClusterRest rest;
    private final ClusterProcesses processes;
    private final ClusterSecurity security;
    private final AtomicInteger clients = new AtomicInteger();
    private final Thread shutdownHook = new Thread(this::end, "cluster-end");
    private Duration startTook = Duration.ZERO;
    private boolean ended;

    private ProcessCluster(ClusterLayout layout, ClusterDaemons daemons, ClusterRest rest, ClusterSecurity security) {
        this.layout = layout;
        this.daemons = daemons;
        this.rest = rest;
        this.processes = new ClusterProcesses(layout.id());
        this.security = security;
    }

    public static ProcessCluster start(Path parent) throws IOException, InterruptedException {
        return start(parent, ClusterOptions.defaults());
    }

    /**
     * Starts a cluster with its files in a new directory below the given one; returns when all daemons work together.
     */
    public static ProcessCluster start(Path parent, ClusterOptions options) throws IOException, InterruptedException {
        ClusterLayout layout = ClusterLayout.create(parent);
        HadoopJars.of(projectRoot()).linkInto(layout.lib());
        Masters masters = Masters.on(new FreePorts());
        ClusterSecurity security = options.kerberos() ? ClusterSecurity.start(layout, options.workers()) : null;
        ProcessCluster cluster = new ProcessCluster(
                layout,
                ClusterDaemons.of(layout, options, masters, security),
                new ClusterRest(masters, security),
                security);
        Runtime.getRuntime().addShutdownHook(cluster.shutdownHook);
        cluster.startWithin(options.startLimit());
        return cluster;
    }

    private void startWithin(Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        boolean up = false;
        try {
            new ClusterStart(daemons, rest, limit).run();
            up = true;
        } finally {
            if (!up) {
                close();
            }
        }
        startTook = Duration.ofNanos(System.nanoTime() - begin);
    }

    public static Path projectRoot() {
        return Path.of(System.getProperty("spindle.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    /** Returns the directory of the clients' core-site.xml, hdfs-site.xml, yarn-site.xml and mapred-site.xml. */
    public Path confDir() {
        return layout.clientConf();
    }

    /**
     * Returns the directory of the daemons' and containers' logs and the clients' output, which stay after {@link
     * #close()}.
     */
    public Path logDir() {
        return layout.logs();
    }

    /** Returns this cluster's directory, whose unique name is on the command line of each of its processes. */
    public Path directory() {
        return layout.root();
    }

    public Duration startTook() {
        return startTook;
    }

    public ClusterRest rest() {
        return rest;
    }

    /** Returns the jar of the examples, in another version than the one in `bench-runner.jar`. */
    public Path foreignExamplesJar() {
        return HadoopJars.of(projectRoot()).foreignExamples();
    }

    /** Returns a client of `bench-runner.jar`, to be completed and started. */
    public ClientCommand client() throws IOException {
        ClientCommand client = new ClientCommand(layout, "client-" + clients.incrementAndGet());
        if (security != null) {
            client.jvmFlags(security.clientFlags());
            // Hides the ticket that this machine's user may have.
            client.environment("KRB5CCNAME", layout.root().resolve("no-tickets").toString());
        }
        return client;
    }

    /** Returns the Kerberos server of a secured cluster. */
    public Kdc kdc() {
        return security.kdc();
    }

    /** Runs `hadoop jar bench-runner.jar` to its end. */
    public ClientRun client(List<String> jvmFlags, String... arguments) throws IOException, InterruptedException {
        return client().jvmFlags(jvmFlags).arguments(arguments).run();
    }

    public void killDataNode(int index) throws InterruptedException {
        daemons.dataNodes().get(index).kill();
    }

    /** Kills only the NodeManager; its containers go on, as they do on a real host. */
    public void killNodeManager(int index) throws InterruptedException {
        daemons.nodeManagers().get(index).kill();
    }

    /** The daemons that a test may kill, make hang and start again. */
    public enum Part {
        NAME_NODE,
        STANDBY,
        RESOURCE_MANAGER,
        JOB_HISTORY_SERVER,
        DATA_NODE,
        NODE_MANAGER
    }

    /** Returns the only daemon of a kind, or that of the second worker. */
    private Daemon daemon(Part part) {
        return switch (part) {
            case NAME_NODE -> daemons.nameNode();
            case STANDBY -> daemons.pair().standby();
            case RESOURCE_MANAGER -> daemons.resourceManager();
            case JOB_HISTORY_SERVER -> daemons.historyServer();
            case DATA_NODE -> daemons.dataNodes().get(1);
            case NODE_MANAGER -> daemons.nodeManagers().get(1);
        };
    }

    public void kill(Part part) throws InterruptedException {
        daemon(part).kill();
    }

    /** Makes a daemon hang, which then answers nothing and keeps its sockets. */
    public void pause(Part part) throws IOException, InterruptedException {
        daemon(part).pause();
    }

    /** Lets a daemon go on that hangs. */
    public void goOn(Part part) throws IOException, InterruptedException {
        daemon(part).goOn();
    }

    /** Starts a daemon that was killed, and does not wait for it. */
    public void start(Part part) {
        daemon(part).start();
    }

    /** Starts every daemon that is not running, and waits until all work together. */
    public void restartDead(Duration limit) throws InterruptedException {
        daemons.all().stream().filter(daemon -> !daemon.isAlive()).forEach(Daemon::start);
        new ClusterStart(daemons, rest, limit).awaitAll();
    }

    /** Returns the number of live daemons. */
    public long liveDaemons() {
        return daemons.all().stream().filter(Daemon::isAlive).count();
    }

    /** Returns the number of live JVMs of tasks and ApplicationMasters. */
    public long liveContainerJvms() {
        return processes.containerJvms();
    }

    /** Returns all live processes: daemons, clients, and the containers' shells and JVMs. */
    public List<ProcessHandle> liveProcesses() {
        return processes.live();
    }

    /** Returns the live JVMs with this text on their command line, such as a main class. */
    public List<ProcessHandle> jvmsWith(String text) {
        return processes.jvmsWith(text);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook is already running, and either is this call or waits for its turn.
        }
        end();
    }

    private synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            daemons.stop();
            processes.killAll(KILL_MILLISECONDS);
        } catch (InterruptedException e) {
            processes.live().forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        if (security != null) {
            security.close();
        }
        layout.deleteData();
    }
}
