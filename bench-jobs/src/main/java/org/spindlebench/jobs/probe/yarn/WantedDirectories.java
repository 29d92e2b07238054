package org.spindlebench.jobs.probe.yarn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Directories of hosts by role. As text: {@code host TAB role TAB directory} a line. */
public final class WantedDirectories {
    private final SortedMap<String, SortedMap<String, List<String>>> byHost = new TreeMap<>();

    /** Adds a directory of a host. */
    public void add(String host, String role, String directory) {
        byHost.computeIfAbsent(host, any -> new TreeMap<>())
                .computeIfAbsent(role, any -> new ArrayList<>())
                .add(directory);
    }

    /** Directories by role; empty of a host of which none is known. */
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
