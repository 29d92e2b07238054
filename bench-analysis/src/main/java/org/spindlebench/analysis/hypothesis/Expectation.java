package org.spindlebench.analysis.hypothesis;

import java.util.Locale;

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
