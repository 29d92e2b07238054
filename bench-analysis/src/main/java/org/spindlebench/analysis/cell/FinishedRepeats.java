package org.spindlebench.analysis.cell;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The repeats of a campaign's cell that were not interrupted: as numbers, not objects, since there may be as many as runs. */
final class FinishedRepeats {
    private final String campaign;
    private final IntStream.Builder numbers = IntStream.builder();
    private int[] sorted;

    FinishedRepeats(String campaign) {
        this.campaign = campaign;
    }

    /** The campaign's name: one text for all its runs, where every record brings its own. */
    String campaign() {
        return campaign;
    }

    void add(int repeat) {
        numbers.add(repeat);
    }

    /** Ends the adding. */
    boolean has(int repeat) {
        if (sorted == null) {
            sorted = numbers.build().sorted().toArray();
        }
        return Arrays.binarySearch(sorted, repeat) >= 0;
    }
}
