package org.spindlebench.analysis.importer;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.importer.Importer.UnreadableException;

/** Reads numbers from tables. They have a decimal point, but no unit and no thousands separators. */
final class Numbers {
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,3})?");
    private static final Pattern WHOLE = Pattern.compile("(\\d{1,18})(?:\\.0{1,9})?");
    private static final Pattern COMMA = Pattern.compile("[+-]?\\d+,\\d+");

    private Numbers() {}

    /** Reads a number greater than zero. */
    static double positive(String column, String text) throws UnreadableException {
        double value = number(column, text);
        if (value <= 0) {
            throw new UnreadableException(column + " is " + shown(text) + ", and must be more than 0");
        }
        return value;
    }

    /** Reads a number that is at least zero. */
    static double notNegative(String column, String text) throws UnreadableException {
        double value = number(column, text);
        if (value < 0) {
            throw new UnreadableException(column + " is " + shown(text) + ", and must not be negative");
        }
        return value;
    }

    /** Reads a whole number from {@code least}, at most 18 digits; zeros after a decimal point are allowed. */
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

    /** Reads a number and writes it in one uniform way: {@code 56.000} and {@code 56} both become {@code 56}. */
    static String plain(String column, String text) throws UnreadableException {
        return BigDecimal.valueOf(number(column, text)).stripTrailingZeros().toPlainString();
    }

    /** Quotes text of a file for a message, on one line and truncated if it is long. */
    static String shown(String text) {
        String start = text.length() > 60 ? text.substring(0, 60) + "..." : text;
        return "'" + HumanText.oneLine(start) + "'";
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
