package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Sample;

/** Every cell with its raw durations, every run that is not in the figures, and whether time left its mark. */
final class DurationTables {
    /** Raw durations that are shown of a cell; all are in the CSV file. */
    private static final int MOST_VALUES = 10;

    /** A run that was left out of its cell's figures. */
    private record Left(CellSummary cell, ExcludedRun run) {}

    private DurationTables() {}

    static List<Table> of(Findings findings, Footnotes footnotes) {
        List<Table> tables = new ArrayList<>();
        tables.add(cells(findings, footnotes));
        List<Left> left = findings.cells().stream()
                .flatMap(cell -> cell.excluded().stream().map(run -> new Left(cell, run)))
                .toList();
        if (!left.isEmpty()) {
            tables.add(new Table.TableShape(
                            "Runs that are not in the figures",
                            List.of("job", "setup", "status", "reason", "campaign", "run"),
                            6,
                            "report-cells.csv")
                    .of(left, DurationTables::row));
        }
        if (!findings.drifts().isEmpty()) {
            tables.add(drift(findings));
        }
        return tables;
    }

    private static Table cells(Findings findings, Footnotes footnotes) {
        Map<Subject, List<Warning>> doubts = doubts(findings);
        List<String> columns = List.of(
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
                "notes");
        return new Table.TableShape("Durations", columns, 3, "report-cells.csv").of(findings.cells(), cell -> {
            List<Warning> about = doubts.getOrDefault(cell.subject(), List.of());
            return row(findings, cell, footnotes.marks(about));
        });
    }

    private static Map<Subject, List<Warning>> doubts(Findings findings) {
        Map<Subject, List<Warning>> doubts = new HashMap<>();
        findings.doubts().forEach(doubt -> doubt.cells()
                .forEach(subject -> doubts.computeIfAbsent(subject, key -> new ArrayList<>())
                        .add(doubt.warning())));
        return doubts;
    }

    private static List<String> row(Findings findings, CellSummary cell, String notes) {
        Optional<Sample> elapsed = Optional.ofNullable(cell.elapsed());
        Optional<Sample> observations = Optional.ofNullable(cell.observations());
        return List.of(
                cell.subject().job(),
                cell.subject().setup(),
                Sentence.settings(cell.comparable()),
                SummaryTable.runs(cell.counts()),
                FigureText.of(observations.map(Sample::mean).orElse(null), 2),
                observations
                        .flatMap(
                                values -> values.meanInterval(findings.options().confidence()))
                        .map(bounds ->
                                "[" + FigureText.of(bounds.low(), 2) + ", " + FigureText.of(bounds.high(), 2) + "]")
                        .orElse(FigureText.ABSENT),
                FigureText.of(elapsed.map(values -> Absent.orNull(values.sd())).orElse(null), 2),
                FigureText.of(elapsed.map(values -> Absent.orNull(values.cv())).orElse(null), 0.01, 1),
                FigureText.of(elapsed.map(Sample::median).orElse(null), 2),
                FigureText.of(elapsed.map(Sample::min).orElse(null), 2),
                FigureText.of(elapsed.map(Sample::max).orElse(null), 2),
                elapsed.map(DurationTables::values).orElse(FigureText.ABSENT),
                notes);
    }

    private static String values(Sample cell) {
        String shown = cell.values().stream()
                .limit(MOST_VALUES)
                .map(value -> FigureText.of(value, 2))
                .collect(Collectors.joining(", "));
        return cell.n() > MOST_VALUES ? shown + " ..." : shown;
    }

    private static List<String> row(Left left) {
        ExcludedRun run = left.run();
        return List.of(
                left.cell().subject().job(),
                left.cell().subject().setup(),
                run.repeated()
                        ? run.status().word() + ", repeated"
                        : run.status().word(),
                String.join("; ", run.reasons()),
                run.campaign(),
                run.run());
    }

    private static Table drift(Findings findings) {
        return new Table.TableShape(
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
                        "report-drift.csv")
                .of(findings.drifts(), DurationTables::row);
    }

    private static List<String> row(DriftFinding finding) {
        Drift drift = finding.drift();
        return List.of(
                finding.campaign(),
                Integer.toString(drift.n()),
                FigureText.of(drift.slope(), 0.01, 3),
                FigureText.of(Absent.orNull(drift.slopeP()), 3),
                FigureText.of(Absent.orNull(drift.kendall()), 3),
                FigureText.of(drift.lagOne(), 3) + " (" + FigureText.of(drift.lagOneBound(), 3) + ")",
                FigureText.of(Absent.orNull(drift.ljungBoxP()), 3),
                FigureText.of(Absent.orNull(drift.firstAgainstRest()), 3),
                drift.isSuspicious() ? "yes" : "no");
    }
}
