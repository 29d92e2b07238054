package org.spindlebench.analysis.report.page;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;

/** Where and when the runs of a report were made, as a header that can be filed. Unknown parts are left out. */
public final class Provenance {
    private static final int MOST_VALUES = 3;
    private static final int MOST_SETUPS = 4;

    private Provenance() {}

    /** Returns a text for each part that is known. */
    public static List<String> of(Findings findings, RunEvidence evidence) {
        List<String> parts = new ArrayList<>();
        dates(findings).forEach(parts::add);
        values(findings, "sizes.nodes").forEach(nodes -> parts.add(nodes.equals("1") ? "1 node" : nodes + " nodes"));
        values(findings, "software.hadoopCluster").forEach(version -> parts.add("Hadoop " + version));
        values(findings, "software.spindle").forEach(version -> parts.add("Spindle " + version));
        disks(evidence).entrySet().stream()
                .limit(MOST_SETUPS)
                .forEach(setup -> parts.add(setup.getKey() + ": " + setup.getValue()));
        return parts;
    }

    private static Stream<String> dates(Findings findings) {
        TreeSet<LocalDate> days = findings.cells().stream()
                .flatMap(cell -> cell.runs().stream())
                .filter(run -> !run.isLocal())
                .map(MeasuredRun::started)
                .filter(Objects::nonNull)
                .map(start -> LocalDate.ofInstant(Instant.ofEpochMilli(start), ZoneOffset.UTC))
                .collect(Collectors.toCollection(TreeSet::new));
        if (days.isEmpty()) {
            return Stream.empty();
        }
        return Stream.of(days.size() == 1 ? days.first().toString() : days.first() + " to " + days.last());
    }

    /** Returns the values of a field joined in one text; nothing if there are none, or too many to show. */
    private static Stream<String> values(Findings findings, String field) {
        List<String> values = findings.cells().stream()
                .flatMap(cell -> cell.conditions().of(field).stream())
                .distinct()
                .sorted()
                .toList();
        return values.isEmpty() || values.size() > MOST_VALUES ? Stream.empty() : Stream.of(String.join(", ", values));
    }

    /** Returns the disks of a node by setup, such as {@code 11 disks with platters, 1 without}. */
    private static Map<String, String> disks(RunEvidence evidence) {
        Map<String, String> disks = new LinkedHashMap<>();
        evidence.runs().stream()
                .filter(run ->
                        run.conditions() != null && !run.conditions().nodes().isEmpty())
                .forEach(run -> disks.computeIfAbsent(
                        run.cell().subject().setup(),
                        any -> disks(run.conditions().nodes().get(0))));
        disks.values().removeIf(String::isEmpty);
        return disks;
    }

    private static String disks(NodeLayout node) {
        List<String> used = node.directories().stream()
                .flatMap(directory -> directory.disks().stream())
                .distinct()
                .toList();
        Map<String, Long> kinds = node.devices().stream()
                .filter(device -> used.contains(device.name()))
                .collect(Collectors.groupingBy(Provenance::kind, LinkedHashMap::new, Collectors.counting()));
        String all = kinds.entrySet().stream()
                .map(kind -> HumanText.counted(kind.getValue(), "disk") + kind.getKey())
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : all + " a node";
    }

    private static String kind(Device device) {
        Boolean rotational =
                device.hardware() == null ? null : device.hardware().rotational();
        return rotational == null ? "" : rotational ? " with platters" : " without platters";
    }
}
