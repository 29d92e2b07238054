package org.spindlebench.jobs.probe.yarn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The hosts to be watched and the node label of each, the empty one for the default partition. As text: {@code host TAB label} a line. */
public final class WantedHosts {
    private final Map<String, String> labels;

    /** @param labels by host */
    public WantedHosts(Map<String, String> labels) {
        this.labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Labels by host. */
    public Map<String, String> labels() {
        return labels;
    }

    /** The label of a host; the empty one of a host that is not wanted. */
    String label(String host) {
        return labels.getOrDefault(host, "");
    }

    /** Reads {@link #toString()}. */
    public static WantedHosts parse(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            String[] fields = line.split("\t", -1);
            if (fields.length == 2 && !fields[0].isEmpty()) {
                labels.put(fields[0], fields[1]);
            }
        }
        return new WantedHosts(labels);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        labels.forEach(
                (host, label) -> text.append(host).append('\t').append(label).append('\n'));
        return text.toString();
    }
}
