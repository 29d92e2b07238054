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

/** Pages of Hadoop's daemons, each read with a short limit: a firewall or Kerberos on HTTP must not hold anybody up. */
public final class DaemonWeb {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private DaemonWeb() {}

    /** What a URL answers as JSON; empty when it does not within 5 s. */
    public static Optional<JsonNode> json(String url) {
        try {
            return Optional.ofNullable(json(url, USUAL_LIMIT));
        } catch (IOException unanswered) {
            return Optional.empty();
        }
    }

    /**
     * What a URL answers as JSON; null where that is nothing.
     *
     * @param limit for the connection, and again for each part of the answer
     * @throws IOException when it does not answer, or answers with an error or with something else
     */
    public static JsonNode json(String url, Duration limit) throws IOException {
        try (InputStream in = open(url, "application/json", limit)) {
            return JSON.readTree(in);
        }
    }

    /**
     * What a URL answers as plain text.
     *
     * @param limit for the connection, and again for each part of the answer
     * @param most bytes that are read; what follows is left out
     * @throws IOException when it does not answer, or answers with an error
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
            throw new IOException(url + " is no address", malformed);
        }
    }
}
