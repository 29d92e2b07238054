package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.ExcludedRun;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Drift;

/** Every cell with its raw durations, every run that is not in the figures, and whether time left its mark. */
final class DurationTables {
    /** Raw durations that are shown of a cell; all are in the CSV file. */
    private static final int MOST_VALUES = 10;

    private DurationTables() {}

    static List<Table> of(Findings findings, Footnotes footnotes) {
        List<Table> tables = new ArrayList<>();
        tables.add(cells(findings, footnotes));
        List<List<String>> excluded = findings.cells().stream()
                .flatMap(cell -> cell.excluded().stream().map(run -> row(cell, run)))
                .toList();
        if (!excluded.isEmpty()) {
            tables.add(new Table(
                    "Runs that are not in the figures",
                    List.of("job", "setup", "campaign", "run", "status", "reason"),
                    6,
                    excluded,
                    "report-cells.csv"));
        }
        if (!findings.drifts().isEmpty()) {
            tables.add(drift(findings));
        }
        return tables;
    }

    private static Table cells(Findings findings, Footnotes footnotes) {
        return new Table(
                "Durations",
                List.of(
                        "job",
                        "setup",
                        "settings",
                        "n",
                        "mean [s]",
                        "interval",
                        "sd [s]",
                        "CV [%]",
                        "median [s]",
                        "min [s]",
                        "max [s]",
                        "all [s]",
                        "notes"),
                3,
                findings.cells().stream()
                        .map(cell -> row(findings, cell, footnotes))
                        .toList(),
                "report-cells.csv");
    }

    private static List<String> row(Findings findings, CellSummary cell, Footnotes footnotes) {
        Optional<Cell> elapsed = Optional.ofNullable(cell.elapsed());
        List<Warning> doubts = findings.doubts().stream()
                .filter(doubt -> doubt.cells().contains(cell.subject()))
                .map(doubt -> doubt.warning())
                .toList();
        return List.of(
                cell.subject().job(),
                cell.subject().setup(),
                Sentence.settings(cell.comparable()),
                SummaryTable.runs(cell.counts()),
                Figure.of(elapsed.map(Cell::mean).orElse(null), 2),
                elapsed.flatMap(values -> values.meanInterval(findings.options().confidence()))
                        .map(bounds -> "[" + Figure.of(bounds.low(), 2) + ", " + Figure.of(bounds.high(), 2) + "]")
                        .orElse(Figure.ABSENT),
                Figure.of(elapsed.map(values -> Figure.orNull(values.sd())).orElse(null), 2),
                Figure.of(elapsed.map(values -> Figure.orNull(values.cv())).orElse(null), 0.01, 1),
                Figure.of(elapsed.map(Cell::median).orElse(null), 2),
                Figure.of(elapsed.map(Cell::min).orElse(null), 2),
                Figure.of(elapsed.map(Cell::max).orElse(null), 2),
                elapsed.map(DurationTables::values).orElse(Figure.ABSENT),
                footnotes.marks(doubts));
    }

    private static String values(Cell cell) {
        String shown = cell.values().stream()
                .limit(MOST_VALUES)
                .map(value -> Figure.of(value, 2))
                .collect(Collectors.joining(", "));
        return cell.n() > MOST_VALUES ? shown + " ..." : shown;
    }

    private static List<String> row(CellSummary cell, ExcludedRun run) {
        return List.of(
                cell.subject().job(),
                cell.subject().setup(),
                run.campaign(),
                run.run(),
                run.repeated()
                        ? run.status().word() + ", repeated"
                        : run.status().word(),
                String.join("; ", run.reasons()));
    }

    private static Table drift(Findings findings) {
        return new Table(
                "Drift over the length of a campaign",
                List.of(
                        "campaign",
                        "n",
                        "slope [%/run]",
                        "p",
                        "Kendall's tau",
                        "lag 1 (bound)",
                        "Ljung-Box p",
                        "first run p",
                        "suspicious"),
                1,
                findings.drifts().stream().map(DurationTables::row).toList(),
                "report-drift.csv");
    }

    private static List<String> row(DriftFinding finding) {
        Drift drift = finding.drift();
        return List.of(
                finding.campaign(),
                Integer.toString(drift.n()),
                Figure.of(drift.slope(), 0.01, 3),
                Figure.of(Figure.orNull(drift.slopeP()), 3),
                Figure.of(Figure.orNull(drift.kendall()), 3),
                Figure.of(drift.lagOne(), 3) + " (" + Figure.of(drift.lagOneBound(), 3) + ")",
                Figure.of(Figure.orNull(drift.ljungBoxP()), 3),
                Figure.of(Figure.orNull(drift.firstAgainstRest()), 3),
                drift.isSuspicious() ? "yes" : "no");
    }
}
