package org.spindlebench.runner.collect.failure;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.spindlebench.runner.cluster.DaemonWeb;

/**
 * Logs that still lie on their node, from the NodeManager's web service. It knows them while the application lives; some
 * seconds more where logs are aggregated, some hours where they are not.
 */
final class NodeLogs {
    /** What MapReduce writes; the last is what the shell said before the JVM. */
    private static final List<String> FILES = List.of("syslog", "stderr", "stdout", "prelaunch.err");

    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final int TAIL = 16 << 10;

    private final String scheme;

    NodeLogs(Configuration configuration) {
        this.scheme = WebAppUtils.getHttpSchemePrefix(configuration);
    }

    /**
     * The ends of a container's files that are not empty, by name; none where it was killed before it wrote a line.
     *
     * @throws IOException when the node knows none of its files, with the reason of the last try
     */
    Map<String, String> read(ContainerPlace place) throws IOException {
        if (place.web() == null) {
            throw new IOException("YARN does not say where its NodeManager's web service is");
        }
        Map<String, String> files = new LinkedHashMap<>();
        IOException last = null;
        int known = 0;
        for (String file : FILES) {
            try {
                files.putAll(LogText.files(DaemonWeb.text(url(place, file), LIMIT, 2 * TAIL)));
                known++;
            } catch (IOException unread) {
                last = unread;
            }
        }
        if (known == 0) {
            throw last;
        }
        files.replaceAll((file, text) -> text.length() < TAIL ? text : LogText.fromWholeLine(text));
        files.values().removeIf(String::isBlank);
        return files;
    }

    private String url(ContainerPlace place, String file) {
        return scheme + place.web() + "/ws/v1/node/containerlogs/" + place.container() + "/" + file + "?size=-" + TAIL;
    }
}
