package org.spindlebench.analysis.hypothesis;

import java.util.Locale;

/** What all measurements together say of a hypothesis. */
public enum Verdict {
    /** Every job supports it. */
    SUPPORTED,
    /** Some job contradicts it. */
    CONTRADICTED,
    /** Neither: {@link Evidence#lacks} says of each job what is missing. */
    UNDECIDED;

    /** A stable word for programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
