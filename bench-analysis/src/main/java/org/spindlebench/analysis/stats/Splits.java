package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.special.Gamma;

/**
 * The exact two-sided p of a sum of scores: of all ways to split the pooled scores into two sets of the cells' sizes, the share
 * whose sum is as far from its expectation as the one observed, or further.
 */
final class Splits {
    private final double[] pooled;
    private final double expected;
    private final double far;

    private Splits(double[] pooled, double expected, double far) {
        this.pooled = pooled;
        this.expected = expected;
        this.far = far;
    }

    /**
     * @param tolerance two sums this near to each other count as equal
     * @return absent where there are more ways than {@link MannWhitney#MOST_SPLITS}
     */
    static OptionalDouble p(double[] first, double[] second, double tolerance) {
        // The sum over one set fixes that over the other, so the smaller one will do.
        double[] smaller = first.length <= second.length ? first : second;
        double[] larger = first.length <= second.length ? second : first;
        double[] pooled = joined(smaller, larger);
        long splits = number(pooled.length, smaller.length);
        if (splits > MannWhitney.MOST_SPLITS) {
            return OptionalDouble.empty();
        }
        double expected = Arrays.stream(pooled).sum() / pooled.length * smaller.length;
        double far = Math.abs(Arrays.stream(smaller).sum() - expected) - tolerance;
        return OptionalDouble.of(new Splits(pooled, expected, far).count(0, smaller.length, 0) / (double) splits);
    }

    /**
     * The least p that any split of these scores has: that of the lowest scores against the highest. Scores that are equal can change
     * places without changing the sum, so ties make it greater.
     *
     * @param tolerance two sums this near to each other count as equal
     * @return above 0; 1 where all scores are equal
     */
    static double leastP(double[] first, double[] second, double tolerance) {
        double[] sorted = joined(first, second);
        Arrays.sort(sorted);
        int chosen = Math.min(first.length, second.length);
        if (sorted[sorted.length - 1] - sorted[0] <= tolerance) {
            return 1;
        }
        double expected = Arrays.stream(sorted).sum() / sorted.length * chosen;
        double below = expected - Arrays.stream(sorted).limit(chosen).sum();
        double above = Arrays.stream(sorted).skip(sorted.length - chosen).sum() - expected;
        double ofLowest = share(sorted, 0, chosen, chosen - 1, tolerance);
        double ofHighest = share(sorted, sorted.length - chosen, sorted.length, sorted.length - chosen, tolerance);
        double both = (below >= above - tolerance ? ofLowest : 0) + (above >= below - tolerance ? ofHighest : 0);
        return Math.max(Double.MIN_VALUE, Math.min(1, both));
    }

    /** The share of splits that choose these places, or hold the same scores: those equal to the innermost one can be others. */
    private static double share(double[] sorted, int from, int to, int innermost, double tolerance) {
        int equal = 0;
        int chosen = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (Math.abs(sorted[i] - sorted[innermost]) <= tolerance) {
                equal++;
                chosen += i >= from && i < to ? 1 : 0;
            }
        }
        double all = ways(sorted.length, to - from);
        return all <= Double.MAX_VALUE
                ? ways(equal, chosen) / all
                : Math.exp(logOfWays(equal, chosen) - logOfWays(sorted.length, to - from));
    }

    /** The number of ways to choose so many of n: exact where a double holds it; infinite where it is too large for one. */
    static double ways(int n, int chosen) {
        double ways = 1;
        for (int i = 1; i <= chosen && ways <= Double.MAX_VALUE; i++) {
            ways = ways * (n - chosen + i) / i;
        }
        return ways;
    }

    private static double logOfWays(int n, int chosen) {
        return Gamma.logGamma(n + 1.0) - Gamma.logGamma(chosen + 1.0) - Gamma.logGamma(n - chosen + 1.0);
    }

    static double[] joined(double[] first, double[] second) {
        return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    /** The number of ways to choose so many of n; some number above {@link MannWhitney#MOST_SPLITS} where it is above that. */
    static long number(int n, int chosen) {
        long ways = 1;
        for (int i = 1; i <= chosen && ways <= MannWhitney.MOST_SPLITS; i++) {
            ways = ways * (n - chosen + i) / i;
        }
        return ways;
    }

    /** Of the ways to add so many scores from this place on to a sum, how many end as far as the one observed. */
    private long count(int from, int missing, double sum) {
        if (missing == 0) {
            return Math.abs(sum - expected) >= far ? 1 : 0;
        }
        long count = 0;
        for (int i = from; i <= pooled.length - missing; i++) {
            count += count(i + 1, missing - 1, sum + pooled[i]);
        }
        return count;
    }
}
