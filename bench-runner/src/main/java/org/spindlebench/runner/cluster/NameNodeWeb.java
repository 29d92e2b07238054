package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * The NameNode's web service. It provides data that the RPC gives only to superusers. If there are several NameNodes,
 * Spindle asks the active one, because a standby knows no DataNode before its first reports.
 */
public final class NameNodeWeb {
    private static final String INFO = "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";

    private static final String STATS = "/jmx?qry=Hadoop:service=NameNode,name=BlockStats";

    private static final String STATUS = "/jmx?qry=Hadoop:service=NameNode,name=NameNodeStatus";

    private static final String ACTIVE = "active";

    private static final String IN_SERVICE = "In Service";

    /** The NameNode that was active at the last look. Spindle asks it first, because another one may be down. */
    private static volatile String lastActive = "";

    private NameNodeWeb() {}

    /**
     * A live DataNode.
     *
     * @param host the host's name for clients
     * @param transfer {@code host:port} of the DataNode's data transfer
     * @param web address of its web service, with scheme; null if the NameNode does not report it
     * @param inService whether the DataNode accepts new blocks; false during decommissioning or maintenance
     */
    public record DataNodeAddress(String host, String transfer, String web, boolean inService) {}

    /** Returns the host of each live DataNode; empty if the service does not answer. */
    static List<String> dataNodeHosts(Configuration configuration) {
        return dataNodes(configuration).stream().map(DataNodeAddress::host).toList();
    }

    /** Returns each live DataNode; empty if the service does not answer. */
    public static List<DataNodeAddress> dataNodes(Configuration configuration) {
        String scheme = DFSUtil.getHttpClientScheme(configuration);
        return liveNodes(configuration).map(live -> dataNodes(live, scheme)).orElse(List.of());
    }

    /**
     * Returns the live DataNodes with a heartbeat within the time, each as {@code host:port}; empty if the service does
     * not answer.
     */
    public static Optional<List<String>> heard(Configuration configuration, Duration within) {
        return liveNodes(configuration).map(live -> heard(live, within));
    }

    /**
     * Returns the DataNodes with a heartbeat within the time. The time is in whole seconds, because the bean rounds
     * down.
     */
    static List<String> heard(String liveNodes, Duration within) {
        return nodes(liveNodes).stream()
                .filter(node -> node.getValue().path("lastContact").asLong(0) < within.toSeconds())
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns the capacity in bytes of the live DataNodes on each host, as the NameNode counts it without reservations.
     * Hosts without a report are left out.
     */
    public static SortedMap<String, Long> capacities(Configuration configuration) {
        return byHost(configuration, "capacity");
    }

    /** Returns the bytes that the live DataNodes on each host can still store. Hosts without a report are left out. */
    static SortedMap<String, Long> remaining(Configuration configuration) {
        return byHost(configuration, "remaining");
    }

    /** Returns the number of failed volumes of the live DataNodes on each host. Hosts without a report are left out. */
    public static SortedMap<String, Long> failedVolumes(Configuration configuration) {
        return byHost(configuration, "volfails");
    }

    private static SortedMap<String, Long> byHost(Configuration configuration, String key) {
        return liveNodes(configuration).map(live -> byHost(live, key)).orElse(new TreeMap<>());
    }

    /** Returns the bytes left for each storage type that a DataNode has; empty if the service does not answer. */
    static Map<String, Long> remainingByType(Configuration configuration) {
        return asked(configuration).stream()
                .flatMap(web -> DaemonWeb.json(web + STATS).stream())
                .map(NameNodeWeb::remainingByType)
                .filter(types -> !types.isEmpty())
                .findFirst()
                .orElse(Map.of());
    }

    static Map<String, Long> remainingByType(JsonNode stats) {
        Map<String, Long> types = new TreeMap<>();
        for (JsonNode type : stats.path("beans").path(0).path("StorageTypeStats")) {
            JsonNode remaining = type.path("value").path("capacityRemaining");
            if (type.path("key").isTextual() && remaining.canConvertToLong()) {
                types.put(type.path("key").asText(), remaining.asLong());
            }
        }
        return types;
    }

    /** Returns the state of a NameNode, such as {@code active}; empty if it does not answer. */
    public static Optional<String> state(String web) {
        return DaemonWeb.json(web + STATUS)
                .flatMap(json -> DaemonWeb.text(json.path("beans").path(0).path("State")));
    }

    /** Returns the web service of the active NameNode; empty if no NameNode reports that it is active. */
    private static Optional<String> active(Configuration configuration) {
        List<String> webs = addresses(configuration);
        if (webs.size() < 2) {
            return webs.stream().findFirst();
        }
        Optional<String> active = webs.stream()
                .sorted(Comparator.comparing(web -> !web.equals(lastActive)))
                .filter(web -> state(web).filter(ACTIVE::equals).isPresent())
                .findFirst();
        active.ifPresent(web -> lastActive = web);
        return active;
    }

    /** Returns the active NameNode; returns all NameNodes if none reports that it is active. */
    private static List<String> asked(Configuration configuration) {
        return active(configuration).map(List::of).orElseGet(() -> addresses(configuration));
    }

    private static Optional<String> liveNodes(Configuration configuration) {
        List<String> asked = asked(configuration);
        return asked.stream()
                .flatMap(web -> DaemonWeb.json(web + INFO).stream())
                .flatMap(json -> DaemonWeb.text(json.path("beans").path(0).path("LiveNodes")).stream())
                // A standby that has just begun lists no DataNodes.
                .filter(live -> asked.size() == 1 || !live.equals("{}"))
                .findFirst();
    }

    /** Adds up a number of the live DataNodes on each host. */
    static SortedMap<String, Long> byHost(String liveNodes, String key) {
        SortedMap<String, Long> sums = new TreeMap<>();
        Set<String> unknown = new HashSet<>();
        nodes(liveNodes).forEach(node -> {
            String host = withoutPort(node.getKey());
            JsonNode number = node.getValue().path(key);
            if (number.canConvertToLong()) {
                sums.merge(host, number.asLong(), Long::sum);
            } else {
                unknown.add(host);
            }
        });
        sums.keySet().removeAll(unknown);
        return sums;
    }

    /** Returns the addresses of the NameNodes' web services, with scheme; empty if the configuration has none. */
    public static List<String> addresses(Configuration configuration) {
        return webs(configuration, DFSUtil.getHttpClientScheme(configuration));
    }

    private static List<String> webs(Configuration configuration, String scheme) {
        try {
            URI uri = FileSystem.getDefaultUri(configuration);
            if (!HAUtilClient.isLogicalUri(configuration, uri)) {
                return List.of(DFSUtil.getInfoServer(DFSUtilClient.getNNAddress(configuration), configuration, scheme)
                        .toString());
            }
            return pair(uri.getHost(), configuration, scheme);
        } catch (IOException | IllegalArgumentException unknown) {
            return List.of();
        }
    }

    /** Returns the addresses of a name service. An address that a client's files lack has the default port. */
    private static List<String> pair(String service, Configuration configuration, String scheme) {
        boolean tls = scheme.equals("https");
        Map<String, InetSocketAddress> known = DFSUtilClient.getHaNnWebHdfsAddresses(
                        configuration, tls ? "swebhdfs" : "webhdfs")
                .getOrDefault(service, Map.of());
        Map<String, InetSocketAddress> rpc =
                DFSUtilClient.getHaNnRpcAddresses(configuration).getOrDefault(service, Map.of());
        List<String> webs = new ArrayList<>();
        rpc.forEach((id, address) -> {
            InetSocketAddress web = known.get(id);
            int port = tls
                    ? HdfsClientConfigKeys.DFS_NAMENODE_HTTPS_PORT_DEFAULT
                    : HdfsClientConfigKeys.DFS_NAMENODE_HTTP_PORT_DEFAULT;
            webs.add(scheme + "://"
                    + (web == null ? address.getHostString() + ":" + port : web.getHostString() + ":" + web.getPort()));
        });
        return webs;
    }

    static List<DataNodeAddress> dataNodes(String liveNodes, String scheme) {
        return nodes(liveNodes).stream()
                .map(node -> {
                    String host = withoutPort(node.getKey());
                    JsonNode info = node.getValue().path(scheme.equals("https") ? "infoSecureAddr" : "infoAddr");
                    // Uses the host's name. The NameNode sees an address that may differ from the address on which the
                    // DataNode listens.
                    return new DataNodeAddress(
                            host,
                            node.getKey(),
                            info.isTextual() ? scheme + "://" + host + ":" + port(info.asText()) : null,
                            node.getValue()
                                    .path("adminState")
                                    .asText(IN_SERVICE)
                                    .equals(IN_SERVICE));
                })
                .toList();
    }

    /** Parses the bean's value. It is JSON in a string, with a key {@code host:port} for each node. */
    private static Set<Map.Entry<String, JsonNode>> nodes(String liveNodes) {
        try {
            return new ObjectMapper().readTree(liveNodes).properties();
        } catch (JsonProcessingException unknown) {
            return Set.of();
        }
    }

    static String withoutPort(String node) {
        int colon = node.lastIndexOf(':');
        return colon < 0 ? node : node.substring(0, colon);
    }

    private static String port(String address) {
        return address.substring(address.lastIndexOf(':') + 1);
    }
}
