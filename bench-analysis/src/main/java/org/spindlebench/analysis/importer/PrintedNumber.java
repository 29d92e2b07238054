package org.spindlebench.analysis.importer;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Numbers as Java programs print them for people: Java's own {@code 19.345678} and {@code 1.0E-4}, and what a locale makes of a
 * number of two decimals: {@code 19,34}, {@code 1.024,5}, {@code 1,024.5}, with its own digits.
 *
 * <p>Where a comma and a point occur, the last of them is the decimal one. A comma alone separates thousands where exactly three
 * digits follow it, for nothing prints three decimals with a comma; else it is the decimal one. A point alone is the decimal one,
 * unless there are several.
 */
final class PrintedNumber {
    private static final int LONGEST = 40;
    private static final Pattern NOT_FINITE = Pattern.compile("NaN|[+-]?(Infinity|\u221e)|\ufffd|\\?");
    private static final Pattern PLAIN = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?");
    private static final Pattern GROUPED =
            Pattern.compile("[+-]?\\d{1,3}(?:(,)\\d{3}(?:,\\d{3})*|(\\.)\\d{3}(?:\\.\\d{3})*)");
    private static final Pattern BLANKS_IN_GROUPS = Pattern.compile("(?<=\\d)[ \u00a0\u202f'\u2019\u066c](?=\\d{3})");

    private PrintedNumber() {}

    /**
     * The number; empty where the text says that there is none.
     *
     * @param what what messages call it
     */
    static Optional<Double> parse(String what, String text) throws UnreadableException {
        if (NOT_FINITE.matcher(text).matches()) {
            return Optional.empty();
        }
        if (text.length() <= LONGEST) {
            String plain = withPoint(BLANKS_IN_GROUPS.matcher(inAscii(text)).replaceAll(""));
            if (PLAIN.matcher(plain).matches() && Double.isFinite(Double.parseDouble(plain))) {
                return Optional.of(Double.valueOf(plain));
            }
        }
        throw new UnreadableException(what + " is " + Numbers.shown(text) + ", and must be a number");
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

    // What is no group of three stays as it is, and is then no number.
    private static String ungrouped(String text, String separator) {
        return GROUPED.matcher(text).matches() ? text.replace(separator, "") : text;
    }
}
