package org.spindlebench.analysis.document;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists the first few of many names, and states the number of the others. */
public final class FewNames {
    private static final int NAMED = 3;

    private FewNames() {}

    /** Returns the names in the collection's order, such as {@code a, b, c and 4 more}. */
    public static String of(Collection<String> names) {
        return of(names, NAMED);
    }

    /** Returns each value with the first few of its names, such as {@code 7 on a, b; 8 on c}. */
    public static String perValue(Map<String, ? extends Collection<String>> namesByValue) {
        return namesByValue.entrySet().stream()
                .map(value -> value.getKey() + " on " + of(value.getValue()))
                .collect(Collectors.joining("; "));
    }

    /** @param most the greatest number of names that are listed */
    public static String of(Collection<String> names, int most) {
        String few = names.stream().limit(most).collect(Collectors.joining(", "));
        return names.size() > most ? few + " and " + (names.size() - most) + " more" : few;
    }
}
