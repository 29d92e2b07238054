package org.spindlebench.runner.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;
import org.spindlebench.runner.cluster.Storage;

/** Puts together what the hosts of one node have left about it in HDFS. */
record HostFindings(Storage storage, String directory) {
    private static final double MILLIS = 1000.0;

    /**
     * A node's layout.
     *
     * @param hosts YARN's names of it; each tells of its own directories
     * @throws IOException if one has left none, or it is damaged
     */
    NodeLayout of(String node, Set<String> hosts) throws IOException {
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (String host : hosts) {
            for (Finding finding : read(host)) {
                String role = finding.attributes().getOrDefault("role", "");
                findings.putIfAbsent(finding.kind() + ' ' + role + ' ' + finding.name(), finding);
            }
        }
        Double ahead = findings.values().stream()
                .filter(finding -> finding.kind().equals("clock"))
                .map(clock -> -Long.parseLong(clock.attributes().get("offsetMillis")) / MILLIS)
                .findFirst()
                .orElse(null);
        return Layouts.of(node, new ArrayList<>(findings.values()), ahead);
    }

    private List<Finding> read(String host) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(storage.open(directory + "/" + host), StandardCharsets.UTF_8))) {
            return FindingText.read(lines);
        }
    }
}
