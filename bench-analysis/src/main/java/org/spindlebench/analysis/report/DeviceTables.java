package org.spindlebench.analysis.report;

import java.util.List;
import java.util.function.Function;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.DeviceMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SummaryGroup;

/** I/O sizes by role and how busy processors and devices were: the paper's Figure 3 and the CPU column of its Table 3. */
final class DeviceTables {
    private static final List<String> COLUMNS = List.of(
            "job",
            "setup",
            "settings",
            "n",
            "CPU busy [%]",
            "of TeraSort's",
            "HDFS read [kB]",
            "HDFS write [kB]",
            "HDFS busy [%]",
            "shuffle read [kB]",
            "shuffle write [kB]",
            "shuffle busy [%]",
            "missing");

    private DeviceTables() {}

    /** One table; none where nobody watched. */
    static List<Table> of(Findings findings) {
        List<CellSummary> watched =
                findings.cells().stream().filter(cell -> cell.devices() != null).toList();
        return watched.isEmpty()
                ? List.of()
                : List.of(new Table.Shape("Nodes and devices", COLUMNS, 3, "report.json")
                        .of(watched, cell -> row(cell, watched)));
    }

    private static List<String> row(CellSummary cell, List<CellSummary> all) {
        DeviceMeans means = cell.devices();
        return List.of(
                cell.subject().job(),
                cell.subject().setup(),
                Sentence.settings(cell.comparable()),
                Integer.toString(means.runs()),
                Figure.of(means.cpuBusy(), 0.01, 1),
                Figure.of(relative(cell, all), 2),
                io(means.hdfs(), DeviceMeans.Io::bytesPerRead, 1e3),
                io(means.hdfs(), DeviceMeans.Io::bytesPerWrite, 1e3),
                io(means.hdfs(), DeviceMeans.Io::busy, 0.01),
                io(means.shuffle(), DeviceMeans.Io::bytesPerRead, 1e3),
                io(means.shuffle(), DeviceMeans.Io::bytesPerWrite, 1e3),
                io(means.shuffle(), DeviceMeans.Io::busy, 0.01),
                means.reason() == null ? "" : means.reason());
    }

    private static String io(DeviceMeans.Io io, Function<DeviceMeans.Io, Double> value, double unit) {
        return io == null ? Figure.ABSENT : Figure.of(value.apply(io), unit, 1);
    }

    /** Over the one TeraSort of the same setup and the same settings but for those that are a job's own. */
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
}
