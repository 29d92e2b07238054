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

    /**
     * The regularized incomplete beta function Iₓ(a, b), of which the tails of Student's t are made.
     *
     * <p>Takes x and its complement y = 1 − x, each to full precision, since the tails need powers of the smaller of the two: Commons
     * Math's own takes x only, and loses there what 1 − x has lost.
     */
    static final class IncompleteBeta {
        private static final double PRECISION = 3e-16;
        /** Near enough, where rounding keeps the last terms from settling. */
        private static final double SETTLED = 1e-12;

        private static final double TINY = 1e-300;
        private static final int MOST_TERMS = 1_000_000;

        private final double x;
        private final double y;
        private final double a;
        private final double b;
        /** a − (a + b) x, of which near the peak only the complement holds the digits. */
        private final double excess;

        private IncompleteBeta(double x, double y, double a, double b) {
            this.x = x;
            this.y = y;
            this.a = a;
            this.b = b;
            this.excess = x < 0.5 ? a - (a + b) * x : (a + b) * y - b;
        }

        /**
         * Iₓ(a, b) by the continued fraction of DiDonato and Morris (ACM Transactions on Mathematical Software 18(3), 1992, equation 9), on
         * whichever side of the peak that converges: Iₓ(a, b) = 1 − I_y(b, a).
         *
         * @param x between 0 and 1
         * @param y its complement, 1 − x
         * @param a above 0
         * @param b above 0
         * @throws NotConvergedException if the terms do not settle
         */
        static double regularized(double x, double y, double a, double b) {
            return regularized(x, y, a, b, MOST_TERMS);
        }

        static double regularized(double x, double y, double a, double b, int mostTerms) {
            if (x <= 0 || y <= 0) {
                return x <= 0 ? 0 : 1;
            }
            return x < (a + 1) / (a + b + 2)
                    ? front(x, y, a, b) / new IncompleteBeta(x, y, a, b).fraction(mostTerms)
                    : 1 - front(y, x, b, a) / new IncompleteBeta(y, x, b, a).fraction(mostTerms);
        }

        /** xᵃ yᵇ / B(a, b); a-th of which Iₓ(a, b) exceeds Iₓ(a + 1, b) by. */
        static double front(double x, double y, double a, double b) {
            return Math.exp(a * log(x, y) + b * log(y, x) - Beta.logBeta(a, b));
        }

        /** ln x, of the smaller of x and its complement: near 1, x itself holds few of its logarithm's digits. */
        private static double log(double x, double complement) {
            return x < 0.5 ? Math.log(x) : Math.log1p(-complement);
        }

        /** β₁ + α₂ / (β₂ + α₃ / (β₃ + …)) by the modified method of Lentz (Thompson and Barnett, J. Comput. Phys. 64, 1986). */
        private double fraction(int mostTerms) {
            double value = beta(0);
            double numerator = value;
            double denominator = 0;
            double change = 0;
            for (int n = 1; n < mostTerms && Math.abs(change - 1) > PRECISION; n++) {
                denominator = 1 / away(beta(n) + alpha(n) * denominator);
                numerator = away(beta(n) + alpha(n) / numerator);
                change = numerator * denominator;
                value *= change;
            }
            if (!(Math.abs(change - 1) <= SETTLED)) {
                throw new NotConvergedException("incomplete beta function", "a = " + a + " and b = " + b, mostTerms);
            }
            return value;
        }

        /** αₙ₊₁ = (a + n − 1)(a + b + n − 1) n (b − n) x² / (a + 2n − 1)². */
        private double alpha(double n) {
            double divisor = a + 2 * n - 1;
            return (a + n - 1) / divisor * x * ((a + b + n - 1) / divisor * x) * n * (b - n);
        }

        /** βₙ₊₁ = n + n (b − n) x / (a + 2n − 1) + (a + n)(a − (a + b) x + 1 + n (2 − x)) / (a + 2n + 1). */
        private double beta(double n) {
            double middle = n == 0 ? 0 : n + n * (b - n) * x / (a + 2 * n - 1);
            return middle + (a + n) * (excess + 1 + n * (1 + y)) / (a + 2 * n + 1);
        }

        /** Lentz's guard against a division by zero. */
        private static double away(double value) {
            return Math.abs(value) < TINY ? TINY : value;
        }
    }
}
