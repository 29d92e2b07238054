package org.spindlebench.analysis.stats;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** A complete set of values rather than a sample, such as all slots or all streams of a run. */
public final class Population {
    private static final double LARGEST = 1e150;

    private final double[] values;

    private Population(double[] values) {
        this.values = values;
    }

    /**
     * Copies the values.
     *
     * @param values at least one; all finite and at most 10¹⁵⁰ in size, because the square of a larger value could
     *     exceed the range of a double
     */
    public static Population of(double... values) {
        if (values.length == 0 || !Arrays.stream(values).allMatch(value -> Math.abs(value) <= LARGEST)) {
            throw new IllegalArgumentException("a population needs one or more values, all finite and at most "
                    + LARGEST + " in size: " + values.length + " values");
        }
        return new Population(values.clone());
    }

    public double mean() {
        return Arrays.stream(values).average().orElseThrow();
    }

    /**
     * Returns the population standard deviation: the root of the mean squared distance from the mean, with the divisor
     * n rather than n - 1.
     */
    public double sd() {
        return new StandardDeviation(false).evaluate(values);
    }

    /**
     * Returns a percentile, interpolated linearly between the sorted values at rank {@code 1 + (n - 1) * percent / 100}
     * (R's type 7).
     *
     * @param percent above 0, at most 100
     */
    public double percentile(double percent) {
        return Sample.quantile(Arrays.stream(values).sorted().toArray(), percent / 100);
    }
}
