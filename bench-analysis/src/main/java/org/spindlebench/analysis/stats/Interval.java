package org.spindlebench.analysis.stats;

import java.util.Optional;

/**
 * A two-sided confidence interval.
 *
 * @param confidence its nominal coverage, such as 0.95
 * @param low its lower bound, in the unit of the values
 */
public record Interval(double confidence, double low, double high) {
    /**
     * @throws IllegalArgumentException if the confidence is not between 0 and 1, or if the bounds are not finite or not
     *     ordered
     */
    public Interval {
        requireConfidence(confidence);
        if (!Double.isFinite(low) || !Double.isFinite(high)) {
            throw new IllegalArgumentException("an interval's bounds must be finite: " + low + ", " + high);
        }
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval's bounds must be ordered: " + low + ", " + high);
        }
    }

    /** Checks whether the value is between the bounds or equals one of them. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /**
     * Returns the interval of the quantity times a constant. An example is a cost, which is a price per second times a
     * mean duration.
     *
     * @param factor the constant; finite and not negative
     */
    public Interval times(double factor) {
        if (!(factor >= 0 && factor <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("an interval is scaled by a finite factor of at least 0, not " + factor);
        }
        return new Interval(confidence, low * factor, high * factor);
    }

    /**
     * Returns the interval of the quantity's reciprocal: the reciprocals of the bounds, swapped.
     *
     * @return empty if the lower bound is not above 0, because the reciprocal then has no upper bound
     */
    public Optional<Interval> reciprocal() {
        return low > 0 && Double.isFinite(1 / low)
                ? Optional.of(new Interval(confidence, 1 / high, 1 / low))
                : Optional.empty();
    }

    /**
     * Returns the interval of a ratio whose logarithm has the symmetric interval ln ratio ± half.
     *
     * @return empty if a bound is beyond the range of a double
     */
    static Optional<Interval> ofRatio(double confidence, double ratio, double half) {
        double factor = Math.exp(half);
        double low = ratio / factor;
        double high = ratio * factor;
        return low > 0 && Double.isFinite(high) ? Optional.of(new Interval(confidence, low, high)) : Optional.empty();
    }

    static void requireConfidence(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, exclusive: " + confidence);
        }
    }
}
