package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.CellPair;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * How many times as long one setup takes as another: of one job the ratio of means with Fieller's interval, of several the
 * geometric mean of their ratios.
 *
 * <p>Of J jobs: L = (1/J) Σ ln(x̄ⱼ / ȳⱼ), Var = (1/J²) Σ (s²(ln xⱼ)/n₁ⱼ + s²(ln yⱼ)/n₂ⱼ), Satterthwaite's degrees of freedom,
 * exp(L ± t √Var): the interval for exactly these jobs.
 *
 * @param value above 0
 * @param interval null where it does not exist
 * @param basis why there is an interval, or none
 */
record DurationRatio(double value, Interval interval, SpeedUp.Basis basis) {
    /**
     * The ratio of {@code slower} to {@code faster}, whichever is.
     *
     * @param slower durations of each job on one setup
     * @param faster durations of the same jobs in the same order on the other
     */
    static DurationRatio of(List<Cell> slower, List<Cell> faster, double confidence) {
        if (slower.size() != faster.size() || slower.isEmpty()) {
            throw new IllegalArgumentException("ratios need the same jobs: " + slower.size() + ", " + faster.size());
        }
        if (slower.size() == 1) {
            SpeedUp one = SpeedUp.of(new CellPair(slower.get(0), faster.get(0)), confidence);
            return new DurationRatio(one.ratio(), one.interval().orElse(null), one.basis());
        }
        return geometricMean(slower, faster, confidence);
    }

    private static DurationRatio geometricMean(List<Cell> slower, List<Cell> faster, double confidence) {
        int jobs = slower.size();
        double log = IntStream.range(0, jobs)
                .mapToDouble(
                        job -> Math.log(slower.get(job).mean() / faster.get(job).mean()))
                .average()
                .orElseThrow();
        double value = Math.exp(log);
        List<Cell> all = IntStream.range(0, 2 * jobs)
                .mapToObj(index -> index < jobs ? slower.get(index) : faster.get(index - jobs))
                .toList();
        if (all.stream().anyMatch(cell -> cell.n() == 1)) {
            return new DurationRatio(value, null, SpeedUp.Basis.SINGLE_RUN);
        }
        double sum = all.stream().mapToDouble(DurationRatio::logVariance).sum();
        if (sum == 0) {
            return new DurationRatio(value, null, SpeedUp.Basis.NO_VARIATION);
        }
        double squares = all.stream()
                .mapToDouble(cell -> Math.pow(logVariance(cell), 2) / (cell.n() - 1))
                .sum();
        double t = new TDistribution(null, sum * sum / squares).inverseCumulativeProbability((1 + confidence) / 2);
        double half = t * Math.sqrt(sum) / jobs;
        Interval interval = new Interval(confidence, Math.exp(log - half), Math.exp(log + half));
        return new DurationRatio(value, interval, SpeedUp.Basis.INTERVAL);
    }

    /** s²(ln x) / n. */
    private static double logVariance(Cell cell) {
        Cell logs = Cell.of(cell.values().stream().map(Math::log).toList());
        return Math.pow(logs.sd().orElseThrow(), 2) / logs.n();
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
