package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.math3.special.Erf;

/**
 * The two-sided Mann–Whitney test: exact up to hundreds of values.
 *
 * <p>U is the number of pairs (xᵢ, yⱼ) with xᵢ &gt; yⱼ, those with xᵢ = yⱼ counted half: R₁ − n₁(n₁ + 1)/2 with the sum R₁ of the
 * baseline's ranks among all values, equal values sharing the mean of their ranks. p is the share of all splits of the pooled
 * values into n₁ and n₂ whose U is as far from n₁n₂/2 as the one observed, or further: exact with ties, too (Mann and Whitney, Annals
 * of Mathematical Statistics 18(1), 1947; Lehmann, Nonparametrics, 1975, section 1.4).
 *
 * <p>At n = 5 and 5 the least p there can be is 2/252 = 0.0079: above 0.05 / 7, so with seven jobs it never rejects under Holm.
 *
 * <p>For more values, with z = (|U − n₁n₂/2| − 1/2) / σ and tⱼ the sizes of the groups of ties, p = P(|Z| ≥ z) of the normal distribution
 * with σ² = n₁n₂/12 · (N + 1 − Σ(tⱼ³ − tⱼ) / (N(N − 1))) (Lehmann, section 1.3; R's {@code wilcox.test(exact = FALSE)}).
 *
 * @param u of the baseline: near n₁n₂ where the contender is faster
 * @param p absent for {@link Method#NONE} only
 * @param leastP the least p of the exact test with these sizes and ties, whichever values belonged to which cell; above 0
 * @param method how p was found
 */
public record MannWhitney(double u, OptionalDouble p, double leastP, Method method) {
    /** As many splits are enumerated, at most; of {@link Permutation}, and of this test with a single value in a cell. */
    public static final long MOST_SPLITS = 1_000_000;

    /** The greatest n₁n₂ of which the exact p is found whatever the number of splits, such as 100 against 100. */
    public static final int MOST_PAIRS = 10_000;

    /** The fewest values in a cell that the sum of their ranks is approximately normal for. */
    private static final int FEWEST_FOR_NORMAL = 10;

    /** How p was found. */
    public enum Method {
        /** By counting all splits. */
        EXACT,
        /** By the normal distribution, corrected for ties and for continuity: approximate. */
        NORMAL,
        /** Not at all: too many splits to count, and a cell of too few values for the normal distribution. */
        NONE
    }

    /** Exists for every pair. */
    public static MannWhitney of(CellPair pair) {
        double[] sorted =
                Splits.joined(pair.baseline().array(), pair.contender().array());
        Arrays.setAll(sorted, i -> withoutSign(sorted[i]));
        Arrays.sort(sorted);
        double[] doubledMidranks = doubledMidranks(sorted);
        double[] first = ranks(pair.baseline(), sorted, doubledMidranks);
        double[] second = ranks(pair.contender(), sorted, doubledMidranks);
        double least = first.length * (first.length + 1.0) / 2;
        double u = Arrays.stream(first).sum() / 2 - least;
        double leastP = Splits.leastP(first, second, 0);
        OptionalDouble exact = exact(first, second);
        if (exact.isPresent()) {
            return new MannWhitney(u, exact, leastP, Method.EXACT);
        }
        return Math.min(first.length, second.length) < FEWEST_FOR_NORMAL
                ? new MannWhitney(u, OptionalDouble.empty(), leastP, Method.NONE)
                : new MannWhitney(u, OptionalDouble.of(normal(u, first, second)), leastP, Method.NORMAL);
    }

    /**
     * Whether the exact test rejects at this level for some order of the values: with few of them, or many ties, it never does, and
     * then says nothing against a test that does.
     *
     * @param alpha such as 0.05
     */
    public boolean couldReject(double alpha) {
        return leastP < alpha;
    }

    private static OptionalDouble exact(double[] first, double[] second) {
        if ((long) first.length * second.length > MOST_PAIRS) {
            return Splits.p(first, second, 0);
        }
        return OptionalDouble.of(first.length <= second.length ? RankSums.p(first, second) : RankSums.p(second, first));
    }

    private static double normal(double u, double[] first, double[] second) {
        double n1 = first.length;
        double n2 = second.length;
        double n = n1 + n2;
        // Of doubled midranks the variance, which ties make less, is four times that of ranks.
        double[] ranks = Splits.joined(first, second);
        double variance = Arrays.stream(ranks)
                        .map(rank -> (rank - n - 1) * (rank - n - 1) / 4)
                        .sum()
                / (n - 1);
        if (variance == 0) {
            return 1;
        }
        double sd = Math.sqrt(n1 * n2 / n * variance);
        double z = Math.max(0, Math.abs(u - n1 * n2 / 2) - 0.5) / sd;
        return Math.max(Double.MIN_VALUE, Erf.erfc(z / Math.sqrt(2)));
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
