package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * Signs that values changed with time, whichever quantity was measured. They are computed from the residuals e₁ … e_n =
 * ln(duration / mean of the run's cell) of all runs in wall-clock order.
 *
 * <p>With deviations dᵢ = eᵢ − ē and the autocorrelation r_k = Σ dᵢdᵢ₊ₖ / Σ dᵢ², they are:
 *
 * <ul>
 *   <li>the slope of the least-squares line over the run's number, with the two-sided p of its t on n − 2 degrees of
 *       freedom;
 *   <li>Kendall's τ_b of the residuals and their order, with its two-sided p: exact below 50 runs without ties,
 *       otherwise by the normal distribution;
 *   <li>r₁, compared with ± 2 / √n;
 *   <li>Q = n(n + 2) Σ r_k² / (n − k) over h lags, compared with χ² of h degrees of freedom (Ljung and Box, Biometrika
 *       65(2), 1978), h = n / 5, at most 10 (Hyndman and Athanasopoulos, Forecasting, section 5.4);
 *   <li>the first run against all others: t = (e₁ − mean) / (s √(1 + 1/(n − 1))) with the others' mean and s, on n − 2
 *       degrees of freedom.
 * </ul>
 *
 * If some cells vary more than others, or a few runs take much longer, these tests would call too many campaigns
 * suspicious. So all p and r₁ are computed from the residuals' normal scores ({@link Residuals#scores}).
 *
 * <p>Residuals of one cell sum to 0, so they are not quite independent. If a cell has few runs in a row, this alone makes
 * r₁ negative and Q larger than expected by chance. {@link #isSuspicious} takes this into account.
 *
 * @param slope the growth of ln duration from one run to the next; 0.001 is about 0.1 % a run
 * @param slopeReach half the width of the slope's interval
 * @param slopeP the p of the slope, above 0
 * @param kendall Kendall's τ_b, from −1 to 1
 * @param kendallP the p of Kendall's τ_b, above 0
 * @param lagOne r₁
 * @param lagOneBound 2 / √n
 * @param ljungBoxP the p of Q, above 0
 * @param ljungBoxLags h
 * @param firstAgainstRestP the p of the first run, above 0; empty if all others are equal
 * @param confidence the confidence that {@link #isSuspicious} uses
 */
public record Drift(
        int n,
        double slope,
        double slopeReach,
        OptionalDouble slopeP,
        OptionalDouble kendall,
        OptionalDouble kendallP,
        double lagOne,
        double lagOneBound,
        OptionalDouble ljungBoxP,
        int ljungBoxLags,
        OptionalDouble firstAgainstRestP,
        double confidence) {
    /** The smallest number of runs for which drift is computed. */
    public static final int LEAST_RUNS = 10;

    /**
     * The smallest number of degrees of freedom for which drift is computed, without the degrees of the cells, the
     * visits and the slope.
     */
    public static final int LEAST_DF = 3;

    private static final int MOST_LAGS = 10;

    /**
     * Computes the drift of residuals.
     *
     * @param logResiduals the residuals in wall-clock order; all finite
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @return empty if there are fewer than {@link #LEAST_RUNS} runs, or if all residuals are equal
     */
    public static Optional<Drift> of(double[] logResiduals, double confidence) {
        Interval.requireConfidence(confidence);
        if (logResiduals.length < LEAST_RUNS) {
            return Optional.empty();
        }
        double[] times = IntStream.range(0, logResiduals.length)
                .mapToDouble(i -> i - (logResiduals.length - 1) / 2.0)
                .toArray();
        Sample values = Sample.of(logResiduals);
        return of(new Residuals(values, Sample.of(times), logResiduals.length - 1, values), confidence);
    }

    /**
     * Computes the drift after removing the effects of cells and visits. The slope and its interval are exact: they are
     * those of the least-squares line that is fitted together with all cells and visits (Frisch and Waugh, Econometrica
     * 1(4), 1933).
     *
     * @return empty if there are fewer than {@link #LEAST_RUNS} runs or {@link #LEAST_DF} remaining degrees of freedom,
     *     if all residuals are equal, or if time is indistinguishable from the visits
     */
    public static Optional<Drift> of(Residuals residuals, double confidence) {
        Interval.requireConfidence(confidence);
        Sample values = residuals.values();
        if (values.n() < LEAST_RUNS || residuals.df() - 1 < LEAST_DF) {
            return Optional.empty();
        }
        boolean explained = values.min() == values.max()
                || residuals.scores().min() == residuals.scores().max()
                || residuals.times().min() == residuals.times().max();
        return explained ? Optional.empty() : Optional.of(of(values, residuals, confidence));
    }

    private static Drift of(Sample residuals, Residuals left, double confidence) {
        int n = residuals.n();
        double unit = residuals.max() - residuals.min();
        double mean = residuals.mean();
        // Dividing by the range keeps squares from overflowing or underflowing.
        double[] deviations = Arrays.stream(residuals.array())
                .map(value -> (value - mean) / unit)
                .toArray();
        double slope = slope(deviations, left.times().array());
        double[] scores =
                left.scores().equals(residuals) ? deviations : left.scores().array();
        double trend = slope(scores, left.times().array());
        KendallTrend kendall = KendallTrend.of(scores);
        int lags = Math.min(MOST_LAGS, n / 5);
        return new Drift(
                n,
                slope * unit,
                unit * StudentT.quantile(confidence, left.df() - 1.0) * slopeError(deviations, left, slope),
                OptionalDouble.of(StudentT.twoSided(trend / slopeError(scores, left, trend), left.df() - 1.0)),
                OptionalDouble.of(kendall.tau()),
                OptionalDouble.of(kendall.p()),
                autocorrelation(scores, 1),
                2 / Math.sqrt(n),
                OptionalDouble.of(ljungBoxP(scores, lags)),
                lags,
                firstAgainstRest(scores),
                confidence);
    }

    /**
     * Returns the largest change of durations from the first run to the last that the slope's interval allows, as a
     * share; 0.02 means that durations may have grown or shrunk by 2 %.
     */
    public double mostHidden() {
        return Math.expm1((Math.abs(slope) + slopeReach) * (n - 1));
    }

    /** Checks whether r₁ is outside ± {@link #lagOneBound}, as in one of twenty independent series. */
    public boolean isLagOneOutside() {
        return Math.abs(lagOne) > lagOneBound;
    }

    /**
     * Checks whether one of the four p-values, adjusted by {@link Holm}, is below 1 − confidence.
     *
     * <p>Ljung–Box counts only if r₁ is above 0. A drift makes neighbouring residuals alike, while their zero sum makes
     * neighbours differ. Without a drift, 3 to 7 % of campaigns are suspicious at 95 % confidence. This holds for
     * randomised blocks of 2 to 21 cells with 3 to 10 runs each.
     */
    public boolean isSuspicious() {
        List<Double> p = DoubleStream.of(
                        slopeP.orElse(1),
                        kendallP.orElse(1),
                        lagOne > 0 ? ljungBoxP.orElse(1) : 1,
                        firstAgainstRestP.orElse(1))
                .boxed()
                .toList();
        return Holm.adjust(p).stream().anyMatch(adjusted -> adjusted < 1 - confidence);
    }

    private static double slope(double[] deviations, double[] times) {
        return IntStream.range(0, deviations.length)
                        .mapToDouble(i -> times[i] * deviations[i])
                        .sum()
                / squares(times);
    }

    private static double squares(double[] values) {
        return Arrays.stream(values).map(value -> value * value).sum();
    }

    /** Returns the standard error of the slope. */
    private static double slopeError(double[] deviations, Residuals left, double slope) {
        double[] times = left.times().array();
        double unexplained = IntStream.range(0, deviations.length)
                .mapToDouble(i -> deviations[i] - slope * times[i])
                .map(rest -> rest * rest)
                .sum();
        return Math.sqrt(unexplained / (left.df() - 1.0) / squares(times));
    }

    private static double autocorrelation(double[] deviations, int lag) {
        double products = IntStream.range(0, deviations.length - lag)
                .mapToDouble(i -> deviations[i] * deviations[i + lag])
                .sum();
        return products / Arrays.stream(deviations).map(d -> d * d).sum();
    }

    private static double ljungBoxP(double[] deviations, int lags) {
        double n = deviations.length;
        double q = n
                * (n + 2)
                * IntStream.rangeClosed(1, lags)
                        .mapToDouble(lag -> Math.pow(autocorrelation(deviations, lag), 2) / (n - lag))
                        .sum();
        return Math.max(Double.MIN_VALUE, RegularizedGamma.Q.value(lags / 2.0, q / 2));
    }

    private static OptionalDouble firstAgainstRest(double[] deviations) {
        Sample rest = Sample.of(Arrays.copyOfRange(deviations, 1, deviations.length));
        double sd = rest.sd().orElseThrow();
        if (sd == 0) {
            return OptionalDouble.empty();
        }
        double t = (deviations[0] - rest.mean()) / (sd * Math.sqrt(1 + 1.0 / rest.n()));
        return OptionalDouble.of(StudentT.twoSided(t, rest.n() - 1.0));
    }

    /**
     * Kendall's rank correlation τ_b between values and their order in time, and its two-sided p.
     *
     * <p>For fewer than {@value #EXACT_BELOW} values without ties, p is exact. Otherwise p is from the normal
     * distribution, with the variance for ties (Kendall, Rank Correlation Methods, 1948). These are the rules of R's
     * {@code cor.test}.
     */
    record KendallTrend(double tau, double p) {
        private static final int EXACT_BELOW = 50;

        /** {@code values} are two or more, not all equal. */
        static KendallTrend of(double[] values) {
            double pairs = values.length * (values.length - 1.0) / 2;
            double[] sorted = values.clone();
            // Merge sort exchanges one pair of neighbours for each pair in the wrong order (Knight, JASA 61(314),
            // 1966).
            double inversions = sort(sorted, new double[values.length], 0, values.length);
            double n = values.length;
            double tied = 0;
            double variance = n * (n - 1) * (2 * n + 5);
            for (int start = 0, end; start < sorted.length; start = end) {
                end = start + 1;
                while (end < sorted.length && sorted[end] == sorted[start]) {
                    end++;
                }
                double equal = end - start;
                tied += equal * (equal - 1) / 2;
                variance -= equal * (equal - 1) * (2 * equal + 5);
            }
            double excess = pairs - tied - 2 * inversions;
            double p = values.length < EXACT_BELOW && tied == 0
                    ? exact(values.length, (int) inversions)
                    : Math.max(Double.MIN_VALUE, Erfc.value(Math.abs(excess) / Math.sqrt(variance / 9)));
            return new KendallTrend(excess / Math.sqrt(pairs * (pairs - tied)), p);
        }

        /** Merge-sorts this range and counts its pairs in the wrong order. */
        private static double sort(double[] values, double[] spare, int from, int to) {
            if (to - from < 2) {
                return 0;
            }
            int middle = (from + to) >>> 1;
            double inversions = sort(values, spare, from, middle) + sort(values, spare, middle, to);
            System.arraycopy(values, from, spare, from, to - from);
            int left = from;
            int right = middle;
            for (int i = from; i < to; i++) {
                if (right == to || (left < middle && spare[left] <= spare[right])) {
                    values[i] = spare[left++];
                } else {
                    values[i] = spare[right++];
                    inversions += middle - left;
                }
            }
            return inversions;
        }

        /** Returns twice the smaller tail of the inversions of a random permutation, at most 1. */
        private static double exact(int n, int inversions) {
            int lesser = Math.min(inversions, n * (n - 1) / 2 - inversions);
            // The share of permutations with at most as many inversions as the index. A permutation of one value
            // has none.
            double[] upTo = new double[lesser + 1];
            Arrays.fill(upTo, 1);
            for (int size = 2; size <= n; size++) {
                // Before the size-th value there are 0 to size - 1 greater values, and each of these numbers is equally
                // likely.
                double[] before = upTo.clone();
                double sum = 0;
                for (int i = 0; i <= lesser; i++) {
                    sum += (before[i] - (i < size ? 0 : before[i - size])) / size;
                    upTo[i] = sum;
                }
            }
            return Math.min(1, 2 * upTo[lesser]);
        }
    }
}
