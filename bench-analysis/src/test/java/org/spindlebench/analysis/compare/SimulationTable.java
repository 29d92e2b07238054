package org.spindlebench.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.SimulationTally.Promise;

final class SimulationTable {
    static String name(SimulatedDesign design) {
        return design.truth().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + design.describe();
    }

    static String row(SimulationTally tally) {
        return String.format(Locale.ROOT, "%5.1f s ", tally.seconds()) + name(tally.design) + " | " + Arrays.stream(Promise.values())
                .map(promise -> tally.has(promise) ? promise + " " + String.format(Locale.ROOT, "%.2f", 100 * tally.rate(promise)) : "-")
                .collect(Collectors.joining(" | "));
    }

    static double power(SimulatedDesign design) { return 0; }

    static String document(List<SimulationTally> tallies, int rounds, String command) { return ""; }
}
