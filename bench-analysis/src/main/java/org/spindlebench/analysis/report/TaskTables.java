package org.spindlebench.analysis.report;

import java.util.List;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.task.Phase;
import org.spindlebench.analysis.task.Stragglers.Straggler;

/** How many tasks there were, in how many waves, how long their phases took, where they ran, and what became of them. */
final class TaskTables {
    private static final List<String> COLUMNS = List.of(
            "job",
            "setup",
            "settings",
            "n",
            "maps",
            "map waves",
            "map [s]",
            "node-local [%]",
            "rack-local [%]",
            "reduces",
            "reduce waves",
            "shuffle [s]",
            "merge [s]",
            "reduce [s]",
            "failed",
            "killed",
            "stragglers",
            "worst straggler");

    private TaskTables() {}

    /** One table; none where no record has task attempts. */
    static List<Table> of(Findings findings) {
        List<CellSummary> known =
                findings.cells().stream().filter(cell -> cell.tasks() != null).toList();
        return known.isEmpty()
                ? List.of()
                : List.of(new Table.Shape("Tasks", COLUMNS, 3, "report-tasks.csv").of(known, TaskTables::row));
    }

    private static List<String> row(CellSummary cell) {
        TaskMeans means = cell.tasks();
        TaskMeans.Places places = means.locality();
        TaskMeans.Ends ends = means.ends();
        return List.of(
                cell.subject().job(),
                cell.subject().setup(),
                Sentence.settings(cell.comparable()),
                Integer.toString(means.runs()),
                count(means.maps().count()),
                waves(means.maps()),
                Figure.of(means.seconds().map(), 2),
                places == null ? Figure.ABSENT : Figure.of(places.node(), 0.01, 1),
                places == null ? Figure.ABSENT : Figure.of(places.rack(), 0.01, 1),
                count(means.reduces().count()),
                waves(means.reduces()),
                Figure.of(means.seconds().shuffle(), 2),
                Figure.of(means.seconds().merge(), 2),
                Figure.of(means.seconds().reduce(), 2),
                ends == null ? Figure.ABSENT : Long.toString(ends.failed()),
                ends == null ? Figure.ABSENT : Long.toString(ends.killed()),
                means.stragglers() == null ? Figure.ABSENT : Long.toString(means.stragglers()),
                worst(means.worst()));
    }

    /** A mean of counts: mostly all are the same. */
    private static String count(Double mean) {
        return mean == null || mean % 1 != 0 ? Figure.of(mean, 1) : Figure.of(mean, 0);
    }

    private static String waves(TaskMeans.Tasks tasks) {
        return tasks.byPeak() == null && tasks.longestChain() == null
                ? Figure.ABSENT
                : count(tasks.byPeak()) + ", " + count(tasks.longestChain());
    }

    /** Such as {@code 2.4x, 31.20 s (shuffle): attempt_1_r_7_0 on node3, run 004-terasort of nightly}. */
    private static String worst(TaskMeans.Worst worst) {
        if (worst == null) {
            return Figure.ABSENT;
        }
        Straggler slow = worst.attempt();
        String ratio = slow.timesMedian() == null ? "" : Figure.of(slow.timesMedian(), 1) + "x, ";
        String phase = slow.phase() == null || slow.phase() == Phase.MAP
                ? ""
                : " (" + slow.phase().word() + ")";
        return ratio + Figure.of(slow.seconds(), 2) + " s" + phase + ": "
                + (slow.attempt() == null ? slow.kind() : slow.attempt())
                + (slow.host() == null ? "" : " on " + slow.host())
                + ", run " + worst.run() + " of " + worst.campaign();
    }
}
