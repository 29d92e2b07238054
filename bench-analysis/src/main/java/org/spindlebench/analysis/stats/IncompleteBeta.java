package org.spindlebench.analysis.stats;

import org.apache.commons.math3.special.Beta;

/**
 * The regularized incomplete beta function Iₓ(a, b), of which the tails of Student's t are made.
 *
 * <p>Takes x and its complement y = 1 − x, each to full precision, since the tails need powers of the smaller of the two: Commons
 * Math's own takes x only, and loses there what 1 − x has lost.
 */
final class IncompleteBeta {
    private static final double PRECISION = 3e-16;
    private static final double TINY = 1e-300;
    private static final int MOST_TERMS = 1_000_000;

    private IncompleteBeta() {}

    /**
     * Iₓ(a, b) by its continued fraction, on whichever side of the peak that converges (NIST Digital Library of Mathematical
     * Functions, 8.17.22 and 8.17.4).
     *
     * @param x between 0 and 1
     * @param y its complement, 1 − x
     * @param a above 0
     * @param b above 0
     */
    static double regularized(double x, double y, double a, double b) {
        if (x <= 0 || y <= 0) {
            return x <= 0 ? 0 : 1;
        }
        return x < (a + 1) / (a + b + 2)
                ? firstTerm(x, y, a, b) * fraction(x, a, b)
                : 1 - firstTerm(y, x, b, a) * fraction(y, b, a);
    }

    /** xᵃ yᵇ / (a B(a, b)): by how much Iₓ(a, b) exceeds Iₓ(a + 1, b), too. */
    static double firstTerm(double x, double y, double a, double b) {
        return Math.exp(a * log(x, y) + b * log(y, x) - Beta.logBeta(a, b)) / a;
    }

    /** ln x, of the smaller of x and its complement: near 1, x itself holds few of its logarithm's digits. */
    private static double log(double x, double complement) {
        return x < 0.5 ? Math.log(x) : Math.log1p(-complement);
    }

    /** 1 / (1 + d₁ / (1 + d₂ / (1 + …))) by the modified method of Lentz (Thompson and Barnett, J. Comput. Phys. 64, 1986). */
    private static double fraction(double x, double a, double b) {
        double value = 1;
        double numerator = 1;
        double denominator = 0;
        double change = 0;
        for (int term = 1; term < MOST_TERMS && Math.abs(change - 1) > PRECISION; term++) {
            double coefficient = coefficient(term, x, a, b);
            denominator = 1 / away(1 + coefficient * denominator);
            numerator = away(1 + coefficient / numerator);
            change = numerator * denominator;
            value *= change;
        }
        return 1 / value;
    }

    private static double coefficient(int term, double x, double a, double b) {
        int m = term / 2;
        double divisor = (a + term - 1) * (a + term);
        return term % 2 == 0 ? m * (b - m) * x / divisor : -(a + m) * (a + b + m) * x / divisor;
    }

    /** Lentz's guard against a division by zero. */
    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }
}
