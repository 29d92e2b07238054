package org.spindlebench.analysis.stats;

/** The noncentral t distribution: what Student's t follows where the means do differ. Both tails, which are a test's power. */
final class NoncentralT {
    private static final double NEGLIGIBLE = 1e-18;
    private static final int TERMS_PER_DELTA = 16;
    private static final int MOST_TERMS = 10_000_000;

    private NoncentralT() {}

    /**
     * P(|T| &gt; t) for the noncentral T with df degrees of freedom and noncentrality δ: the mean, over j of Poisson's distribution of
     * mean λ = δ²/2, of the central P(B &gt; t² / (df + t²)) with B of the beta distribution (j + 1/2, df / 2) (Johnson, Kotz and
     * Balakrishnan, Continuous Univariate Distributions 2, chapter 31). Every term is positive, so nothing cancels; the weights are
     * taken relative to the greatest, so nothing underflows for large δ. About {@value #TERMS_PER_DELTA} δ terms are summed.
     *
     * @param t at least 0
     * @param delta at least 0
     * @throws NotConvergedException if there are more terms than {@value #MOST_TERMS}
     */
    static double bothTails(double t, double df, double delta) {
        return bothTails(t, df, delta, MOST_TERMS);
    }

    static double bothTails(double t, double df, double delta, int mostTerms) {
        // Ends a sum before it starts: above 2⁵³ the next j would be the same j.
        if (TERMS_PER_DELTA * delta > mostTerms) {
            throw new NotConvergedException("noncentral t distribution", "noncentrality " + delta, mostTerms);
        }
        double lambda = delta * delta / 2;
        double mode = Math.floor(lambda);
        double j = mode;
        double weight = 1;
        while (j > 0 && weight > NEGLIGIBLE) {
            weight *= j / lambda;
            j--;
        }
        double x = 1 / (1 + t * t / df);
        double y = t * t / df / (1 + t * t / df);
        double tail = IncompleteBeta.regularized(x, y, df / 2, j + 0.5);
        double growth = IncompleteBeta.front(y, x, j + 0.5, df / 2) / (j + 0.5);
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
}
