package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.NUMBER;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.task.ConcurrencySeries;

/** How many attempts ran in each phase over the length of a run: ALOJA's Figure 2. */
final class PhasesPicture {
    private PhasesPicture() {}

    static Picture of(RunEvidence evidence) {
        List<ShownRun> runs =
                evidence.runs().stream().filter(run -> run.phases() != null).toList();
        RunRows rows = new RunRows(
                runs,
                Column.of("at", "from [s]", SECONDS),
                Column.of("map", "map", NUMBER),
                Column.of("shuffle", "shuffle", NUMBER),
                Column.of("merge", "merge", NUMBER),
                Column.of("reduce", "reduce", NUMBER),
                Column.of("other", "phase not known", NUMBER));
        runs.forEach(run -> add(rows, run));
        return new Picture(
                "phases",
                "Phases of tasks over time",
                "How many task attempts ran at each moment, by what they did: maps, and reduces that shuffled (or waited for maps), merged or reduced."
                        + " Setups of one job stand one under the other on the same axis of time.",
                "Stacked areas of running attempts by phase over the seconds of a run, one part for each of "
                        + runs.size() + " runs.",
                notes(evidence, rows),
                Picture.Crowd.FIRST,
                EvidencePictures.ALL,
                rows.rows());
    }

    private static void add(RunRows rows, ShownRun run) {
        ConcurrencySeries phases = run.phases();
        long start = phases.start().toEpochMilli();
        double first = run.since(start, start);
        for (ConcurrencySeries.Step step : phases.steps()) {
            rows.add(
                    run,
                    EvidencePictures.seconds(first + step.at()),
                    count(step.map()),
                    count(step.shuffle()),
                    count(step.merge()),
                    count(step.reduce()),
                    count(step.other()));
        }
        // Where the last step ends.
        if (!phases.steps().isEmpty()) {
            rows.add(run, EvidencePictures.seconds(first + phases.seconds()), 0, 0, 0, 0, 0);
        }
    }

    private static double count(double attempts) {
        return EvidencePictures.rounded(attempts, 1e3);
    }

    private static List<String> notes(RunEvidence evidence, RunRows shown) {
        List<ShownRun> runs = shown.runs();
        List<String> notes = new ArrayList<>(EvidencePictures.notes(evidence, shown, run -> null));
        notes.add(
                "Seconds since YARN accepted the job; what stands before the first task is its ApplicationMaster's start. Attempts that failed or"
                        + " were killed count for as long as they ran.");
        if (runs.stream().anyMatch(run -> run.phases().averaged())) {
            notes.add("Of runs with more changes than that, " + ConcurrencySeries.MOST_STEPS
                    + " steps of equal length are drawn, each with its mean.");
        }
        if (runs.stream().anyMatch(run -> run.begin() == null)) {
            notes.add("Of runs without YARN's times, seconds are since the first task.");
        }
        return notes;
    }
}
