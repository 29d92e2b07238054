package org.spindlebench.runner.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * Reads web pages of Hadoop's daemons. Each request has a short time limit, because a firewall or Kerberos on HTTP
 * could block it forever.
 */
public final class DaemonWeb {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(5);
    /**
     * The largest number of bytes of an answer, which is enough for the metrics of a NameNode with thousands of
     * DataNodes.
     */
    private static final int MOST_BYTES = 1 << 27;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Makes connections with tickets and certificates; null for plain connections. */
    private static volatile URLConnectionFactory connections;

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
     * @throws IOException if there is no answer, or if the answer is an error, too long or not JSON
     */
    public static JsonNode json(String url, Duration limit) throws IOException {
        try (InputStream in = open(url, "application/json", limit)) {
            return json(in, url, MOST_BYTES);
        }
    }

    static JsonNode json(InputStream in, String url, int most) throws IOException {
        byte[] answer = in.readNBytes(most + 1);
        if (answer.length > most) {
            throw new IOException(url + " answers with more than " + most + " bytes");
        }
        return JSON.readTree(answer);
    }

    /** Returns the text of a part of an answer; empty if it is missing or is not text. */
    static Optional<String> text(JsonNode part) {
        return part.isTextual() ? Optional.of(part.asText()) : Optional.empty();
    }

    /**
     * Returns the plain text answer from a URL.
     *
     * @param limit time limit for the connection, and again for each part of the answer
     * @param most largest number of bytes to read; further bytes are ignored
     * @throws IOException if there is no answer, or if it is an error
     */
    public static String text(String url, Duration limit, int most) throws IOException {
        try (InputStream in = open(url, "text/plain", limit)) {
            return new String(in.readNBytes(most), StandardCharsets.UTF_8);
        }
    }

    /**
     * Uses a client's settings for all further requests: its tickets, if the web services demand Kerberos (SPNEGO), and
     * its certificates ({@code ssl-client.xml}), if they use TLS.
     */
    public static void secure(Configuration configuration) {
        boolean kerberos = UserGroupInformation.isSecurityEnabled();
        boolean tls = WebAppUtils.getHttpSchemePrefix(configuration).startsWith("https")
                || DFSUtil.getHttpClientScheme(configuration).equals("https");
        connections = kerberos || tls ? URLConnectionFactory.newDefaultURLConnectionFactory(configuration) : null;
    }

    private static HttpURLConnection connect(String url) throws IOException {
        URL address = URI.create(url).toURL();
        URLConnectionFactory factory = connections;
        if (factory == null) {
            return (HttpURLConnection) address.openConnection();
        }
        boolean kerberos = UserGroupInformation.isSecurityEnabled();
        try {
            // Spindle's own threads have no login; only Hadoop's threads have a login with a keytab.
            return UserGroupInformation.getLoginUser().doAs((PrivilegedExceptionAction<HttpURLConnection>)
                    () -> (HttpURLConnection) factory.openConnection(address, kerberos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static InputStream open(String url, String accept, Duration limit) throws IOException {
        try {
            HttpURLConnection connection = connect(url);
            connection.setConnectTimeout((int) limit.toMillis());
            connection.setReadTimeout((int) limit.toMillis());
            connection.setRequestProperty("Accept", accept);
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                connection.disconnect();
                throw new IOException(url + " answers with HTTP " + status);
            }
            return connection.getInputStream();
        } catch (IllegalArgumentException malformed) {
            throw new IOException(url + " is not an address", malformed);
        }
    }
}
