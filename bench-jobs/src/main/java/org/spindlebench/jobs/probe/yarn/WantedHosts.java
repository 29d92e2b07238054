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
 * The hosts to probe with their node labels. The label is empty for the default partition. The text form has a line
 * {@code host TAB label} for each host.
 */
public final class WantedHosts {
    private final Map<String, String> labels;

    /** @param labels the label of each host */
    public WantedHosts(Map<String, String> labels) {
        this.labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    public Map<String, String> labels() {
        return labels;
    }

    /** Returns the label of a host; empty if the host is not wanted. */
    String label(String host) {
        return labels.getOrDefault(host, "");
    }

    /** Parses the result of {@link #toString()}. */
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
     * Lists, for each device of a host, the directories that it may be measured in, the preferred one first. The text
     * form has a line for each device, with the host and the directories separated by tabs.
     */
    public static final class WantedDevices {
        private final SortedMap<String, List<List<String>>> byHost = new TreeMap<>();

        public void add(String host, List<String> directories) {
            byHost.computeIfAbsent(host, any -> new ArrayList<>()).add(new ArrayList<>(directories));
        }

        /** Returns the devices of a host, each as the list of its directories. */
        public List<List<String>> of(String host) {
            return byHost.getOrDefault(host, Collections.emptyList());
        }

        /** Parses the result of {@link #toString()}. */
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

    /**
     * Lists the directories of each host by role. The text form has a line {@code host TAB role TAB directory} for each
     * directory.
     */
    public static final class WantedDirectories {
        private final SortedMap<String, SortedMap<String, List<String>>> byHost = new TreeMap<>();

        public void add(String host, String role, String directory) {
            byHost.computeIfAbsent(host, any -> new TreeMap<>())
                    .computeIfAbsent(role, any -> new ArrayList<>())
                    .add(directory);
        }

        /** Returns the directories of a host by role; empty if none is known. */
        public Map<String, List<String>> of(String host) {
            return byHost.getOrDefault(host, new TreeMap<>());
        }

        /** Parses the result of {@link #toString()}. */
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
