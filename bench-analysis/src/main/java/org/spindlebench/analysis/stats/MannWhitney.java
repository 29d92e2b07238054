package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The exact two-sided Mann–Whitney test.
 *
 * <p>U is the number of pairs (xᵢ, yⱼ) with xᵢ &gt; yⱼ, those with xᵢ = yⱼ counted half: R₁ − n₁(n₁ + 1)/2 with the sum R₁ of the
 * baseline's ranks among all values, equal values sharing the mean of their ranks. p is the share of all splits of the pooled
 * values into n₁ and n₂ whose U is as far from n₁n₂/2 as the one observed, or further: exact with ties, too (Mann and Whitney, Annals
 * of Mathematical Statistics 18(1), 1947; Lehmann, Nonparametrics, 1975, section 1.4).
 *
 * <p>At n = 5 and 5 the least p there can be is 2/252 = 0.0079: above 0.05 / 7, so with seven jobs it never rejects under Holm.
 *
 * @param u of the baseline: near n₁n₂ where the contender is faster
 * @param p absent where there are more than {@link #MOST_SPLITS} splits, from 12 and 12 values on
 */
public record MannWhitney(double u, OptionalDouble p) {
    /** As many splits are enumerated, at most; of this test and of {@link Permutation}. */
    public static final long MOST_SPLITS = 1_000_000;

    /** Exists for every pair. */
    public static MannWhitney of(CellPair pair) {
        double[] sorted = DoubleStream.concat(
                        Arrays.stream(pair.baseline().array()),
                        Arrays.stream(pair.contender().array()))
                .map(MannWhitney::withoutSign)
                .sorted()
                .toArray();
        double[] doubledMidranks = doubledMidranks(sorted);
        double[] first = ranks(pair.baseline(), sorted, doubledMidranks);
        double[] second = ranks(pair.contender(), sorted, doubledMidranks);
        double least = first.length * (first.length + 1.0) / 2;
        return new MannWhitney(Arrays.stream(first).sum() / 2 - least, Splits.p(first, second, 0));
    }

    /** Twice the midrank of each place of the sorted values: whole numbers, whose sums are exact. */
    private static double[] doubledMidranks(double[] sorted) {
        double[] ranks = new double[sorted.length];
        int start = 0;
        while (start < sorted.length) {
            int end = start + 1;
            while (end < sorted.length && sorted[end] == sorted[start]) {
                end++;
            }
            Arrays.fill(ranks, start, end, start + 1.0 + end);
            start = end;
        }
        return ranks;
    }

    private static double[] ranks(Cell cell, double[] sorted, double[] ranks) {
        return Arrays.stream(cell.array())
                .map(value -> ranks[Arrays.binarySearch(sorted, withoutSign(value))])
                .toArray();
    }

    /** Makes a zero of −0, which sorting and searching tell from 0. */
    private static double withoutSign(double duration) {
        return Math.abs(duration);
    }
}
