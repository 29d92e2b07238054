package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

class NameNodeWebTest {
    private final List<HttpServer> servers = new ArrayList<>();

    private static final String LIVE = "{\"worker-1:9866\":{\"infoAddr\":\"10.0.0.1:9864\","
            + "\"infoSecureAddr\":\"10.0.0.1:9865\",\"adminState\":\"In Service\"},"
            + "\"worker-2:9866\":{\"adminState\":\"Decommissioned\"}}";

    @Test
    void dataNodesGoByTheirHostsWithThePortOfTheirWebService() {
        assertThat(NameNodeWeb.dataNodes(LIVE, "http"))
                .containsExactly(
                        new DataNodeAddress("worker-1", "worker-1:9866", "http://worker-1:9864", true),
                        new DataNodeAddress("worker-2", "worker-2:9866", null, false));
        assertThat(NameNodeWeb.dataNodes(LIVE, "https"))
                .first()
                .isEqualTo(new DataNodeAddress("worker-1", "worker-1:9866", "https://worker-1:9865", true));
    }

    @Test
    void nothingIsKnownFromWhatIsNoJson() {
        assertThat(NameNodeWeb.dataNodes("<html>", "http")).isEmpty();
        assertThat(NameNodeWeb.dataNodes("{}", "http")).isEmpty();
    }

    @Test
    void whatIsLeftIsToldByTypeOfStorage() throws Exception {
        String stats = "{\"beans\":[{\"name\":\"Hadoop:service=NameNode,name=BlockStats\",\"StorageTypeStats\":["
                + "{\"key\":\"SSD\",\"value\":{\"capacityRemaining\":70,\"capacityTotal\":100,\"nodesInService\":2}},"
                + "{\"key\":\"DISK\",\"value\":{\"capacityRemaining\":9000000000000}},{\"key\":\"ARCHIVE\",\"value\":{}}]}]}";
        assertThat(NameNodeWeb.remainingByType(new ObjectMapper().readTree(stats)))
                .containsOnly(Map.entry("SSD", 70L), Map.entry("DISK", 9_000_000_000_000L));
        assertThat(NameNodeWeb.remainingByType(new ObjectMapper().readTree("{\"beans\":[]}")))
                .isEmpty();
    }

    @Test
    void theBytesOfAHostsDataNodesAreAddedUpWhereAllAreKnown() {
        String live = "{\"a:1\":{\"capacity\":10,\"remaining\":1},\"a:2\":{\"capacity\":20,\"remaining\":2},"
                + "\"b:1\":{\"capacity\":5,\"remaining\":3},\"b:2\":{\"remaining\":4}}";
        assertThat(NameNodeWeb.byHost(live, "capacity")).containsOnly(Map.entry("a", 30L));
        assertThat(NameNodeWeb.byHost(live, "remaining")).containsOnly(Map.entry("a", 3L), Map.entry("b", 7L));
        assertThat(NameNodeWeb.byHost("<html>", "capacity")).isEmpty();
    }

    private static Configuration services() {
        Configuration services = new Configuration(false);
        services.set("dfs.nameservices", "east,west");
        for (String service : List.of("east", "west")) {
            services.set("dfs.ha.namenodes." + service, "nn1,nn2");
            services.set("dfs.client.failover.proxy.provider." + service, "some.Provider");
            for (String id : List.of("nn1", "nn2")) {
                String host = service.equals("east") ? "127.0.0.1" : "127.0.0.2";
                services.set("dfs.namenode.rpc-address." + service + "." + id, host + ":8020");
            }
        }
        return services;
    }

    @Test
    void bothNameNodesOfALogicalNameAreFoundAndNoneOfAnotherName() {
        Configuration services = services();
        services.set("fs.defaultFS", "hdfs://west");
        services.set("dfs.namenode.http-address.west.nn1", "127.0.0.4:50070");
        services.set("dfs.namenode.http-address.east.nn1", "127.0.0.9:50070");
        assertThat(NameNodeWeb.addresses(services))
                .as("a client's files that lack an address mean the default port")
                .containsExactlyInAnyOrder("http://127.0.0.4:50070", "http://127.0.0.2:9870");
        services.set("dfs.http.policy", "HTTPS_ONLY");
        assertThat(NameNodeWeb.addresses(services)).containsOnly("https://127.0.0.2:9871");
    }

    /** Starts the web service of a NameNode, and returns its address. */
    private String nameNode(String state, String live) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.createContext("/jmx", exchange -> {
            String key = exchange.getRequestURI().getQuery().endsWith("NameNodeStatus") ? "State" : "LiveNodes";
            String bean = new ObjectMapper()
                    .createObjectNode()
                    .put(key, key.equals("State") ? state : live)
                    .toString();
            byte[] body = ("{\"beans\":[" + bean + "]}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void theActiveNameNodeTellsWhichDataNodesLiveAndNeverAStandbyThatKnowsNone() throws Exception {
        Configuration services = services();
        services.set("fs.defaultFS", "hdfs://west");
        services.set("dfs.namenode.http-address.west.nn1", nameNode("standby", "{}"));
        services.set("dfs.namenode.http-address.west.nn2", nameNode("active", LIVE));
        assertThat(NameNodeWeb.dataNodes(services)).hasSize(2);

        services.set("dfs.namenode.http-address.west.nn1", nameNode("active", LIVE));
        services.set("dfs.namenode.http-address.west.nn2", nameNode("standby", "{}"));
        assertThat(NameNodeWeb.heard(services, Duration.ofSeconds(30)).orElseThrow())
                .hasSize(2);

        servers.get(2).stop(0);
        assertThat(NameNodeWeb.heard(services, Duration.ofSeconds(30)))
                .as("only a standby answers")
                .isEmpty();
    }

    @Test
    void theOnlyNameNodeOfOneOfSeveralNamesIsFound() {
        Configuration federation = new Configuration(false);
        federation.set("dfs.nameservices", "a,b");
        federation.set("dfs.namenode.rpc-address.a", "127.0.0.1:8020");
        federation.set("dfs.namenode.rpc-address.b", "127.0.0.2:8020");
        federation.set("dfs.namenode.http-address.a", "127.0.0.1:9870");
        federation.set("dfs.namenode.http-address.b", "127.0.0.2:9999");
        federation.set("fs.defaultFS", "hdfs://127.0.0.2:8020");
        assertThat(NameNodeWeb.addresses(federation)).containsExactly("http://127.0.0.2:9999");
    }
}
