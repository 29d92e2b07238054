package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tests whether one of several items is low in all observations, by the sum of its ranks.
 *
 * <p>If the m items of an observation are exchangeable, each rank is uniform from 1 to m, whatever the values'
 * distribution. The n observations are independent. So p is the probability that a sum of n uniform numbers is at most
 * the observed sum, by convolution (Friedman's ranks, JASA 32(200), 1937). Outlying values alone cannot reject.
 *
 * <p>If observations have different numbers of items, or more than {@value #MOST} items, ranks are put on a common grid
 * of g places: place ⌈g · rank / m⌉. A place is then at least as high as a uniform one, so p is too large rather than
 * too small. Not thread-safe.
 */
public final class RankSum {
    /** The largest number of places. */
    private static final int MOST = 100;

    private final int places;

    /** By the number of observations, the probability of each sum of places or a lower one; places count from 0. */
    private final Map<Integer, double[]> tails = new HashMap<>();

    /** @param items the greatest number of items in an observation, at least 1 */
    public RankSum(int items) {
        this.places = Math.min(MOST, items);
    }

    /** Returns the place of one of the values of an observation, from 0; equal values have the highest of their ranks. */
    public int place(double[] ascending, double value) {
        int rank = Arrays.binarySearch(ascending, value) + 1;
        while (rank < ascending.length && ascending[rank] == value) {
            rank++;
        }
        return (int) ((rank * (long) places + ascending.length - 1) / ascending.length) - 1;
    }

    /**
     * Returns the one-sided p of an item.
     *
     * @param sum the sum of its {@linkplain #place places}
     * @param observations the number of observations, at least 1
     */
    public double p(int sum, int observations) {
        return Math.min(1, tails.computeIfAbsent(observations, this::tail)[sum]);
    }

    private double[] tail(int observations) {
        double[] shares = {1};
        for (int n = 1; n <= observations; n++) {
            double[] next = new double[n * (places - 1) + 1];
            double sum = 0;
            for (int i = 0; i < next.length; i++) {
                sum += i < shares.length ? shares[i] : 0;
                sum -= i >= places ? shares[i - places] : 0;
                next[i] = Math.max(0, sum) / places;
            }
            shares = next;
        }
        for (int i = 1; i < shares.length; i++) {
            shares[i] += shares[i - 1];
        }
        return shares;
    }
}
