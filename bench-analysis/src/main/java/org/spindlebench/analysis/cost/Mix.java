package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each job runs in production, as shares of cluster hours.
 *
 * @param shares the share of cluster hours that each job takes on the setup in use today; each above 0, together 1
 */
public record Mix(String name, String description, SortedMap<String, Double> shares) {
    /** The accepted relative deviation of the shares' sum from 1 or 100; rounding each to two digits may cause it. */
    public static final double TOLERANCE = 0.01;

    /** @throws IllegalArgumentException if a share is not above 0, or the shares do not add up to 1 */
    public Mix {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
        shares.forEach((job, share) -> Ranges.positive("the share of " + job, share));
        double sum = sum(shares);
        if (Math.abs(sum - 1) > 1e-9) {
            throw new IllegalArgumentException("the shares of the mix " + name + " add up to " + sum + ", not to 1");
        }
    }

    /**
     * Creates a mix from shares or percentages. They must add up to 1 or 100 within {@link #TOLERANCE}, which allows
     * for rounding, and are then scaled to exactly 1. Any other sum is refused, because a job was probably forgotten or
     * counted twice.
     *
     * @throws IllegalArgumentException if a share is not above 0, or the sum is wrong
     */
    public static Mix of(String name, String description, SortedMap<String, Double> shares) {
        double sum = sum(shares);
        if (!addUp(sum)) {
            throw new IllegalArgumentException(
                    "the shares of the mix " + name + " must add up to 1 or 100, but add up to " + sum);
        }
        SortedMap<String, Double> scaled = new TreeMap<>();
        shares.forEach((job, share) -> scaled.put(job, share / sum));
        return new Mix(name, description, scaled);
    }

    /** Checks whether a sum of shares is 1 or 100, except for rounding. */
    public static boolean addUp(double sum) {
        // 33 + 33 + 33 is just within the tolerance; the addition absorbs floating-point error.
        double most = TOLERANCE + 1e-9;
        return Math.abs(sum - 1) <= most || Math.abs(sum / 100 - 1) <= most;
    }

    private static double sum(SortedMap<String, Double> shares) {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
