package org.spindlebench.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.SimulationTally.Promise;

/** Formats counts as lines of a table. */
final class SimulationTable {
    private SimulationTable() {}

    /** Formats a line of Markdown: the design, and each promise's share in percent. */
    static String row(SimulationTally tally) {
        return cells(Stream.concat(
                Stream.of(tally.design().name()),
                Arrays.stream(Promise.values()).map(promise -> share(tally, promise))));
    }

    private static String share(SimulationTally tally, Promise promise) {
        if (!tally.has(promise)) {
            return "";
        }
        String share = String.format(Locale.ROOT, "%.1f", 100 * tally.rate(promise));
        return promise == Promise.DETECTED && tally.design().powerInR() != null
                ? share
                        + String.format(
                                Locale.ROOT, " (R: %.1f)", 100 * tally.design().powerInR())
                : share;
    }

    /** Returns the part of docs/evidence/simulation.md that a simulation writes. */
    static String of(List<SimulationTally> tallies, int rounds) {
        String head = cells(Stream.concat(
                Stream.of("design"), Arrays.stream(Promise.values()).map(promise -> promise.column)));
        String line = cells(Stream.generate(() -> "---").limit(1 + Promise.values().length));
        return Stream.concat(Stream.of(head, line), tallies.stream().map(SimulationTable::row))
                .collect(Collectors.joining("\n", rounds + " campaigns of each design.\n\n", "\n"));
    }

    private static String cells(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
