package org.spindlebench.analysis.report.page;

import java.util.List;

/**
 * What a reader must know before the answer.
 *
 * @param about in a few words
 * @param colour red or amber
 * @param says what it is, in sentences
 * @param details one a line, each with a text from outside at its end; empty where there are none
 */
public record Notice(String about, Light.Colour colour, String says, List<String> details) {
    public Notice {
        details = List.copyOf(details);
    }
}
