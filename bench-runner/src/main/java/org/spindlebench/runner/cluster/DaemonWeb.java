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
 * Reads pages of Hadoop's daemons, each with a short time limit, since a firewall or Kerberos on HTTP could block
 * forever.
 */
public final class DaemonWeb {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private DaemonWeb() {}

    /** Returns a URL's answer as JSON; empty if there is none within 5 s. */
    public static Optional<JsonNode> json(String url) {
        try {
            return Optional.ofNullable(json(url, USUAL_LIMIT));
        } catch (IOException unanswered) {
            return Optional.empty();
        }
    }

    /**
     * Returns a URL's answer as JSON; null if it is empty.
     *
     * @param limit time limit for the connection, and again for each part of the answer
     * @throws IOException if there is no answer, an error, or an answer that is not JSON
     */
    public static JsonNode json(String url, Duration limit) throws IOException {
        try (InputStream in = open(url, "application/json", limit)) {
            return JSON.readTree(in);
        }
    }

    /**
     * Returns a URL's answer as plain text.
     *
     * @param limit time limit for the connection, and again for each part of the answer
     * @param most largest number of bytes to read; the rest is ignored
     * @throws IOException if there is no answer, or an error
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
