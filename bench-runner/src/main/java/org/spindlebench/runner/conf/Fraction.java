package org.spindlebench.runner.conf;

import java.util.regex.Pattern;

/** Shares from 0 to 1, which Hadoop's keys call percent. */
public final class Fraction {
    private static final Pattern SHAPE = Pattern.compile("0|1|[01]?\\.[0-9]{1,9}|1\\.0{1,9}");

    private Fraction() {}

    /** The share. */
    public static Double parse(String text) throws NotUnderstoodException {
        return Double.valueOf(checked(text));
    }

    /** The same text when it is a share. */
    static String checked(String text) throws NotUnderstoodException {
        if (!SHAPE.matcher(text).matches() || Double.parseDouble(text) > 1) {
            throw new NotUnderstoodException("not a share", "a number from 0 to 1, such as 0.8", "");
        }
        return text;
    }
}
