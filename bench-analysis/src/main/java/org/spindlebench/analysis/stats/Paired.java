package org.spindlebench.analysis.stats;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.SamplePair.LogPair;

/**
 * The comparison within blocks: of runs that belong together, one on each setup, such as neighbours in time.
 *
 * <p>With dᵢ = ln xᵢ − ln yᵢ of each of B blocks: ratio = exp(mean d); interval = exp(mean d ± t(1 − α/2; B − 1) s_d / √B); p of the paired t
 * test. What blocks have in common cancels, but half the degrees of freedom are lost.
 *
 * @param blocks B
 * @param ratio of geometric means. Above 1: the contender is faster
 * @param interval of the ratio
 * @param p two-sided, above 0
 * @param correlation Pearson's, of ln xᵢ and ln yᵢ over the blocks
 */
public record Paired(
        int blocks, double ratio, Optional<Interval> interval, OptionalDouble p, OptionalDouble correlation) {
    /**
     * The correlation above which pairing pays, 0.31, for five blocks: with equal variances the paired interval is √(1 − ρ) t(4) wide
     * where the unpaired one is t(8), and 1 − (2.306 / 2.776)² = 0.31.
     */
    public static final double PAYS_ABOVE = 0.31;

    /** Logarithms of ratios that differ by this or less differ by the rounding of durations. */
    private static final double ROUNDING = 0x1p-50;

    /**
     * Interval and p are absent for a single block, where all ratios xᵢ / yᵢ are equal but for rounding, and where a bound exceeds what
     * a double holds; the correlation is absent for fewer than three blocks and where a cell does not vary.
     *
     * @param pair whose i-th values belong to one block
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @throws IllegalArgumentException if the cells differ in size, or a duration is 0
     */
    public static Paired of(SamplePair pair, double confidence) {
        Interval.requireConfidence(confidence);
        int blocks = pair.baseline().n();
        if (blocks != pair.contender().n()) {
            throw new IllegalArgumentException("a block needs a run on each setup, but there are " + blocks + " and "
                    + pair.contender().n());
        }
        LogPair logs = pair.requireLogs();
        double[] x = logs.baseline().deviations().array();
        double[] y = logs.contender().deviations().array();
        Sample differences = Sample.of(
                IntStream.range(0, blocks).mapToDouble(i -> x[i] - y[i]).toArray());
        OptionalDouble correlation = correlation(logs);
        if (differences.max() - differences.min() <= ROUNDING) {
            return new Paired(blocks, logs.ratio(), Optional.empty(), OptionalDouble.empty(), correlation);
        }
        double error = differences.sd().orElseThrow() / Math.sqrt(blocks);
        double df = blocks - 1.0;
        Optional<Interval> interval =
                Interval.ofRatio(confidence, logs.ratio(), StudentT.quantile(confidence, df) * error);
        double p = StudentT.twoSided(logs.difference() / error, df);
        return new Paired(blocks, logs.ratio(), interval, OptionalDouble.of(p), correlation);
    }

    /** Whether the correlation is there and above {@link #PAYS_ABOVE}: then the paired interval tends to be the narrower one. */
    public boolean pays() {
        return correlation.isPresent() && correlation.getAsDouble() > PAYS_ABOVE;
    }

    private static OptionalDouble correlation(LogPair logs) {
        Sample x = logs.baseline().deviations();
        Sample y = logs.contender().deviations();
        if (x.n() < 3 || x.min() == x.max() || y.min() == y.max()) {
            return OptionalDouble.empty();
        }
        double meanOfX = x.mean();
        double meanOfY = y.mean();
        double sum = IntStream.range(0, x.n())
                .mapToDouble(i -> (x.values().get(i) - meanOfX) * (y.values().get(i) - meanOfY))
                .sum();
        double scale = x.sd().orElseThrow() * (x.n() - 1) * y.sd().orElseThrow();
        return OptionalDouble.of(Math.max(-1, Math.min(1, sum / scale)));
    }
}
