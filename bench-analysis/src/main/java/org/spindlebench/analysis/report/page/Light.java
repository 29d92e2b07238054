package org.spindlebench.analysis.report.page;

import java.util.Locale;

/**
 * One reason to trust the answer, or not.
 *
 * @param about what was looked at, in a word or two
 * @param colour how far it can be trusted in this
 * @param says the reason
 */
public record Light(String about, Colour colour, String says) {
    /** As at a crossing; the page writes the word beside the colour. */
    public enum Colour {
        GREEN,
        AMBER,
        RED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
