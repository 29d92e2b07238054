package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.NUMBER;
import static org.spindlebench.analysis.report.page.Column.Kind.RATIO;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.stats.Interval;

/** Normalised durations per job and setup, one part for each choice of settings: Figures 2, 4, 5 and 6 of Cloudera's paper. */
final class NormalisedPicture {
    private static final int MOST_BARS = 160;

    private NormalisedPicture() {}

    static Picture of(Findings findings) {
        Settings settings =
                Settings.of(findings.families().stream().map(Family::settings).toList());
        CellRows rows = new CellRows(
                Column.of("normalised", "normalised", NUMBER),
                Column.of("low", "low", NUMBER),
                Column.of("high", "high", NUMBER),
                Column.of("speedup", "speed-up", RATIO),
                Column.of("n_baseline", "n of " + findings.baseline(), COUNT),
                Column.of("n", "n", COUNT),
                Column.of("baseline_seconds", findings.baseline() + " [s]", SECONDS),
                Column.of("seconds", "mean [s]", SECONDS));
        findings.families().forEach(family -> family.comparisons()
                .forEach(one -> add(rows, one, settings.distinct(family.settings()))));
        return new Picture(
                "normalised",
                "Normalised durations",
                "Duration of each job over its duration on " + findings.baseline()
                        + ", the line at 1. Lower is better; a bar whose interval holds 1 shows no detectable difference.",
                alternative(findings),
                notes(findings, settings),
                Picture.Crowd.FIRST,
                MOST_BARS,
                rows.rows());
    }

    private static void add(CellRows rows, Comparison one, String part) {
        Optional<Interval> interval = one.speedUp().normalisedInterval();
        rows.add(
                one.job(),
                one.contenderSetup(),
                one.settings(),
                part,
                one.speedUp().normalised(),
                interval.map(Interval::low).orElse(null),
                interval.map(Interval::high).orElse(null),
                one.speedUp().ratio(),
                one.observations().baseline().n(),
                one.observations().contender().n(),
                one.observations().baseline().mean(),
                one.observations().contender().mean());
    }

    private static String alternative(Findings findings) {
        return findings.comparisons()
                .max((a, b) -> Double.compare(a.speedUp().ratio(), b.speedUp().ratio()))
                .map(best ->
                        "Bars of normalised durations; the lowest is " + best.job() + " on " + best.contenderSetup()
                                + String.format(
                                        java.util.Locale.ROOT,
                                        " with %.3f.",
                                        best.speedUp().normalised()))
                .orElse("");
    }

    private static List<String> notes(Findings findings, Settings settings) {
        List<String> notes = new ArrayList<>();
        notes.add("n counts what the statistics count: runs, or visits to a setup. Intervals are Fieller's, of "
                + Math.round(findings.options().confidence() * 100) + " %; bars without one have too few runs for it.");
        if (!settings.shared().isEmpty()) {
            notes.add(settings.shared());
        }
        return notes;
    }
}
