package org.spindlebench.analysis.stats;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/** The noncentral t distribution: t has it if the true means differ. Both tails together are a test's power. */
final class NoncentralT {
    static final double NEGLIGIBLE = 1e-18;
    private static final int TERMS_PER_DELTA = 16;
    static final int MOST_TERMS = 10_000_000;

    private NoncentralT() {}

    /**
     * Returns P(|T| &gt; t) for the noncentral T with df degrees of freedom and noncentrality δ. It is the mean of
     * P(B &gt; t² / (df + t²)) over j, where B has the beta distribution (j + 1/2, df / 2), and j the Poisson
     * distribution with mean λ = δ²/2 (Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2,
     * chapter 31). Every term is positive, so nothing cancels. The weights are relative to the greatest one, so
     * nothing underflows for large δ. There are about {@value #TERMS_PER_DELTA} δ terms.
     *
     * @param t at least 0
     * @param delta at least 0
     * @throws NotConvergedException if there would be more terms than {@value #MOST_TERMS}
     */
    static double bothTails(double t, double df, double delta) {
        return bothTails(t, df, delta, MOST_TERMS);
    }

    static double bothTails(double t, double df, double delta, int mostTerms) {
        return new CriticalT(t, df).bothTails(delta, mostTerms);
    }

    /** One limit t, for several noncentralities. */
    static final class CriticalT {
        private final double t;
        private final double df;
        private final double x;
        private final double y;
        private int next;
        private double nextTail;
        private double nextGrowth;

        CriticalT(double t, double df) {
            this.t = t;
            this.df = df;
            this.x = 1 / (1 + t * t / df);
            this.y = t * t / df / (1 + t * t / df);
        }

        double bothTails(double delta, int mostTerms) {
            // Such a sum would never end: above 2⁵³, j + 1 equals j.
            if (TERMS_PER_DELTA * delta > mostTerms) {
                throw new NotConvergedException("noncentral t distribution", "noncentrality " + delta, mostTerms);
            }
            if (t == 0) {
                return 1;
            }
            double lambda = delta * delta / 2;
            double mode = Math.floor(lambda);
            double j = mode;
            double weight = 1;
            while (j > 0 && weight > NEGLIGIBLE) {
                weight *= j / lambda;
                j--;
            }
            double tail = tail(j);
            double growth = growth(j);
            double sum = 0;
            double weights = 0;
            while (j <= mode || weight > NEGLIGIBLE) {
                sum += weight * tail;
                weights += weight;
                tail += growth;
                growth *= y * (df / 2 + j + 0.5) / (j + 1.5);
                j++;
                weight *= lambda / j;
            }
            return Math.min(1, sum / weights);
        }

        /** Returns P(B &gt; t² / (df + t²)) for j = 0, then 1, and so on. */
        double nextTail() {
            if (next == 0) {
                nextTail = t == 0 ? 1 : tail(0);
                nextGrowth = t == 0 ? 0 : growth(0);
            } else {
                nextTail += nextGrowth;
                nextGrowth *= y * (df / 2 + next - 0.5) / (next + 0.5);
            }
            next++;
            return nextTail;
        }

        // The smaller tail probability is computed, because it keeps its digits.
        private double tail(double j) {
            return x < y ? RegularizedBeta.value(x, df / 2, j + 0.5) : RegularizedBeta.complement(y, j + 0.5, df / 2);
        }

        private double growth(double j) {
            double density = x < y
                    ? RegularizedBeta.derivative(x, df / 2, j + 0.5)
                    : RegularizedBeta.derivative(y, j + 0.5, df / 2);
            return density * x * y / (j + 0.5);
        }
    }
}
