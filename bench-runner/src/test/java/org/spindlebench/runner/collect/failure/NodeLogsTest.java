package org.spindlebench.runner.collect.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.collect.failure.YarnEvidence.ContainerPlace;
import org.spindlebench.runner.collect.failure.YarnEvidence.NodeLogs;

class NodeLogsTest {
    private static final String LOGS = "/ws/v1/node/containerlogs/container_1/";

    private final Map<String, String> contents = new TreeMap<>();
    private HttpServer node;

    @BeforeEach
    void start() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext(LOGS, request -> {
            String file = request.getRequestURI().getPath().substring(LOGS.length());
            String content = contents.get(file);
            byte[] page = ("LogType:" + file + "\nLogContents:\n" + content + "\nEnd of LogType:" + file + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            request.sendResponseHeaders(content == null ? 404 : 200, content == null ? -1 : page.length);
            if (content != null) {
                request.getResponseBody().write(page);
            }
            request.close();
        });
        node.start();
    }

    @AfterEach
    void stop() {
        node.stop(0);
    }

    private Map<String, String> read() throws IOException {
        String web = "127.0.0.1:" + node.getAddress().getPort();
        return new NodeLogs(new Configuration(false)).read(new ContainerPlace("container_1", null, "node", web, ""));
    }

    @Test
    void filesThatHoldSomethingAreRead() throws IOException {
        contents.putAll(Map.of("stderr", "Error: why", "stdout", ""));

        assertThat(read()).containsExactly(Map.entry("stderr", "Error: why\n"));
    }

    @Test
    void aContainerThatWasKilledBeforeItWroteALineHasNoLogsAndThatIsKnown() throws IOException {
        contents.put("stderr", "");

        assertThat(read()).isEmpty();
    }

    @Test
    void aNodeThatKnowsNoneOfItsFilesIsAnErrorWithItsAnswer() {
        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("answers with HTTP 404");
    }
}
