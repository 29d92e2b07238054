package org.spindlebench.jobs.probe.yarn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hosts to probe and the node label of each, the empty one for the default partition. As text:
 * {@code host TAB label} a line.
 */
public final class WantedHosts {
    private final Map<String, String> labels;

    /** @param labels by host */
    public WantedHosts(Map<String, String> labels) {
        this.labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Returns labels by host. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Returns the label of a host; the empty one if the host is not wanted. */
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

    /**
     * Lists, for each device of a host, the directories in which it may be measured, the best first. As text, a line
     * for each device: the host and the directories with tabs between them.
     */
    public static final class WantedDevices {
        private final SortedMap<String, List<List<String>>> byHost = new TreeMap<>();

        /** Adds a device of a host. */
        public void add(String host, List<String> directories) {
            byHost.computeIfAbsent(host, any -> new ArrayList<>()).add(new ArrayList<>(directories));
        }

        /** Returns the devices of a host, each by its directories. */
        public List<List<String>> of(String host) {
            return byHost.getOrDefault(host, Collections.emptyList());
        }

        /** Reads {@link #toString()}. */
        public static WantedDevices parse(String text) {
            WantedDevices devices = new WantedDevices();
            for (String line : text.split("\n")) {
                List<String> fields = Arrays.asList(line.split("\t", -1));
                if (fields.size() > 1) {
                    devices.add(fields.get(0), fields.subList(1, fields.size()));
                }
            }
            return devices;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            byHost.forEach((host, devices) -> devices.forEach(directories -> text.append(host)
                    .append('\t')
                    .append(String.join("\t", directories))
                    .append('\n')));
            return text.toString();
        }
    }

    /** Lists directories of hosts by role. As text: {@code host TAB role TAB directory} a line. */
    public static final class WantedDirectories {
        private final SortedMap<String, SortedMap<String, List<String>>> byHost = new TreeMap<>();

        /** Adds a directory of a host. */
        public void add(String host, String role, String directory) {
            byHost.computeIfAbsent(host, any -> new TreeMap<>())
                    .computeIfAbsent(role, any -> new ArrayList<>())
                    .add(directory);
        }

        /** Returns directories by role; empty if none of the host's is known. */
        public Map<String, List<String>> of(String host) {
            return byHost.getOrDefault(host, new TreeMap<>());
        }

        /** Reads {@link #toString()}. */
        public static WantedDirectories parse(String text) {
            WantedDirectories directories = new WantedDirectories();
            for (String line : text.split("\n")) {
                String[] fields = line.split("\t", -1);
                if (fields.length == 3) {
                    directories.add(fields[0], fields[1], fields[2]);
                }
            }
            return directories;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            byHost.forEach((host, byRole) ->
                    byRole.forEach((role, directories) -> directories.forEach(directory -> text.append(host)
                            .append('\t')
                            .append(role)
                            .append('\t')
                            .append(directory)
                            .append('\n'))));
            return text.toString();
        }
    }
}
