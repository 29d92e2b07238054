package org.spindlebench.analysis.hypothesis;

import java.util.Locale;

/** What a measurement says of a claim. */
public enum Stand {
    /** The whole interval is on the claimed side. */
    SUPPORTS,
    /** The whole interval of the corrected confidence is on the other side. */
    CONTRADICTS,
    /** Neither. */
    OPEN;

    /** A stable word for programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
