package org.spindlebench.analysis.stats;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's adjustment of a family of p-values. If the hypotheses with an adjusted p below some level are rejected, the
 * probability of any false rejection in the family is at most that level. This holds for any dependence between the
 * tests (Holm, Scandinavian Journal of Statistics 6(2), 1979).
 */
public final class Holm {
    private Holm() {}

    /**
     * An adjusted p.
     *
     * @param factor the number by which p was multiplied: the number of p-values that are not smaller, divided by the
     *     share of its error rate that the family may use; infinite if that share is 0
     */
    public record Adjusted(double p, double factor) {
        /** Returns the adjusted p for a family that may use only a share of its error rate; 1 if it may use none. */
        public Adjusted ofShare(double share) {
            return share == 0
                    ? new Adjusted(1, Double.POSITIVE_INFINITY)
                    : new Adjusted(Math.min(1, p / share), factor / share);
        }
    }

    /**
     * Adjusts p-values. With m values in ascending order p₁ … p_m, the adjusted k-th p is the greatest of (m − j + 1)
     * pⱼ over j ≤ k, at most 1.
     *
     * @param p each between 0 and 1
     * @return the adjusted values, in the order of the given p values
     * @throws IllegalArgumentException if a value is not between 0 and 1
     */
    public static List<Double> adjust(List<Double> p) {
        return steps(p).stream().map(Adjusted::p).toList();
    }

    /** Adjusts p-values as {@link #adjust} does, with the factor of each. */
    public static List<Adjusted> steps(List<Double> p) {
        if (!p.stream().allMatch(value -> value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("p-values must be between 0 and 1: " + p);
        }
        int[] ascending = IntStream.range(0, p.size())
                .boxed()
                .sorted(Comparator.comparing(p::get))
                .mapToInt(Integer::intValue)
                .toArray();
        Adjusted[] adjusted = new Adjusted[p.size()];
        double greatest = 0;
        for (int k = 0; k < ascending.length; k++) {
            int factor = p.size() - k;
            greatest = Math.max(greatest, Math.min(1, factor * p.get(ascending[k])));
            adjusted[ascending[k]] = new Adjusted(greatest, factor);
        }
        return List.of(adjusted);
    }
}
