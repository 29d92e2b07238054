package org.spindlebench.analysis.importer;

import java.math.BigDecimal;
import java.util.Optional;
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
        return number(column, text, text);
    }

    /**
     * Reads a number.
     *
     * @param plain the text with a decimal point and without thousands separators
     */
    static double number(String column, String text, String plain) throws UnreadableException {
        if (NUMBER.matcher(plain).matches()) {
            double value = Double.parseDouble(plain);
            if (Double.isFinite(value)) {
                return value;
            }
        }
        String hint =
                COMMA.matcher(text).matches() ? ": write the decimal comma as a point, and no thousands separator" : "";
        throw new UnreadableException(column + " is " + shown(text) + ", and must be a number such as 12.5" + hint);
    }

    /**
     * Parses numbers that Java programs print for people. They may have Java's own notation, such as {@code 19.345678}
     * and {@code 1.0E-4}. They may also have two decimals in a locale's notation and digits, such as {@code 19,34},
     * {@code 1.024,5} and {@code 1,024.5}.
     *
     * <p>A unit or a comment after the number is ignored, such as {@code 56.09 sec (cold)}.
     *
     * <p>If both a comma and a point occur, the last of them is the decimal separator. A comma alone separates
     * thousands if exactly three digits follow it, because nothing prints three decimals with a comma. Otherwise it is
     * the decimal separator. A point alone is the decimal separator, unless there are several.
     */
    static final class PrintedNumber {
        private static final int LONGEST = 40;
        private static final Pattern ANNOTATED = Pattern.compile(
                "(.*?)\\s*(?:(?:MB|MiB|MBytes|MB/s|MiB/s|mb/sec|s|sec|secs|seconds|files))?\\s*(?:(?:#|\\(|<-|//).*)?",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern NOT_FINITE = Pattern.compile("NaN|[+-]?(Infinity|\u221e)|\ufffd|\\?");
        private static final Pattern PLAIN = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?");
        private static final Pattern GROUPED =
                Pattern.compile("[+-]?\\d{1,3}(?:(,)\\d{3}(?:,\\d{3})*|(\\.)\\d{3}(?:\\.\\d{3})*)");
        static final Pattern BLANKS_IN_GROUPS = Pattern.compile("(?<=\\d)[ \u00a0\u202f'\u2019\u066c](?=\\d{3})");

        private PrintedNumber() {}

        /** Parses a number; empty if the text represents a number that is not finite. */
        static Optional<Double> parse(String what, String annotated) throws UnreadableException {
            Matcher parts = ANNOTATED.matcher(annotated);
            String text = parts.matches() ? parts.group(1) : annotated;
            if (NOT_FINITE.matcher(text).matches()) {
                return Optional.empty();
            }
            if (text.length() <= LONGEST) {
                String plain = withPoint(BLANKS_IN_GROUPS.matcher(inAscii(text)).replaceAll(""));
                if (PLAIN.matcher(plain).matches() && Double.isFinite(Double.parseDouble(plain))) {
                    return Optional.of(Double.valueOf(plain));
                }
            }
            throw new UnreadableException(what + " is " + shown(annotated) + ", and must be a number");
        }

        private static String inAscii(String text) {
            StringBuilder ascii = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isDigit(c)) {
                    ascii.append(Character.digit(c, 10));
                } else {
                    ascii.append(c == '\u066b' ? ',' : c);
                }
            }
            return ascii.toString();
        }

        private static String withPoint(String text) {
            int comma = text.lastIndexOf(',');
            int point = text.lastIndexOf('.');
            if (comma < 0) {
                return text.indexOf('.') == point ? text : ungrouped(text, ".");
            }
            if (point < 0) {
                boolean grouped = GROUPED.matcher(text).matches();
                return grouped ? text.replace(",", "") : text.replace(',', '.');
            }
            int decimal = Math.max(comma, point);
            String whole = ungrouped(text.substring(0, decimal), comma < point ? "," : ".");
            return whole + "." + text.substring(decimal + 1);
        }

        // Text without groups of three digits stays as it is, and is then refused as a number.
        private static String ungrouped(String text, String separator) {
            return GROUPED.matcher(text).matches() ? text.replace(separator, "") : text;
        }
    }
}
