package org.spindlebench.analysis.stats;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;

/**
 * Kendall's rank correlation τ_b of values with their order in time, and its two-sided p.
 *
 * <p>Below {@value #EXACT_BELOW} values without ties p is exact; else by the normal distribution, with the variance for ties (Kendall,
 * Rank Correlation Methods, 1948). These are the rules of R's {@code cor.test}.
 */
record KendallTrend(double tau, double p) {
    private static final int EXACT_BELOW = 50;

    /** @param values two or more, not all equal */
    static KendallTrend of(double[] values) {
        double pairs = values.length * (values.length - 1.0) / 2;
        double[] sorted = values.clone();
        // Pairs in the wrong order are the exchanges of neighbours that sorting takes (Knight, JASA 61(314), 1966).
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
                : Math.max(Double.MIN_VALUE, Erf.erfc(Math.abs(excess) / Math.sqrt(variance / 9)));
        return new KendallTrend(excess / Math.sqrt(pairs * (pairs - tied)), p);
    }

    /** Sorts this range by merging, and counts the pairs of it that were in the wrong order. */
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

    /** Twice the lesser tail of the number of inversions of a random permutation, at most 1. */
    private static double exact(int n, int inversions) {
        int lesser = Math.min(inversions, n * (n - 1) / 2 - inversions);
        // The share of permutations with up to so many inversions; of a single value all have none.
        double[] upTo = new double[lesser + 1];
        Arrays.fill(upTo, 1);
        for (int size = 2; size <= n; size++) {
            // The size-th value has 0 to size - 1 greater ones before it, each number equally likely.
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
