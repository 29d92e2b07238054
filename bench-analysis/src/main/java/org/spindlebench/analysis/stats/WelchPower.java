package org.spindlebench.analysis.stats;

import java.util.Arrays;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.exception.TooManyEvaluationsException;

/**
 * The power of the two-sided test of Welch, for normal values of known standard deviations σ₁ and σ₂.
 *
 * <p>With ν = n₁ + n₂ − 2, Q the sum of both cells' χ² = (n − 1) s² / σ², and B the first one's share of Q: Q follows χ² of ν degrees of
 * freedom, B the beta distribution ((n₁ − 1)/2, (n₂ − 1)/2), and both are independent. For a given B the degrees of freedom c and the limit
 * t(1 − α/2; c) are given, and the test rejects if the noncentral T of ν degrees of freedom exceeds t √(ν k), with
 *
 * <pre>
 * τ² = σ₁²/n₁ + σ₂²/n₂,  k = (σ₁² B / (n₁(n₁ − 1)) + σ₂² (1 − B) / (n₂(n₂ − 1))) / τ²
 * </pre>
 *
 * and the noncentrality δ / τ of a true difference δ. The power is the mean of that over B: by the quadrature of Gauss and Legendre over
 * φ, with B = sin²φ, whose density is proportional to sinⁿ¹⁻²φ cosⁿ²⁻²φ. Noncentralities are good to 8 digits;
 * with 2 to 4 values against many more, to 2 or more.
 */
final class WelchPower {
    private static final GaussIntegrator NODES = new GaussIntegratorFactory().legendre(40);
    /** Further from the most frequent φ, in units of its standard deviation, there is nothing to add up. */
    private static final double REACH = 12;

    /** With so many values the variances, and with them B, are as good as known. */
    private static final double MANY = 10_000;

    private static final double PRECISION = 1e-12;
    private static final int MOST_STEPS = 200;

    private final double n1;
    private final double n2;
    private final double df;
    private final double[] weights;
    private final double[] limits;

    /**
     * @param sd1 σ₁, at least 0
     * @param n1 at least 2
     * @param sd2 σ₂, at least 0; one of the two is above 0
     * @param n2 at least 2
     * @param confidence 1 − α
     */
    WelchPower(double sd1, int n1, double sd2, int n2, double confidence) {
        this.n1 = n1;
        this.n2 = n2;
        this.df = (double) n1 + n2 - 2;
        double greater = Math.max(sd1, sd2);
        double first = sd1 / greater * (sd1 / greater) / n1;
        double second = sd2 / greater * (sd2 / greater) / n2;
        double[] shares = shares();
        weights = df + 2 > MANY ? new double[] {1} : weights(shares);
        limits = Arrays.stream(df + 2 > MANY ? new double[] {(n1 - 1) / df} : shares)
                .map(share -> limit(first / (first + second), share, confidence))
                .toArray();
    }

    /** The power against a true difference of this many τ. */
    double at(double noncentrality) {
        double power = 0;
        for (int i = 0; i < limits.length; i++) {
            power += weights[i] * NoncentralT.bothTails(limits[i], df, noncentrality);
        }
        return power;
    }

    /**
     * The true difference, in units of τ, that is found with this power. The power grows with it.
     *
     * @param power above α
     * @throws NotConvergedException if it is not found in {@value #MOST_STEPS} steps
     */
    double noncentrality(double power) {
        return noncentrality(power, MOST_STEPS);
    }

    double noncentrality(double power, int mostSteps) {
        UnivariateFunction missing = noncentrality -> at(noncentrality) - power;
        double enough = 4;
        while (missing.value(enough) < 0) {
            enough *= 2;
        }
        try {
            return new BrentSolver(PRECISION, PRECISION).solve(mostSteps, missing, 0, enough);
        } catch (TooManyEvaluationsException e) {
            throw new NotConvergedException("detectable ratio", (int) n1 + " and " + (int) n2 + " values", mostSteps);
        }
    }

    /** What the noncentral T has to exceed, where the first cell has this share of τ² and this share B of Q. */
    private double limit(double ofVariance, double ofSquares, double confidence) {
        double first = ofVariance * ofSquares / (n1 - 1);
        double second = (1 - ofVariance) * (1 - ofSquares) / (n2 - 1);
        double k = first + second;
        double welch = 1 / (first / k * (first / k) / (n1 - 1) + second / k * (second / k) / (n2 - 1));
        return StudentT.quantile(confidence, welch) * Math.sqrt(k * df);
    }

    /** B at each node. */
    private double[] shares() {
        double mode = Math.atan2(Math.sqrt(n1 - 2), Math.sqrt(n2 - 2));
        double reach = REACH / Math.sqrt(2 * Math.max(0, n1 + n2 - 4));
        double low = Math.max(0, mode - reach);
        double high = Math.min(Math.PI / 2, mode + reach);
        double[] shares = new double[NODES.getNumberOfPoints()];
        for (int i = 0; i < shares.length; i++) {
            double sine = Math.sin(low + (high - low) * (NODES.getPoint(i) + 1) / 2);
            shares[i] = sine * sine;
        }
        return shares;
    }

    /** Of the nodes, relative to the greatest density, and so that all are 1. */
    private double[] weights(double[] shares) {
        double[] logs = Arrays.stream(shares)
                .map(share -> (n1 - 2) / 2 * Math.log(share) + (n2 - 2) / 2 * Math.log1p(-share))
                .toArray();
        double greatest = Arrays.stream(logs).max().orElseThrow();
        double[] weights = new double[logs.length];
        Arrays.setAll(weights, i -> NODES.getWeight(i) * Math.exp(logs[i] - greatest));
        double all = Arrays.stream(weights).sum();
        Arrays.setAll(weights, i -> weights[i] / all);
        return weights;
    }
}
