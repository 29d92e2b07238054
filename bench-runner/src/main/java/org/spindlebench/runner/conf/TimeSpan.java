package org.spindlebench.runner.conf;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Parses durations as users write them: a whole number followed by s, m, h or d. */
public final class TimeSpan {
    private static final Pattern SHAPE = Pattern.compile("([1-9][0-9]{0,8}) ?([smhd])");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    private TimeSpan() {}

    public static Duration parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (text.matches("[1-9][0-9]{9,} ?[smhd]")) {
            throw NotUnderstoodException.allowing("too long", "up to 9 digits and s, m, h or d");
        }
        if (!matcher.matches()) {
            throw new NotUnderstoodException(
                    "not a duration", "a whole number above 0 and s, m, h or d, such as 90s, 30m or 4h", "");
        }
        return UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    }

    /** Parses the latencies of devices: a number followed by ms or us. */
    static final class Latency {
        private static final Pattern SHAPE = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?) ?(ms|us)");
        private static final double NANOS_PER_MICRO = 1e3;

        private Latency() {}

        static Duration parse(String text) throws NotUnderstoodException {
            Matcher matcher = SHAPE.matcher(text);
            if (!matcher.matches()) {
                throw new NotUnderstoodException("not a latency", "a number and ms or us, such as 8.5ms or 90us", "");
            }
            double micros =
                    Double.parseDouble(matcher.group(1)) * (matcher.group(2).equals("ms") ? 1e3 : 1);
            return Duration.ofNanos(Math.round(micros * NANOS_PER_MICRO));
        }
    }

    /** Parses dates of any precision: a year, a month or a day. */
    static final class CalendarDate {
        private static final Pattern SHAPE = Pattern.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?");

        private CalendarDate() {}

        /** Returns the text unchanged if it is a date. */
        static String parse(String text) throws NotUnderstoodException {
            Matcher matcher = SHAPE.matcher(text);
            if (!matcher.matches() || !exists(matcher)) {
                throw new NotUnderstoodException(
                        "not a date", "a year, a month or a day: 2015, 2015-06 or 2015-06-30", "");
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
}
