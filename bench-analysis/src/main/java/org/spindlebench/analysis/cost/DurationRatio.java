package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The duration on one setup divided by the duration on another. For one job, this is the ratio of means ({@link
 * SpeedUp}); for several jobs, it is the ratio of geometric means ({@link Contrast}).
 *
 * @param value the ratio, above 0
 * @param interval its confidence interval; null if it does not exist
 * @param exact whether there is no interval because the durations of each job on each setup do not vary
 */
record DurationRatio(double value, Interval interval, boolean exact) {
    /**
     * Computes the ratio of {@code one} to {@code other}.
     *
     * @param one the durations of each job on one setup
     * @param other the durations of the same jobs on the other setup, in the same order
     */
    static DurationRatio of(List<VisitedSample> one, List<VisitedSample> other, double confidence) {
        if (one.size() != other.size() || one.isEmpty()) {
            throw new IllegalArgumentException("ratios need the same jobs: " + one.size() + ", " + other.size());
        }
        List<VisitedPair> jobs = IntStream.range(0, one.size())
                .mapToObj(job -> new VisitedPair(one.get(job), other.get(job)))
                .toList();
        if (jobs.size() == 1) {
            SpeedUp speedUp = jobs.get(0).speedUp(confidence);
            boolean exact = speedUp.basis() == SpeedUp.IntervalBasis.NO_VARIATION;
            return new DurationRatio(speedUp.ratio(), speedUp.interval().orElse(null), exact);
        }
        Contrast together = Contrast.between(jobs);
        boolean exact = together.basis() == SpeedUp.IntervalBasis.NO_VARIATION;
        return new DurationRatio(together.ratio(), together.interval(confidence).orElse(null), exact);
    }

    static boolean isConstant(VisitedSample sample) {
        Sample cell = sample.observations();
        return cell.n() > 1 && cell.min() == cell.max();
    }

    /** Checks whether a value may be the true ratio: it is in the interval, or nothing bounds the ratio. */
    boolean mayBe(double ratio) {
        return interval == null ? !exact : interval.low() <= ratio && ratio <= interval.high();
    }

    /** Returns the interval of an increasing function of the ratio; null if the ratio has no interval. */
    Interval increasing(DoubleUnaryOperator function) {
        return interval == null
                ? null
                : new Interval(
                        interval.confidence(),
                        function.applyAsDouble(interval.low()),
                        function.applyAsDouble(interval.high()));
    }

    /** Returns the interval of a constant / the ratio; null if the ratio has no interval, or may be 0. */
    Interval over(double constant) {
        return interval == null || interval.low() <= 0
                ? null
                : new Interval(interval.confidence(), constant / interval.high(), constant / interval.low());
    }
}
