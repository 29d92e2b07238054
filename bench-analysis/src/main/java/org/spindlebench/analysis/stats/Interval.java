package org.spindlebench.analysis.stats;

/**
 * A two-sided confidence interval.
 *
 * @param confidence its nominal coverage, such as 0.95
 * @param low its lower bound, in the unit of the values
 * @param high its upper bound
 */
public record Interval(double confidence, double low, double high) {
    public Interval {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must lie between 0 and 1, exclusive: " + confidence);
        }
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval's bounds must be ordered: " + low + ", " + high);
        }
    }
}
