package org.spindlebench.it.real;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.ServerRMProxy;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.NodeHealthStatus;
import org.apache.hadoop.yarn.server.api.records.NodeStatus;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Workers of which the masters know no more than their heartbeats: a NodeManager too small for any container, and a
 * DataNode of 12 disks that are full of other data. Their web services answer as those of the cluster's real worker; some never answer, like
 * a host behind a firewall.
 */
final class ManyWorkers implements AutoCloseable {
    private static final int DISKS = 12;
    private static final long DISK_BYTES = 4_000_000_000_000L;
    private static final int SMALLEST_NODE_MB = 256;
    private static final int HEARTBEAT_SECONDS = 3;
    /** The NameNode leaves out a DataNode with twice as many transfers as the mean, which would be the only real one. */
    private static final int TRANSFERS = 20;

    private final List<Closeable> open = new ArrayList<>();
    private final ScheduledExecutorService heart = Executors.newScheduledThreadPool(2);
    private final ExecutorService answering = Executors.newCachedThreadPool();
    private final List<Future<?>> beats = new ArrayList<>();

    /** A message to one of the masters. */
    private interface Beat {
        void send() throws IOException, YarnException;
    }

    private ManyWorkers() {}

    /**
     * Registers workers. They begin at 127.0.1.1.
     *
     * @param number how many workers there are
     * @param silent how many of their hosts have web services that take connections and never answer
     */
    static ManyWorkers register(ProcessCluster cluster, int number, int silent) throws Exception {
        ManyWorkers workers = new ManyWorkers();
        try {
            Configuration conf = new YarnConfiguration();
            for (String site : List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml")) {
                conf.addResource(new Path(cluster.confDir().resolve(site).toUri()));
            }
            int unanswered = workers.unanswered();
            int managers = workers.answeringAs(realNodeManager(cluster));
            int dataNodes = workers.answeringAs(realDataNode(cluster));
            UserGroupInformation.createRemoteUser("hdfs").doAs((PrivilegedExceptionAction<Void>) () -> {
                workers.registerDataNodes(conf, number, host -> host < silent ? unanswered : dataNodes);
                return null;
            });
            workers.registerNodeManagers(conf, number, host -> host < silent ? unanswered : managers);
            return workers;
        } catch (Exception e) {
            workers.close();
            throw e;
        }
    }

    /** Says on which port the web service of a host listens. */
    private interface Ports {
        int of(int host);
    }

    static String host(int index) {
        return "127.0." + (1 + index / 250) + "." + (1 + index % 250);
    }

    private static String realNodeManager(ProcessCluster cluster) throws Exception {
        return cluster.rest()
                .resourceManager("/ws/v1/cluster/nodes?states=RUNNING")
                .path("nodes")
                .path("node")
                .path(0)
                .path("nodeHTTPAddress")
                .asText();
    }

    private static String realDataNode(ProcessCluster cluster) throws Exception {
        String live = cluster.rest()
                .nameNode("/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo")
                .path("beans")
                .path(0)
                .path("LiveNodes")
                .asText();
        var node = new ObjectMapper().readTree(live).properties().iterator().next();
        String info = node.getValue().path("infoAddr").asText();
        return node.getKey().replaceFirst(":\\d+$", "") + info.substring(info.lastIndexOf(':'));
    }

    /** Returns the port of a service that takes connections and never answers. */
    private int unanswered() throws IOException {
        ServerSocket socket = new ServerSocket(0, 1024, InetAddress.getByName("0.0.0.0"));
        open.add(socket);
        return socket.getLocalPort();
    }

    /** Returns the port of a web service that answers like another one. */
    private int answeringAs(String other) throws IOException {
        Map<String, byte[]> answers = new ConcurrentHashMap<>();
        HttpServer server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 1024);
        server.setExecutor(answering);
        server.createContext("/", exchange -> {
            byte[] answer = answers.computeIfAbsent(exchange.getRequestURI().toString(), path -> get(other, path));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        open.add(() -> server.stop(0));
        return server.getAddress().getPort();
    }

    private static byte[] get(String address, String path) {
        try {
            var connection = URI.create("http://" + address + path).toURL().openConnection();
            connection.setRequestProperty("Accept", "application/json");
            try (InputStream in = connection.getInputStream()) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void registerDataNodes(Configuration conf, int number, Ports ports) throws Exception {
        var nameNode = new DatanodeProtocolClientSideTranslatorPB(DFSUtilClient.getNNAddress(conf), conf);
        open.add(nameNode);
        NamespaceInfo space = nameNode.versionRequest();
        StorageInfo storage = new StorageInfo(
                space.getLayoutVersion(),
                space.getNamespaceID(),
                space.getClusterID(),
                space.getCTime(),
                NodeType.DATA_NODE);
        List<Beat> all = new ArrayList<>();
        for (int host = 0; host < number; host++) {
            // The NameNode sees all of them at 127.0.0.1, so their ports must differ.
            DatanodeID id = new DatanodeID(
                    "127.0.0.1", host(host), UUID.randomUUID().toString(), 10_000 + host, ports.of(host), 0, 1);
            DatanodeRegistration node = nameNode.registerDatanode(
                    new DatanodeRegistration(id, storage, new ExportedBlockKeys(), VersionInfo.getVersion()));
            StorageReport[] disks = disks();
            all.add(() -> nameNode.sendHeartbeat(
                    node,
                    disks,
                    0,
                    0,
                    0,
                    TRANSFERS,
                    0,
                    null,
                    false,
                    SlowPeerReports.EMPTY_REPORT,
                    SlowDiskReports.EMPTY_REPORT));
        }
        beat(all);
    }

    private static StorageReport[] disks() {
        return IntStream.range(0, DISKS)
                .mapToObj(disk ->
                        new DatanodeStorage("DS-" + UUID.randomUUID(), DatanodeStorage.State.NORMAL, StorageType.DISK))
                .map(disk -> new StorageReport(disk, false, DISK_BYTES, 0, 0, 0, DISK_BYTES))
                .toArray(StorageReport[]::new);
    }

    private void registerNodeManagers(Configuration conf, int number, Ports ports) throws Exception {
        ResourceTracker tracker = ServerRMProxy.createRMProxy(conf, ResourceTracker.class);
        List<Beat> all = new ArrayList<>();
        for (int host = 0; host < number; host++) {
            NodeId id = NodeId.newInstance(host(host), 8041);
            RegisterNodeManagerResponse answer = tracker.registerNodeManager(RegisterNodeManagerRequest.newInstance(
                    id,
                    ports.of(host),
                    Resource.newInstance(SMALLEST_NODE_MB, 1),
                    VersionInfo.getVersion(),
                    List.of(),
                    List.of()));
            all.add(new Manager(tracker, id, answer.getContainerTokenMasterKey(), answer.getNMTokenMasterKey())::beat);
        }
        beat(all);
    }

    private static final class Manager {
        private final ResourceTracker tracker;
        private final NodeId id;
        private final MasterKey containers;
        private final MasterKey tokens;
        private int response;

        Manager(ResourceTracker tracker, NodeId id, MasterKey containers, MasterKey tokens) {
            this.tracker = tracker;
            this.id = id;
            this.containers = containers;
            this.tokens = tokens;
        }

        void beat() throws IOException, YarnException {
            NodeHealthStatus sound = NodeHealthStatus.newInstance(true, "", System.currentTimeMillis());
            ResourceUtilization idle = ResourceUtilization.newInstance(0, 0, 0);
            NodeStatus status =
                    NodeStatus.newInstance(id, response, List.of(), List.of(), sound, idle, idle, List.of());
            response = tracker.nodeHeartbeat(NodeHeartbeatRequest.newInstance(status, containers, tokens, null))
                    .getResponseId();
        }
    }

    private void beat(List<Beat> all) throws Exception {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        Beat together = () -> {
            for (Beat beat : all) {
                beat.send();
            }
        };
        together.send();
        beats.add(heart.scheduleWithFixedDelay(
                () -> user.doAs((PrivilegedAction<Void>) () -> {
                    try {
                        together.send();
                    } catch (IOException | YarnException e) {
                        throw new IllegalStateException(e);
                    }
                    return null;
                }),
                HEARTBEAT_SECONDS,
                HEARTBEAT_SECONDS,
                TimeUnit.SECONDS));
    }

    /** Fails if a heartbeat failed, after which none of the same kind was sent. */
    void requireHeartbeats() throws Exception {
        for (Future<?> beat : beats) {
            if (beat.isDone()) {
                beat.get();
            }
        }
    }

    @Override
    public void close() throws IOException {
        heart.shutdownNow();
        for (Closeable one : open) {
            one.close();
        }
        answering.shutdownNow();
    }
}
