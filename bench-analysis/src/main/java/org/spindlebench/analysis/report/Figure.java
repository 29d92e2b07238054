package org.spindlebench.analysis.report;

import java.util.Locale;

/** Writes numbers for people: the same under every locale, and a dash for what does not exist. */
final class Figure {
    /** What stands for an absent figure. */
    static final String ABSENT = "-";

    private Figure() {}

    /**
     * @param value in base units, or null
     * @param unit what one of the unit shown is in base units, such as 1e6 for MB
     * @param decimals digits after the point
     */
    static String of(Double value, double unit, int decimals) {
        return value == null ? ABSENT : String.format(Locale.ROOT, "%." + decimals + "f", value / unit);
    }

    static String of(Double value, int decimals) {
        return of(value, 1, decimals);
    }
}
