package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.spindlebench.analysis.cell.CacheState;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.cell.WarningCount;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/** What speaks against believing cells as they stand. */
final class CellDoubts {
    private final Collection<CellSummary> cells;
    private final List<CellDoubt> doubts = new ArrayList<>();

    private CellDoubts(Collection<CellSummary> cells) {
        this.cells = cells;
    }

    static List<CellDoubt> of(Collection<CellSummary> cells) {
        CellDoubts doubts = new CellDoubts(cells);
        doubts.runWarnings();
        doubts.hiddenDifferences();
        doubts.where("no-valid-run", "no run is valid: no figure", cell -> !cell.isMeasured());
        doubts.where(
                "excluded-runs",
                "some runs were invalid or failed; they are not in the figures",
                cell -> cell.isMeasured()
                        && cell.counts().invalid() + cell.counts().failed() > 0);
        doubts.where(
                "mixed-caches",
                "some of these runs had cold caches, others warm ones, or it is not known",
                cell -> cell.isMeasured() && cell.cache() == CacheState.MIXED);
        return List.copyOf(doubts.doubts);
    }

    /** What the runs' own records warn of. */
    private void runWarnings() {
        Map<Warning, List<Subject>> byWarning = new LinkedHashMap<>();
        for (CellSummary cell : cells) {
            for (WarningCount count : cell.warnings()) {
                byWarning
                        .computeIfAbsent(count.warning(), warning -> new ArrayList<>())
                        .add(cell.subject());
            }
        }
        byWarning.forEach((warning, subjects) -> doubts.add(new CellDoubt(warning, subjects)));
    }

    private void hiddenDifferences() {
        for (CellSummary cell : cells) {
            Conditions conditions = cell.conditions();
            if (!conditions.mixed().isEmpty()) {
                String fields =
                        ComparisonDoubts.named(conditions.mixed(), field -> ComparisonDoubts.shown(conditions, field));
                doubts.add(CellDoubt.of(
                        "hidden-difference",
                        "runs that were brought together differ in " + fields
                                + "; tell them apart with --by and the field's name",
                        List.of(cell.subject())));
            }
        }
    }

    private void where(String code, String message, Predicate<CellSummary> doubtful) {
        List<Subject> subjects =
                cells.stream().filter(doubtful).map(CellSummary::subject).toList();
        if (!subjects.isEmpty()) {
            doubts.add(CellDoubt.of(code, message, subjects));
        }
    }
}
