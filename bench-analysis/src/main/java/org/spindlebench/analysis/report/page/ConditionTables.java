package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Device.Hardware;
import org.spindlebench.analysis.node.NodeLayout.Device.Queue;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;
import org.spindlebench.analysis.report.page.ChartDataReader.RunConditions;
import org.spindlebench.analysis.report.page.Table.TableRow;

/**
 * Makes tables of the conditions of runs: the observed layout, settings that differ from the defaults, and the
 * software. The tables show one run for each setup.
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
        List<TableRow> rows = new ArrayList<>();
        for (RunConditions one : all) {
            for (NodeLayout node : one.nodes()) {
                node.directories().forEach(directory -> rows.add(row(one, node, directory)));
            }
        }
        return table("layout", "Observed layout", rows);
    }

    private static TableRow row(RunConditions one, NodeLayout node, Directory directory) {
        List<Device> disks = node.devices().stream()
                .filter(device -> directory.disks().contains(device.name()))
                .toList();
        String disksOrReason = directory.disks().isEmpty()
                ? known(directory.noDevice() == null ? directory.unknown() : directory.noDevice())
                : String.join(", ", directory.disks());
        return new TableRow()
                .text("setup", one.setup())
                .text("node", node.node())
                .text("role", directory.role())
                .text("directory", directory.path())
                .text("disks", disksOrReason)
                .text("kind", each(disks, Device::hardware, ConditionTables::kind))
                .text("model", each(disks, Device::hardware, Hardware::model))
                .text("scheduler", each(disks, Device::queue, Queue::scheduler))
                .text("file system", known(directory.fileSystem()))
                .text("mount options", known(directory.mountOptions()))
                .text("type in HDFS", known(directory.storageType()))
                .figure("size [GB]", gigabytes(directory.total()))
                .figure("free [GB]", gigabytes(directory.usable()));
    }

    private static String kind(Hardware hardware) {
        return hardware.rotational() == null
                ? null
                : hardware.rotational() ? "says that it has platters" : "says that it has no platters";
    }

    /** Lists a property of a part that the devices may have, each value once. */
    private static <P> String each(List<Device> devices, Function<Device, P> part, Function<P, String> property) {
        return known(devices.stream()
                .map(part)
                .filter(Objects::nonNull)
                .map(property)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining(", ")));
    }

    /** Returns the settings by setup. A setting with the same value on all setups has one row. */
    private static Table settings(List<RunConditions> all) {
        Map<String, Map<String, List<String>>> setups = new TreeMap<>();
        all.forEach(one -> one.configuration()
                .forEach((key, value) -> setups.computeIfAbsent(key, any -> new LinkedHashMap<>())
                        .computeIfAbsent(value, any -> new ArrayList<>())
                        .add(one.setup())));
        List<TableRow> rows = new ArrayList<>();
        setups.forEach((key, values) -> values.forEach((value, named) -> rows.add(new TableRow()
                .text("setting", key)
                .text("value", shortened(value))
                .text("setups", String.join(", ", named)))));
        return table("settings", "Settings that differ from Hadoop's defaults", rows);
    }

    /** Shortens long values, because class paths would take most of a printed page. */
    private static String shortened(String value) {
        return value.length() <= LONGEST_VALUE
                ? value
                : value.substring(0, LONGEST_VALUE) + " … (" + value.length() + " characters)";
    }

    private static Table software(List<RunConditions> all) {
        List<TableRow> rows = all.stream()
                .filter(one -> one.software() != null)
                .map(ConditionTables::row)
                .toList();
        return table("software", "Versions and checksums", rows);
    }

    private static TableRow row(RunConditions one) {
        Software software = one.software();
        return new TableRow()
                .text("setup", one.setup())
                .text("run", one.run() + " of " + one.campaign())
                .text("Spindle", known(software.spindle()))
                .text("cluster's Hadoop", known(software.hadoopCluster()))
                .text("client's Hadoop", known(software.hadoopClient()))
                .text("client's JVM", known(software.java()))
                .text("client's system", known(software.os()))
                .text("job's classes", known(software.jobSource()))
                .text("SHA-256 of the job's jar", known(software.jarSha256()));
    }

    private static Table table(String id, String heading, List<TableRow> rows) {
        return Table.of(heading, RECORDS, MOST_ROWS, rows, row -> row).called(id);
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
                    findings.allCells().filter(CellSummary::isMeasured).toList();
            ChartSettings settings =
                    ChartSettings.of(measured, cell -> cell.subject().job(), CellSummary::comparable);
            return measured.stream()
                    .limit(MOST)
                    .map(cell -> sentence(cell, settings, findings.options().confidence()))
                    .toList();
        }

        private static String visits(CellSummary cell) {
            int visits = cell.sample().visits().size();
            return visits == 0 ? "" : visits == 1 ? " in one visit" : " in " + visits + " visits";
        }

        private static String sentence(CellSummary cell, ChartSettings settings, double confidence) {
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
                    "%s on %s%s: %.2f%s%s, %s",
                    job,
                    cell.subject().setup(),
                    settings.behind(job, cell.comparable()),
                    cell.observations().mean(),
                    cell.quantity().isSeconds() ? " s" : "",
                    interval,
                    runs == 1 ? "of a single run" : "mean of " + runs + " runs" + visits(cell));
        }
    }
}
