package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.spindlebench.analysis.compare.Findings;

/** The pictures of single runs, and of what devices were measured to do. To add one, add a line to {@link #of}. */
final class EvidencePictures {
    /** Marks are few, as a line or an area is one: all rows are drawn. */
    static final int ALL = 20_000;

    private static final int MOST_REASONS = 5;

    private EvidencePictures() {}

    /** In the order of the page; those of which there is nothing have no rows. */
    static List<Picture> of(Findings findings, RunEvidence evidence, Interest interest) {
        return List.of(
                PhasesPicture.of(evidence),
                SeriesPictures.devices(evidence),
                SeriesPictures.processors(evidence),
                ThroughputPicture.of(evidence).limitedTo(interest.few()),
                BandwidthPicture.of(findings, evidence).limitedTo(interest));
    }

    /**
     * Which runs are shown, and what is not.
     *
     * @param reason why a run lacks something of this picture; null where it does not
     */
    static List<String> notes(RunEvidence evidence, RunRows shown, Function<ShownRun, String> reason) {
        List<String> notes = new ArrayList<>();
        notes.add("One valid run of each measurement is shown, the one whose duration is nearest the median.");
        if (!shown.shared().isEmpty()) {
            notes.add(shown.shared());
        }
        if (evidence.left() > 0) {
            notes.add("Of the first " + ShownCells.MOST + " measurements; " + evidence.left() + " more are left out.");
        }
        List<String> missing = missing(evidence, reason);
        missing.stream().limit(MOST_REASONS).forEach(one -> notes.add("Missing: " + one));
        if (missing.size() > MOST_REASONS) {
            notes.add("Missing besides: " + (missing.size() - MOST_REASONS) + " more.");
        }
        return notes;
    }

    /** What could not be read, and each reason once with its runs. */
    private static List<String> missing(RunEvidence evidence, Function<ShownRun, String> reason) {
        Map<String, Set<String>> runs = new LinkedHashMap<>();
        for (ShownRun run : evidence.runs()) {
            String why = reason.apply(run);
            if (why != null) {
                runs.computeIfAbsent(why, any -> new LinkedHashSet<>())
                        .add(run.run().run());
            }
        }
        List<String> missing = new ArrayList<>(evidence.problems());
        runs.forEach((why, names) -> missing.add(why + " (" + String.join(", ", names) + ")"));
        return missing;
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
