package org.spindlebench.analysis.stats;

import java.util.Arrays;
import org.spindlebench.analysis.stats.SamplePair.LogPair;

/**
 * The Hodges–Lehmann estimate of the ratio of two cells' durations: exp of the median of all ln xᵢ − ln yⱼ (Hodges and Lehmann, Annals
 * of Mathematical Statistics 34(2), 1963).
 */
public final class HodgesLehmann {
    /** Halving 2⁶⁴ doubles takes 64 steps. */
    private static final int MOST_STEPS = 70;

    private HodgesLehmann() {}

    /**
     * Above 1: the contender is faster. The median of an even number of differences is the mean of the middle two.
     *
     * <p>The n₁n₂ differences are not made: with both cells sorted those up to any bound are counted in n₁ + n₂ steps, and the
     * bound is halved in on, over the at most 2⁶⁴ doubles there are.
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

    /** The difference xᵢ − yⱼ of this rank, from 1: the least double that as many differences do not exceed. */
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

    /** Half the sum, rounded down. The sum itself may be beyond what a long holds: the ordinal of 2 is 2⁶². */
    private static long between(long low, long high) {
        return (low & high) + ((low ^ high) >> 1);
    }

    /** Both sorted. Rounding keeps the order of differences, so those up to the bound are the first few of each row. */
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

    /** The least difference above the bound, of which there is one. */
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

    /** Doubles numbered in their order, 0 for zero. */
    private static long ordinal(double value) {
        long bits = Double.doubleToLongBits(Math.abs(value));
        return value < 0 ? -bits : bits;
    }

    private static double ofOrdinal(long ordinal) {
        double size = Double.longBitsToDouble(Math.abs(ordinal));
        return ordinal < 0 ? -size : size;
    }
}
