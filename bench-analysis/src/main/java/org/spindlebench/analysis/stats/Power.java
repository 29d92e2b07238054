package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.apache.commons.numbers.rootfinder.BrentSolver;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Computes the number of runs that a comparison needs, and the differences that it could have detected. */
public final class Power {
    /** The greatest power and confidence that {@link #detectableRatio} accepts. */
    public static final double HIGHEST = 0.9999;

    private Power() {}

    /**
     * Returns the least number n of runs on each setup such that the interval of the ratio is within ± precision, at a
     * given variation. It is the least n ≥ 2 with t(1 − α/2; 2n − 2) · CV · √(2/n) ≤ ln(1 + precision).
     *
     * @param cv the coefficient of variation of single runs, a fraction, at least 0
     * @param precision a fraction above 0, such as 0.05
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @return the number of runs; {@link Integer#MAX_VALUE} if more are needed
     */
    public static int runsNeeded(double cv, double precision, double confidence) {
        requireFinite("the coefficient of variation must be at least 0", cv, cv >= 0);
        requireFinite("the precision must be above 0", precision, precision > 0);
        // Student's quantile is at least the normal distribution's, so the number of runs by the normal distribution is
        // a lower limit.
        double normal = halfWidth(cv, Integer.MAX_VALUE, confidence) / Math.log1p(precision);
        long few = (long) Math.max(1, Math.min(normal * normal * Integer.MAX_VALUE, Integer.MAX_VALUE) - 2);
        long step = 1;
        long enough = few + step;
        while (enough < Integer.MAX_VALUE && !suffices(enough, cv, precision, confidence)) {
            few = enough;
            step *= 2;
            enough = Math.min(Integer.MAX_VALUE, few + step);
        }
        while (enough - few > 1) {
            long middle = (few + enough) / 2;
            if (suffices(middle, cv, precision, confidence)) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        return (int) enough;
    }

    /**
     * Returns half the width of the interval for the logarithm of a ratio: t(1 − α/2; 2n − 2) · σ · √(2/n).
     *
     * @param sd σ, the standard deviation of one observation's logarithm
     * @param n the number of observations on each side, at least 2
     */
    public static double halfWidth(double sd, long n, double confidence) {
        return StudentT.quantile(confidence, 2.0 * n - 2) * sd * Math.sqrt(2.0 / n);
    }

    /**
     * Returns half the width of the interval for the logarithm of a ratio after more observations of both sides, if the
     * variation stays as it is.
     *
     * @param baseline the present number of the baseline's observations
     * @param contender the present number of the contender's observations
     */
    public static double halfWidth(RatioDistribution now, int baseline, int contender, int more, double confidence) {
        double one = baseline + (double) more;
        double other = contender + (double) more;
        double error = now.error() * Math.sqrt((1 / one + 1 / other) / (1.0 / baseline + 1.0 / contender));
        return StudentT.quantile(confidence, Math.min(one + other - 2, VarianceSum.mostDf(one, other))) * error;
    }

    private static boolean suffices(long n, double cv, double precision, double confidence) {
        return halfWidth(cv, n, confidence) <= Math.log1p(precision);
    }

    /**
     * Returns the smallest ratio of durations above 1 that {@link SamplePair.LogWelch} detects with this power, if the
     * logarithms on both setups vary by σ. It is exp(δ), where δ is the true difference that Welch's two-sided test of
     * logarithms detects with this probability. Both tails count, and the degrees of freedom vary from sample to sample
     * as in the test.
     *
     * @param sdOfLogs σ, the standard deviation of single runs' logarithms; above 0
     * @param n1 the number of runs on one setup, at least 2
     * @param n2 the number of runs on the other setup, at least 2
     * @param power above 1 − confidence, at most {@link #HIGHEST}; such as 0.8
     * @param confidence between 0 and {@link #HIGHEST}, such as 0.95
     * @throws IllegalArgumentException for other values, and if the ratio exceeds the range of a double
     * @throws NotConvergedException if the ratio is not found
     */
    public static double detectableRatio(double sdOfLogs, int n1, int n2, double power, double confidence) {
        requireFinite("the standard deviation of logarithms must be above 0", sdOfLogs, sdOfLogs > 0);
        requirePower(power, confidence);
        if (n1 < 2 || n2 < 2) {
            throw new IllegalArgumentException("Welch's test needs 2 runs on each setup: " + n1 + " and " + n2);
        }
        double tau = sdOfLogs * Math.sqrt(1.0 / n1 + 1.0 / n2);
        double delta = new WelchPower(1, n1, 1, n2, confidence).noncentrality(power);
        double ratio = Math.exp(delta * tau);
        requireFinite("the deviation is too large: the detectable ratio must be above 0", ratio, true);
        return ratio;
    }

    /**
     * Returns the least number of observations on each setup with which this ratio is detected; empty if it is above
     * {@code most}. The other parameters are those of {@link #detectableRatio(double, int, int, double, double)}.
     */
    public static OptionalInt needed(double sdOfLogs, double ratio, double power, double confidence, int most) {
        int few = 1;
        int enough = 2;
        while (detectableRatio(sdOfLogs, enough, enough, power, confidence) > ratio) {
            if (enough >= most) {
                return OptionalInt.empty();
            }
            few = enough;
            enough = Math.min(most, 2 * enough);
        }
        while (enough - few > 1) {
            int middle = (few + enough) / 2;
            if (detectableRatio(sdOfLogs, middle, middle, power, confidence) > ratio) {
                few = middle;
            } else {
                enough = middle;
            }
        }
        return OptionalInt.of(enough);
    }

    /**
     * Returns the same as {@link #detectableRatio(double, int, int, double, double)}, with the standard deviation of
     * each cell's logarithms. A smaller difference may be missed. The result is an estimate, because standard
     * deviations from few runs are inaccurate.
     *
     * @return empty if a cell has a single run or a run of duration 0, if neither cell varies, or if the ratio exceeds
     *     the range of a double
     * @throws NotConvergedException if the ratio is not found
     */
    public static OptionalDouble detectableRatio(SamplePair pair, double power, double confidence) {
        requirePower(power, confidence);
        if (!pair.isRepeated() || !pair.varies() || pair.logs().isEmpty()) {
            return OptionalDouble.empty();
        }
        Sample x = pair.requireLogs().baseline().deviations();
        Sample y = pair.requireLogs().contender().deviations();
        double sdOfX = x.sd().orElseThrow();
        double sdOfY = y.sd().orElseThrow();
        double tau = Math.hypot(sdOfX / Math.sqrt(x.n()), sdOfY / Math.sqrt(y.n()));
        double delta = new WelchPower(sdOfX, x.n(), sdOfY, y.n(), confidence).noncentrality(power);
        double ratio = Math.exp(delta * tau);
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }

    /**
     * Returns the standard deviation of the logarithm of a lognormal variable with this coefficient of variation: √ln(1
     * + CV²).
     *
     * @param cv a fraction, at least 0 and at most 10¹⁰⁰
     */
    public static double sdOfLogs(double cv) {
        requireFinite("the coefficient of variation must be between 0 and 1e100", cv, cv >= 0 && cv <= 1e100);
        return Math.sqrt(Math.log1p(cv * cv));
    }

    /**
     * Returns an upper bound of a standard deviation: s √(df / χ²(0.4; df)). The true deviation is below it with a
     * probability of 60 %. Advice on the number of runs that takes s at face value keeps its promise too rarely,
     * because s from few values is often too small. A bound of 80 % would ask for four times too many runs.
     *
     * @param sd s, at least 0
     * @param n the number of values that it was computed from, at least 2
     */
    public static double upperDeviation(double sd, int n) {
        return sd * Math.sqrt((n - 1) / ChiSquaredDistribution.of(n - 1.0).inverseCumulativeProbability(0.4));
    }

    private static void requirePower(double power, double confidence) {
        if (!(confidence > 0 && confidence <= HIGHEST)) {
            throw new IllegalArgumentException(
                    "confidence must be between 0, exclusive, and " + HIGHEST + ": " + confidence);
        }
        if (!(power > 1 - confidence && power <= HIGHEST)) {
            throw new IllegalArgumentException(
                    "power must be between 1 - confidence, which a test has if there is no difference, and " + HIGHEST
                            + ": " + power);
        }
    }

    private static void requireFinite(String demand, double value, boolean holds) {
        if (!holds || !Double.isFinite(value)) {
            throw new IllegalArgumentException(demand + ", and finite, not " + value);
        }
    }

    /**
     * The power of Welch's two-sided test, for normal values with known standard deviations σ₁ and σ₂.
     *
     * <p>Let ν = n₁ + n₂ − 2, Q be the sum of both cells' χ² = (n − 1) s² / σ², and B the first cell's share of Q. Q
     * follows χ² with ν degrees of freedom, and B follows the beta distribution ((n₁ − 1)/2, (n₂ − 1)/2). The two are
     * independent. A given B determines the degrees of freedom c and the limit t(1 − α/2; c). The test rejects if the
     * noncentral T with ν degrees of freedom exceeds t √(ν k), with
     *
     * <pre>
     * τ² = σ₁²/n₁ + σ₂²/n₂,  k = (σ₁² B / (n₁(n₁ − 1)) + σ₂² (1 − B) / (n₂(n₂ − 1))) / τ²
     * </pre>
     *
     * and the noncentrality δ / τ for a true difference δ. The power is the mean of the rejection probability over B.
     * It is computed by Gauss–Legendre quadrature over φ, where B = sin²φ and the density of φ is proportional to
     * sinⁿ¹⁻²φ cosⁿ²⁻²φ. Noncentralities are accurate to 8 digits. If a cell has 2 to 4 values and the other one many
     * more, they are accurate to at least 2 digits.
     */
    static final class WelchPower {
        private static final Legendre NODES = new Legendre(40);
        /** The distance from the most frequent φ, in standard deviations, beyond which nothing contributes. */
        private static final double REACH = 12;

        /** The greatest λ for which tails of the mean are kept from j = 0 on; few noncentralities are greater. */
        private static final double MOST_KEPT = 128;

        /** With more values than this, the variances and B count as known. */
        private static final double MANY = 10_000;

        private static final BrentSolver SOLVER = new BrentSolver(1e-12, 1e-12, 1e-15);

        private final double n1;
        private final double n2;
        private final double df;
        private final double most;
        private final double[] weights;
        private final StudentQuantiles quantiles;
        private final NoncentralT.CriticalT[] limits;
        private double[] meanTails = new double[64];
        private int known;

        /**
         * @param sd1 σ₁, at least 0
         * @param n1 the number of values in the first cell, at least 2
         * @param sd2 σ₂, at least 0; σ₁ or σ₂ must be above 0
         * @param n2 the number of values in the second cell, at least 2
         * @param confidence 1 − α
         */
        WelchPower(double sd1, int n1, double sd2, int n2, double confidence) {
            this.n1 = n1;
            this.n2 = n2;
            this.df = (double) n1 + n2 - 2;
            this.most = VarianceSum.mostDf(n1, n2);
            this.quantiles = StudentQuantiles.of(confidence);
            double greater = Math.max(sd1, sd2);
            double first = sd1 / greater * (sd1 / greater) / n1;
            double second = sd2 / greater * (sd2 / greater) / n2;
            double ofVariance = first / (first + second);
            if (df + 2 > MANY) {
                weights = new double[] {1};
                limits = new NoncentralT.CriticalT[] {new NoncentralT.CriticalT(limit(ofVariance, (n1 - 1) / df), df)};
                return;
            }
            double[] ends = pieces(ofVariance);
            double[] shares = new double[NODES.points.length * (ends.length - 1)];
            weights = new double[shares.length];
            fill(ends, shares, weights);
            limits = Arrays.stream(shares)
                    .mapToObj(share -> new NoncentralT.CriticalT(limit(ofVariance, share), df))
                    .toArray(NoncentralT.CriticalT[]::new);
        }

        /**
         * Returns the power against a true difference, in units of τ. It is the mean of the tails over the nodes, and
         * over j, which has the Poisson distribution with mean λ = δ²/2. The mean over the nodes is the same for all
         * differences, so it is kept for each j.
         */
        double at(double noncentrality) {
            double lambda = noncentrality * noncentrality / 2;
            if (lambda > MOST_KEPT) {
                return atGreat(noncentrality);
            }
            double weight = Math.exp(-lambda);
            double sum = 0;
            double weights = 0;
            for (int j = 0; j <= lambda || weight > NoncentralT.NEGLIGIBLE; j++) {
                sum += weight * meanTail(j);
                weights += weight;
                weight *= lambda / (j + 1);
            }
            return Math.min(1, sum / weights);
        }

        private double meanTail(int j) {
            while (known <= j) {
                if (known == meanTails.length) {
                    meanTails = Arrays.copyOf(meanTails, 2 * known);
                }
                for (int i = 0; i < limits.length; i++) {
                    meanTails[known] += weights[i] * limits[i].nextTail();
                }
                known++;
            }
            return meanTails[j];
        }

        /** Returns the same as {@link #at}, but caches nothing. */
        double atGreat(double noncentrality) {
            double power = 0;
            for (int i = 0; i < limits.length; i++) {
                power += weights[i] * limits[i].bothTails(noncentrality, NoncentralT.MOST_TERMS);
            }
            return power;
        }

        /**
         * Returns the true difference, in units of τ, that is detected with this power. The power grows with the
         * difference.
         *
         * @param power above α
         */
        double noncentrality(double power) {
            double enough = 4;
            while (at(enough) < power) {
                enough *= 2;
            }
            return SOLVER.findRoot(noncentrality -> at(noncentrality) - power, 0, enough);
        }

        /**
         * Returns the value that the noncentral T must exceed.
         *
         * @param ofVariance the first cell's share of τ²
         * @param ofSquares B, the first cell's share of Q
         */
        private double limit(double ofVariance, double ofSquares) {
            double first = ofVariance * ofSquares / (n1 - 1);
            double second = (1 - ofVariance) * (1 - ofSquares) / (n2 - 1);
            double k = first + second;
            double welch = 1 / (first / k * (first / k) / (n1 - 1) + second / k * (second / k) / (n2 - 1));
            return quantiles.at(Math.min(welch, most)) * Math.sqrt(k * df);
        }

        /**
         * Returns the ends of the pieces of φ that the quadrature goes over. The degrees of freedom as a function of φ
         * have a kink where their limit begins to hold, and no polynomial follows a kink.
         */
        private double[] pieces(double ofVariance) {
            double mode = Math.atan2(Math.sqrt(n1 - 2), Math.sqrt(n2 - 2));
            double reach = REACH / Math.sqrt(2 * Math.max(0, n1 + n2 - 4));
            double low = Math.max(0, mode - reach);
            double high = Math.min(Math.PI / 2, mode + reach);
            if (n1 == n2) {
                return new double[] {low, high};
            }
            // Welch's degrees of freedom are 1 / (w² / (n1 - 1) + (1 - w)² / (n2 - 1)), where w is the first cell's
            // share of the estimated variance.
            double middle = (n1 - 1) / df;
            double half = Math.sqrt(Math.max(0, middle * middle - middle * (1 - (n2 - 1) / most)));
            return DoubleStream.of(low, kink(middle - half, ofVariance), kink(middle + half, ofVariance), high)
                    .map(end -> Math.max(low, Math.min(high, end)))
                    .distinct()
                    .toArray();
        }

        /** Returns the φ at which the first cell has this share of the estimated variance. */
        private double kink(double share, double ofVariance) {
            double first = share * (1 - ofVariance) * (n1 - 1);
            double second = (1 - share) * ofVariance * (n2 - 1);
            return Math.atan2(Math.sqrt(Math.max(0, first)), Math.sqrt(Math.max(0, second)));
        }

        /** Computes B at each node of the quadrature, and the nodes' weights, with a sum of 1. */
        private void fill(double[] ends, double[] shares, double[] weights) {
            double[] logs = new double[shares.length];
            for (int i = 0; i < shares.length; i++) {
                int piece = i / NODES.points.length;
                int node = i % NODES.points.length;
                double width = ends[piece + 1] - ends[piece];
                double sine = Math.sin(ends[piece] + width * (NODES.points[node] + 1) / 2);
                shares[i] = sine * sine;
                // Relative to the greatest density, which may be too small for a double.
                logs[i] = (n1 - 2) / 2 * Math.log(shares[i]) + (n2 - 2) / 2 * Math.log1p(-shares[i]);
                weights[i] = NODES.weights[node] * width;
            }
            double greatest = Arrays.stream(logs).max().orElseThrow();
            Arrays.setAll(weights, i -> weights[i] * Math.exp(logs[i] - greatest));
            double all = Arrays.stream(weights).sum();
            Arrays.setAll(weights, i -> weights[i] / all);
        }
    }

    /**
     * Student's two-sided quantiles of one confidence, for 1 degree of freedom and more. Their logarithms are
     * interpolated by a polynomial of 1/ν at Chebyshev's points. Relative errors are below 10⁻¹².
     */
    static final class StudentQuantiles {
        private static final int POINTS = 32;

        /** The quantiles used last. Nearly all calls are for one confidence. */
        private static volatile StudentQuantiles latest = new StudentQuantiles(0.95);

        private final double confidence;
        private final double[] coefficients = new double[POINTS];

        private StudentQuantiles(double confidence) {
            this.confidence = confidence;
            for (int point = 0; point < POINTS; point++) {
                double angle = Math.PI * (point + 0.5) / POINTS;
                double log = Math.log(StudentT.quantile(confidence, 2 / (1 + Math.cos(angle))));
                for (int j = 0; j < POINTS; j++) {
                    coefficients[j] += 2.0 / POINTS * log * Math.cos(j * angle);
                }
            }
        }

        static StudentQuantiles of(double confidence) {
            StudentQuantiles known = latest;
            if (known.confidence != confidence) {
                known = new StudentQuantiles(confidence);
                latest = known;
            }
            return known;
        }

        /** Returns the quantile by Clenshaw's recurrence. */
        double at(double df) {
            double x = 2 / df - 1;
            double next = 0;
            double afterNext = 0;
            for (int j = POINTS - 1; j > 0; j--) {
                double value = 2 * x * next - afterNext + coefficients[j];
                afterNext = next;
                next = value;
            }
            return Math.exp(x * next - afterNext + coefficients[0] / 2);
        }
    }

    /** Points and weights of Gauss–Legendre quadrature over −1 to 1 (NIST Digital Library 3.5(v)). */
    private static final class Legendre {
        private final double[] points;
        private final double[] weights;

        /** Computes points by four steps of Newton's method from cos(π (i − 1/4) / (n + 1/2)), to full precision. */
        Legendre(int n) {
            points = new double[n];
            weights = new double[n];
            for (int i = 0; i < n; i++) {
                double x = -Math.cos(Math.PI * (i + 0.75) / (n + 0.5));
                double slope = 1;
                for (int step = 0; step < 4; step++) {
                    double before = 1;
                    double value = x;
                    for (int k = 2; k <= n; k++) {
                        double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
                        before = value;
                        value = next;
                    }
                    slope = n * (before - x * value) / ((1 - x) * (1 + x));
                    x -= value / slope;
                }
                points[i] = x;
                weights[i] = 2 / ((1 - x) * (1 + x) * slope * slope);
            }
        }
    }
}
