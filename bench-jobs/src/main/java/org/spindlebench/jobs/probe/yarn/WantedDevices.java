package org.spindlebench.jobs.probe.yarn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** For each device of a host, the directories where it may be measured, the best first. As text: the host and they with tabs between, a line each. */
public final class WantedDevices {
    private final SortedMap<String, List<List<String>>> byHost = new TreeMap<>();

    /** Adds a device of a host. */
    public void add(String host, List<String> directories) {
        byHost.computeIfAbsent(host, any -> new ArrayList<>()).add(new ArrayList<>(directories));
    }

    /** The devices of a host, each by its directories. */
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
