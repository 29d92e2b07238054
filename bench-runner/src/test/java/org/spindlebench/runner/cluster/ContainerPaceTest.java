package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads a made-up ResourceManager, which answers as those of Hadoop 3.3.6 and 3.5.0 do. */
class ContainerPaceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String CAPACITY = "yarn.scheduler.capacity.";
    private static final String OFF_SWITCH = CAPACITY + "per-node-heartbeat.maximum-offswitch-assignments";

    private HttpServer server;

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** @param stored the scheduler's settings in a store; null if they are in a file, which the service refuses to show */
    private ContainerPace pace(String type, String version, Map<String, String> conf, Map<String, String> stored)
            throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/ws/v1/cluster/scheduler", 200, "{'scheduler':{'schedulerInfo':{'type':'" + type + "'}}}");
        answer("/ws/v1/cluster/info", 200, "{'clusterInfo':{'hadoopVersion':'" + version + "'}}");
        answer(
                "/ws/v1/cluster/scheduler-conf",
                stored == null ? 400 : 200,
                "{'property':[" + properties(stored) + "]}");
        server.createContext("/conf", exchange -> {
            String key = exchange.getRequestURI().getQuery().replaceAll(".*name=", "");
            String value = conf.get(key);
            byte[] body = ("{\"property\":{\"key\":\"" + key + "\",\"value\":\"" + value + "\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(value == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Configuration client = new Configuration(false);
        client.set(
                "yarn.resourcemanager.webapp.address",
                "127.0.0.1:" + server.getAddress().getPort());
        return ContainerPace.read(new ResourceManagerWeb(client), SECOND);
    }

    private static String properties(Map<String, String> stored) {
        return stored == null
                ? ""
                : stored.entrySet().stream()
                        .map(one -> "{'name':'" + one.getKey() + "','value':'" + one.getValue() + "'}")
                        .collect(Collectors.joining(","));
    }

    private void answer(String path, int status, String body) {
        byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @Test
    void whatTheResourceManagerDoesNotShowIsHadoopsDefaultAndSaidToBe() throws IOException {
        ContainerPace pace = pace("capacityScheduler", "3.3.6", Map.of(), null);

        assertThat(pace).isEqualTo(ContainerPace.usual());
        assertThat(pace.assumed()).contains(OFF_SWITCH);
        assertThat(pace.start(40, false)).isEqualTo(Duration.ofSeconds(40));
        assertThat(pace.start(40, true)).isEqualTo(SECOND);
        assertThat(pace.start(101, true)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void fromHadoop35OnTheSchedulerDoesNotWaitUnlessItIsToldTo() throws IOException {
        assertThat(pace("capacityScheduler", "3.5.0", Map.of(), null).anyHost()).isEqualTo(ContainerPace.UNLIMITED);
        stop();
        Map<String, String> told = Map.of(CAPACITY + "schedule-asynchronously.enable", "false");
        assertThat(pace("capacityScheduler", "3.10.1", told, null).anyHost()).isEqualTo(1);
    }

    @Test
    void settingsInAStoreOrAmongTheResourceManagersOwnAreRead() throws IOException {
        ContainerPace stored = pace("capacityScheduler", "3.3.6", Map.of(), Map.of(OFF_SWITCH, "4"));
        assertThat(stored.anyHost()).isEqualTo(4);
        assertThat(stored.assumed()).doesNotContain(OFF_SWITCH);
        assertThat(stored.start(9, false)).isEqualTo(Duration.ofSeconds(3));
        stop();
        String multiple = CAPACITY + "per-node-heartbeat.multiple-assignments-enabled";
        ContainerPace one = pace("capacityScheduler", "3.4.2", Map.of(OFF_SWITCH, "8", multiple, "false"), null);
        assertThat(one.oneHost()).isEqualTo(1);
        assertThat(one.key()).isEqualTo(multiple);
        stop();
        String most = CAPACITY + "per-node-heartbeat.maximum-container-assignments";
        ContainerPace all = pace("capacityScheduler", "3.4.2", Map.of(OFF_SWITCH, "8", most, "-1"), null);
        assertThat(all.oneHost()).isEqualTo(ContainerPace.UNLIMITED);
        assertThat(all.anyHost()).isEqualTo(8);
        stop();
        ContainerPace none = pace("capacityScheduler", "3.4.2", Map.of(OFF_SWITCH, "0", most, "-1"), null);
        assertThat(none.anyHost()).as("YARN takes 1 in place of 0").isEqualTo(1);
    }

    @Test
    void theFairSchedulerGrantsOneContainerOfAnyKindUnlessItMayGrantMore() throws IOException {
        assertThat(pace("fairScheduler", "3.3.6", Map.of(), null).start(5, true))
                .isEqualTo(Duration.ofSeconds(5));
        stop();
        Map<String, String> several = Map.of("yarn.scheduler.fair.assignmultiple", "true");
        assertThat(pace("fairScheduler", "3.3.6", several, null).anyHost()).isEqualTo(ContainerPace.UNLIMITED);
    }
}
