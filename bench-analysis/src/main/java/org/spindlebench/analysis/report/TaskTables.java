package org.spindlebench.analysis.report;

import java.util.List;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Stragglers.Straggler;

/** Makes tables of the tasks: their number, waves, phases, locality and failures. */
final class TaskTables {

    private TaskTables() {}

    /** Returns a row for each cell whose records have task attempts. */
    static Table of(Findings findings) {
        List<CellSummary> known =
                findings.cells().stream().filter(cell -> cell.tasks() != null).toList();
        return Table.of("Tasks", "report-tasks.csv", known, TaskTables::row);
    }

    private static TableRow row(CellSummary cell) {
        TaskMeans means = cell.tasks();
        TaskMeans.Places places = means.locality();
        TaskMeans.Ends ends = means.ends();
        return Sentence.row(cell)
                .figure("n", means.runs())
                .figure("maps", count(means.maps().count()))
                .figure("map waves", waves(means.maps()))
                .figure("map [s]", FigureText.of(means.seconds().map(), 2))
                .figure("node-local [%]", places == null ? FigureText.ABSENT : FigureText.of(places.node(), 0.01, 1))
                .figure("rack-local [%]", places == null ? FigureText.ABSENT : FigureText.of(places.rack(), 0.01, 1))
                .figure("reduces", count(means.reduces().count()))
                .figure("reduce waves", waves(means.reduces()))
                .figure("shuffle [s]", FigureText.of(means.seconds().shuffle(), 2))
                .figure("merge [s]", FigureText.of(means.seconds().merge(), 2))
                .figure("reduce [s]", FigureText.of(means.seconds().reduce(), 2))
                .figure("failed", ends == null ? FigureText.ABSENT : Long.toString(ends.failed()))
                .figure("killed", ends == null ? FigureText.ABSENT : Long.toString(ends.killed()))
                .figure("stragglers", means.stragglers())
                .figure("worst straggler", worst(means.worst()));
    }

    /** Writes a mean of counts. It is usually a whole number, because the counts are mostly equal. */
    private static String count(Double mean) {
        return mean == null || mean % 1 != 0 ? FigureText.of(mean, 1) : FigureText.of(mean, 0);
    }

    private static String waves(TaskMeans.Tasks tasks) {
        return tasks.byPeak() == null && tasks.longestChain() == null
                ? FigureText.ABSENT
                : count(tasks.byPeak()) + ", " + count(tasks.longestChain());
    }

    /**
     * Describes a straggler: {@code 2.4x, 31.20 s (shuffle): attempt_1_r_7_0 on node3, run 004-terasort of nightly}.
     */
    private static String worst(TaskMeans.Worst worst) {
        if (worst == null) {
            return FigureText.ABSENT;
        }
        Straggler slow = worst.attempt();
        String ratio = slow.timesMedian() == null ? "" : FigureText.of(slow.timesMedian(), 1) + "x, ";
        String phase = slow.phase() == null || slow.phase() == Phase.MAP
                ? ""
                : " (" + slow.phase().word() + ")";
        return ratio + FigureText.of(slow.seconds(), 2) + " s" + phase + ": "
                + (slow.attempt() == null ? slow.kind() : slow.attempt())
                + (slow.host() == null ? "" : " on " + slow.host())
                + ", run " + worst.run() + " of " + worst.campaign();
    }
}
