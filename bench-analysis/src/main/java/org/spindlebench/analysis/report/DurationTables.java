package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.compare.DiskFinding;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Sample;

/** Makes tables of every cell with its raw durations, of every run that is left out, of drift over time, and of disks. */
final class DurationTables {
    /** The largest number of raw durations that the table shows for a cell; the CSV file has all durations. */
    private static final int MOST_VALUES = 10;

    /** A run that is excluded from its cell's numbers. */
    private record Left(CellSummary cell, ExcludedRun run) {}

    private DurationTables() {}

    static List<Table> of(Findings findings, Footnotes footnotes) {
        List<Table> tables = new ArrayList<>();
        tables.add(cells(findings, footnotes));
        List<Left> left = findings.allCells()
                .flatMap(cell -> cell.excluded().stream().map(run -> new Left(cell, run)))
                .toList();
        if (!left.isEmpty()) {
            tables.add(Table.of("Runs left out of the statistics", "report-cells.csv", left, DurationTables::row));
        }
        if (!findings.drifts().isEmpty()) {
            tables.add(drift(findings));
        }
        if (!findings.disks().isEmpty()) {
            tables.add(Table.of("Disks of one kind", "report-disks.csv", findings.disks(), DurationTables::row));
        }
        return tables;
    }

    private static Table cells(Findings findings, Footnotes footnotes) {
        Map<Subject, List<Warning>> doubts = doubts(findings);

        return Table.of("Durations", "report-cells.csv", findings.allCells().toList(), cell -> {
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

    private static TableRow row(Findings findings, CellSummary cell, String notes) {
        Optional<Sample> elapsed = Optional.ofNullable(cell.elapsed());
        Optional<Sample> observations = Optional.ofNullable(cell.observations());
        return Sentence.row(cell)
                .figure("n", SummaryTable.runs(cell.counts()))
                .figure("mean [s]", observations.map(values -> NumberText.of(values.mean(), 2)))
                .figure(
                        "interval",
                        observations
                                .flatMap(values ->
                                        values.meanInterval(findings.options().confidence()))
                                .map(bounds -> NumberText.bounds(bounds, 1, 2)))
                .figure("sd [s]", elapsed.map(values -> NumberText.of(OmittedValues.orNull(values.sd()), 2)))
                .figure("CV [%]", elapsed.map(values -> NumberText.of(OmittedValues.orNull(values.cv()), 0.01, 1)))
                .figure("median [s]", elapsed.map(values -> NumberText.of(values.median(), 2)))
                .figure("min [s]", elapsed.map(values -> NumberText.of(values.min(), 2)))
                .figure("max [s]", elapsed.map(values -> NumberText.of(values.max(), 2)))
                .figure("all [s]", elapsed.map(DurationTables::values))
                .figure("notes", notes);
    }

    private static String values(Sample cell) {
        String shown = cell.values().stream()
                .limit(MOST_VALUES)
                .map(value -> NumberText.of(value, 2))
                .collect(Collectors.joining(", "));
        return cell.n() > MOST_VALUES ? shown + " ..." : shown;
    }

    private static TableRow row(Left left) {
        ExcludedRun run = left.run();
        return new TableRow()
                .text("job", left.cell().subject().job())
                .text("setup", left.cell().subject().setup())
                .text(
                        "status",
                        run.repeated()
                                ? run.status().word() + ", repeated"
                                : run.status().word())
                .text("reason", String.join("; ", run.reasons()))
                .text("campaign", run.campaign())
                .text("run", run.run());
    }

    private static Table drift(Findings findings) {
        return Table.of(
                "Drift over the length of a campaign", "report-drift.csv", findings.drifts(), DurationTables::row);
    }

    private static TableRow row(DiskFinding finding) {
        return new TableRow()
                .text("setup", finding.setup())
                .text("kind", finding.kind())
                .figure("disks", finding.disks())
                .figure("runs", finding.runs())
                .figure("CV [%]", NumberText.of(finding.cv(), 0.01, 3))
                .text("slow", finding.says());
    }

    private static TableRow row(DriftFinding finding) {
        Drift drift = finding.drift();
        return new TableRow()
                .text("campaign", finding.campaign())
                .figure("n", drift.n())
                .figure("slope [%/run]", NumberText.of(drift.slope(), 0.01, 3))
                .figure("p", NumberText.of(OmittedValues.orNull(drift.slopeP()), 3))
                .figure("Kendall's tau", NumberText.of(OmittedValues.orNull(drift.kendall()), 3))
                .figure(
                        "lag 1 (bound)",
                        NumberText.of(drift.lagOne(), 3) + " (" + NumberText.of(drift.lagOneBound(), 3) + ")")
                .figure("Ljung-Box p", NumberText.of(OmittedValues.orNull(drift.ljungBoxP()), 3))
                .figure("first run p", NumberText.of(OmittedValues.orNull(drift.firstAgainstRestP()), 3))
                .figure("suspicious", drift.isSuspicious() ? "yes" : "no");
    }
}
