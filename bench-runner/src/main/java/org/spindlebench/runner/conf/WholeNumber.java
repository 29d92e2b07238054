package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

/** Whole numbers in a range. */
public final class WholeNumber {
    private static final Pattern SHAPE = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    private WholeNumber() {}

    /** A parser of whole numbers from {@code min} to {@code max}. */
    public static ValueParser<Integer> between(int min, int max) {
        return text -> {
            String allowed = "a whole number from " + min + " to " + max;
            if (!SHAPE.matcher(text).matches()) {
                throw new NotUnderstoodException("not a whole number", allowed, "");
            }
            long number = Long.parseLong(text);
            if (number < min || number > max) {
                throw new NotUnderstoodException(number < min ? "too small" : "too large", allowed, "");
            }
            return (int) number;
        };
    }

    /** Any whole number of 64 bits. */
    public static long parse(String text) throws NotUnderstoodException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new NotUnderstoodException("not a whole number", "a whole number of 64 bits", "");
        }
    }
}
