package org.spindlebench.analysis.report;

import java.util.List;
import java.util.function.Function;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.ProgramMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.report.page.Table;

/** Makes the table of programs of the user: of how many applications a run consists, and what they moved. */
final class ProgramTables {
    private static final double MEGA = 1e6;

    private ProgramTables() {}

    /** Returns a row for each cell of a program; no row without any. */
    static Table of(Findings findings) {
        return Table.of("Programs of the suite", "report-programs.csv", cells(findings), ProgramTables::row);
    }

    private static List<CellSummary> cells(Findings findings) {
        return findings.cells().stream().filter(cell -> cell.programs() != null).toList();
    }

    private static TableRow row(CellSummary cell) {
        ProgramMeans means = cell.programs();
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("applications", count(means.applications()))
                .figure("MapReduce jobs", count(means.mapReduceJobs()))
                .figure("Spark applications", count(means.sparkApplications()))
                .figure("stages", count(means.stages()))
                .figure("most waves", count(means.mostWaves()))
                .figure("read [MB]", FigureText.of(means.read(), MEGA, 1))
                .figure("written [MB]", FigureText.of(means.written(), MEGA, 1))
                .figure("shuffle read [MB]", FigureText.of(means.shuffleRead(), MEGA, 1))
                .figure("spilled [MB]", FigureText.of(means.spilled(), MEGA, 1))
                .figure("call [s]", FigureText.of(means.callSeconds(), 2));
    }

    /** Writes a mean of counts, which is usually a whole number. */
    private static String count(Double mean) {
        return mean == null || mean % 1 != 0 ? FigureText.of(mean, 1) : FigureText.of(mean, 0);
    }

    /**
     * Returns the same for programs that read the report, in bytes and seconds.
     *
     * @param id returns the id of a cell
     */
    static List<JsonObject> json(Findings findings, Function<Subject, String> id) {
        return cells(findings).stream()
                .map(cell -> CellJson.about(id.apply(cell.subject()), cell).all(cell.programs()))
                .toList();
    }
}
