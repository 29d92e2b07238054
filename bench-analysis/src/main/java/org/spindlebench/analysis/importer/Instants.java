package org.spindlebench.analysis.importer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads times as exports write them. A time is an instant only if its zone is known: from the text, or because the user
 * names it.
 */
final class Instants {
    static final Warning ZONE_UNKNOWN = new Warning(
            "time-zone-unknown",
            "the time of the run has no zone, an abbreviation that several zones share, or an hour that clocks show"
                    + " twice. So Spindle uses the time only to order the runs of this file: name the zone with"
                    + " --time-zone, or write the offset, such as +01:00, after the time");

    private static final Pattern ISO = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d)(:\\d\\d(?:[.,]\\d{1,9})?)?(?:(Z)| ?([+-]\\d\\d):?(\\d\\d)"
                    + "| ([A-Z]{2,5}))?");
    /** The hours of the second half of a day on a clock of 12 hours. */
    private static final int NOON = 12;

    private static final DateTimeFormatter DIGITS =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    /** The format of Java's {@code Date.toString()}, which has the zone between the time and the year. */
    private static final Pattern DATE =
            Pattern.compile("\\w{3} (\\w{3} [ \\d]?\\d \\d\\d:\\d\\d:\\d\\d) (\\S{1,40}) (\\d{4})");

    private static final DateTimeFormatter DATE_WITHOUT_ZONE =
            DateTimeFormatter.ofPattern("MMM d HH:mm:ss uuuu", Locale.ENGLISH);
    private static final Pattern OFFSET = Pattern.compile("(?:UTC|GMT|UT|Z)([+-]\\d\\d:\\d\\d)?");
    /** The hours of the abbreviations that Java prints for zones of one offset only. */
    private static final Map<String, Integer> HOURS = Arrays.stream(
                    ("WET 0,WEST 1,CET 1,CEST 2,MET 1,MEST 2,EET 2,EEST 3,MSK 3,HKT 8,SGT 8,AWST 8,JST 9,KST 9,AEST 10,"
                                    + "AEDT 11,NZST 12,NZDT 13,EDT -4,MDT -6,PDT -7,AKST -9,AKDT -8,HST -10")
                            .split(","))
            .map(zone -> zone.split(" "))
            .collect(Collectors.toMap(zone -> zone[0], zone -> Integer.valueOf(zone[1])));

    private Instants() {}

    /**
     * A time in a file.
     *
     * @param instant null if the zone is unknown
     */
    record ClockTime(LocalDateTime local, Instant instant) {
        static ClockTime of(LocalDateTime local, Optional<ZoneId> zone) {
            // Clocks skip an hour in spring, and show one twice in autumn.
            return new ClockTime(
                    local,
                    zone.filter(known -> known.getRules().getValidOffsets(local).size() == 1)
                            .map(known -> local.atZone(known).toInstant())
                            .orElse(null));
        }

        /** Returns the seconds until a later time: by instants, if both are known, since local clocks jump. */
        double secondsUntil(ClockTime later) {
            return (instant == null || later.instant == null
                            ? local.until(later.local, ChronoUnit.MILLIS)
                            : instant.until(later.instant, ChronoUnit.MILLIS))
                    / 1000.0;
        }

        ClockTime minus(double seconds) {
            long nanos = Math.round(seconds * 1e9);
            return new ClockTime(local.minusNanos(nanos), instant == null ? null : instant.minusNanos(nanos));
        }
    }

    /**
     * Reads a time such as {@code 2026-03-01T10:00:00Z}, also with another offset, an abbreviation, neither, or a blank for T.
     *
     * @param zone the zone of times without an offset
     */
    static ClockTime iso(String column, String text, Optional<ZoneId> zone) throws UnreadableException {
        try {
            Matcher iso = ISO.matcher(text);
            if (iso.matches()) {
                String seconds = iso.group(3) == null ? ":00" : iso.group(3).replace(',', '.');
                LocalDateTime local =
                        ofHalf(iso.group(7), LocalDateTime.parse(iso.group(1) + "T" + iso.group(2) + seconds));
                Optional<ZoneId> known = zone(iso).or(() -> zone);
                if (known.isPresent()
                        && known.get().getRules().getValidOffsets(local).isEmpty()) {
                    throw new UnreadableException(column + " is " + Numbers.shown(text) + ", which clocks of "
                            + known.get() + " skipped: name the right zone with --time-zone");
                }
                return ClockTime.of(local, known);
            }
        } catch (DateTimeException notDate) {
            // The exception below describes the expected format.
        }
        throw new UnreadableException(
                column + " is " + Numbers.shown(text) + ", and must be an instant such as 2026-03-01T10:00:00Z");
    }

    /** Returns the time on a clock of 24 hours if AM or PM follows. */
    private static LocalDateTime ofHalf(String half, LocalDateTime local) {
        boolean isHalf = "AM".equals(half) || "PM".equals(half);
        return isHalf && local.getHour() >= 1 && local.getHour() <= NOON
                ? local.withHour(local.getHour() % NOON + (half.equals("PM") ? NOON : 0))
                : local;
    }

    private static Optional<ZoneId> zone(Matcher iso) {
        if (iso.group(5) != null) {
            return Optional.of(ZoneOffset.of(iso.group(5) + ":" + iso.group(6)));
        }
        String name = iso.group(4) == null ? iso.group(7) : iso.group(4);
        return name == null ? Optional.empty() : named(name);
    }

    /** Reads a time such as {@code 20140725063440}; empty if the text has another form. */
    static Optional<ClockTime> digits(String text, Optional<ZoneId> zone) {
        return parse(text, DIGITS).map(local -> ClockTime.of(local, zone));
    }

    /**
     * Reads a time such as {@code Fri Aug 01 12:00:00 UTC 2025}; empty if the text has another form.
     *
     * @param zone the zone of times whose abbreviation several zones share, such as {@code CST}
     */
    static Optional<ClockTime> date(String text, Optional<ZoneId> zone) {
        Matcher date = DATE.matcher(text);
        if (!date.matches()) {
            return Optional.empty();
        }
        String local = date.group(1).replace("  ", " ") + " " + date.group(3);
        return parse(local, DATE_WITHOUT_ZONE)
                .map(time -> ClockTime.of(time, named(date.group(2)).or(() -> zone)));
    }

    private static Optional<ZoneId> named(String zone) {
        Matcher offset = OFFSET.matcher(zone);
        if (offset.matches()) {
            try {
                return Optional.of(offset.group(1) == null ? ZoneOffset.UTC : ZoneOffset.of(offset.group(1)));
            } catch (DateTimeException noSuchOffset) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(HOURS.get(zone)).map(ZoneOffset::ofHours);
    }

    private static Optional<LocalDateTime> parse(String text, DateTimeFormatter format) {
        try {
            return Optional.of(LocalDateTime.parse(text, format));
        } catch (DateTimeException another) {
            return Optional.empty();
        }
    }
}
