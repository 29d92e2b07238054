package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceManagerWebTest {
    private HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private ResourceManagerWeb answering(String queues) throws IOException {
        return answering("{'queueName':'root','queues':{'queue':" + queues + "}}", "");
    }

    private ResourceManagerWeb answering(String scheduler, String rootQueue) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/ws/v1/cluster/scheduler", "{'scheduler':{'schedulerInfo':" + scheduler + "}}");
        answer("/jmx", "{'beans':[" + rootQueue + "]}");
        server.start();
        Configuration configuration = new Configuration(false);
        configuration.set(
                "yarn.resourcemanager.webapp.address",
                "127.0.0.1:" + server.getAddress().getPort());
        return new ResourceManagerWeb(configuration);
    }

    private void answer(String path, String body) {
        byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static String leaf(String name) {
        return "{'queueName':'" + name + "','AMResourceLimit':{'memory':1280,'vCores':1}}";
    }

    @Test
    void aQueueInAListIsFound() throws IOException {
        ResourceManagerWeb web = answering("[" + leaf("a") + "," + leaf("b") + "]");
        assertThat(web.queue("b")).hasValueSatisfying(queue -> assertThat(
                        queue.path("AMResourceLimit").path("memory").asLong())
                .isEqualTo(1280));
        assertThat(web.queue("c")).isEmpty();
    }

    @Test
    void theOnlyQueueIsFoundWhereAListOfOneIsWrittenAsTheOne() throws IOException {
        assertThat(answering(leaf("default")).queue("default")).isPresent();
    }

    @Test
    void aNestedQueueIsFoundByItsPath() throws IOException {
        String parent = "{'queueName':'dev','queues':{'queue':[" + leaf("storage") + "]}}";
        String other =
                "{'queueName':'ops','queues':{'queue':[" + leaf("storage").replace("1280", "640") + "]}}";
        assertThat(answering("[" + parent + "," + other + "]").queue("root.ops.storage"))
                .hasValueSatisfying(queue -> assertThat(
                                queue.path("AMResourceLimit").path("memory").asLong())
                        .as("of two queues with one last name")
                        .isEqualTo(640));
        assertThat(answering("[" + leaf("default") + "," + parent + "]").queue("root.dev.storage"))
                .hasValueSatisfying(
                        queue -> assertThat(queue.path("queueName").asText()).isEqualTo("storage"));
    }

    @Test
    void nobodyWhoAnswersIsNoQueue() throws IOException {
        ResourceManagerWeb web = answering("[]");
        server.stop(0);
        assertThat(web.queue("default")).isEmpty();
        assertThat(web.version()).isEmpty();
    }

    private static String capacity(int vcores, int most) {
        return "{'MaxCapacityMB':4608,'MaxCapacityVCores':" + most + ",'AvailableVCores':" + (vcores - 1)
                + ",'AllocatedVCores':1}";
    }

    @Test
    void theCapacitySchedulersCalculatorIsSeenByWhatItMakesOfAllVcores() throws IOException {
        assertThat(answering("{'type':'capacityScheduler'}", capacity(4, 4)).countsVcores())
                .contains(true);
        server.stop(0);
        assertThat(answering("{'type':'capacityScheduler'}", capacity(4, 1)).countsVcores())
                .contains(false);
        server.stop(0);
        assertThat(answering("{'type':'capacityScheduler'}", capacity(1, 1)).countsVcores())
                .as("one vcore tells nothing")
                .isEmpty();
        server.stop(0);
        assertThat(answering("{'type':'fifoScheduler'}", "").countsVcores()).isEmpty();
    }

    @Test
    void theFairSchedulerLooksAtVcoresOnEveryNode() throws IOException {
        assertThat(answering("{'type':'fairScheduler','rootQueue':{'schedulingPolicy':'fair'}}", "")
                        .countsVcores())
                .contains(true);
    }

    private static Configuration pair() {
        Configuration pair = new Configuration(false);
        pair.set("yarn.resourcemanager.ha.enabled", "true");
        pair.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
        pair.set("yarn.resourcemanager.hostname.rm1", "127.0.0.1");
        pair.set("yarn.resourcemanager.hostname.rm2", "127.0.0.1");
        return pair;
    }

    @Test
    void eachOfSeveralResourceManagersHasAnAddress() {
        Configuration pair = pair();
        pair.set("yarn.resourcemanager.webapp.address.rm2", "127.0.0.3:8099");
        assertThat(ResourceManagerWeb.addresses(pair))
                .containsExactly("http://127.0.0.1:8088", "http://127.0.0.3:8099");
        pair.set("yarn.http.policy", "HTTPS_ONLY");
        assertThat(ResourceManagerWeb.addresses(pair))
                .containsExactly("https://127.0.0.1:8090", "https://127.0.0.1:8090");
    }

    @Test
    void oneResourceManagerHasOneAddress() {
        Configuration one = new Configuration(false);
        one.set("yarn.resourcemanager.webapp.address", "127.0.0.2:8088");
        assertThat(ResourceManagerWeb.addresses(one)).containsExactly("http://127.0.0.2:8088");
    }

    @Test
    void theSecondResourceManagerIsAskedIfTheFirstIsDeadOrKnowsNothing() throws IOException {
        answering("[" + leaf("a") + "]");
        Configuration pair = pair();
        String alive = "127.0.0.1:" + server.getAddress().getPort();
        HttpServer standby = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        standby.createContext("/", exchange -> {
            byte[] text = "This is standby RM.".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        standby.start();
        pair.set(
                "yarn.resourcemanager.webapp.address.rm1",
                "127.0.0.1:" + standby.getAddress().getPort());
        pair.set("yarn.resourcemanager.webapp.address.rm2", alive);
        try {
            assertThat(new ResourceManagerWeb(pair).queue("a")).isPresent();
        } finally {
            standby.stop(0);
        }
        assertThat(new ResourceManagerWeb(pair).queue("a")).isPresent();
    }
}
