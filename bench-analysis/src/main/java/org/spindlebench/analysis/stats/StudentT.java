package org.spindlebench.analysis.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t distribution with any number of degrees of freedom above 0. It uses Commons Statistics. Tail
 * probabilities are accurate to 12 digits, quantiles to 13.
 */
public final class StudentT {
    private StudentT() {}

    /**
     * Returns the two-sided p of t, P(|T| ≥ |t|).
     *
     * @return above 0 and at most 1; never below the least positive double
     */
    public static double twoSided(double t, double df) {
        double oneSided = TDistribution.of(df).survivalProbability(Math.abs(t));
        return Math.max(Double.MIN_VALUE, 2 * oneSided);
    }

    /** Returns the one-sided p of t, P(T ≥ t). */
    static double above(double t, double df) {
        double half = twoSided(t, df) / 2;
        return t > 0 ? half : 1 - half;
    }

    /**
     * Returns the bound that |T| does not exceed with this probability, t(1 − α/2; df) with α = 1 − confidence.
     *
     * @param confidence between 0 and 1, exclusive
     */
    public static double quantile(double confidence, double df) {
        Interval.requireConfidence(confidence);
        TDistribution distribution = TDistribution.of(df);
        double tangent = confidence / 2 / distribution.density(0);
        // Near 0 the density equals its value at 0, up to a relative error of t²(1 + 1/df)/6. There, computing (1 −
        // confidence)/2 would lose the digits of a small confidence.
        return tangent * tangent * (1 + 1 / df) < 1e-12
                ? tangent
                : distribution.inverseSurvivalProbability((1 - confidence) / 2);
    }
}
