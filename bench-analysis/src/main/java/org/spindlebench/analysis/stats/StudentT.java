package org.spindlebench.analysis.stats;

import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Erf;

/**
 * Student's t distribution with any number of degrees of freedom above 0: its tails and quantiles to about 14 digits.
 *
 * <p>Commons Math's own quantiles are good to 1e-9 only, and its tails are 1 − P, which has no digits left where p is small.
 */
final class StudentT {
    private static final int MOST_STEPS = 2_000;

    private StudentT() {}

    /**
     * The two-sided p of t: P(|T| ≥ |t|) = I(df / 2, 1 / 2) at df / (df + t²) (NIST Digital Library of Mathematical Functions, 8.17;
     * Abramowitz and Stegun 26.7.1).
     *
     * @return above 0 and at most 1; what is below the least positive double is given as that
     */
    static double twoSided(double t, double df) {
        double scaled = t / Math.sqrt(df) * t / Math.sqrt(df);
        double x = 1 / (1 + scaled);
        double y = Double.isInfinite(scaled) ? 1 : scaled / (1 + scaled);
        return Math.max(Double.MIN_VALUE, IncompleteBeta.regularized(x, y, df / 2, 0.5));
    }

    /** The one-sided p of t: P(T ≥ t). */
    static double above(double t, double df) {
        double half = twoSided(t, df) / 2;
        return t > 0 ? half : 1 - half;
    }

    /**
     * The t that |T| stays below with this probability, t(1 − α/2; df) with α = 1 − confidence.
     *
     * <p>By Newton's steps from the normal quantile, which lies below: the two-sided p is convex in t, so each step comes nearer
     * and none goes too far.
     *
     * @param confidence between 0 and 1, exclusive
     * @throws NotConvergedException if the steps do not become small
     */
    static double quantile(double confidence, double df) {
        return quantile(confidence, df, MOST_STEPS);
    }

    static double quantile(double confidence, double df, int mostSteps) {
        Interval.requireConfidence(confidence);
        double alpha = 1 - confidence;
        double t = Erf.erfInv(confidence) * Math.sqrt(2);
        for (int i = 0; i < mostSteps; i++) {
            double step = (twoSided(t, df) - alpha) / (2 * density(t, df));
            t += step;
            if (step <= 1e-15 * t) {
                return t;
            }
        }
        throw new NotConvergedException(
                "quantile of Student's t",
                "confidence " + confidence + " and " + df + " degrees of freedom",
                mostSteps);
    }

    private static double density(double t, double df) {
        return Math.exp(-(df + 1) / 2 * Math.log1p(t * t / df) - Beta.logBeta(df / 2, 0.5)) / Math.sqrt(df);
    }
}
