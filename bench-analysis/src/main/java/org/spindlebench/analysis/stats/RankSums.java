package org.spindlebench.analysis.stats;

import java.util.Arrays;

/**
 * How the rank sum of one of two sets is distributed over all splits of the pooled values: exact with ties, by the shift algorithm
 * (Streitberg and Röhmel, Statistical Software Newsletter 12(1), 1986) over doubled midranks, which are whole numbers.
 *
 * <p>Values are taken one by one in their order. A row for each number of values that were put into the smaller set counts the ways to
 * every sum. Sums are counted from k(k + 1), the least for k values without ties: the last row then is of twice Mann and
 * Whitney's U, and ends at 2 n₁n₂. Where no group of ties is of even size every such sum is even, and is halved. The steps number about
 * n₁²n₂² / 2, or half of that.
 */
final class RankSums {
    private final double[][] ways;
    private final int[] greatest;
    private final int unit;
    private final long pairs;

    private RankSums(int smaller, int larger, boolean even) {
        unit = even ? 2 : 1;
        pairs = (long) smaller * larger;
        ways = new double[smaller + 1][(int) (2 * pairs / unit) + 1];
        greatest = new int[smaller + 1];
        ways[0][0] = 1;
    }

    /**
     * The share of all splits whose rank sum is as far from its expectation as the one observed, or further.
     *
     * @param smaller doubled midranks of the set that is not the larger one
     * @param larger doubled midranks of the other one; n₁n₂ at most {@link MannWhitney#MOST_PAIRS}, so that the number of splits, which
     *     may be beyond what a long holds, is one that a double holds
     */
    static double p(double[] smaller, double[] larger) {
        double[] sorted = Splits.joined(smaller, larger);
        Arrays.sort(sorted);
        RankSums sums = new RankSums(
                smaller.length, larger.length, Arrays.stream(sorted).allMatch(rank -> rank % 2 == 0));
        for (int taken = 0; taken < sorted.length; taken++) {
            sums.take((int) sorted[taken], taken, larger.length);
        }
        double least = smaller.length * (smaller.length + 1.0);
        return sums.shareAsFarAs(Arrays.stream(smaller).sum() - least);
    }

    /** From the last row to the first, so that no value is put into the set twice. */
    private void take(int rank, int taken, int others) {
        for (int k = Math.min(greatest.length - 2, taken); k >= Math.max(0, taken - others); k--) {
            shift(k, (rank - 2 * (k + 1)) / unit);
        }
    }

    private void shift(int k, int by) {
        double[] from = ways[k];
        double[] to = ways[k + 1];
        for (int sum = Math.max(0, -by); sum <= greatest[k]; sum++) {
            to[sum + by] += from[sum];
        }
        greatest[k + 1] = Math.max(greatest[k + 1], greatest[k] + by);
    }

    private double shareAsFarAs(double doubledU) {
        double[] last = ways[ways.length - 1];
        double far = Math.abs(doubledU - pairs);
        double as = 0;
        double all = 0;
        for (int sum = 0; sum < last.length; sum++) {
            as += Math.abs((double) sum * unit - pairs) >= far ? last[sum] : 0;
            all += last[sum];
        }
        return as / all;
    }
}
