package org.spindlebench.analysis.document;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names for people: a few of them, and how many more there are. */
public final class FewNames {
    private static final int NAMED = 3;

    private FewNames() {}

    /** Such as {@code a, b, c and 4 more}, in the collection's order. */
    public static String of(Collection<String> names) {
        return of(names, NAMED);
    }

    /** @param most so many are named */
    public static String of(Collection<String> names, int most) {
        String few = names.stream().limit(most).collect(Collectors.joining(", "));
        return names.size() > most ? few + " and " + (names.size() - most) + " more" : few;
    }
}
