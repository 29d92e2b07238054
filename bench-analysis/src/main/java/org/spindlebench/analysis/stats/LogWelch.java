package org.spindlebench.analysis.stats;

import java.util.Optional;

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
    public static Optional<LogWelch> of(CellPair pair, double confidence) {
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
