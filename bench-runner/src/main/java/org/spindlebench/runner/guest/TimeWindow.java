package org.spindlebench.runner.guest;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * A time of day in which Spindle may make runs, by the client's time zone. It passes midnight if it ends before it
 * begins.
 *
 * @param from the first moment of the window
 * @param to the first moment after the window; differs from {@code from}
 */
public record TimeWindow(LocalTime from, LocalTime to) {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})");

    /** Parses a window such as {@code 22:00-05:00}. */
    public static TimeWindow parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text.strip());
        if (!matcher.matches()) {
            throw refuse("not a time of day");
        }
        try {
            TimeWindow window = new TimeWindow(time(matcher, 1), time(matcher, 3));
            if (window.from.equals(window.to)) {
                throw refuse("the window begins when it ends");
            }
            return window;
        } catch (DateTimeException e) {
            throw refuse("there is no such time");
        }
    }

    private static LocalTime time(Matcher matcher, int group) {
        int hour = Integer.parseInt(matcher.group(group));
        int minute = Integer.parseInt(matcher.group(group + 1));
        return hour == 24 && minute == 0 ? LocalTime.MIDNIGHT : LocalTime.of(hour, minute);
    }

    private static NotUnderstoodException refuse(String reason) {
        return new NotUnderstoodException(
                reason, "two times of day, each as HH:MM, such as 22:00-05:00 for the night", "");
    }

    /** Returns whether a moment is in the window. */
    public boolean contains(ZonedDateTime moment) {
        LocalTime time = moment.toLocalTime();
        boolean after = !time.isBefore(from);
        boolean before = time.isBefore(to);
        return from.isBefore(to) ? after && before : after || before;
    }

    /** Returns the time from a moment in the window to the window's end. */
    Duration left(ZonedDateTime moment) {
        return Duration.between(moment, next(moment, to));
    }

    /** Returns the time from a moment outside the window to the window's next beginning. */
    Duration untilOpen(ZonedDateTime moment) {
        return Duration.between(moment, next(moment, from));
    }

    /** Returns the length of the window on a day whose clocks are not changed. */
    Duration length() {
        Duration between = Duration.between(from, to);
        return between.isNegative() ? between.plusDays(1) : between;
    }

    /** A day on which the clocks are changed has more or fewer hours. */
    private static ZonedDateTime next(ZonedDateTime moment, LocalTime time) {
        ZonedDateTime today = moment.with(time);
        return today.isAfter(moment) ? today : moment.plusDays(1).with(time);
    }

    /** Returns the text that {@link #parse} accepts. */
    @Override
    public String toString() {
        return from + "-" + to;
    }
}
