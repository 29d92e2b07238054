package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

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
        double[] pooled = DoubleStream.concat(Arrays.stream(smaller), Arrays.stream(larger))
                .toArray();
        long splits = number(pooled.length, smaller.length);
        if (splits > MannWhitney.MOST_SPLITS) {
            return OptionalDouble.empty();
        }
        double expected = Arrays.stream(pooled).sum() / pooled.length * smaller.length;
        double far = Math.abs(Arrays.stream(smaller).sum() - expected) - tolerance;
        return OptionalDouble.of(new Splits(pooled, expected, far).count(0, smaller.length, 0) / (double) splits);
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
