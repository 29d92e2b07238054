package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;

/** The NameNode's web service, for what its RPC tells superusers only. */
final class NameNodeWeb {
    private static final String STATE = "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState";

    private NameNodeWeb() {}

    /** Live DataNodes, or 0 where the service does not answer. */
    static int liveDataNodes(Configuration configuration) {
        try {
            URI web = DFSUtil.getInfoServer(
                    DFSUtilClient.getNNAddress(configuration),
                    configuration,
                    DFSUtil.getHttpClientScheme(configuration));
            return ResourceManagerWeb.get(web + STATE)
                    .map(json -> json.path("beans").path(0).path("NumLiveDataNodes"))
                    .map(JsonNode::asInt)
                    .orElse(0);
        } catch (IOException | IllegalArgumentException unknown) {
            return 0;
        }
    }
}
