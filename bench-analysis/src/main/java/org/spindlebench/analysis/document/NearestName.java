package org.spindlebench.analysis.document;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that a mistyped name was probably meant to be. */
public final class NearestName {
    /** The text between several names. */
    public static final String OR = " or ";

    private static final int MOST_TIES = 3;

    /** For shorter words, most names are one edit away. */
    private static final int LEAST_LETTERS = 3;

    private NearestName() {}

    /** Returns the first valid name with the fewest edits; empty if even that is a different word. */
    public static Optional<String> of(String written, Collection<String> valid) {
        return within(Integer.MAX_VALUE, written, valid);
    }

    /**
     * Returns the nearest name as a text for users. If two or three names are one edit away, the text has all of them,
     * joined with "or", because one of them would be a guess.
     */
    public static Optional<String> withTies(String written, Collection<String> valid) {
        List<String> near = valid.stream()
                .distinct()
                .filter(name -> edits(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)) == 1)
                .toList();
        boolean isClear = written.length() < LEAST_LETTERS || valid.stream().anyMatch(written::equalsIgnoreCase);
        return near.size() > 1 && near.size() <= MOST_TIES && !isClear
                ? Optional.of(String.join(OR, near))
                : of(written, valid);
    }

    /** Returns the valid name that needs the fewest edits; empty if it needs more than {@code most}. */
    public static Optional<String> within(int most, String written, Collection<String> valid) {
        String best = null;
        int fewest = Integer.MAX_VALUE;
        for (String name : valid) {
            int edits = edits(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (edits < fewest && edits <= Math.min(most, cutOff(written, name))) {
                fewest = edits;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Returns the largest number of edits of a misspelling: a third of the longer word's letters, at least one. */
    private static int cutOff(String written, String name) {
        return Math.max(1, Math.max(written.length(), name.length()) / 3);
    }

    /** Counts the letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
    static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
