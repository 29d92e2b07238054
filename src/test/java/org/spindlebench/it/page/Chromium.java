package org.spindlebench.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.spindlebench.it.cluster.Await;

/**
 * A headless Chromium of this machine, driven through its DevTools protocol. If none is installed, tests that need one
 * are skipped and say how to install it. {@code SPINDLE_BROWSER} names another browser than those that are looked for.
 */
public final class Chromium implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final int port;

    private Chromium(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a browser on a free port of the loopback interface, which the browser finds itself.
     *
     * @param profile an empty directory for what the browser stores
     */
    public static Chromium start(Path profile) throws IOException, InterruptedException {
        String program = program().orElse(null);
        Assumptions.assumeTrue(
                program != null,
                "no Chromium on this machine: the page's tests are skipped. Install one (Debian: apt-get install chromium), or name it in SPINDLE_BROWSER");
        Files.createDirectories(profile);
        Process process = new ProcessBuilder(
                        program,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--allow-file-access-from-files",
                        "--force-color-profile=srgb",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile.toAbsolutePath(),
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        Path told = profile.resolve("DevToolsActivePort");
        try {
            if (!Await.within(START, () -> !process.isAlive() || isTold(told)) || !process.isAlive()) {
                throw new IOException("Chromium did not start: " + Files.readString(profile.resolve("chromium.log")));
            }
            return new Chromium(
                    process, Integer.parseInt(Files.readAllLines(told).get(0)));
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static boolean isTold(Path file) throws IOException {
        return Files.exists(file) && Files.readAllLines(file).size() == 2;
    }

    private static Optional<String> program() {
        String named = System.getenv("SPINDLE_BROWSER");
        if (named != null) {
            return Optional.of(named);
        }
        return NAMES.stream()
                .flatMap(name -> Stream.of(System.getenv("PATH").split(":"))
                        .map(directory -> Path.of(directory, name))
                        .filter(Files::isExecutable)
                        .map(Path::toString))
                .findFirst();
    }

    /** Opens an empty tab. */
    public Tab tab() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .timeout(START)
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        JsonNode target = JSON.readTree(
                client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        return Tab.connect(client, URI.create(target.get("webSocketDebuggerUrl").asText()));
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Returns a text as JSON. */
    static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    static JsonNode parse(String text) throws IOException {
        return JSON.readTree(text);
    }

    @Override
    public void close() {
        // Kills its children, too, because a browser consists of many processes.
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        process.onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly())
                .join();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .exceptionally(late -> child)
                .join());
    }
}
