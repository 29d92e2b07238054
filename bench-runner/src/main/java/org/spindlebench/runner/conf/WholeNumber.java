package org.spindlebench.runner.conf;

import java.util.regex.Pattern;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Parses whole numbers, usually within a range. */
public final class WholeNumber {
    private static final Pattern SHAPE = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    private WholeNumber() {}

    /** Returns a parser of whole numbers from {@code min} to {@code max}. */
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

    /** Parses any 64-bit whole number. */
    public static long parse(String text) throws NotUnderstoodException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new NotUnderstoodException("not a whole number", "a 64-bit whole number", "");
        }
    }

    /** Parses decimal numbers within a range, such as prices, shares and watts. */
    public static final class Decimal {
        private static final Pattern SHAPE = Pattern.compile("-?[0-9]{1,15}(?:\\.[0-9]{1,15})?");

        private Decimal() {}

        /** Returns a parser of numbers that are at least {@code least}. */
        public static ValueParser<Double> atLeast(int least) {
            return in("a number of at least " + least + ", such as 1250 or 1.5", least, Double.MAX_VALUE);
        }

        /** Returns a parser of numbers from {@code least} to {@code most}. */
        static ValueParser<Double> between(int least, int most) {
            return in("a number from " + least + " to " + most + ", such as 1.5", least, most);
        }

        /** Returns a parser of differences, such as 0.3 for 30 %. */
        static ValueParser<Double> upTo10() {
            return in("a share from 0 to 10, such as 0.3 for 30 %", 0, 10);
        }

        public static ValueParser<Double> positive() {
            return in("a number above 0, such as 3 or 0.35", Double.MIN_VALUE, Double.MAX_VALUE);
        }

        /** Returns a parser of shares above 0 and up to 1. */
        public static ValueParser<Double> shareAboveZero() {
            return in("a share above 0 and at most 1, such as 0.35", Double.MIN_VALUE, 1);
        }

        /** Returns a parser of shares from 0 to below 1. */
        public static ValueParser<Double> shareBelowOne() {
            return in("a share from 0 to below 1, such as 0.35", 0, Math.nextDown(1.0));
        }

        private static ValueParser<Double> in(String allowed, double least, double most) {
            return text -> {
                if (!SHAPE.matcher(text).matches()) {
                    throw new NotUnderstoodException(
                            "not a plain number", allowed + "; no unit, currency sign, percent sign or separator", "");
                }
                double number = Double.parseDouble(text);
                if (number < least || number > most) {
                    throw new NotUnderstoodException(number < least ? "too small" : "too large", allowed, "");
                }
                return number;
            };
        }
    }

    /** Parses shares from 0 to 1. Hadoop's keys call them percent. */
    public static final class Fraction {
        private static final ValueParser<String> SHARE = ValueParser.matching(
                "0|1|0?\\.[0-9]{1,9}|1\\.0{1,9}", "not a share", "a number from 0 to 1, such as 0.8");

        private Fraction() {}

        public static Double parse(String text) throws NotUnderstoodException {
            return Double.valueOf(checked(text));
        }

        /** Returns the text unchanged if it is a share. */
        static String checked(String text) throws NotUnderstoodException {
            return SHARE.parse(text);
        }

        /** Returns the text unchanged if it is a share above 0. */
        static String aboveZero(String text) throws NotUnderstoodException {
            if (Double.parseDouble(checked(text)) == 0) {
                throw new NotUnderstoodException("too small", "a number above 0 and up to 1, such as 0.8", "");
            }
            return text;
        }
    }
}
