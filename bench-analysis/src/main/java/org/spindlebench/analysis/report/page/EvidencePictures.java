package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;

/** The pictures of single runs, and of what devices were measured to do. To add one, add a line to {@link #of}. */
final class EvidencePictures {
    /** Marks are few, as a line or an area is one: all rows are drawn. */
    static final int ALL = 20_000;

    private static final int MOST_REASONS = 5;

    private EvidencePictures() {}

    /** In the order of the page; those of which there is nothing have no rows. */
    static List<Picture> of(Findings findings, RunEvidence evidence) {
        return List.of(
                PhasesPicture.of(evidence),
                SeriesPictures.devices(evidence),
                SeriesPictures.processors(evidence),
                ThroughputPicture.of(evidence),
                BandwidthPicture.of(findings, evidence));
    }

    static Settings settings(List<ShownRun> runs) {
        return Settings.of(runs.stream().map(run -> run.cell().comparable()).toList());
    }

    /** Which runs are shown, and what is not. */
    static List<String> notes(RunEvidence evidence, Predicate<ShownRun> isShown, Function<ShownRun, String> reason) {
        List<String> notes = new ArrayList<>();
        List<ShownRun> shown = evidence.runs().stream().filter(isShown).toList();
        notes.add("One valid run of each measurement is shown, the one whose duration is nearest the median: "
                + shown.stream().map(ShownRun::sentence).collect(Collectors.joining("; ")) + ".");
        if (!settings(shown).shared().isEmpty()) {
            notes.add(settings(shown).shared());
        }
        if (evidence.left() > 0) {
            notes.add("Of the first " + ShownCells.MOST + " measurements; " + evidence.left() + " more are left out.");
        }
        List<String> missing = Stream.concat(
                        evidence.problems().stream(),
                        evidence.runs().stream()
                                .map(run -> reason.apply(run) == null
                                        ? null
                                        : run.run().run() + ": " + reason.apply(run)))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        missing.stream().limit(MOST_REASONS).forEach(one -> notes.add("Missing: " + one));
        if (missing.size() > MOST_REASONS) {
            notes.add("Missing besides: " + (missing.size() - MOST_REASONS) + " more.");
        }
        return notes;
    }

    /** To the millisecond: clocks know no more. */
    static double seconds(double value) {
        return rounded(value, 1e3);
    }

    /** To a hundredth of a per cent; null where it is not known. */
    static Double share(Double value) {
        return value == null ? null : (Double) rounded(value, 1e4);
    }

    /** To a whole number; null where it is not known. */
    static Long whole(Double value) {
        return value == null ? null : (Long) Math.round(value);
    }

    static double rounded(double value, double parts) {
        return Math.rint(value * parts) / parts;
    }
}
