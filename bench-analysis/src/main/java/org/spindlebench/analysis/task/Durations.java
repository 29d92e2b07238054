package org.spindlebench.analysis.task;

import java.util.Arrays;
import java.util.Collection;

/** Some durations in seconds, at least one. */
final class Durations {
    private final double[] sorted;

    Durations(Collection<Double> seconds) {
        sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no duration");
        }
    }

    int count() {
        return sorted.length;
    }

    double min() {
        return sorted[0];
    }

    double max() {
        return sorted[sorted.length - 1];
    }

    double total() {
        return Arrays.stream(sorted).sum();
    }

    double mean() {
        return total() / sorted.length;
    }

    /** The one in the middle, or the mean of the two there. */
    double median() {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
