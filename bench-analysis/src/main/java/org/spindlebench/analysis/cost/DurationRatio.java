package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * How many times as long one setup takes as another: of one job the ratio of means ({@link SpeedUp}), of several the ratio of
 * geometric means ({@link Contrast}).
 *
 * @param value above 0
 * @param interval null where it does not exist
 * @param exact whether there is no interval because no run differs from another of its job and setup
 */
record DurationRatio(double value, Interval interval, boolean exact) {
    /**
     * The ratio of {@code one} to {@code other}.
     *
     * @param one durations of each job on one setup
     * @param other durations of the same jobs in the same order on the other
     */
    static DurationRatio of(List<Sample> one, List<Sample> other, double confidence) {
        if (one.size() != other.size() || one.isEmpty()) {
            throw new IllegalArgumentException("ratios need the same jobs: " + one.size() + ", " + other.size());
        }
        List<SamplePair> jobs = IntStream.range(0, one.size())
                .mapToObj(job -> new SamplePair(one.get(job), other.get(job)))
                .toList();
        if (jobs.size() == 1) {
            SpeedUp speedUp = jobs.get(0).speedUp(confidence);
            boolean exact = speedUp.basis() == SpeedUp.Basis.NO_VARIATION;
            return new DurationRatio(speedUp.ratio(), speedUp.interval().orElse(null), exact);
        }
        Contrast together = Contrast.between(jobs);
        boolean exact = together.basis() == SpeedUp.Basis.NO_VARIATION;
        return new DurationRatio(together.ratio(), together.interval(confidence).orElse(null), exact);
    }

    static boolean isConstant(Sample sample) {
        Cell cell = sample.observations();
        return cell.n() > 1 && cell.min() == cell.max();
    }

    /** Whether a value may be the true ratio: it lies in the interval, or nothing bounds the ratio. */
    boolean mayBe(double ratio) {
        return interval == null ? !exact : interval.low() <= ratio && ratio <= interval.high();
    }

    /** The interval of an increasing function of the ratio; null without one of the ratio. */
    Interval increasing(DoubleUnaryOperator function) {
        return interval == null
                ? null
                : new Interval(
                        interval.confidence(),
                        function.applyAsDouble(interval.low()),
                        function.applyAsDouble(interval.high()));
    }

    /** The interval of a constant over the ratio; null also where the ratio may be as small as 0. */
    Interval over(double constant) {
        return interval == null || interval.low() <= 0
                ? null
                : new Interval(interval.confidence(), constant / interval.high(), constant / interval.low());
    }
}
