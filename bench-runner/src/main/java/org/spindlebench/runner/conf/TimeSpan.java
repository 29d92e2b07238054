package org.spindlebench.runner.conf;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: a whole number and s, m, h or d. */
public final class TimeSpan {
    private static final Pattern SHAPE = Pattern.compile("([1-9][0-9]{0,8}) ?([smhd])");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    private TimeSpan() {}

    public static Duration parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new NotUnderstoodException(
                    "not a duration", "a whole number above 0 and s, m, h or d, such as 90s, 30m or 4h", "");
        }
        return UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
    }
}
