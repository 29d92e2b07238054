package org.spindlebench.analysis.collector;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes instants of collectl's local times. Their zone is the one that the user named, else the offset from UTC in the file's
 * header, else this machine's.
 */
final class CollectlClock {
    private static final Pattern OFFSET = Pattern.compile("TZ:\\s*([+-]\\d\\d)(\\d\\d)\\b");
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,11})(?:\\.(\\d{1,3})\\d{0,6})?");
    private static final Pattern TIME = Pattern.compile("\\d{8} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?");
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuuMMdd HH:mm:ss[.SSS]", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final long MILLIS = 1000;

    private final Optional<ZoneId> asked;
    private Optional<ZoneOffset> header = Optional.empty();

    CollectlClock(Optional<ZoneId> asked) {
        this.asked = asked;
    }

    /** Takes the offset from a line of the file's header, if it has one. */
    void header(String line) {
        Matcher offset = OFFSET.matcher(line);
        if (offset.find()) {
            try {
                header = Optional.of(ZoneOffset.of(offset.group(1) + ":" + offset.group(2)));
            } catch (DateTimeException none) {
                header = Optional.empty();
            }
        }
    }

    /** Which zone is taken, and why, as a part of a sentence. */
    String zone() {
        if (asked.isPresent()) {
            return asked.get() + " (--time-zone)";
        }
        return header.map(offset -> offset + " (the file's header)")
                .orElseGet(() -> ZoneId.systemDefault() + " (this machine's; name another by --time-zone)");
    }

    /**
     * The time of a line in milliseconds since 1970; empty where its cells hold none.
     *
     * @param before the time of the line before, by which the hour that a clock goes through twice is told
     */
    OptionalLong time(CollectlColumns columns, List<String> cells, Long before) {
        OptionalLong time = columns.isUtc() ? seconds(cells.get(0)) : local(cells.get(0) + " " + cells.get(1), before);
        return time.isPresent() && time.getAsLong() >= 0 ? time : OptionalLong.empty();
    }

    private OptionalLong local(String text, Long before) {
        LocalDateTime local;
        if (!TIME.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        try {
            local = LocalDateTime.parse(text, LOCAL);
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
        ZoneId zone = asked.orElse(header.isPresent() ? header.get() : ZoneId.systemDefault());
        long first = local.atZone(zone).toInstant().toEpochMilli();
        boolean again = before != null && first <= before;
        return OptionalLong.of(
                again
                        ? local.atZone(zone)
                                .withLaterOffsetAtOverlap()
                                .toInstant()
                                .toEpochMilli()
                        : first);
    }

    private static OptionalLong seconds(String text) {
        Matcher seconds = SECONDS.matcher(text);
        if (!seconds.matches()) {
            return OptionalLong.empty();
        }
        String fraction = seconds.group(2) == null ? "" : seconds.group(2);
        long millis = Long.parseLong(fraction + "0".repeat("000".length() - fraction.length()));
        return OptionalLong.of(Long.parseLong(seconds.group(1)) * MILLIS + millis);
    }
}
