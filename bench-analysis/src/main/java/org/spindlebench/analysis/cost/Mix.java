package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.PriceList.Ranges;

/**
 * A production workload: which share of its cluster hours each job stands for.
 *
 * @param name its name
 * @param description one sentence on it
 * @param shares job to share of cluster hours on the setup that is in use today; each above 0, together 1
 */
public record Mix(String name, String description, SortedMap<String, Double> shares) {
    /** How far the shares may be from 1 or 100 together, relative to it: what comes of rounding each to two digits. */
    public static final double TOLERANCE = 0.01;

    /** @throws IllegalArgumentException if a share is not above 0 or they do not add up to 1 */
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
     * A mix of shares or percentages. They must add up to 1 or to 100 but for their rounding, {@link #TOLERANCE}, and are then
     * scaled to exactly 1. Any other sum is refused: a job was forgotten, or counted twice.
     *
     * @throws IllegalArgumentException if a share is not above 0, or the sum is another
     */
    public static Mix of(String name, String description, SortedMap<String, Double> shares) {
        double sum = sum(shares);
        if (!addUp(sum)) {
            throw new IllegalArgumentException(
                    "the shares of the mix " + name + " must add up to 1 or 100, and add up to " + sum);
        }
        SortedMap<String, Double> scaled = new TreeMap<>();
        shares.forEach((job, share) -> scaled.put(job, share / sum));
        return new Mix(name, description, scaled);
    }

    /** Whether a sum of shares is 1 or 100 but for rounding. */
    public static boolean addUp(double sum) {
        // 33 + 33 + 33 is as far off as may be, and not by a bit more.
        double most = TOLERANCE + 1e-9;
        return Math.abs(sum - 1) <= most || Math.abs(sum / 100 - 1) <= most;
    }

    private static double sum(SortedMap<String, Double> shares) {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
