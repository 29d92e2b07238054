package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;

/** How long jobs took, in sentences: the answer where nothing can be compared. */
public final class Durations {
    private static final int MOST = 60;

    private Durations() {}

    /** One for each measurement of which a run is valid, such as {@code terasort on hdd: 415.52 s [402.10, 428.94], mean of 5 runs}. */
    public static List<String> sentences(Findings findings) {
        List<CellSummary> measured =
                findings.cells().stream().filter(CellSummary::isMeasured).toList();
        JobSettings settings = JobSettings.of(measured, cell -> cell.subject().job(), CellSummary::comparable);
        return measured.stream()
                .limit(MOST)
                .map(cell -> sentence(cell, settings, findings.options().confidence()))
                .toList();
    }

    private static String visits(CellSummary cell) {
        int visits = cell.sample().visits().size();
        return visits == 0 ? "" : visits == 1 ? " in one visit" : " in " + visits + " visits";
    }

    private static String sentence(CellSummary cell, JobSettings settings, double confidence) {
        String job = cell.subject().job();
        int runs = cell.runs().size();
        String interval = cell.observations()
                .meanInterval(confidence)
                .map(bounds -> String.format(Locale.ROOT, " [%.2f, %.2f]", bounds.low(), bounds.high()))
                // Of one visit it is known how its runs vary, and not how another visit would.
                .orElse(
                        runs == 1
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        " with sd %.2f s",
                                        cell.elapsed().sd().orElseThrow()));
        return String.format(
                Locale.ROOT,
                "%s on %s%s: %.2f s%s, %s",
                job,
                cell.subject().setup(),
                settings.behind(job, cell.comparable()),
                cell.observations().mean(),
                interval,
                runs == 1 ? "of a single run" : "mean of " + runs + " runs" + visits(cell));
    }
}
