package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.BYTES;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.BYTES_PER_SECOND;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.COUNT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.INSTANT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SHARE;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.compare.CampaignSummary.SummaryGroup;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.report.page.Dataset.CellRows;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;

/** Makes charts of devices and processors: Figure 3 of Cloudera's paper, and the CPU column of its Table 3. */
final class DevicePictures {
    private static final int MOST_BARS = 160;

    /** The column of the measurement. The bars of setups with the same measurement are next to each other. */
    private static final DataColumn MEASURED = DataColumn.text("measured", "");

    private DevicePictures() {}

    static Picture sizes(Findings findings) {
        CellRows rows = new CellRows(
                MEASURED,
                DataColumn.text("role", "role"),
                DataColumn.of("bytes", "bytes of a request", BYTES),
                DataColumn.of("n", "n", COUNT));
        PictureSettings settings = settings(findings);
        for (CellSummary cell : watched(findings)) {
            add(rows, cell, settings, "HDFS", cell.devices().hdfs());
            add(rows, cell, settings, "shuffle", cell.devices().shuffle());
        }
        return new Picture(
                "sizes",
                "I/O sizes by role",
                "Mean bytes of a read and of a write as the devices saw them. A disk with platters is slow at small requests.",
                "Bars of mean request sizes of HDFS and the shuffle, by job and setup.",
                notes(findings, settings),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows.rows());
    }

    private static void add(CellRows rows, CellSummary cell, PictureSettings settings, String role, DeviceMeans.Io io) {
        if (io != null) {
            add(rows, cell, settings, role + " read", io, DeviceMeans.Io::bytesPerRead);
            add(rows, cell, settings, role + " write", io, DeviceMeans.Io::bytesPerWrite);
        }
    }

    private static void add(
            CellRows rows,
            CellSummary cell,
            PictureSettings settings,
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
        CellRows rows =
                new CellRows(MEASURED, DataColumn.of("busy", "CPU busy", SHARE), DataColumn.of("n", "n", COUNT));
        PictureSettings settings = settings(findings);
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
                "Busy share of all hardware threads over the job, mean over its runs. If it is near 100 %, the job does not wait for storage.",
                "Bars of the busy share of processors, by job and setup.",
                notes(findings, settings),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows.rows());
    }

    private static List<CellSummary> watched(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.devices() != null).toList();
    }

    private static PictureSettings settings(Findings findings) {
        return PictureSettings.of(
                watched(findings), cell -> cell.subject().job(), cell -> SummaryGroup.shared(cell.comparable()));
    }

    /** Names a measurement, such as {@code terasort (compression=none)}. */
    private static String measured(CellSummary cell, PictureSettings settings) {
        String job = cell.subject().job();
        return job + settings.behind(job, SummaryGroup.shared(cell.comparable()));
    }

    private static List<String> notes(Findings findings, PictureSettings settings) {
        List<String> notes = new ArrayList<>();
        notes.add("n: valid runs for which this is known.");
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

    /** The chart of the measured bandwidth of each setup's devices, without Hadoop. */
    static final class BandwidthPicture {
        private static final int MOST_BARS = 400;
        private static final int MOST_DOUBTS = 5;

        private BandwidthPicture() {}

        static Picture of(Findings findings, RunEvidence evidence) {
            Dataset rows = new Dataset(
                    DataColumn.text("setup", "setup"),
                    DataColumn.text("role", "role"),
                    DataColumn.text("operation", "operation"),
                    DataColumn.of("bandwidth", "each device by itself, added up", BYTES_PER_SECOND),
                    DataColumn.of("low", "slowest node", BYTES_PER_SECOND),
                    DataColumn.of("high", "fastest node", BYTES_PER_SECOND),
                    DataColumn.of("at_once", "all devices at once", BYTES_PER_SECOND),
                    DataColumn.of("n", "n (nodes)", COUNT),
                    DataColumn.of("measured", "measured", INSTANT));
            List<SetupBandwidth> setups = compared(findings, evidence);
            setups.forEach(setup -> setup.figures().stream()
                    .filter(figure -> figure.alone() != null)
                    .forEach(figure -> add(rows, setup, figure)));
            return new Picture(
                    "bandwidth",
                    "Measured bandwidth of devices",
                    "Sequential bandwidth of a node's devices without Hadoop. Bars are sums over devices that were measured one at a"
                            + " time; ticks show all devices at once. The papers compare setups of equal bandwidth.",
                    "Bars of the bandwidth of HDFS's devices and the shuffle's, reading and writing, by setup.",
                    notes(setups),
                    Picture.Crowd.FIRST,
                    MOST_BARS,
                    rows);
        }

        /** Returns the bandwidth measurements of the setups that have runs. */
        static List<SetupBandwidth> compared(Findings findings, RunEvidence evidence) {
            List<String> names = findings.cells().stream()
                    .map(cell -> cell.subject().setup())
                    .distinct()
                    .toList();
            return evidence.bandwidths().stream()
                    .filter(one -> names.contains(one.setup()))
                    .toList();
        }

        private static void add(Dataset rows, SetupBandwidth setup, SetupBandwidth.Figure figure) {
            rows.add(
                    setup.setup(),
                    figure.role().equals(RoleFigures.HDFS) ? "HDFS" : figure.role(),
                    figure.operation(),
                    EvidencePictures.whole(figure.alone()),
                    EvidencePictures.whole(figure.least()),
                    EvidencePictures.whole(figure.most()),
                    EvidencePictures.whole(figure.atOnce()),
                    figure.hosts(),
                    setup.measured() == null ? null : setup.measured().toEpochMilli());
        }

        private static List<String> notes(List<SetupBandwidth> setups) {
            List<String> notes = new ArrayList<>();
            notes.add(
                    "From devices.json in the results directory, written by devices --setup: the latest measurement of each setup, which need not be from the day"
                            + " of the runs, nor cover all nodes. n: nodes that were measured; numbers are means per node.");
            setups.stream()
                    .flatMap(setup -> setup.figures().stream()
                            .filter(figure -> Objects.nonNull(figure.reason()))
                            .map(figure -> setup.setup() + ", " + figure.role() + ", " + figure.operation() + ": "
                                    + figure.reason()))
                    .limit(MOST_DOUBTS)
                    .forEach(reason -> notes.add("Missing: " + reason));
            List<String> doubts = setups.stream()
                    .flatMap(setup -> setup.doubts().stream().map(doubt -> setup.setup() + ": " + doubt))
                    .toList();
            doubts.stream().limit(MOST_DOUBTS).forEach(notes::add);
            if (doubts.size() > MOST_DOUBTS) {
                notes.add((doubts.size() - MOST_DOUBTS) + " more warnings: see the output of devices.");
            }
            return notes;
        }
    }
}
