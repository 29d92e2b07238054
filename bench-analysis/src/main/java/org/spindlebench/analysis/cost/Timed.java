package org.spindlebench.analysis.cost;

import java.util.List;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;

/**
 * A factor times a power of durations: the form of every cost of a job.
 *
 * @param seconds durations of each job; none for what does not depend on durations; of several the geometric mean counts
 * @param factor at least 0
 * @param power 1 for what grows with the duration, 2 for cost × time, -1 for rates
 */
record Timed(List<Sample> seconds, double factor, int power) {
    /** Values are equal when they differ by less than what rounding does in a few operations. */
    private static final double ROUNDING = 1e-12;

    Timed {
        seconds = List.copyOf(seconds);
    }

    static Timed constant(double value) {
        return new Timed(List.of(), value, 1);
    }

    double value() {
        return seconds.isEmpty() ? factor : factor * Math.pow(Sample.mean(seconds), power);
    }

    /**
     * The interval of one job's figure: Student's of the mean duration, raised to the power and scaled.
     *
     * @return null for none or several jobs, a single run, and rates of a duration that may be as small as 0
     */
    Interval interval(double confidence) {
        Interval mean = seconds.size() == 1
                ? seconds.get(0).observations().meanInterval(confidence).orElse(null)
                : null;
        if (mean == null || (power < 0 && mean.low() <= 0)) {
            return null;
        }
        // A duration below 0, which an interval of few runs may reach, has no square that means anything.
        double low = factor * Math.pow(power == 2 ? Math.max(0, mean.low()) : mean.low(), power);
        double high = factor * Math.pow(mean.high(), power);
        return new Interval(confidence, Math.min(low, high), Math.max(low, high));
    }

    static boolean areEqual(double a, double b) {
        return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
    }

    /**
     * Whether the two cannot be told apart: equal, or the interval of their ratio contains 1, which is when that of the
     * durations' ratio contains (their factor / this factor)^(1 / power). Where single runs or great spread leave the ratio
     * without an interval, nothing tells them apart.
     *
     * @param other of the same jobs and power
     */
    boolean isTiedWith(Timed other, double confidence) {
        if (areEqual(value(), other.value())) {
            return true;
        }
        if (seconds.isEmpty() || factor == 0 || other.factor == 0) {
            return false;
        }
        double one = Math.pow(other.factor / factor, 1.0 / power);
        return DurationRatio.of(seconds, other.seconds, confidence).mayBe(one);
    }
}
