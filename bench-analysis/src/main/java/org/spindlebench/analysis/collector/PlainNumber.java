package org.spindlebench.analysis.collector;

import java.util.regex.Pattern;

/** Numbers as collectl prints them: digits, and a point where decimals were asked for. */
final class PlainNumber {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(?:\\.\\d{0,18})?|\\.\\d{1,18}");

    private PlainNumber() {}

    /** The number of a cell; NaN where it holds something else, such as a negative number. */
    static double of(String text) {
        return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }
}
