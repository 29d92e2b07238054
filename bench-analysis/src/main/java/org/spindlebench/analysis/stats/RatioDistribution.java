package org.spindlebench.analysis.stats;

/**
 * The distribution of a ratio: its logarithm follows Student's t around the measured logarithm.
 *
 * @param ratio the ratio of typical durations, above 1 if the contender is faster. It is of geometric means, so it may
 *     differ from the ratio of means
 * @param error the standard error of the ratio's logarithm, above 0
 * @param df the degrees of freedom
 * @param p the two-sided p for a ratio of 1
 */
public record RatioDistribution(double ratio, double error, double df, double p) {
    static RatioDistribution of(double log, VarianceSum variance) {
        double error = Math.sqrt(variance.total());
        return new RatioDistribution(
                Math.exp(log), error, variance.df(), StudentT.twoSided(log / error, variance.df()));
    }

    /** Makes the test that belongs to an interval. */
    static RatioDistribution of(double ratio, Interval interval, double df, double p) {
        double error = Math.log(interval.high() / ratio) / StudentT.quantile(interval.confidence(), df);
        return new RatioDistribution(ratio, error, df, p);
    }

    /**
     * Returns the p for a ratio beyond a margin, from 1 / (1 + margin) to 1 + margin. It is the larger of two one-sided
     * p, so a small p shows that the sides are the same within the margin (Schuirmann, Journal of Pharmacokinetics
     * and Biopharmaceutics 15, 1987).
     *
     * @param margin a fraction above 0, such as 0.05
     */
    public double pBeyond(double margin) {
        return StudentT.above((Math.log1p(margin) - Math.abs(Math.log(ratio))) / error, df);
    }
}
