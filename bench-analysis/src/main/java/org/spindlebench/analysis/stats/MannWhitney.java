package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.LogGamma;
import org.spindlebench.analysis.stats.SamplePair.LogPair;

/**
 * The two-sided Mann–Whitney test: exact up to hundreds of values.
 *
 * <p>U is the number of pairs (xᵢ, yⱼ) with xᵢ &gt; yⱼ; pairs with xᵢ = yⱼ count half. U equals R₁ − n₁(n₁ + 1)/2,
 * where R₁ is the sum of the baseline's ranks among all values, and equal values share the mean of their ranks. p is
 * the share of all splits of the pooled values into n₁ and n₂ whose U is at least as far from n₁n₂/2 as the observed
 * U. This p is exact even with ties (Mann and Whitney, Annals of Mathematical Statistics 18(1), 1947; Lehmann,
 * Nonparametrics, 1975, section 1.4).
 *
 * <p>With 5 and 5 values the least possible p is 2/252 = 0.0079. That is above 0.05 / 7, so with seven jobs the test
 * never rejects after Holm's adjustment.
 *
 * <p>For more values, with z = (|U − n₁n₂/2| − 1/2) / σ and tⱼ the sizes of the groups of ties, p = P(|Z| ≥ z) for the
 * normal distribution with σ² = n₁n₂/12 · (N + 1 − Σ(tⱼ³ − tⱼ) / (N(N − 1))) (Lehmann, section 1.3; R's
 * {@code wilcox.test(exact = FALSE)}).
 *
 * @param u the baseline's U, near n₁n₂ if the contender is faster
 * @param p the two-sided p; empty for {@link Method#NONE} only
 * @param leastP the least p that the exact test can give with these sizes and ties, over all splits; above 0
 */
public record MannWhitney(double u, OptionalDouble p, double leastP, Method method) {
    /**
     * The largest number of splits that are enumerated, for {@link Permutation}, and for this test if a cell has a
     * single value.
     */
    public static final long MOST_SPLITS = 1_000_000;

    /** The greatest n₁n₂ for which p is exact for any number of splits. It allows 100 values in each cell. */
    public static final int MOST_PAIRS = 10_000;

    /** The fewest values in a cell whose sum of ranks is approximately normal. */
    private static final int FEWEST_FOR_NORMAL = 10;

    /** The method that found p. */
    public enum Method {
        /** The p is exact, by counting all splits. */
        EXACT,
        /** Approximate, by the normal distribution with corrections for ties and continuity. */
        NORMAL,
        /** No p: too many splits to count, and too few values for the normal distribution. */
        NONE
    }

    /** Computes the test, which is possible for every pair. */
    public static MannWhitney of(SamplePair pair) {
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
     * Checks whether the exact test could reject at this level, for some order of the values. With few values or many
     * ties, the test cannot reject. It then does not contradict another test that rejects.
     *
     * @param alpha the level, such as 0.05
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
        // The variance of doubled midranks is four times the variance of ranks. Ties reduce it.
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
        return Math.max(Double.MIN_VALUE, Erfc.value(z / Math.sqrt(2)));
    }

    /** Returns twice the midrank of each sorted value; doubled midranks are whole, so sums are exact. */
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

    private static double[] ranks(Sample cell, double[] sorted, double[] ranks) {
        return Arrays.stream(cell.array())
                .map(value -> ranks[Arrays.binarySearch(sorted, withoutSign(value))])
                .toArray();
    }

    /** Turns −0 into 0, because sorting and searching distinguish the two. */
    private static double withoutSign(double duration) {
        return Math.abs(duration);
    }

    /**
     * The distribution of one set's rank sum over all splits of the pooled values. It is exact even with ties. It is
     * computed by the shift algorithm (Streitberg and Röhmel, Statistical Software Newsletter 12(1), 1986) over doubled
     * midranks, which are whole numbers.
     *
     * <p>With ties, the values are taken one by one in their order. Row k counts, for every sum, the ways to get that
     * sum with k values in the smaller set. Sums are counted from k(k + 1), the least for k values without ties. So the
     * sums of the last row are twice Mann and Whitney's U, and end at 2 n₁n₂. If no group of ties has an even size,
     * every sum is even and is stored halved. There are about n₁²n₂² / 2 steps, or half as many with halved sums.
     */
    static final class RankSums {
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
         * Returns the share of all splits whose rank sum is at least as far from its expectation as the observed one.
         *
         * @param smaller doubled midranks of the smaller set, or of one of two equal sets
         * @param larger doubled midranks of the other set; n₁n₂ is at most {@link MannWhitney#MOST_PAIRS}, so that a
         *     double can hold the number of splits, even if a long cannot
         */
        static double p(double[] smaller, double[] larger) {
            double[] sorted = Splits.joined(smaller, larger);
            Arrays.sort(sorted);
            boolean ties = IntStream.range(1, sorted.length).anyMatch(i -> sorted[i] == sorted[i - 1]);
            return ties ? counted(smaller, larger, sorted) : withoutTies(smaller, larger);
        }

        private static double counted(double[] smaller, double[] larger, double[] sorted) {
            RankSums sums = new RankSums(
                    smaller.length, larger.length, Arrays.stream(sorted).allMatch(rank -> rank % 2 == 0));
            for (int taken = 0; taken < sorted.length; taken++) {
                sums.take((int) sorted[taken], taken, larger.length);
            }
            double least = smaller.length * (smaller.length + 1.0);
            return sums.shareAsFarAs(Arrays.stream(smaller).sum() - least);
        }

        /**
         * Returns this share in n₁ · n₁n₂ steps. Without ties, the number of splits with some U is the coefficient of
         * q^U in the product of (1 − q^(n₂ + i)) / (1 − q^i) for i = 1, …, n₁ (Mann and Whitney, 1947). Only the
         * ascending half of the coefficients is computed, so rounding errors stay small against the sum.
         */
        private static double withoutTies(double[] smaller, double[] larger) {
            int pairs = smaller.length * larger.length;
            double[] ways = new double[pairs / 2 + 1];
            ways[0] = 1;
            for (int i = 1; i <= smaller.length; i++) {
                for (int u = ways.length - 1; u >= larger.length + i; u--) {
                    ways[u] -= ways[u - larger.length - i];
                }
                for (int u = i; u < ways.length; u++) {
                    ways[u] += ways[u - i];
                }
            }
            int n = smaller.length;
            long u = Math.round(Arrays.stream(smaller).sum() - n * (n + 1.0)) / 2;
            double share =
                    Arrays.stream(ways).limit(Math.min(u, pairs - u) + 1).sum() / Splits.ways(n + larger.length, n);
            return Math.min(1, 2 * share);
        }

        /**
         * Adds one value to the counts, from the last row to the first, so that each set contains the value at most
         * once.
         */
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

    /**
     * The exact two-sided p of a sum of scores. The pooled scores are split into two sets of the cells' sizes in all
     * ways. p is the share of splits whose sum is at least as far from its expectation as the observed sum.
     */
    static final class Splits {
        private final double[] pooled;
        private final double expected;
        private final double far;

        private Splits(double[] pooled, double expected, double far) {
            this.pooled = pooled;
            this.expected = expected;
            this.far = far;
        }

        /**
         * @param tolerance two sums that differ by at most this amount count as equal
         * @return empty if there are more splits than {@link MannWhitney#MOST_SPLITS}
         */
        static OptionalDouble p(double[] first, double[] second, double tolerance) {
            // The sum over one set determines the other, so the smaller set suffices.
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
         * Returns the least p of any split of these scores. It is the p of a split that separates the lowest scores
         * from the highest. Equal scores can change places without changing the sum, so ties make the least p greater.
         *
         * @param tolerance two sums that differ by at most this amount count as equal
         * @return above 0; 1 if all scores are equal
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

        /**
         * Returns the share of splits whose first set has the scores of these places. Scores equal to the innermost one
         * are interchangeable.
         */
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

        /** Returns the number of ways to choose from n values: exact if a double can hold it, infinite if too large. */
        static double ways(int n, int chosen) {
            double ways = 1;
            for (int i = 1; i <= chosen && ways <= Double.MAX_VALUE; i++) {
                ways = ways * (n - chosen + i) / i;
            }
            return ways;
        }

        private static double logOfWays(int n, int chosen) {
            return LogGamma.value(n + 1.0) - LogGamma.value(chosen + 1.0) - LogGamma.value(n - chosen + 1.0);
        }

        static double[] joined(double[] first, double[] second) {
            return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second))
                    .toArray();
        }

        /** Returns the number of ways to choose; some value above {@link MannWhitney#MOST_SPLITS} if there are more. */
        static long number(int n, int chosen) {
            long ways = 1;
            for (int i = 1; i <= chosen && ways <= MannWhitney.MOST_SPLITS; i++) {
                ways = ways * (n - chosen + i) / i;
            }
            return ways;
        }

        /** Counts the ways to add the missing scores from this place with a sum as far out as the observed sum. */
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

    /**
     * The Hodges–Lehmann estimate of the ratio of two cells' durations. It is exp of the median of all ln xᵢ − ln yⱼ
     * (Hodges and Lehmann, Annals of Mathematical Statistics 34(2), 1963).
     */
    public static final class HodgesLehmann {
        /** Limit of the steps: a bisection over all doubles takes at most 64. */
        private static final int MOST_STEPS = 70;

        private HodgesLehmann() {}

        /**
         * Computes the ratio, which is above 1 if the contender is faster. The median of an even number of differences
         * is the mean of the middle two.
         *
         * <p>The n₁n₂ differences are not stored. With both cells sorted, the differences up to any bound are counted
         * in n₁ + n₂ steps. A bisection over the 2⁶⁴ doubles finds the bound at the median.
         *
         * @throws IllegalArgumentException if a duration is 0
         * @throws NotConvergedException if the bounds do not meet
         */
        public static double ratio(SamplePair pair) {
            return ratio(pair, MOST_STEPS);
        }

        static double ratio(SamplePair pair, int mostSteps) {
            LogPair logs = pair.requireLogs();
            double[] x = logs.baseline().deviations().array();
            double[] y = logs.contender().deviations().array();
            Arrays.sort(x);
            Arrays.sort(y);
            long pairs = (long) x.length * y.length;
            double lower = difference(x, y, (pairs + 1) / 2, mostSteps);
            boolean oneIsInTheMiddle = pairs % 2 == 1 || countUpTo(x, y, lower) > pairs / 2;
            double upper = oneIsInTheMiddle ? lower : leastAbove(x, y, lower);
            return logs.baseline().reference() / logs.contender().reference() * Math.exp((lower + upper) / 2);
        }

        /** Returns the difference of this rank, from 1: the least double that this many differences do not exceed. */
        private static double difference(double[] x, double[] y, long rank, int mostSteps) {
            long low = ordinal(x[0] - y[y.length - 1]);
            long high = ordinal(x[x.length - 1] - y[0]);
            for (int step = 0; low < high; step++) {
                if (step == mostSteps) {
                    throw new NotConvergedException(
                            "Hodges–Lehmann ratio", x.length + " and " + y.length + " values", mostSteps);
                }
                long middle = between(low, high);
                if (countUpTo(x, y, ofOrdinal(middle)) >= rank) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return ofOrdinal(low);
        }

        /** Returns half the sum, rounded down. The sum itself may exceed a long, because the ordinal of 2 is 2⁶². */
        private static long between(long low, long high) {
            return (low & high) + ((low ^ high) >> 1);
        }

        /** Counts differences of sorted arrays up to the bound. Rounding keeps order: the first ones of a row count. */
        private static long countUpTo(double[] x, double[] y, double bound) {
            long count = 0;
            int i = 0;
            for (int j = 0; j < y.length; j++) {
                while (i < x.length && x[i] - y[j] <= bound) {
                    i++;
                }
                count += i;
            }
            return count;
        }

        /** Returns the least difference above the bound, which must exist. */
        private static double leastAbove(double[] x, double[] y, double bound) {
            double least = Double.POSITIVE_INFINITY;
            int i = 0;
            for (double subtracted : y) {
                while (i < x.length && x[i] - subtracted <= bound) {
                    i++;
                }
                if (i < x.length) {
                    least = Math.min(least, x[i] - subtracted);
                }
            }
            return least;
        }

        /** Numbers doubles in ascending order; zero has the number 0. */
        private static long ordinal(double value) {
            long bits = Double.doubleToLongBits(Math.abs(value));
            return value < 0 ? -bits : bits;
        }

        private static double ofOrdinal(long ordinal) {
            double size = Double.longBitsToDouble(Math.abs(ordinal));
            return ordinal < 0 ? -size : size;
        }
    }
}
