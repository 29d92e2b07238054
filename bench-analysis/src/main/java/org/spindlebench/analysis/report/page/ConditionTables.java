package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;
import org.spindlebench.analysis.report.page.ChartDataReader.RunConditions;

/**
 * Makes tables of the conditions of runs: the observed layout, settings that differ from the defaults, and the
 * software. They show one run for each setup.
 */
public final class ConditionTables {
    private static final int LONGEST_VALUE = 300;
    private static final int MOST_ROWS = 500;
    private static final String UNKNOWN = "-";
    private static final double GB = 1e9;
    private static final String RECORDS = "the record of each run";

    private ConditionTables() {}

    /** Returns the tables for which there is evidence. */
    public static List<Table> of(RunEvidence evidence) {
        List<RunConditions> all = List.copyOf(ofSetups(evidence).values());
        return Stream.of(layout(all), settings(all), software(all))
                .filter(table -> table.all() > 0)
                .toList();
    }

    private static Map<String, RunConditions> ofSetups(RunEvidence evidence) {
        Map<String, RunConditions> first = new LinkedHashMap<>();
        evidence.runs().stream()
                .map(ChartRun::conditions)
                .filter(Objects::nonNull)
                .forEach(conditions -> first.putIfAbsent(conditions.setup(), conditions));
        return first;
    }

    private static Table layout(List<RunConditions> all) {
        List<List<String>> rows = new ArrayList<>();
        for (RunConditions one : all) {
            for (NodeLayout node : one.nodes()) {
                node.directories().forEach(directory -> rows.add(row(one, node, directory)));
            }
        }
        return table(
                "layout",
                "Observed layout",
                List.of(
                        "setup",
                        "node",
                        "role",
                        "directory",
                        "disks",
                        "kind",
                        "model",
                        "scheduler",
                        "file system",
                        "mount options",
                        "type in HDFS",
                        "size [GB]",
                        "free [GB]"),
                11,
                rows);
    }

    private static List<String> row(RunConditions one, NodeLayout node, Directory directory) {
        List<Device> disks = node.devices().stream()
                .filter(device -> directory.disks().contains(device.name()))
                .toList();
        return List.of(
                one.setup(),
                node.node(),
                directory.role(),
                directory.path(),
                directory.disks().isEmpty()
                        ? known(directory.noDevice() == null ? directory.unknown() : directory.noDevice())
                        : String.join(", ", directory.disks()),
                each(disks, ConditionTables::kind),
                each(
                        disks,
                        device -> device.hardware() == null
                                ? null
                                : device.hardware().model()),
                each(
                        disks,
                        device -> device.queue() == null ? null : device.queue().scheduler()),
                known(directory.fileSystem()),
                known(directory.mountOptions()),
                known(directory.storageType()),
                gigabytes(directory.total()),
                gigabytes(directory.usable()));
    }

    private static String kind(Device device) {
        Boolean rotational =
                device.hardware() == null ? null : device.hardware().rotational();
        return rotational == null ? null : rotational ? "says that it has platters" : "says that it has no platters";
    }

    private interface Property {
        String of(Device device);
    }

    private static String each(List<Device> devices, Property property) {
        return known(devices.stream()
                .map(property::of)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.collectingAndThen(Collectors.joining(", "), text -> text.isEmpty() ? null : text)));
    }

    /** Returns the settings by setup. A setting with the same value on all setups has one row. */
    private static Table settings(List<RunConditions> all) {
        Map<String, Map<String, List<String>>> setups = new TreeMap<>();
        all.forEach(one -> one.configuration()
                .forEach((key, value) -> setups.computeIfAbsent(key, any -> new LinkedHashMap<>())
                        .computeIfAbsent(value, any -> new ArrayList<>())
                        .add(one.setup())));
        List<List<String>> rows = new ArrayList<>();
        setups.forEach((key, values) ->
                values.forEach((value, named) -> rows.add(List.of(key, shortened(value), String.join(", ", named)))));
        return table(
                "settings",
                "Settings that differ from Hadoop's defaults",
                List.of("setting", "value", "setups"),
                3,
                rows);
    }

    /** Shortens long values, because class paths would take most of a printed page. */
    private static String shortened(String value) {
        return value.length() <= LONGEST_VALUE
                ? value
                : value.substring(0, LONGEST_VALUE) + " … (" + value.length() + " characters)";
    }

    private static Table software(List<RunConditions> all) {
        List<List<String>> rows = new ArrayList<>();
        for (RunConditions one : all) {
            Software software = one.software();
            if (software != null) {
                rows.add(List.of(
                        one.setup(),
                        one.run() + " of " + one.campaign(),
                        known(software.spindle()),
                        known(software.hadoopCluster()),
                        known(software.hadoopClient()),
                        known(software.java()),
                        known(software.os()),
                        known(software.jobSource()),
                        known(software.jarSha256())));
            }
        }
        return table(
                "software",
                "Versions and checksums",
                List.of(
                        "setup",
                        "run",
                        "Spindle",
                        "cluster's Hadoop",
                        "client's Hadoop",
                        "client's JVM",
                        "client's system",
                        "job's classes",
                        "SHA-256 of the job's jar"),
                9,
                rows);
    }

    private static Table table(String id, String heading, List<String> columns, int texts, List<List<String>> rows) {
        return new Table(
                id, heading, columns, texts, rows.stream().limit(MOST_ROWS).toList(), rows.size(), RECORDS, null);
    }

    private static String known(String text) {
        return Optional.ofNullable(text).filter(found -> !found.isBlank()).orElse(UNKNOWN);
    }

    private static String gigabytes(Long bytes) {
        return bytes == null ? UNKNOWN : String.format(Locale.ROOT, "%.1f", bytes / GB);
    }

    /** Writes the durations of jobs in sentences, which are the answer if nothing can be compared. */
    public static final class CellDurations {
        private static final int MOST = 60;

        private CellDurations() {}

        /**
         * Returns a sentence for each measurement with a valid run, such as {@code terasort on hdd: 415.52 s [402.10,
         * 428.94], mean of 5 runs}.
         */
        public static List<String> sentences(Findings findings) {
            List<CellSummary> measured =
                    findings.cells().stream().filter(CellSummary::isMeasured).toList();
            PictureSettings settings =
                    PictureSettings.of(measured, cell -> cell.subject().job(), CellSummary::comparable);
            return measured.stream()
                    .limit(MOST)
                    .map(cell -> sentence(cell, settings, findings.options().confidence()))
                    .toList();
        }

        private static String visits(CellSummary cell) {
            int visits = cell.sample().visits().size();
            return visits == 0 ? "" : visits == 1 ? " in one visit" : " in " + visits + " visits";
        }

        private static String sentence(CellSummary cell, PictureSettings settings, double confidence) {
            String job = cell.subject().job();
            int runs = cell.runs().size();
            String interval = cell.observations()
                    .meanInterval(confidence)
                    .map(bounds -> String.format(Locale.ROOT, " [%.2f, %.2f]", bounds.low(), bounds.high()))
                    // A single visit shows how its runs vary, but not how another visit would differ.
                    .orElse(
                            runs == 1
                                    ? ""
                                    : String.format(
                                            Locale.ROOT,
                                            " with sd %.2f s",
                                            cell.elapsed().sd().orElseThrow()));
            return String.format(
                    Locale.ROOT,
                    "%s on %s%s: %.2f s%s, %s",
                    job,
                    cell.subject().setup(),
                    settings.behind(job, cell.comparable()),
                    cell.observations().mean(),
                    interval,
                    runs == 1 ? "of a single run" : "mean of " + runs + " runs" + visits(cell));
        }
    }
}
