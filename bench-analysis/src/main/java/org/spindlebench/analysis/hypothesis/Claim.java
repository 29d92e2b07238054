package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is claimed of every job of a hypothesis.
 *
 * @param expectation of the contender's speed-up
 * @param by how much, as a share of the smaller duration, such as 0.05; 0 for any difference. Above 0 for {@link Expectation#ALIKE}, and 0
 *     for {@link Expectation#SMALLER_DIFFERENCE}
 * @param from the settings under which the difference is the larger one; empty unless the claim is a smaller difference
 * @param to the same settings with the values under which it is the smaller one
 */
public record Claim(Expectation expectation, double by, SortedMap<String, String> from, SortedMap<String, String> to) {
    /** @throws IllegalArgumentException if these do not go together */
    public Claim {
        Objects.requireNonNull(expectation, "expectation");
        from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
        to = Collections.unmodifiableSortedMap(new TreeMap<>(to));
        boolean compares = expectation == Expectation.SMALLER_DIFFERENCE;
        if (!(by >= 0 && by <= Double.MAX_VALUE)
                || (expectation == Expectation.ALIKE && by == 0)
                || (compares && by != 0)) {
            throw new IllegalArgumentException(expectation.word() + " by " + by + " cannot be judged");
        }
        if (compares != !from.isEmpty() || !from.keySet().equals(to.keySet()) || (compares && from.equals(to))) {
            throw new IllegalArgumentException(
                    expectation.word() + " from " + from + " to " + to + " does not name what is compared");
        }
    }

    /** A claim about one speed-up. */
    public static Claim of(Expectation expectation, double by) {
        return new Claim(expectation, by, new TreeMap<>(), new TreeMap<>());
    }

    /** The claim that the difference is smaller under other values of some settings. */
    public static Claim smallerDifference(SortedMap<String, String> from, SortedMap<String, String> to) {
        return new Claim(Expectation.SMALLER_DIFFERENCE, 0, from, to);
    }

    /** What a hypothesis expects of the contender. */
    public enum Expectation {
        /** Its speed-up is above 1 + by. */
        FASTER,
        /** Its speed-up is below 1 / (1 + by). */
        SLOWER,
        /** Its speed-up is from 1 / (1 + by) to 1 + by. */
        ALIKE,
        /** Its speed-up is nearer to 1, as a ratio, under some settings than under others. */
        SMALLER_DIFFERENCE;

        /** The word that files and reports use, such as {@code smaller-difference}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
