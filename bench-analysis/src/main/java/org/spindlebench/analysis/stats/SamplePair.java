package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The durations of one job on two setups.
 *
 * <p>A duration is at least 0, and a cell's mean is above 0, so that every ratio of means exists. A duration of 0 has no logarithm:
 * what is computed of logarithms is then absent, or refused where it says so.
 *
 * @param baseline x, the durations that others are compared with
 * @param contender y, the durations on the other setup, in the same unit
 */
public record SamplePair(Sample baseline, Sample contender) {
    /** The greatest ratio of two durations above 0 of a pair, 10¹⁰⁰: beyond, a bound could exceed what a double holds. */
    public static final double WIDEST = 1e100;

    /** @throws IllegalArgumentException if a duration is negative, all of a cell are 0, or two are further apart than {@link #WIDEST} */
    public SamplePair {
        requireDurations("baseline", baseline);
        requireDurations("contender", contender);
        double least = DoubleStream.concat(DoubleStream.of(baseline.array()), DoubleStream.of(contender.array()))
                .filter(duration -> duration > 0)
                .min()
                .orElseThrow();
        double greatest = Math.max(baseline.max(), contender.max());
        if (!(greatest / least <= WIDEST)) {
            throw new IllegalArgumentException("durations to compare must lie within a factor of " + WIDEST + ": from "
                    + least + " to " + greatest);
        }
    }

    /** The ratio of arithmetic means x̄ / ȳ. Above 1: the contender is faster. */
    public double ratioOfMeans() {
        return baseline.mean() / contender.mean();
    }

    /** Baseline and contender changed over. */
    public SamplePair swapped() {
        return new SamplePair(contender, baseline);
    }

    /** Whether both cells have two values or more, without which nothing says how they vary. */
    boolean isRepeated() {
        return baseline.n() > 1 && contender.n() > 1;
    }

    /** Whether some cell's values differ. */
    boolean varies() {
        return baseline.min() < baseline.max() || contender.min() < contender.max();
    }

    /**
     * The unit of the clock (see {@link Sample#unit}): one that the values of both cells are whole multiples of; 0 where there is none.
     * Units are tenths of each other, so that the lesser of the two cells' is that of both.
     */
    double unit() {
        return Math.min(baseline.unit(), contender.unit());
    }

    /**
     * The squared coefficients of variation of both means, s² / (n x̄²): in the first order the variance of the ratio's logarithm.
     * At least what rounding gives (see {@link #ofMean}). Only for repeated cells.
     */
    VarianceSum relativeVariance() {
        double unit = unit();
        return VarianceSum.NONE
                .plus(ofMean(squaredVariation(baseline), baseline, unit), baseline.n() - 1.0)
                .plus(ofMean(squaredVariation(contender), contender, unit), contender.n() - 1.0);
    }

    /**
     * The variance of a cell's mean, relative to it: s² / n, and unit² / 12 where s² is less than that.
     *
     * <p>Rounding to a unit has the variance unit² / 12. Runs that vary by more are rounded up and down by chance, which is in their
     * s². Runs that vary by less are rounded alike: that error does not become less with their number, so it is not divided by it.
     *
     * @param variance of the mean of values or of their logarithms, by their s², relative to the mean
     * @param unit 0 where there is none
     */
    static double ofMean(double variance, Sample cell, double unit) {
        double rounding = unit / cell.mean() * (unit / cell.mean()) / 12;
        return variance * cell.n() < rounding ? rounding : variance;
    }

    /** @return absent where a duration is 0 */
    Optional<LogPair> logs() {
        return LogCell.of(baseline).flatMap(x -> LogCell.of(contender).map(y -> new LogPair(this, x, y)));
    }

    /** @throws IllegalArgumentException if a duration is 0 */
    LogPair requireLogs() {
        return logs().orElseThrow(() ->
                new IllegalArgumentException("every duration must be above 0, for its logarithm: baseline "
                        + baseline.values() + ", contender " + contender.values()));
    }

    private static double squaredVariation(Sample cell) {
        double cv = cell.cv().orElseThrow();
        return cv * cv / cell.n();
    }

    private static void requireDurations(String side, Sample cell) {
        if (!(cell.min() >= 0 && cell.max() > 0)) {
            throw new IllegalArgumentException(
                    "durations of the " + side + " must be at least 0, and one of them above 0: " + cell.values());
        }
    }

    /**
     * The logarithms of a pair of cells.
     *
     * @param raw the cells themselves
     */
    record LogPair(SamplePair raw, LogCell baseline, LogCell contender) {
        /** The means of the logarithms, subtracted. */
        double difference() {
            return Math.log(baseline.reference() / contender.reference()) + relativeDifference();
        }

        /** The ratio of geometric means: e to the difference. */
        double ratio() {
            return baseline.reference() / contender.reference() * Math.exp(relativeDifference());
        }

        /**
         * The variance of {@link #difference}, at least what rounding gives (see {@link SamplePair#ofMean}). Only for repeated cells.
         */
        VarianceSum variance() {
            double unit = raw.unit();
            return VarianceSum.NONE
                    .plus(SamplePair.ofMean(ofMean(baseline), raw.baseline(), unit), baseline.n() - 1.0)
                    .plus(SamplePair.ofMean(ofMean(contender), raw.contender(), unit), contender.n() - 1.0);
        }

        private static double ofMean(LogCell cell) {
            double sd = cell.deviations().sd().orElseThrow();
            return sd * sd / cell.n();
        }

        private double relativeDifference() {
            return baseline.deviations().mean() - contender.deviations().mean();
        }
    }

    /**
     * The logarithms of a cell's values, kept as a reference and the logarithms relative to it: ln xᵢ = ln reference + deviationᵢ.
     *
     * <p>Near the reference a relative logarithm has all its digits, where the difference of two logarithms has lost those they share.
     *
     * @param reference the cell's mean
     */
    record LogCell(double reference, Sample deviations) {
        /** @return absent where a value is not above 0 */
        static Optional<LogCell> of(Sample cell) {
            if (!(cell.min() > 0)) {
                return Optional.empty();
            }
            double mean = cell.mean();
            return Optional.of(new LogCell(mean, Sample.of(relative(cell.array(), mean))));
        }

        /** ln(value / reference) of each. */
        static double[] relative(double[] values, double reference) {
            return Arrays.stream(values)
                    .map(value -> logOfRatio(value, reference))
                    .toArray();
        }

        int n() {
            return deviations.n();
        }

        /** Of two numbers within a factor of two the difference is exact. */
        private static double logOfRatio(double value, double reference) {
            double ratio = value / reference;
            return ratio > 0.5 && ratio < 2 ? Math.log1p((value - reference) / reference) : Math.log(ratio);
        }
    }

    /**
     * Welch's t test of the logarithms of two cells' durations, and the ratio of geometric means with its interval.
     *
     * <p>With the mean, variance s² and number n of ln xᵢ and of ln yⱼ: t = (mean ln x − mean ln y) / √(s²_{ln x} / n₁ + s²_{ln y} / n₂);
     * ratio = exp(mean ln x − mean ln y); interval = exp(mean ln x − mean ln y ± t(1 − α/2; df) √(…)) (Welch, Biometrika 34, 1947). Runs
     * that vary by less than their clock's unit have the variance of rounding, as in {@link SpeedUp}.
     *
     * @param t above 0 where the contender is faster
     * @param df degrees of freedom after Welch and Satterthwaite
     * @param p two-sided, above 0; right to about 13 digits however small, and never below the least positive double
     * @param ratio geometric mean of the baseline over that of the contender. Above 1: the contender is faster
     * @param interval of the ratio
     */
    public record LogWelch(double t, double df, double p, double ratio, Interval interval) {
        /**
         * @param confidence between 0 and 1, exclusive, such as 0.95
         * @return absent where a cell has one value, a duration is 0, neither cell varies and no unit of the clock is known, or a bound of
         *     the interval exceeds what a double holds
         */
        public static Optional<LogWelch> of(SamplePair pair, double confidence) {
            Interval.requireConfidence(confidence);
            return pair.isRepeated() ? pair.logs().flatMap(logs -> of(logs, confidence)) : Optional.empty();
        }

        private static Optional<LogWelch> of(LogPair logs, double confidence) {
            VarianceSum variance = logs.variance();
            if (variance.total() == 0) {
                return Optional.empty();
            }
            double error = Math.sqrt(variance.total());
            double df = variance.df();
            double t = logs.difference() / error;
            return Interval.ofRatio(confidence, logs.ratio(), StudentT.quantile(confidence, df) * error)
                    .map(interval -> new LogWelch(t, df, StudentT.twoSided(t, df), logs.ratio(), interval));
        }
    }
}
