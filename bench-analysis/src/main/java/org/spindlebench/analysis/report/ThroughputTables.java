package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.ThroughputFinding;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** Makes the table of throughput by setup: Table 4 of SanDisk's paper on TestDFSIO, with intervals. */
final class ThroughputTables {
    private static final double MEGA = 1e6;

    private ThroughputTables() {}

    /** Returns a row for each figure of each cell with streams; no row without any. */
    static Table of(Findings findings) {
        return Table.of(
                "Throughput by setup", "report-throughput.csv", ThroughputFinding.of(findings), ThroughputTables::row);
    }

    private static TableRow row(ThroughputFinding one) {
        return Sentence.row(one.cell())
                .text("throughput", one.figure().word())
                .figure("n", one.observations().n())
                .figure("MB/s", FigureText.of(one.observations().mean(), MEGA, 1))
                .figure("interval [MB/s]", interval(one.interval(), MEGA, 1))
                .figure("against", one.baseline() == null ? FigureText.ABSENT : one.baseline())
                .figure(
                        "ratio",
                        one.ratio() == null
                                ? FigureText.ABSENT
                                : FigureText.of(one.ratio().ratio(), 2))
                .figure(
                        "interval",
                        one.ratio() == null
                                ? FigureText.ABSENT
                                : interval(one.ratio().interval(), 1, 2));
    }

    private static String interval(Optional<Interval> interval, double unit, int decimals) {
        return interval.map(of ->
                        FigureText.of(of.low(), unit, decimals) + " to " + FigureText.of(of.high(), unit, decimals))
                .orElse(FigureText.ABSENT);
    }

    /**
     * Returns the same for programs, in bytes per second.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> json(Findings findings, Function<Subject, String> id) {
        return ThroughputFinding.of(findings).stream()
                .map(one -> json(one, id.apply(one.cell().subject())))
                .toList();
    }

    private static JsonObject json(ThroughputFinding one, String id) {
        Optional<SpeedUp> ratio = Optional.ofNullable(one.ratio());
        return CellJson.about(id, one.cell())
                .with("throughput", one.figure().word())
                .with("unit", "bytes/s")
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
