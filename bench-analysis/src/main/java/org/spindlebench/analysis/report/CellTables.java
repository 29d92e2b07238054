package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.cell.DeviceMeans.RoleMean;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.cell.ProgramMeans;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.ThroughputFinding;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Stragglers.Straggler;

/**
 * Makes tables with a row for each cell, and the same rows in {@code report.json}: the work of nodes and devices,
 * tasks, programs of the user and streams. I/O sizes by role are the paper's Figure 3. Counts, bytes, merges and waits
 * of devices and networks are in its authors' article. Throughput is Table 4 of SanDisk's paper on TestDFSIO, with
 * intervals.
 */
final class CellTables {
    private static final double MILLI = 1e-3;
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;

    private static final List<StreamNumber> OF_STREAMS = List.of(
            new StreamNumber("stream_seconds", "stream [s]", 1, StreamTimes::total),
            new StreamNumber("open_seconds", "open [ms]", MILLI, StreamTimes::open),
            new StreamNumber("transfer_seconds", "write or read [s]", 1, StreamTimes::transfer),
            new StreamNumber("hsync_seconds", "hsync [ms]", MILLI, StreamTimes::hsync),
            new StreamNumber("close_seconds", "close [ms]", MILLI, StreamTimes::close),
            new StreamNumber("data_seconds", "data [s]", 1, StreamTimes::data),
            new StreamNumber("request_p50", "request p50 [ms]", MILLI, StreamTimes::requestP50),
            new StreamNumber("request_p95", "p95 [ms]", MILLI, StreamTimes::requestP95),
            new StreamNumber("request_p99", "p99 [ms]", MILLI, StreamTimes::requestP99),
            new StreamNumber("cpu_per_byte", "CPU [s/GB]", 1e-9, StreamTimes::cpuPerByte),
            new StreamNumber("busiest_thread", "busiest thread [%]", 0.01, StreamTimes::busiestShare));

    private CellTables() {}

    /** A number of streams: its name for programs, its column's title, and the column's unit in base units. */
    private record StreamNumber(String code, String title, double unit, Function<StreamTimes, Double> number) {
        /** Returns the median over the runs; null if one of the runs lacks the number. */
        Double median(CellSummary cell) {
            List<StreamTimes> runs = cell.measures().streams();
            List<Double> known =
                    runs.stream().map(number).filter(Objects::nonNull).toList();
            return known.isEmpty() || known.size() < runs.size()
                    ? null
                    : (Double) Sample.of(known).median();
        }
    }

    /** Returns a row for each cell whose runs have evidence. */
    static Table devices(Findings findings) {
        List<CellSummary> watched = watched(findings);
        return Table.of("Nodes and devices", "report.json", watched, cell -> devices(cell, watched));
    }

    /** Returns a row for each cell whose records say what limited their runs. */
    static Table limits(Findings findings) {
        return Table.of(
                "What limited the runs [% of the time]",
                "report.json", limited(findings), cell -> {
                    LimitMedians limits = cell.devices().limits();
                    TableRow row = Sentence.row(cell).figure("n", limits.runs());
                    for (Limiter limiter : Limiter.values()) {
                        Double share = limits.unknown().contains(limiter)
                                ? null
                                : limits.shares().getOrDefault(limiter, 0.0);
                        row.figure(limiter.text(), NumberText.of(share, 0.01, 0));
                    }
                    return row;
                });
    }

    /** Returns the cells whose records say what limited their runs. */
    static List<CellSummary> limited(Findings findings) {
        return watched(findings).stream()
                .filter(cell -> cell.devices().limits() != null)
                .toList();
    }

    private static List<CellSummary> watched(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.devices() != null).toList();
    }

    private static TableRow devices(CellSummary cell, List<CellSummary> all) {
        DeviceMeans means = cell.devices();
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("CPU busy [%]", NumberText.of(means.cpuBusy(), 0.01, 1))
                .figure("over TeraSort's", NumberText.of(relative(cell, all), 2))
                .figure("HDFS read [kB]", io(means.hdfs(), RoleMean::bytesPerRead, 1e3))
                .figure("HDFS write [kB]", io(means.hdfs(), RoleMean::bytesPerWrite, 1e3))
                .figure("HDFS busy [%]", io(means.hdfs(), RoleMean::busy, 0.01))
                .figure("shuffle read [kB]", io(means.shuffle(), RoleMean::bytesPerRead, 1e3))
                .figure("shuffle write [kB]", io(means.shuffle(), RoleMean::bytesPerWrite, 1e3))
                .figure("shuffle busy [%]", io(means.shuffle(), RoleMean::busy, 0.01))
                .figure("origin", origins(means))
                .figure("intermediate data", intermediate(means))
                .figure("missing", means.reason() == null ? "" : means.reason());
    }

    private static String io(RoleMean io, Function<RoleMean, Double> value, double unit) {
        return io == null ? NumberText.ABSENT : NumberText.of(value.apply(io), unit, 1);
    }

    /** Names the origins of the roles' numbers, such as {@code HDFS: one role}. */
    private static String origins(DeviceMeans means) {
        List<String> origins = new ArrayList<>();
        if (means.hdfs() != null) {
            origins.add("HDFS: " + means.hdfs().origin().word());
        }
        if (means.shuffle() != null) {
            origins.add("shuffle: " + means.shuffle().origin().word());
        }
        return origins.isEmpty() ? NumberText.ABSENT : String.join("; ", origins);
    }

    /** Says whether intermediate data left memory, such as {@code stayed in memory (3), partly (1)}. */
    private static String intermediate(DeviceMeans means) {
        Map<String, Integer> verdicts = means.intermediate();
        return verdicts.isEmpty()
                ? NumberText.ABSENT
                : verdicts.entrySet().stream()
                        .map(verdict -> verdict.getKey() + " (" + verdict.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    /**
     * Returns the busy share of the processors relative to that of TeraSort with the same setup and shared settings.
     * Settings that only one job has are ignored. Null unless there is exactly one such TeraSort cell.
     */
    private static Double relative(CellSummary cell, List<CellSummary> all) {
        List<Double> terasort = all.stream()
                .filter(other -> other.subject().job().equals("terasort"))
                .filter(other -> other.subject().setup().equals(cell.subject().setup()))
                .filter(other -> shared(other).equals(shared(cell)))
                .map(other -> other.devices().cpuBusy())
                .toList();
        Double busy = cell.devices().cpuBusy();
        boolean known = terasort.size() == 1 && terasort.get(0) != null && terasort.get(0) > 0 && busy != null;
        return known ? (Double) (busy / terasort.get(0)) : null;
    }

    private static Object shared(CellSummary cell) {
        return CellTable.shared(cell.comparable());
    }

    /** The I/O of one cell by one role, or by all devices; null if only the networks are known. */
    private record CellIo(CellSummary cell, String role, RoleMean io) {
        static Stream<CellIo> all(CellSummary cell) {
            DeviceMeans means = cell.devices();
            return Stream.of(
                            new CellIo(cell, RoleIo.BOTH, means.all()),
                            new CellIo(cell, RoleIo.HDFS, means.hdfs()),
                            new CellIo(cell, RoleIo.SHUFFLE, means.shuffle()))
                    .filter(one -> one.io != null || one.network() != null);
        }

        /** Networks move the data of both roles, so they are only in the row of all devices. */
        DeviceMeans.NetworkTraffic network() {
            return role.equals(RoleIo.BOTH) ? cell.devices().network() : null;
        }

        Io figures() {
            return io == null ? Io.UNKNOWN : io.io();
        }

        String devices() {
            return switch (role) {
                case RoleIo.HDFS -> "HDFS";
                case RoleIo.SHUFFLE -> "shuffle";
                default -> "all";
            };
        }

        /** All devices together are always measured. */
        Origin origin() {
            return io == null ? null : io.origin();
        }
    }

    private static List<CellIo> ios(Findings findings) {
        return watched(findings).stream().flatMap(CellIo::all).toList();
    }

    /** Returns a row of counts for each cell and role; numbers are means per node and run. */
    static Table io(Findings findings) {
        return Table.of("I/O of a node", "report-io.csv", ios(findings), CellTables::row);
    }

    private static TableRow row(CellIo one) {
        Io io = one.figures();
        int nodes = one.io() == null ? 1 : Math.max(1, one.io().nodes());
        Optional<DeviceMeans.NetworkTraffic> network = Optional.ofNullable(one.network());
        return Sentence.row(one.cell())
                .text("devices", one.devices())
                .text("origin", Optional.ofNullable(one.origin()).map(Origin::word))
                .figure("n", Optional.ofNullable(one.io()).map(RoleMean::runs))
                .figure("reads", NumberText.of(each(io.reads()), nodes, 0))
                .figure("reads merged", NumberText.of(each(io.readsMerged()), nodes, 0))
                .figure("read [MB]", NumberText.of(each(io.bytesRead()), nodes * MEGA, 1))
                .figure("kB/read", NumberText.of(io.bytesPerRead(), 1e3, 1))
                .figure("read wait [ms]", NumberText.of(io.readWait(), MILLI, 2))
                .figure("writes", NumberText.of(each(io.writes()), nodes, 0))
                .figure("writes merged", NumberText.of(each(io.writesMerged()), nodes, 0))
                .figure("written [MB]", NumberText.of(each(io.bytesWritten()), nodes * MEGA, 1))
                .figure("kB/write", NumberText.of(io.bytesPerWrite(), 1e3, 1))
                .figure("write wait [ms]", NumberText.of(io.writeWait(), MILLI, 2))
                .figure("queue", NumberText.of(io.queue(), 2))
                .figure("busy [%]", NumberText.of(io.busy(), 0.01, 1))
                .figure("received [MB]", network.map(bytes -> NumberText.of(bytes.received(), bytes.nodes() * MEGA, 1)))
                .figure("sent [MB]", network.map(bytes -> NumberText.of(bytes.sent(), bytes.nodes() * MEGA, 1)));
    }

    private static Double each(Long value) {
        return value == null ? null : (Double) (double) value;
    }

    /**
     * Returns these rows for programs, in base units. Counts and bytes are sums over all nodes, as means over the runs.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> ioJson(Findings findings, Function<Subject, String> id) {
        return ios(findings).stream()
                .map(one -> json(one, id.apply(one.cell().subject())))
                .toList();
    }

    private static JsonObject json(CellIo one, String id) {
        Io io = one.figures();
        Optional<RoleMean> role = Optional.ofNullable(one.io());
        Optional<DeviceMeans.NetworkTraffic> network = Optional.ofNullable(one.network());
        return CellJson.about(id, one.cell())
                .with("role", one.role())
                .with("origin", role.map(RoleMean::origin).map(Origin::word))
                .with("runs", role.map(RoleMean::runs))
                .with("nodes", role.map(RoleMean::nodes))
                .with("reads", io.reads())
                .with("reads_merged", io.readsMerged())
                .with("bytes_read", io.bytesRead())
                .with("bytes_per_read", io.bytesPerRead())
                .with("read_wait", io.readWait())
                .with("writes", io.writes())
                .with("writes_merged", io.writesMerged())
                .with("bytes_written", io.bytesWritten())
                .with("bytes_per_write", io.bytesPerWrite())
                .with("write_wait", io.writeWait())
                .with("service", io.service())
                .with("queue", io.queue())
                .with("busy", io.busy())
                .with("network_runs", network.map(DeviceMeans.NetworkTraffic::runs))
                .with("network_received", network.map(DeviceMeans.NetworkTraffic::received))
                .with("network_sent", network.map(DeviceMeans.NetworkTraffic::sent));
    }

    /** Returns a row for each cell whose records have task attempts. */
    static Table tasks(Findings findings) {
        List<CellSummary> known =
                findings.cells().stream().filter(cell -> cell.tasks() != null).toList();
        return Table.of("Tasks", "report-tasks.csv", known, CellTables::tasks);
    }

    private static TableRow tasks(CellSummary cell) {
        TaskMeans means = cell.tasks();
        Optional<TaskMeans.DataLocality> places = Optional.ofNullable(means.locality());
        Optional<TaskMeans.AttemptFailures> ends = Optional.ofNullable(means.ends());
        Optional<TaskMeans.Spills> spills = Optional.ofNullable(means.spills());
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("maps", count(means.maps().count()))
                .figure("map waves", waves(means.maps()))
                .figure("map ramp [s]", NumberText.of(means.maps().ramp(), 1))
                .figure("map [s]", NumberText.of(means.seconds().map(), 2))
                .figure("node-local [%]", places.map(local -> NumberText.of(local.node(), 0.01, 1)))
                .figure("rack-local [%]", places.map(local -> NumberText.of(local.rack(), 0.01, 1)))
                .figure("reduces", count(means.reduces().count()))
                .figure("reduce waves", waves(means.reduces()))
                .figure("reduce ramp [s]", NumberText.of(means.reduces().ramp(), 1))
                .figure("shuffle [s]", NumberText.of(means.seconds().shuffle(), 2))
                .figure("merge [s]", NumberText.of(means.seconds().merge(), 2))
                .figure("reduce [s]", NumberText.of(means.seconds().reduce(), 2))
                .figure("spills per record", spills.map(times -> NumberText.of(times.perRecord(), 2)))
                .figure("local writes per shuffled byte", spills.map(times -> NumberText.of(times.perByte(), 2)))
                .figure("failed", ends.map(TaskMeans.AttemptFailures::failed))
                .figure("killed", ends.map(TaskMeans.AttemptFailures::killed))
                .figure("stragglers", means.stragglers())
                .figure("worst straggler", worst(means.worst()));
    }

    /** Writes a mean of counts. It is usually a whole number, because the counts are mostly equal. */
    private static String count(Double mean) {
        return mean == null || mean % 1 != 0 ? NumberText.of(mean, 1) : NumberText.of(mean, 0);
    }

    private static String waves(TaskMeans.Tasks tasks) {
        return tasks.byPeak() == null && tasks.longestChain() == null
                ? NumberText.ABSENT
                : count(tasks.byPeak()) + ", " + count(tasks.longestChain());
    }

    /**
     * Describes a straggler: {@code 2.4x, 31.20 s (shuffle): attempt_1_r_7_0 on node3, run 004-terasort of nightly}.
     */
    private static String worst(TaskMeans.Worst worst) {
        if (worst == null) {
            return NumberText.ABSENT;
        }
        Straggler slow = worst.attempt();
        String ratio = slow.timesMedian() == null ? "" : NumberText.of(slow.timesMedian(), 1) + "x, ";
        String phase = slow.phase() == null || slow.phase() == Phase.MAP
                ? ""
                : " (" + slow.phase().word() + ")";
        return ratio + NumberText.of(slow.seconds(), 2) + " s" + phase + ": "
                + (slow.attempt() == null ? slow.kind() : slow.attempt())
                + (slow.host() == null ? "" : " on " + slow.host())
                + ", run " + worst.run() + " of " + worst.campaign();
    }

    /** Returns a row for each cell of a program; no row if no cell has one. */
    static Table programs(Findings findings) {
        return Table.of("Programs of the suite", "report-programs.csv", programCells(findings), CellTables::programs);
    }

    private static List<CellSummary> programCells(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.programs() != null).toList();
    }

    private static TableRow programs(CellSummary cell) {
        ProgramMeans means = cell.programs();
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("applications", count(means.applications()))
                .figure("MapReduce jobs", count(means.mapReduceJobs()))
                .figure("Spark applications", count(means.sparkApplications()))
                .figure("stages", count(means.stages()))
                .figure("most waves", count(means.mostWaves()))
                .figure("read [MB]", NumberText.of(means.read(), MEGA, 1))
                .figure("written [MB]", NumberText.of(means.written(), MEGA, 1))
                .figure("shuffle read [MB]", NumberText.of(means.shuffleRead(), MEGA, 1))
                .figure("spilled [MB]", NumberText.of(means.spilled(), MEGA, 1))
                .figure("call [s]", NumberText.of(means.callSeconds(), 2));
    }

    /**
     * Returns the same rows for programs that read the report, in bytes and seconds.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> programsJson(Findings findings, Function<Subject, String> id) {
        return programCells(findings).stream()
                .map(cell -> CellJson.about(id.apply(cell.subject()), cell).all(cell.programs()))
                .toList();
    }

    /** Returns a row for each number of each cell with streams; no row if no cell has streams. */
    static Table throughput(Findings findings) {
        return Table.of(
                "Throughput by setup", "report-throughput.csv", ThroughputFinding.of(findings), CellTables::row);
    }

    /** Returns a row of medians for each cell whose runs say where the time of their streams went. */
    static Table streams(Findings findings) {
        return Table.of("Time of a stream", "report.json", streamCells(findings), cell -> {
            TableRow row =
                    Sentence.row(cell).figure("n", cell.measures().streams().size());
            OF_STREAMS.forEach(one -> row.figure(one.title, NumberText.of(one.median(cell), one.unit, 2)));
            return row;
        });
    }

    private static List<CellSummary> streamCells(Findings findings) {
        return findings.cells().stream()
                .filter(cell -> !cell.measures().streams().isEmpty())
                .toList();
    }

    /**
     * Returns the same rows for programs, in base units.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> streamsJson(Findings findings, Function<Subject, String> id) {
        return streamCells(findings).stream()
                .map(cell -> {
                    JsonObject row = CellJson.about(id.apply(cell.subject()), cell)
                            .with("n", cell.measures().streams().size());
                    OF_STREAMS.forEach(one -> row.with(one.code, one.median(cell)));
                    return row;
                })
                .toList();
    }

    /** Returns a row for each quantity, other than throughput, that all runs of a cell state, with intervals. */
    static Table measures(Findings findings) {
        return Table.of(
                "Measures with intervals",
                "report-measures.csv",
                ThroughputFinding.of(findings, MeasuredQuantity.OTHERS),
                CellTables::measured);
    }

    private static TableRow measured(ThroughputFinding one) {
        double unit = one.figure().unit().equals("bytes") ? KILO : 1;
        Optional<SpeedUp> ratio = Optional.ofNullable(one.ratio());
        return Sentence.row(one.cell())
                .text("measure", one.figure().word() + (unit == 1 ? "" : " [kB]"))
                .figure("n", one.observations().n())
                .figure("mean", NumberText.of(one.observations().mean(), unit, 2))
                .figure("interval of the mean", interval(one.interval(), unit, 2))
                .figure("against", one.baseline())
                .figure("ratio", ratio.map(compared -> NumberText.of(compared.ratio(), 2)))
                .figure("interval", ratio.map(compared -> interval(compared.interval(), 1, 2)));
    }

    private static TableRow row(ThroughputFinding one) {
        Optional<SpeedUp> ratio = Optional.ofNullable(one.ratio());
        return Sentence.row(one.cell())
                .text("throughput", one.figure().word())
                .figure("n", one.observations().n())
                .figure("MB/s", NumberText.of(one.observations().mean(), MEGA, 1))
                .figure("interval [MB/s]", interval(one.interval(), MEGA, 1))
                .figure("against", one.baseline())
                .figure("ratio", ratio.map(compared -> NumberText.of(compared.ratio(), 2)))
                .figure("interval", ratio.map(compared -> interval(compared.interval(), 1, 2)));
    }

    private static String interval(Optional<Interval> interval, double unit, int decimals) {
        return interval.map(of ->
                        NumberText.of(of.low(), unit, decimals) + " to " + NumberText.of(of.high(), unit, decimals))
                .orElse(NumberText.ABSENT);
    }

    /**
     * Returns the same rows for programs, in bytes per second.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> throughputJson(Findings findings, Function<Subject, String> id) {
        return ThroughputFinding.of(findings).stream()
                .map(one -> json(
                        "throughput",
                        one.figure().word(),
                        one,
                        id.apply(one.cell().subject())))
                .toList();
    }

    /** Returns the rows of {@link #measures} for programs. */
    static List<JsonObject> measuresJson(Findings findings, Function<Subject, String> id) {
        return ThroughputFinding.of(findings, MeasuredQuantity.OTHERS).stream()
                .map(one -> json(
                        "measure", one.figure().code(), one, id.apply(one.cell().subject())))
                .toList();
    }

    private static JsonObject json(String key, String name, ThroughputFinding one, String id) {
        Optional<SpeedUp> ratio = Optional.ofNullable(one.ratio());
        return CellJson.about(id, one.cell())
                .with(key, name)
                .with("unit", one.figure().unit())
                .with("n", one.observations().n())
                .with("mean", one.observations().mean())
                .bounds(one.interval())
                .with("values", one.observations().values())
                .with("baseline", ratio.map(compared -> one.baseline()))
                .with("ratio", ratio.map(SpeedUp::ratio))
                .bounds("ratio_", ratio.flatMap(SpeedUp::interval))
                .with("basis", ratio.map(compared -> compared.basis().word()));
    }
}
