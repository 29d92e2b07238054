package org.spindlebench.analysis.importer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InstantText;
import org.spindlebench.analysis.importer.Importer.UnreadableException;

/** Reads instants as exports write them. An instant without a time zone is read as UTC. */
final class Instants {
    private static final Pattern ISO = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d)(:\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|([+-]\\d\\d):?(\\d\\d))?");
    private static final DateTimeFormatter DIGITS =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    /** The format of Java's {@code Date.toString()}, which has the zone between the time and the year. */
    private static final Pattern DATE =
            Pattern.compile("\\w{3} (\\w{3} [ \\d]?\\d \\d\\d:\\d\\d:\\d\\d) (\\S{1,40}) (\\d{4})");

    private static final DateTimeFormatter DATE_WITHOUT_ZONE =
            DateTimeFormatter.ofPattern("MMM d HH:mm:ss uuuu", Locale.ENGLISH);

    private Instants() {}

    /** Reads an instant such as {@code 2026-03-01T10:00:00Z}, also with another offset, none, or a blank for T. */
    static Instant iso(String column, String text) throws UnreadableException {
        try {
            Matcher iso = ISO.matcher(text);
            if (iso.matches()) {
                String seconds = iso.group(3) == null ? ":00" : iso.group(3).replace(',', '.');
                String local = iso.group(1) + "T" + iso.group(2) + seconds;
                return iso.group(4) == null
                        ? InstantText.parse(local + "Z")
                        : OffsetDateTime.parse(local + iso.group(4) + ":" + iso.group(5))
                                .toInstant();
            }
        } catch (DateTimeException notADate) {
            // The exception below describes the expected format.
        }
        throw new UnreadableException(
                column + " is " + Numbers.shown(text) + ", and must be an instant such as 2026-03-01T10:00:00Z");
    }

    /** Reads an instant such as {@code 20140725063440}; empty if the text has another form. */
    static Optional<Instant> digits(String text) {
        return parse(text, DIGITS, ZoneOffset.UTC);
    }

    /**
     * Reads an instant such as {@code Fri Aug 01 12:00:00 UTC 2025}; empty if the text has another form. Zones other
     * than UTC, GMT and offsets from these are ambiguous abbreviations, and are read as UTC.
     */
    static Optional<Instant> date(String text) {
        Matcher date = DATE.matcher(text);
        if (!date.matches()) {
            return Optional.empty();
        }
        String local = date.group(1).replace("  ", " ") + " " + date.group(3);
        return parse(local, DATE_WITHOUT_ZONE, zone(date.group(2)));
    }

    private static ZoneId zone(String name) {
        try {
            return name.matches("(UTC|GMT)([+-]\\d\\d:\\d\\d)?") ? ZoneId.of(name) : ZoneOffset.UTC;
        } catch (DateTimeException noSuchOffset) {
            return ZoneOffset.UTC;
        }
    }

    private static Optional<Instant> parse(String text, DateTimeFormatter format, ZoneId zone) {
        try {
            TemporalAccessor parsed = format.parse(text);
            return Optional.of(LocalDateTime.from(parsed).atZone(zone).toInstant());
        } catch (DateTimeException another) {
            return Optional.empty();
        }
    }
}
