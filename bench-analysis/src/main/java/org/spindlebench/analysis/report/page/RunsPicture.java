package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.INSTANT;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;

import java.util.List;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;

/** Every run as a point: its raw duration. */
final class RunsPicture {
    private RunsPicture() {}

    static Picture of(Findings findings) {
        CellRows rows = new CellRows(
                Column.text("status", "status"),
                Column.of("seconds", "duration [s]", SECONDS),
                Column.of("started", "started", INSTANT),
                Column.text("campaign", "campaign"),
                Column.text("run", "run"),
                Column.text("reasons", "why it is not in the figures"));
        // Without a duration there is no point to draw, and the table of runs that are not in the figures has them all.
        if (findings.cells().stream().anyMatch(RunsPicture::hasDuration)) {
            findings.cells().forEach(cell -> add(rows, cell));
        }
        return new Picture(
                "runs",
                "Every run",
                "The duration of each run, on a logarithmic scale. A hollow point is a run that is not in the figures.",
                "Points of " + rows.rows().size() + " runs by job and setup.",
                List.of("Runs without a duration are in the table only."),
                Picture.Crowd.SAMPLE,
                Picture.MOST,
                rows.rows());
    }

    private static boolean hasDuration(CellSummary cell) {
        return cell.isMeasured() || cell.excluded().stream().anyMatch(run -> run.seconds() != null);
    }

    private static void add(CellRows rows, CellSummary cell) {
        String job = cell.subject().job();
        String setup = cell.subject().setup();
        String settings = Settings.text(cell.comparable());
        cell.runs()
                .forEach(run -> rows.add(
                        job,
                        setup,
                        cell.comparable(),
                        settings,
                        "ok",
                        run.seconds(),
                        run.started(),
                        run.campaign(),
                        run.run(),
                        null));
        cell.excluded()
                .forEach(run -> rows.add(
                        job,
                        setup,
                        cell.comparable(),
                        settings,
                        run.status().word() + (run.repeated() ? ", repeated" : ""),
                        run.seconds(),
                        run.started(),
                        run.campaign(),
                        run.run(),
                        String.join("; ", run.reasons())));
    }
}
