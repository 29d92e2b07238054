package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads web pages of Hadoop's daemons. Each request has a short time limit, because a firewall or Kerberos on HTTP
 * could block it forever.
 */
public final class DaemonWeb {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(5);
    /** The most bytes of an answer, which is enough for the metrics of a NameNode with thousands of DataNodes. */
    private static final int MOST_BYTES = 1 << 27;

    private static final ObjectMapper JSON = new ObjectMapper();

    private DaemonWeb() {}

    /** Returns the JSON answer from a URL; empty if none arrives within 5 s. */
    public static Optional<JsonNode> json(String url) {
        try {
            return Optional.ofNullable(json(url, USUAL_LIMIT));
        } catch (IOException unanswered) {
            return Optional.empty();
        }
    }

    /**
     * Returns the JSON answer from a URL; null if the answer is empty.
     *
     * @param limit time limit for the connection, and again for each part of the answer
     * @throws IOException if there is no answer, or if it is an error, too long or not JSON
     */
    public static JsonNode json(String url, Duration limit) throws IOException {
        try (InputStream in = open(url, "application/json", limit)) {
            return json(in, url, MOST_BYTES);
        }
    }

    static JsonNode json(InputStream in, String url, int most) throws IOException {
        byte[] answer = in.readNBytes(most + 1);
        if (answer.length > most) {
            throw new IOException(url + " answers more than " + most + " bytes");
        }
        return JSON.readTree(answer);
    }

    /**
     * Returns the plain text answer from a URL.
     *
     * @param limit time limit for the connection, and again for each part of the answer
     * @param most largest number of bytes to read; the rest is ignored
     * @throws IOException if there is no answer, or if it is an error
     */
    public static String text(String url, Duration limit, int most) throws IOException {
        try (InputStream in = open(url, "text/plain", limit)) {
            return new String(in.readNBytes(most), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String url, String accept, Duration limit) throws IOException {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout((int) limit.toMillis());
            connection.setReadTimeout((int) limit.toMillis());
            connection.setRequestProperty("Accept", accept);
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                connection.disconnect();
                throw new IOException(url + " answers HTTP " + status);
            }
            return connection.getInputStream();
        } catch (IllegalArgumentException malformed) {
            throw new IOException(url + " is not an address", malformed);
        }
    }
}
