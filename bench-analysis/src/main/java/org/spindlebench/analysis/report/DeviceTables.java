package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans.RoleMean;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.compare.CampaignSummary.SummaryGroup;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.report.page.Table;

/**
 * Makes tables of nodes and devices: I/O sizes by role, which are the paper's Figure 3, the load of processors, and the
 * counts, bytes, merges and waits of devices and networks, as the paper's authors printed them in an article.
 */
final class DeviceTables {
    private static final double MILLI = 1e-3;
    private static final double MEGA = 1e6;

    private DeviceTables() {}

    /** Returns a row for each cell whose runs have evidence. */
    static Table of(Findings findings) {
        List<CellSummary> watched = watched(findings);
        return Table.of("Nodes and devices", "report.json", watched, cell -> row(cell, watched));
    }

    private static List<CellSummary> watched(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.devices() != null).toList();
    }

    private static TableRow row(CellSummary cell, List<CellSummary> all) {
        DeviceMeans means = cell.devices();
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("CPU busy [%]", FigureText.of(means.cpuBusy(), 0.01, 1))
                .figure("over TeraSort's", FigureText.of(relative(cell, all), 2))
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
        return io == null ? FigureText.ABSENT : FigureText.of(value.apply(io), unit, 1);
    }

    /** Says where the numbers of the roles come from, such as {@code HDFS: one role}. */
    private static String origins(DeviceMeans means) {
        List<String> origins = new ArrayList<>();
        if (means.hdfs() != null) {
            origins.add("HDFS: " + means.hdfs().origin().word());
        }
        if (means.shuffle() != null) {
            origins.add("shuffle: " + means.shuffle().origin().word());
        }
        return origins.isEmpty() ? FigureText.ABSENT : String.join("; ", origins);
    }

    /** Says whether intermediate data left memory, such as {@code stayed in memory (3), partly (1)}. */
    private static String intermediate(DeviceMeans means) {
        Map<String, Integer> verdicts = means.intermediate();
        return verdicts.isEmpty()
                ? FigureText.ABSENT
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
        return SummaryGroup.shared(cell.comparable());
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

        /** Networks carry both roles, so they are in the row of all devices only. */
        DeviceMeans.Network network() {
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

    /** Returns a row of counts for each cell and role; numbers are means of a node and a run. */
    static Table io(Findings findings) {
        return Table.of("I/O of a node", "report-io.csv", ios(findings), DeviceTables::row);
    }

    private static TableRow row(CellIo one) {
        Io io = one.figures();
        int nodes = one.io() == null ? 1 : Math.max(1, one.io().nodes());
        DeviceMeans.Network network = one.network();
        return Sentence.row(one.cell())
                .text("devices", one.devices())
                .text(
                        "origin",
                        one.origin() == null ? FigureText.ABSENT : one.origin().word())
                .figure(
                        "n",
                        one.io() == null
                                ? FigureText.ABSENT
                                : Integer.toString(one.io().runs()))
                .figure("reads", FigureText.of(each(io.reads()), nodes, 0))
                .figure("reads merged", FigureText.of(each(io.readsMerged()), nodes, 0))
                .figure("read [MB]", FigureText.of(each(io.bytesRead()), nodes * MEGA, 1))
                .figure("kB/read", FigureText.of(io.bytesPerRead(), 1e3, 1))
                .figure("read wait [ms]", FigureText.of(io.readWait(), MILLI, 2))
                .figure("writes", FigureText.of(each(io.writes()), nodes, 0))
                .figure("writes merged", FigureText.of(each(io.writesMerged()), nodes, 0))
                .figure("written [MB]", FigureText.of(each(io.bytesWritten()), nodes * MEGA, 1))
                .figure("kB/write", FigureText.of(io.bytesPerWrite(), 1e3, 1))
                .figure("write wait [ms]", FigureText.of(io.writeWait(), MILLI, 2))
                .figure("queue", FigureText.of(io.queue(), 2))
                .figure("busy [%]", FigureText.of(io.busy(), 0.01, 1))
                .figure(
                        "received [MB]",
                        network == null
                                ? FigureText.ABSENT
                                : FigureText.of(network.received(), network.nodes() * MEGA, 1))
                .figure(
                        "sent [MB]",
                        network == null ? FigureText.ABSENT : FigureText.of(network.sent(), network.nodes() * MEGA, 1));
    }

    private static Double each(Long value) {
        return value == null ? null : (Double) (double) value;
    }

    /**
     * Returns the same for programs, in base units. Counts and bytes are means of a run, of all nodes together.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> json(Findings findings, Function<Subject, String> id) {
        return ios(findings).stream()
                .map(one -> json(one, id.apply(one.cell().subject())))
                .toList();
    }

    private static JsonObject json(CellIo one, String id) {
        Io io = one.figures();
        Optional<RoleMean> role = Optional.ofNullable(one.io());
        Optional<DeviceMeans.Network> network = Optional.ofNullable(one.network());
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
                .with("network_runs", network.map(DeviceMeans.Network::runs))
                .with("network_received", network.map(DeviceMeans.Network::received))
                .with("network_sent", network.map(DeviceMeans.Network::sent));
    }
}
