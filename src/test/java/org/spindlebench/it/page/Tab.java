package org.spindlebench.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A tab of a {@link Chromium}, which remembers its complaints and its requests to the network. */
public final class Tab implements AutoCloseable, WebSocket.Listener {
    private static final Duration ANSWER = Duration.ofSeconds(90);

    private static final Map<String, Integer> KEYS =
            Map.of("Tab", 9, "Enter", 13, "Escape", 27, "Space", 32, "PageDown", 34, "ArrowUp", 38, "ArrowDown", 40);

    /** A key's modifiers, as the protocol numbers them. */
    enum Modifier {
        NONE(0),
        CONTROL(2),
        SHIFT(8);

        private final int bit;

        Modifier(int bit) {
            this.bit = bit;
        }
    }

    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final StringBuilder message = new StringBuilder();
    private WebSocket socket;

    private Tab() {}

    static Tab connect(HttpClient client, URI address) throws IOException, InterruptedException {
        Tab tab = new Tab();
        try {
            tab.socket = client.newWebSocketBuilder()
                    .connectTimeout(ANSWER)
                    .buildAsync(address, tab)
                    .get(ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Chromium does not answer at " + address, e);
        }
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tab.send(domain + ".enable", Chromium.object());
        }
        return tab;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            String text = message.toString();
            message.setLength(0);
            try {
                take(Chromium.parse(text));
            } catch (IOException e) {
                complaints.add("not JSON: " + text);
            }
        }
        from.request(1);
        return null;
    }

    private void take(JsonNode told) {
        if (told.has("id")) {
            waiting.remove(told.get("id").asInt()).complete(told);
            return;
        }
        JsonNode parameters = told.get("params");
        switch (told.get("method").asText()) {
            case "Runtime.exceptionThrown" ->
                complaints.add(parameters.get("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(parameters.get("type").asText())) {
                    complaints.add(parameters.get("args").toString());
                }
            }
            case "Log.entryAdded" -> complaints.add(parameters.get("entry").toString());
            case "Network.requestWillBeSent" ->
                requests.add(parameters.get("request").get("url").asText());
            default -> {}
        }
    }

    /** Sends a command of the protocol, and returns its result. */
    JsonNode send(String method, ObjectNode parameters) throws IOException, InterruptedException {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        ObjectNode command = Chromium.object().put("id", id).put("method", method);
        command.set("params", parameters);
        socket.sendText(command.toString(), true).join();
        try {
            JsonNode told = answer.get(ANSWER.toSeconds(), TimeUnit.SECONDS);
            if (told.has("error")) {
                throw new IOException(method + ": " + told.get("error"));
            }
            return told.get("result");
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(method + ": no answer within " + ANSWER, e);
        }
    }

    /** Loads a file, and waits until its page says that it is ready. */
    void open(Path file, String hash) throws IOException, InterruptedException {
        complaints.clear();
        requests.clear();
        // A tab in the background draws nothing.
        send("Page.bringToFront", Chromium.object());
        send("Page.navigate", Chromium.object().put("url", "about:blank"));
        send("Page.navigate", Chromium.object().put("url", file.toUri() + hash));
        evaluate("new Promise(resolve => { const look = () => document.body && document.body.dataset.ready === 'true'"
                + " ? resolve(true) : setTimeout(look, 20); look(); })");
    }

    /** Returns the value of an expression, once its promise is resolved. */
    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode result = send(
                "Runtime.evaluate",
                Chromium.object()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IOException(expression + ": " + result.get("exceptionDetails"));
        }
        return result.get("result").path("value");
    }

    /** Presses and releases a key: a letter or digit, or the name of another key. */
    void press(String key) throws IOException, InterruptedException {
        press(key, Modifier.NONE);
    }

    void press(String key, Modifier modifier) throws IOException, InterruptedException {
        ObjectNode event = Chromium.object()
                .put("key", key.equals("Space") ? " " : key)
                .put("code", key.length() == 1 && Character.isDigit(key.charAt(0)) ? "Digit" + key : key)
                .put("windowsVirtualKeyCode", KEYS.getOrDefault(key, (int) Character.toUpperCase(key.charAt(0))))
                .put("modifiers", modifier.bit);
        ObjectNode down = event.deepCopy().put("type", "keyDown");
        String text = key.equals("Enter") ? "\r" : key.equals("Space") ? " " : key.length() == 1 ? key : "";
        if (!text.isEmpty() && modifier == Modifier.NONE) {
            down.put("text", text);
        }
        if (modifier == Modifier.CONTROL && key.equals("a")) {
            down.putArray("commands").add("selectAll");
        }
        send("Input.dispatchKeyEvent", down);
        send("Input.dispatchKeyEvent", event.put("type", "keyUp"));
    }

    void width(int pixels) throws IOException, InterruptedException {
        send(
                "Emulation.setDeviceMetricsOverride",
                Chromium.object()
                        .put("width", pixels)
                        .put("height", 900)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
    }

    /** Chooses a dark or a light page, as a system's setting does. */
    void dark(boolean isDark) throws IOException, InterruptedException {
        ObjectNode media = Chromium.object();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", isDark ? "dark" : "light");
        send("Emulation.setEmulatedMedia", media);
    }

    /** Saves a picture of the page down to the end of an element. */
    void screenshot(Path file, String element) throws IOException, InterruptedException {
        double end = evaluate("document.getElementById('" + element + "').getBoundingClientRect().bottom + scrollY")
                .asDouble();
        ObjectNode area = Chromium.object().put("x", 0).put("y", 0).put("scale", 1);
        area.put("width", evaluate("innerWidth").asInt()).put("height", Math.ceil(end));
        JsonNode shot = send(
                "Page.captureScreenshot",
                Chromium.object()
                        .put("format", "png")
                        .put("captureBeyondViewport", true)
                        .set("clip", area));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(shot.get("data").asText()));
    }

    /** Prints the page to a PDF file. */
    void print(Path file) throws IOException, InterruptedException {
        JsonNode printed = send(
                "Page.printToPDF",
                Chromium.object()
                        .put("printBackground", true)
                        .put("paperWidth", 8.27)
                        .put("paperHeight", 11.69));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(printed.get("data").asText()));
    }

    /** Returns the errors and warnings on the console since the tab was opened. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Returns the requests to the network since the tab was opened, except for files and its own data. */
    List<String> networkRequests() {
        return requests.stream()
                .filter(url -> !url.startsWith("file:")
                        && !url.startsWith("data:")
                        && !url.startsWith("blob:")
                        && !url.equals("about:blank"))
                .toList();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
