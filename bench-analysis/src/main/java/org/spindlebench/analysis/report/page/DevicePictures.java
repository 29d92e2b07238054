package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.BYTES;
import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.SHARE;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SummaryGroup;

/** What devices and processors did: Figure 3 of Cloudera's paper, and the CPU column of its Table 3. */
final class DevicePictures {
    private static final int MOST_BARS = 160;

    /** What bars of several setups stand side by side for. */
    private static final Column MEASURED = Column.text("measured", "");

    private DevicePictures() {}

    static Picture sizes(Findings findings) {
        CellRows rows = new CellRows(
                MEASURED,
                Column.text("role", "role"),
                Column.of("bytes", "bytes of a request", BYTES),
                Column.of("n", "n", COUNT));
        JobSettings settings = settings(findings);
        for (CellSummary cell : watched(findings)) {
            add(rows, cell, settings, "HDFS", cell.devices().hdfs());
            add(rows, cell, settings, "shuffle", cell.devices().shuffle());
        }
        return new Picture(
                "sizes",
                "I/O sizes by role",
                "Mean bytes of a read and of a write as the devices saw them. Small requests are what a disk with platters is slow at.",
                "Bars of mean request sizes of HDFS and the shuffle, by job and setup.",
                notes(findings, settings),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows.rows());
    }

    private static void add(CellRows rows, CellSummary cell, JobSettings settings, String role, DeviceMeans.Io io) {
        if (io != null) {
            add(rows, cell, settings, role + " read", io, DeviceMeans.Io::bytesPerRead);
            add(rows, cell, settings, role + " write", io, DeviceMeans.Io::bytesPerWrite);
        }
    }

    private static void add(
            CellRows rows,
            CellSummary cell,
            JobSettings settings,
            String role,
            DeviceMeans.Io io,
            Function<DeviceMeans.Io, Double> bytes) {
        if (bytes.apply(io) != null) {
            rows.add(
                    cell.subject().job(),
                    cell.subject().setup(),
                    cell.comparable(),
                    settings.distinct(SummaryGroup.shared(cell.comparable())),
                    measured(cell, settings),
                    role,
                    bytes.apply(io),
                    io.runs());
        }
    }

    static Picture cpu(Findings findings) {
        CellRows rows = new CellRows(MEASURED, Column.of("busy", "CPU busy", SHARE), Column.of("n", "n", COUNT));
        JobSettings settings = settings(findings);
        for (CellSummary cell : watched(findings)) {
            if (cell.devices().cpuBusy() != null) {
                rows.add(
                        cell.subject().job(),
                        cell.subject().setup(),
                        cell.comparable(),
                        settings.distinct(SummaryGroup.shared(cell.comparable())),
                        measured(cell, settings),
                        cell.devices().cpuBusy(),
                        cell.devices().runs());
            }
        }
        return new Picture(
                "cpu",
                "Processors",
                "Busy share of all hardware threads over the job, mean over its runs. Where it is near 100 %, storage is not what the job waits for.",
                "Bars of the busy share of processors, by job and setup.",
                notes(findings, settings),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows.rows());
    }

    private static List<CellSummary> watched(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.devices() != null).toList();
    }

    private static JobSettings settings(Findings findings) {
        return JobSettings.of(
                watched(findings), cell -> cell.subject().job(), cell -> SummaryGroup.shared(cell.comparable()));
    }

    /** Such as {@code terasort (compression=none)}. */
    private static String measured(CellSummary cell, JobSettings settings) {
        String job = cell.subject().job();
        return job + settings.behind(job, SummaryGroup.shared(cell.comparable()));
    }

    private static List<String> notes(Findings findings, JobSettings settings) {
        List<String> notes = new ArrayList<>();
        notes.add("n: valid runs of which this is known.");
        if (!settings.shared().isEmpty()) {
            notes.add(settings.shared());
        }
        watched(findings).stream()
                .map(cell -> cell.devices().reason())
                .filter(reason -> reason != null)
                .distinct()
                .limit(5)
                .forEach(reason -> notes.add("Missing: " + reason));
        return notes;
    }
}
