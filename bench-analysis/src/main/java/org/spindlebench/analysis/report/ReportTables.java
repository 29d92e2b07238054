package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.page.Table;

/** Has all tables of a report. To add a table, add a line. */
final class ReportTables {
    private ReportTables() {}

    /** Returns every table in order. A table's class is loaded only if there is something to show. */
    static List<Table> of(Findings findings, Footnotes footnotes) {
        List<Table> tables = new ArrayList<>();
        if (!findings.judgements().isEmpty()
                || !findings.figure().isEmpty()
                || !findings.options().study().printed().isEmpty()) {
            tables.addAll(StudyTables.of(findings));
        }
        tables.add(ClaimText.table(findings));
        tables.addAll(ComparisonTables.of(findings, footnotes));
        tables.addAll(SettingTables.of(findings, Table.MOST_ROWS));
        if (findings.cost() != null) {
            tables.addAll(CostTables.of(findings.cost(), footnotes));
        }
        tables.addAll(DurationTables.of(findings, footnotes));
        tables.add(CellTables.throughput(findings));
        tables.add(CellTables.streams(findings));
        tables.add(CellTables.measures(findings));
        if (findings.cells().stream().anyMatch(cell -> cell.devices() != null)) {
            tables.add(CellTables.limits(findings));
            tables.add(CellTables.devices(findings));
            tables.add(CellTables.io(findings));
        }
        if (findings.cells().stream().anyMatch(cell -> cell.tasks() != null)) {
            tables.add(CellTables.tasks(findings));
        }
        if (findings.cells().stream().anyMatch(cell -> cell.programs() != null)) {
            tables.add(CellTables.programs(findings));
        }
        tables.removeIf(table -> table.rows().isEmpty());
        return tables;
    }
}
