package org.spindlebench.runner.conf;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates as exact as they are known: a year, a month or a day. */
final class CalendarDate {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?");

    private CalendarDate() {}

    /** The same text when it is a date. */
    static String parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches() || !exists(matcher)) {
            throw new NotUnderstoodException("not a date", "a year, a month or a day: 2015, 2015-06 or 2015-06-30", "");
        }
        return text;
    }

    private static boolean exists(Matcher parts) {
        try {
            LocalDate.of(number(parts.group(1)), number(parts.group(2)), number(parts.group(3)));
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static int number(String digits) {
        return digits == null ? 1 : Integer.parseInt(digits);
    }
}
