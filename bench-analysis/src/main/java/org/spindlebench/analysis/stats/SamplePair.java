package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * The durations of one job on two setups.
 *
 * <p>Every duration is at least 0, and a cell's mean is above 0, so every ratio of means exists. A duration of 0 has no
 * logarithm. Statistics of logarithms are then empty, or throw an exception if they document it.
 *
 * @param baseline x, the durations on the setup that others are compared with
 * @param contender y, the durations on the other setup, in the same unit
 */
public record SamplePair(Sample baseline, Sample contender) {
    /**
     * The greatest ratio of two durations above 0 in a pair, 10¹⁰⁰. Beyond it, a bound could exceed the range of a
     * double.
     */
    public static final double WIDEST = 1e100;

    /**
     * @throws IllegalArgumentException if a duration is negative, if all durations of a cell are 0, or if the ratio of
     *     two durations is above {@link #WIDEST}
     */
    public SamplePair {
        requireDurations("baseline", baseline);
        requireDurations("contender", contender);
        double least = Math.min(baseline.leastAboveZero(), contender.leastAboveZero());
        double greatest = Math.max(baseline.max(), contender.max());
        if (!(greatest / least <= WIDEST)) {
            throw new IllegalArgumentException("durations to compare must be within a factor of " + WIDEST + ": from "
                    + least + " to " + greatest);
        }
    }

    /** Returns the ratio of arithmetic means x̄ / ȳ, which is above 1 if the contender is faster. */
    public double ratioOfMeans() {
        return baseline.mean() / contender.mean();
    }

    public SamplePair swapped() {
        return new SamplePair(contender, baseline);
    }

    /** Checks whether both cells have at least two values, which estimating their variation requires. */
    boolean isRepeated() {
        return baseline.n() > 1 && contender.n() > 1;
    }

    /** Checks whether the values of at least one cell differ. */
    boolean varies() {
        return baseline.min() < baseline.max() || contender.min() < contender.max();
    }

    /**
     * Returns the unit of the clock (see {@link Sample#unit}) that divides the values of both cells; 0 if there is
     * none. Each unit is a tenth of the next, so the smaller of the cells' units divides the values of both.
     */
    double unit() {
        return Math.min(baseline.unit(), contender.unit());
    }

    /**
     * Returns the sum of the squared coefficients of variation of both means, s² / (n x̄²). To first order, it is the
     * variance of the ratio's logarithm. It is at least the variance of rounding (see {@link #ofMean}). Both cells must
     * have at least two values.
     */
    VarianceSum relativeVariance() {
        double unit = unit();
        return VarianceSum.NONE
                .plus(ofMean(squaredVariation(baseline), baseline, unit), baseline.n() - 1.0)
                .plus(ofMean(squaredVariation(contender), contender, unit), contender.n() - 1.0);
    }

    /**
     * Returns the relative variance of a cell's mean. It is computed from s² / n, or from unit² / 12 if s² is less than
     * unit² / 12.
     *
     * <p>Rounding to a unit has the variance unit² / 12. If runs vary by more, some are rounded up and some down by
     * chance, which s² includes. If they vary by less, all are rounded alike. More runs do not reduce this error, so it
     * is not divided by their number.
     *
     * @param variance the relative variance of the mean, of values or of their logarithms, computed from their s²
     * @param unit the clock's unit; 0 if there is none
     */
    static double ofMean(double variance, Sample cell, double unit) {
        double rounding = unit / cell.mean() * (unit / cell.mean()) / 12;
        return variance * cell.n() < rounding ? rounding : variance;
    }

    /** Returns the logarithms; empty if a duration is 0. */
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

    /** The logarithms of a pair of cells. */
    record LogPair(SamplePair raw, LogCell baseline, LogCell contender) {
        /** Returns the difference between the means of the logarithms. */
        double difference() {
            return Math.log(baseline.reference() / contender.reference()) + relativeDifference();
        }

        /** Returns the ratio of geometric means, which is e to the power of the difference. */
        double ratio() {
            return baseline.reference() / contender.reference() * Math.exp(relativeDifference());
        }

        /**
         * Returns the variance of {@link #difference}. It is at least the variance of rounding (see
         * {@link SamplePair#ofMean}). Both cells must have at least two values.
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
     * The logarithms of a cell's values, stored as a reference and the logarithms relative to it: ln xᵢ = ln reference
     * + deviationᵢ.
     *
     * <p>Near the reference a relative logarithm keeps all its digits, while the difference of two logarithms would
     * lose the digits that they share.
     *
     * @param reference the cell's mean
     */
    record LogCell(double reference, Sample deviations) {
        /** Computes the logarithms; empty if a value is not above 0. */
        static Optional<LogCell> of(Sample cell) {
            if (!(cell.min() > 0)) {
                return Optional.empty();
            }
            double mean = cell.mean();
            return Optional.of(new LogCell(mean, Sample.of(relative(cell.array(), mean))));
        }

        /** Returns ln(value / reference) of each value. */
        static double[] relative(double[] values, double reference) {
            double[] logs = new double[values.length];
            Arrays.setAll(logs, i -> logOfRatio(values[i], reference));
            return logs;
        }

        int n() {
            return deviations.n();
        }

        /** Computes ln(value / reference); the difference is exact within a factor of two. */
        private static double logOfRatio(double value, double reference) {
            double ratio = value / reference;
            return ratio > 0.5 && ratio < 2 ? Math.log1p((value - reference) / reference) : Math.log(ratio);
        }
    }

    /**
     * Welch's t test of the logarithms of two cells' durations, and the ratio of geometric means with its interval.
     *
     * <p>With the mean, the variance s² and the number n of the logarithms ln xᵢ and ln yⱼ: t = (mean ln x − mean ln y)
     * / √(s²_{ln x} / n₁ + s²_{ln y} / n₂); ratio = exp(mean ln x − mean ln y); interval = exp(mean ln x − mean ln y ±
     * t(1 − α/2; df) √(…)) (Welch, Biometrika 34, 1947). If runs vary by less than their clock's unit, the variance of
     * rounding is used, as in {@link SpeedUp}.
     *
     * @param t above 0 if the contender is faster
     * @param df degrees of freedom after Welch and Satterthwaite
     * @param p the two-sided p, above 0. It is accurate to about 13 digits for any size, and never below the least
     *     positive double
     * @param ratio the geometric mean of the baseline over the geometric mean of the contender; above 1 if the
     *     contender is faster
     * @param interval the interval of the ratio
     */
    public record LogWelch(double t, double df, double p, double ratio, Interval interval) {
        /**
         * Computes the test.
         *
         * @param confidence between 0 and 1, exclusive, such as 0.95
         * @return empty if a cell has one value, if a duration is 0, if neither cell varies and the clock's unit is
         *     unknown, or if a bound of the interval exceeds the range of a double
         */
        public static Optional<LogWelch> of(SamplePair pair, double confidence) {
            Interval.requireConfidence(confidence);
            return pair.isRepeated() ? pair.logs().flatMap(logs -> of(logs, confidence)) : Optional.empty();
        }

        /** Returns the distribution of the ratio of geometric means. */
        public RatioDistribution test() {
            return RatioDistribution.of(ratio, interval, df, p);
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
