package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;

/** The NameNode's web service, for what its RPC tells superusers only. */
final class NameNodeWeb {
    private static final String INFO = "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";

    private NameNodeWeb() {}

    /** The host of each live DataNode; empty where the service does not answer. */
    static List<String> dataNodeHosts(Configuration configuration) {
        try {
            URI web = DFSUtil.getInfoServer(
                    DFSUtilClient.getNNAddress(configuration),
                    configuration,
                    DFSUtil.getHttpClientScheme(configuration));
            return DaemonWeb.json(web + INFO)
                    .map(json -> json.path("beans").path(0).path("LiveNodes").asText("{}"))
                    .map(NameNodeWeb::hosts)
                    .orElse(List.of());
        } catch (IOException | IllegalArgumentException unknown) {
            return List.of();
        }
    }

    /** The bean's value is JSON in a string: an object with a key {@code host:port} for each node. */
    static List<String> hosts(String liveNodes) {
        try {
            JsonNode nodes = new ObjectMapper().readTree(liveNodes);
            List<String> hosts = new ArrayList<>();
            nodes.fieldNames().forEachRemaining(node -> hosts.add(withoutPort(node)));
            return hosts;
        } catch (JsonProcessingException unknown) {
            return List.of();
        }
    }

    private static String withoutPort(String node) {
        int colon = node.lastIndexOf(':');
        return colon < 0 ? node : node.substring(0, colon);
    }
}
