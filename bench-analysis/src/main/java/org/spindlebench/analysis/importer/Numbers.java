package org.spindlebench.analysis.importer;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.importer.Importer.UnreadableException;

/** Numbers as tables hold them: with a decimal point, without a unit or thousands separators. */
final class Numbers {
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,3})?");
    private static final Pattern WHOLE = Pattern.compile("(\\d{1,18})(?:\\.0{1,9})?");
    private static final Pattern COMMA = Pattern.compile("[+-]?\\d+,\\d+");

    private Numbers() {}

    /**
     * A number greater than zero.
     *
     * @param column what messages call it
     */
    static double positive(String column, String text) throws UnreadableException {
        double value = number(column, text);
        if (value <= 0) {
            throw new UnreadableException(column + " is " + shown(text) + ", and must be more than 0");
        }
        return value;
    }

    /** A number of zero or more. */
    static double notNegative(String column, String text) throws UnreadableException {
        double value = number(column, text);
        if (value < 0) {
            throw new UnreadableException(column + " is " + shown(text) + ", and must not be negative");
        }
        return value;
    }

    /** A whole number from {@code least}, of at most 18 digits; zeros behind a decimal point do no harm. */
    static long whole(String column, String text, long least) throws UnreadableException {
        Matcher whole = WHOLE.matcher(text);
        if (whole.matches()) {
            long value = Long.parseLong(whole.group(1));
            if (value >= least) {
                return value;
            }
        }
        throw new UnreadableException(column + " is " + shown(text) + ", and must be a whole number from " + least);
    }

    /** The number in one way of writing it: {@code 56.000} and {@code 56} are {@code 56}. */
    static String plain(String column, String text) throws UnreadableException {
        return BigDecimal.valueOf(number(column, text)).stripTrailingZeros().toPlainString();
    }

    /** A text of a file for a message: in quotes, on one line, cut where it is long. */
    static String shown(String text) {
        String start = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        return "'" + start.replaceAll("\\p{Cntrl}", "?") + "'";
    }

    private static double number(String column, String text) throws UnreadableException {
        if (NUMBER.matcher(text).matches()) {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        }
        String hint =
                COMMA.matcher(text).matches() ? ": write the decimal comma as a point, and no thousands separator" : "";
        throw new UnreadableException(column + " is " + shown(text) + ", and must be a number such as 12.5" + hint);
    }
}
