package org.spindlebench.analysis.stats;

import java.util.Arrays;

/** Values that are all there are, not a sample of more: all slots of a run, all its streams. */
public final class Population {
    private static final double LARGEST = 1e150;

    private final double[] values;

    private Population(double[] values) {
        this.values = values;
    }

    /**
     * Takes a copy.
     *
     * @param values at least one, all finite and at most 10¹⁵⁰ in size: the square of a larger one could exceed what a double holds
     */
    public static Population of(double... values) {
        if (values.length == 0 || !Arrays.stream(values).allMatch(value -> Math.abs(value) <= LARGEST)) {
            throw new IllegalArgumentException(
                    "a population needs finite values of at most " + LARGEST + " in size: " + Arrays.toString(values));
        }
        return new Population(values.clone());
    }

    public double mean() {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** Root of the mean squared distance from the mean: divided by n, not n - 1. */
    public double sd() {
        return Math.sqrt(Sample.squares(values) / values.length);
    }

    /**
     * The value below which so many of a hundred lie, interpolated linearly between the sorted values at rank
     * {@code 1 + (n - 1) * percent / 100} (R's type 7).
     *
     * @param percent above 0, at most 100
     */
    public double percentile(double percent) {
        return Sample.quantile(Arrays.stream(values).sorted().toArray(), percent / 100);
    }
}
