package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.INSTANT;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;
import static org.spindlebench.analysis.report.page.Column.Kind.SHARE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.stats.Drift;

/** Runs in the order of the clock, against the mean of their cells, with the line of the drift test. */
final class ClockPicture {
    /** A ten-thousandth of a per cent, finer than any picture. */
    private static final double PARTS = 1e6;

    private ClockPicture() {}

    static Picture of(Findings findings) {
        Dataset rows = new Dataset(
                Column.text("campaign", "campaign"),
                Column.of("order", "order", COUNT),
                Column.of("started", "started", INSTANT),
                Column.text("job", "job"),
                Column.text("setup", "setup"),
                Column.text("compression", ""),
                Column.text("run", "run"),
                Column.of("seconds", "duration [s]", SECONDS),
                Column.of("off", "off its cell's mean", SHARE),
                Column.of("trend", "trend", SHARE));
        Map<String, DriftFinding> drifts =
                findings.drifts().stream().collect(Collectors.toMap(DriftFinding::campaign, Function.identity()));
        DriftFinding.inOrder(findings.cells()).forEach((campaign, runs) -> {
            if (drifts.containsKey(campaign)) {
                add(rows, drifts.get(campaign), runs);
            }
        });
        return new Picture(
                "clock",
                "Runs in the order of the clock",
                "By how much each run was off the mean of its cell, in the order in which they were made, with the line of least squares. A slope is a"
                        + " cluster that became slower or faster while it was measured.",
                "Points along the order of the runs, scattered around 0 where nothing drifted.",
                notes(findings.drifts()),
                Picture.Crowd.SAMPLE,
                Picture.MOST,
                rows);
    }

    private static void add(Dataset rows, DriftFinding finding, List<DriftFinding.InTime> runs) {
        double mean = runs.stream()
                .mapToDouble(DriftFinding.InTime::residual)
                .average()
                .orElse(0);
        double middle = (runs.size() + 1) / 2.0;
        for (int at = 0; at < runs.size(); at++) {
            DriftFinding.InTime one = runs.get(at);
            int order = at + 1;
            rows.add(
                    finding.campaign(),
                    order,
                    one.run().started(),
                    one.cell().subject().job(),
                    one.cell().subject().setup(),
                    Settings.compression(one.cell().comparable()),
                    one.run().run(),
                    one.run().seconds(),
                    EvidencePictures.rounded(Math.expm1(one.residual()), PARTS),
                    EvidencePictures.rounded(Math.expm1(mean + finding.drift().slope() * (order - middle)), PARTS));
        }
    }

    private static List<String> notes(List<DriftFinding> drifts) {
        List<String> notes = new ArrayList<>();
        for (DriftFinding finding : drifts) {
            Drift drift = finding.drift();
            notes.add(String.format(
                    Locale.ROOT,
                    "%s: %.3f %% a run%s over %d runs%s",
                    finding.campaign(),
                    100 * drift.slope(),
                    p(drift.slopeP()),
                    drift.n(),
                    drift.isSuspicious() ? "; suspicious: see the table 'Drift over the length of a campaign'" : ""));
        }
        return notes.size() <= 10 ? notes : List.of(notes.size() + " campaigns; the table of drifts has each.");
    }

    private static String p(OptionalDouble p) {
        return p.isPresent() ? String.format(Locale.ROOT, " (p %.3g)", p.getAsDouble()) : "";
    }
}
