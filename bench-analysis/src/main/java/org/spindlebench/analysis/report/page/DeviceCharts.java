package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans.RoleMean;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.ThroughputFinding;
import org.spindlebench.analysis.device.SetupBandwidth;
import org.spindlebench.analysis.device.SetupBandwidth.OperationBandwidth;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.report.page.Dataset.Columns;
import org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind;
import org.spindlebench.analysis.report.page.Dataset.Within;

/** Makes charts of devices and processors. */
final class DeviceCharts {
    private static final int MOST_BARS = 160;
    private static final int MOST_BANDWIDTHS = 400;
    private static final int MOST_DOUBTS = 5;

    private DeviceCharts() {}

    /** Draws the mean size of requests: Figure 3 of Cloudera's paper. */
    static Chart sizes(Findings findings) {
        ChartSettings settings = settings(findings);
        Dataset rows = columns(RoleBytes<Double>::cell, settings)
                .text("role", "role", RoleBytes::role)
                .bytes("bytes", "bytes of a request", RoleBytes::bytes)
                .text("origin", "origin", size -> size.io().origin().word())
                .count("n", "n", size -> size.io().runs())
                .rows(watched(findings).stream()
                        .flatMap(cell -> RoleBytes.all(cell, RoleMean::bytesPerRead, RoleMean::bytesPerWrite)));
        return new Chart(
                "sizes",
                "I/O sizes by role",
                "Mean bytes of a read and of a write as the devices saw them. A disk with platters is slow at small requests. Where"
                        + " HDFS and the shuffle share devices, only a job with data of one role has sizes.",
                "Bars of mean request sizes of HDFS and the shuffle, by job and setup.",
                notes(findings, settings),
                Chart.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /** Draws the bytes that devices moved, by role. Bars of bytes that were shared out look different. */
    static Chart volumes(Findings findings) {
        ChartSettings settings = settings(findings);
        Dataset rows = columns(RoleBytes<Long>::cell, settings)
                .text("role", "role", RoleBytes::role)
                .bytes("bytes", "bytes of a run", RoleBytes::bytes)
                .text("origin", "origin", moved -> moved.io().origin().word())
                .count("n", "n", moved -> moved.io().runs())
                .rows(watched(findings).stream()
                        .flatMap(cell -> RoleBytes.all(
                                cell, io -> io.io().bytesRead(), io -> io.io().bytesWritten())));
        List<String> notes = new ArrayList<>(notes(findings, settings));
        notes.add(
                "Pale bars with a broken edge are shared out: the devices serve HDFS and the shuffle, HDFS gets what it is known to"
                        + " have moved, and the shuffle gets the rest, with all that others moved.");
        return new Chart(
                "volumes",
                "Bytes moved by role",
                "Bytes that devices read and wrote during the job, all nodes together, mean over its runs. What stayed in the page"
                        + " cache is not in them.",
                "Bars of bytes read and written for HDFS and for the shuffle, by job and setup.",
                notes,
                Chart.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /** A number of a role's reads or writes, such as their mean size; rows without it are omitted. */
    private record RoleBytes<N>(CellSummary cell, String role, RoleMean io, N bytes) {
        static <N> Stream<RoleBytes<N>> all(CellSummary cell, Function<RoleMean, N> read, Function<RoleMean, N> write) {
            return Stream.concat(
                    of(cell, "HDFS", cell.devices().hdfs(), read, write),
                    of(cell, "shuffle", cell.devices().shuffle(), read, write));
        }

        private static <N> Stream<RoleBytes<N>> of(
                CellSummary cell, String role, RoleMean io, Function<RoleMean, N> read, Function<RoleMean, N> write) {
            return io == null
                    ? Stream.empty()
                    : Stream.of(
                                    new RoleBytes<>(cell, role + " read", io, read.apply(io)),
                                    new RoleBytes<>(cell, role + " write", io, write.apply(io)))
                            .filter(one -> one.bytes() != null);
        }
    }

    /** Draws the throughput of streams by setup: Figure 3 of SanDisk's paper on TestDFSIO. */
    static Chart rates(Findings findings) {
        List<ThroughputFinding> found = ThroughputFinding.of(findings);
        ChartSettings settings =
                ChartSettings.of(found, one -> one.cell().subject().job(), one -> shared(one.cell()));
        Dataset rows = columns(ThroughputFinding::cell, settings)
                .text("figure", "throughput", one -> one.figure().word())
                .rate("mean", "bytes/s", one -> one.observations().mean())
                .bounds(ColumnKind.BYTES_PER_SECOND, one -> one.interval().orElse(null))
                .text("baseline", "against", ThroughputFinding::baseline)
                .ratio(
                        "ratio",
                        "ratio",
                        one -> one.ratio() == null ? null : (Double) one.ratio().ratio())
                .count("n", "n", one -> one.observations().n())
                .rows(found.stream());
        return new Chart(
                "rates",
                "Throughput by setup",
                "Bytes a second of all streams together, with confidence intervals. A DFSIOE average leaves out the rise and the"
                        + " tail, so that it is larger than the others: compare bars of one part only.",
                "Bars of the throughput of jobs that only write or read, by job and setup.",
                List.of("n: number of visits, or of runs if there are no visits. " + settings.shared()),
                Chart.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /** Draws the part that set the pace of each job, and for which share of its duration. */
    static Chart limits(Findings findings) {
        ChartSettings settings = settings(findings);
        Dataset rows = columns(PartShare::cell, settings)
                .text("part", "part", one -> one.limiter().text())
                .share("share", "share of the time", PartShare::share)
                .count("n", "n", one -> one.cell().devices().limits().runs())
                .rows(watched(findings).stream().flatMap(PartShare::all));
        List<String> notes = List.of(
                "Medians over n valid runs, which need not add up to 100 %. Parts of unknown use are not drawn.",
                settings.shared());
        return new Chart(
                "limits",
                "What limited the runs",
                "In each second the part that was in use most set the pace, for the share in which it was in use; the rest"
                        + " is coordination. Faster storage shortens only the parts of storage.",
                "Stacked bars of the shares of the time for which each part set the pace, by job and setup.",
                notes,
                Chart.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /** The share of a cell's time for which one part set the pace. */
    private record PartShare(CellSummary cell, Limiter limiter, Double share) {
        static Stream<PartShare> all(CellSummary cell) {
            return cell.devices().limits() == null
                    ? Stream.empty()
                    : cell.devices().limits().shares().entrySet().stream()
                            .map(one -> new PartShare(cell, one.getKey(), one.getValue()));
        }
    }

    /** Draws the busy share of processors: the CPU column of Table 3 of Cloudera's paper. */
    static Chart cpu(Findings findings) {
        ChartSettings settings = settings(findings);
        Dataset rows = columns(Function.<CellSummary>identity(), settings)
                .share("busy", "CPU busy", cell -> cell.devices().cpuBusy())
                .count("n", "n", cell -> cell.devices().runs())
                .rows(watched(findings).stream().filter(cell -> cell.devices().cpuBusy() != null));
        return new Chart(
                "cpu",
                "Processors",
                "Busy share of all hardware threads over the job, mean over its runs. If it is near 100 %, the job does not wait for storage.",
                "Bars of the busy share of processors, by job and setup.",
                notes(findings, settings),
                Chart.Crowd.FIRST,
                MOST_BARS,
                rows);
    }

    /**
     * Returns the columns that name a measurement, such as {@code terasort (compression=none)}. The bars of setups with
     * the same measurement are next to each other.
     */
    private static <T> Columns<T> columns(Function<T, CellSummary> cell, ChartSettings settings) {
        return new Columns<T>()
                .ofCell(cell, about -> settings.distinct(shared(cell.apply(about))))
                .text("measured", "", about -> measured(cell.apply(about), settings));
    }

    private static String measured(CellSummary cell, ChartSettings settings) {
        String job = cell.subject().job();
        return job + settings.behind(job, shared(cell));
    }

    private static SortedMap<String, String> shared(CellSummary cell) {
        return CellTable.shared(cell.comparable());
    }

    private static List<CellSummary> watched(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.devices() != null).toList();
    }

    private static ChartSettings settings(Findings findings) {
        return ChartSettings.of(watched(findings), cell -> cell.subject().job(), DeviceCharts::shared);
    }

    private static List<String> notes(Findings findings, ChartSettings settings) {
        List<String> notes = new ArrayList<>(List.of("n: valid runs for which this is known.", settings.shared()));
        watched(findings).stream()
                .map(cell -> cell.devices().reason())
                .filter(Objects::nonNull)
                .distinct()
                .limit(MOST_DOUBTS)
                .forEach(reason -> notes.add("Missing: " + reason));
        return notes;
    }

    /** Draws the measured bandwidth of each setup's devices, without Hadoop. */
    static Chart bandwidth(Findings findings, RunEvidence evidence) {
        List<SetupBandwidth> setups = compared(findings, evidence);
        Dataset rows = new Columns<Within<SetupBandwidth, OperationBandwidth>>()
                .text("setup", "setup", bar -> bar.group().setup())
                .text(
                        "role",
                        "role",
                        bar -> bar.one().role().equals(RoleIo.HDFS)
                                ? "HDFS"
                                : bar.one().role())
                .text("operation", "operation", bar -> bar.one().operation())
                .rate("bandwidth", "each device by itself, added up", bar -> bar.one()
                        .alone())
                .rate("low", "slowest node", bar -> bar.one().least())
                .rate("high", "fastest node", bar -> bar.one().most())
                .rate("at_once", "all devices at once", bar -> bar.one().atOnce())
                .count("n", "n (nodes)", bar -> bar.one().hosts())
                .instant(
                        "measured",
                        "measured",
                        bar -> bar.group().measured() == null
                                ? null
                                : bar.group().measured().toEpochMilli())
                .rows(setups.stream()
                        .flatMap(setup -> Within.all(setup, setup.figures()))
                        .filter(bar -> bar.one().alone() != null));
        return new Chart(
                "bandwidth",
                "Measured bandwidth of devices",
                "Sequential bandwidth of a node's devices without Hadoop. Bars are sums over devices that were measured one at a"
                        + " time; ticks show all devices at once. The papers compare setups of equal bandwidth.",
                "Bars of the bandwidth of HDFS's devices and the shuffle's, reading and writing, by setup.",
                bandwidthNotes(setups),
                Chart.Crowd.FIRST,
                MOST_BANDWIDTHS,
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

    private static List<String> bandwidthNotes(List<SetupBandwidth> setups) {
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
