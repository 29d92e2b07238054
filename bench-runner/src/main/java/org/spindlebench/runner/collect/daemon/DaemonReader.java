package org.spindlebench.runner.collect.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.spindlebench.runner.cluster.DaemonWeb;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.NameNodeWeb;
import org.spindlebench.runner.collect.daemon.NodeDaemons.NodeSettings;

/** Reads the settings of all NodeManagers, DataNodes and NameNodes from the {@code /conf} pages of their web services. */
public final class DaemonReader {
    private static final Duration OF_A_NODE = Duration.ofSeconds(5);

    private final HadoopCluster cluster;
    private final Set<String> demanded;
    private final List<String> unread = new ArrayList<>();

    /** @param demanded keys to read in addition to those that affect measurements */
    public DaemonReader(HadoopCluster cluster, Set<String> demanded) {
        this.cluster = cluster;
        this.demanded = Set.copyOf(demanded);
    }

    /** Reads the settings of all daemons that answer within a minute. */
    public NodeDaemons read() throws IOException, InterruptedException {
        List<String> nodeManagers = nodeManagers();
        List<String> dataNodes = dataNodes();
        // Asks both kinds at once, because a host that is down has silent daemons of both kinds.
        List<Callable<NodeSettings>> questions = new ArrayList<>();
        nodeManagers.forEach(web -> questions.add(() -> settings(DaemonKind.NODE_MANAGER, web)));
        dataNodes.forEach(web -> questions.add(() -> settings(DaemonKind.DATA_NODE, web)));
        List<Future<NodeSettings>> answers = Deadlines.ask(questions);
        List<NodeSettings> managers = read(DaemonKind.NODE_MANAGER, answers.subList(0, nodeManagers.size()));
        if (dataNodes.isEmpty()) {
            unread.add("DataNodes: the NameNode's web service does not list their addresses"
                    + " (dfs.namenode.http-address)");
        }
        List<NodeSettings> data = read(DaemonKind.DATA_NODE, answers.subList(nodeManagers.size(), answers.size()));
        return NodeDaemons.of(managers, data, nameNodes(), unread);
    }

    /** Returns the settings of the NameNodes that answer. If none does, {@link #read} reports unknown DataNodes. */
    private List<NodeSettings> nameNodes() {
        return NameNodeWeb.addresses(cluster.configuration()).stream()
                .flatMap(web -> nameNode(web).stream())
                .toList();
    }

    private Optional<NodeSettings> nameNode(String web) {
        try {
            return Optional.of(settings(DaemonKind.NAME_NODE, web));
        } catch (IOException silent) {
            return Optional.empty();
        }
    }

    private List<String> nodeManagers() throws IOException {
        try {
            String scheme = WebAppUtils.getHttpSchemePrefix(cluster.configuration());
            return cluster.yarn().getNodeReports(NodeState.RUNNING).stream()
                    .map(NodeReport::getHttpAddress)
                    .map(web -> scheme + web)
                    .toList();
        } catch (YarnException e) {
            throw new IOException("cannot read the list of nodes: " + e.getMessage(), e);
        }
    }

    private List<String> dataNodes() {
        return NameNodeWeb.dataNodes(cluster.configuration()).stream()
                .map(NameNodeWeb.DataNodeAddress::web)
                .filter(web -> web != null)
                .toList();
    }

    private List<NodeSettings> read(DaemonKind kind, List<Future<NodeSettings>> answers) throws InterruptedException {
        List<NodeSettings> read = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (Future<NodeSettings> answer : answers) {
            try {
                read.add(answer.get());
            } catch (ExecutionException e) {
                failed.add(FailureMessage.of(e.getCause()));
            } catch (CancellationException late) {
                failed.add("no answer within " + Deadlines.ALL.toSeconds() + " s");
            }
        }
        if (!failed.isEmpty()) {
            unread.add(failed.size() + " of " + answers.size() + " " + kind.label() + ", such as: " + failed.get(0));
        }
        return read;
    }

    private NodeSettings settings(DaemonKind kind, String web) throws IOException {
        JsonNode properties =
                DaemonWeb.json(web + "/conf?format=json", OF_A_NODE).path("properties");
        if (!properties.isArray()) {
            throw new IOException(web + "/conf contains no settings");
        }
        Map<String, String> settings = new TreeMap<>();
        for (JsonNode property : properties) {
            String key = property.path("key").asText();
            if (kind.keys().contains(key) || demanded.contains(key)) {
                settings.put(key, property.path("value").asText());
            }
        }
        return new NodeSettings(web.replaceFirst("^https?://", ""), settings);
    }

    /** A kind of daemon whose settings affect measurements. It names those settings. */
    enum DaemonKind {
        NODE_MANAGER(
                "NodeManagers",
                List.of(
                        "mapreduce.shuffle.max.threads",
                        "mapreduce.shuffle.max.connections",
                        "mapreduce.shuffle.listen.queue.size",
                        "mapreduce.shuffle.connection-keep-alive.enable",
                        "mapreduce.shuffle.transferTo.allowed",
                        "mapreduce.shuffle.transfer.buffer.size",
                        "mapreduce.shuffle.manage.os.cache",
                        "mapreduce.shuffle.readahead.bytes",
                        "mapreduce.shuffle.mapoutput-info.meta.cache.size",
                        "mapreduce.shuffle.ssl.enabled",
                        "yarn.nodemanager.aux-services",
                        NodeDaemons.SHUFFLE,
                        "yarn.nodemanager.resource.memory-mb",
                        "yarn.nodemanager.resource.cpu-vcores",
                        "yarn.nodemanager.resource.percentage-physical-cpu-limit",
                        "yarn.nodemanager.resource.memory.enabled",
                        "yarn.nodemanager.resource.memory.enforced",
                        "yarn.nodemanager.pmem-check-enabled",
                        "yarn.nodemanager.vmem-check-enabled",
                        "yarn.nodemanager.vmem-pmem-ratio",
                        "yarn.nodemanager.elastic-memory-control.enabled",
                        "yarn.nodemanager.container-executor.class",
                        "yarn.nodemanager.linux-container-executor.resources-handler.class",
                        "yarn.nodemanager.resource.disk.enabled",
                        "yarn.nodemanager.local-dirs",
                        "yarn.nodemanager.log-dirs",
                        "yarn.nodemanager.disk-health-checker.enable",
                        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage",
                        "yarn.nodemanager.disk-health-checker.min-free-space-per-disk-mb",
                        "yarn.nodemanager.localizer.cache.target-size-mb",
                        "yarn.nodemanager.delete.thread-count",
                        "io.file.buffer.size")),
        DATA_NODE(
                "DataNodes",
                List.of(
                        "dfs.datanode.data.dir",
                        "dfs.datanode.du.reserved",
                        "dfs.datanode.failed.volumes.tolerated",
                        "dfs.datanode.fsdataset.volume.choosing.policy",
                        "dfs.datanode.drop.cache.behind.reads",
                        "dfs.datanode.drop.cache.behind.writes",
                        "dfs.datanode.sync.behind.writes",
                        "dfs.datanode.sync.behind.writes.in.background",
                        "dfs.datanode.synconclose",
                        "dfs.datanode.readahead.bytes",
                        "dfs.datanode.transferTo.allowed",
                        "dfs.datanode.max.transfer.threads",
                        "dfs.datanode.handler.count",
                        "dfs.datanode.max.locked.memory",
                        "dfs.datanode.cached-dfsused.check.interval.ms",
                        "dfs.datanode.directoryscan.interval",
                        "dfs.datanode.scan.period.hours",
                        "dfs.block.scanner.volume.bytes.per.second",
                        "dfs.datanode.balance.bandwidthPerSec",
                        "dfs.datanode.balance.max.concurrent.moves",
                        "dfs.datanode.data.transfer.bandwidthPerSec",
                        "dfs.datanode.data.write.bandwidthPerSec",
                        "dfs.datanode.transfer.socket.send.buffer.size",
                        "dfs.datanode.transfer.socket.recv.buffer.size",
                        "dfs.client.read.shortcircuit",
                        "dfs.domain.socket.path",
                        "dfs.encrypt.data.transfer",
                        "dfs.encrypt.data.transfer.cipher.suites",
                        "dfs.data.transfer.protection",
                        "io.file.buffer.size")),
        NAME_NODE(
                "NameNodes",
                List.of(
                        "dfs.namenode.name.dir",
                        "dfs.namenode.edits.dir",
                        "dfs.namenode.shared.edits.dir",
                        "dfs.namenode.handler.count"));

        /** A key whose value may differ between nodes. The directories for logs do not affect measurements. */
        private static final Set<String> MAY_DIFFER = Set.of("yarn.nodemanager.log-dirs");

        private static final Set<String> DIRECTORIES = Set.of(
                "yarn.nodemanager.local-dirs",
                "dfs.datanode.data.dir",
                "dfs.namenode.name.dir",
                "dfs.namenode.edits.dir");

        private final String label;
        // List.of makes immutable lists.
        @SuppressWarnings("ImmutableEnumChecker")
        private final List<String> keys;

        DaemonKind(String label, List<String> keys) {
            this.label = label;
            this.keys = keys;
        }

        String label() {
            return label;
        }

        List<String> keys() {
            return keys;
        }

        /** Returns whether nodes count as alike only if they have the same value of a setting. */
        static boolean matters(String key) {
            return !MAY_DIFFER.contains(key);
        }

        /** Returns whether a setting lists directories; only their number and storage types are compared. */
        static boolean isDirectories(String key) {
            return DIRECTORIES.contains(key);
        }
    }
}
