package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.compare.Findings;

/**
 * Which cells pictures of single runs show, and which run of each.
 *
 * @param chosen setups of one job and settings one after another, in the findings' order of jobs
 * @param left how many more cells might have had something to show
 */
record ShownCells(List<Chosen> chosen, int left) {
    /** More pictures of single runs nobody looks at. */
    static final int MOST = 24;

    /** A cell and the run of it that is shown. */
    record Chosen(CellSummary cell, MeasuredRun run) {}

    ShownCells {
        chosen = List.copyOf(chosen);
    }

    static ShownCells of(Findings findings) {
        Map<List<Object>, List<Chosen>> comparable = new LinkedHashMap<>();
        for (CellSummary cell : findings.cells()) {
            if (mayBeSeen(cell)) {
                comparable
                        .computeIfAbsent(List.of(cell.subject().job(), cell.comparable()), any -> new ArrayList<>())
                        .add(new Chosen(cell, nearestTheMedian(cell)));
            }
        }
        List<Chosen> all = comparable.values().stream().flatMap(List::stream).toList();
        return new ShownCells(all.stream().limit(MOST).toList(), Math.max(0, all.size() - MOST));
    }

    /** Runs of other tools' tables have neither tasks nor samples: of 50,000 of them no record need be read a second time. */
    private static boolean mayBeSeen(CellSummary cell) {
        return cell.isMeasured()
                && (cell.tasks() != null
                        || cell.devices() != null
                        || cell.runs().stream().anyMatch(run -> run.block() != null));
    }

    /** The first of those whose durations are nearest the median of all valid runs. */
    static MeasuredRun nearestTheMedian(CellSummary cell) {
        double median = cell.elapsed().median();
        MeasuredRun nearest = null;
        for (MeasuredRun run : cell.runs()) {
            if (nearest == null || Math.abs(run.seconds() - median) < Math.abs(nearest.seconds() - median)) {
                nearest = run;
            }
        }
        return nearest;
    }
}
