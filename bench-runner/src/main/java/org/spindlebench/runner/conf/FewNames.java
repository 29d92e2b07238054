package org.spindlebench.runner.conf;

import java.util.List;

/** Names for messages: a few of them, and how many more there are. */
public final class FewNames {
    private static final int NAMED = 3;

    private FewNames() {}

    /** Such as {@code a, b, c and 4 more}, in the list's order. */
    public static String of(List<String> names) {
        String few = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        return names.size() > NAMED ? few + " and " + (names.size() - NAMED) + " more" : few;
    }
}
