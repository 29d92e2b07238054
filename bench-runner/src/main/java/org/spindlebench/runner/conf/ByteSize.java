package org.spindlebench.runner.conf;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/**
 * Parses and formats sizes as users write them. KB, MB, GB and TB are powers of 1000, as for disks and in the paper.
 * KiB, MiB, GiB and TiB are powers of 1024. A size needs a unit with exactly this spelling, because {@code 64} is
 * ambiguous, and {@code mb} could mean bits.
 */
public final class ByteSize {
    /** The allowed values, for messages. */
    public static final String ALLOWED =
            "a number and a unit: B, KB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024), such as 64MB";

    private static final Pattern SHAPE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z]*)(.*)");
    private static final Map<String, Long> UNITS = units();

    private ByteSize() {}

    /** Parses a text such as {@code 64MB}, {@code 1.5 GiB} or {@code 100B} and returns the number of bytes. */
    public static long parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw refuse("not a size", "");
        }
        String unit = matcher.group(2);
        if (!matcher.group(3).isEmpty()) {
            throw refuse("not a size: `" + unit + matcher.group(3) + "` is not a unit of size", corrected(matcher));
        }
        if (unit.isEmpty()) {
            throw refuse("a size without a unit", "");
        }
        if (!UNITS.containsKey(unit)) {
            throw refuse("`" + unit + "` is not a unit of size", corrected(matcher));
        }
        return whole(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(UNITS.get(unit))));
    }

    /** Parses a size or {@code 0}, which needs no unit. */
    public static long parseOrNothing(String text) throws NotUnderstoodException {
        return text.equals("0") ? 0 : parse(text);
    }

    /** Returns the shortest exact text, such as {@code 64MB}, {@code 64MiB} or {@code 1001B}. */
    public static String format(long bytes) {
        String best = bytes + "B";
        for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
            String text = bytes / unit.getValue() + unit.getKey();
            if (bytes != 0 && bytes % unit.getValue() == 0 && text.length() < best.length()) {
                best = text;
            }
        }
        return best;
    }

    private static long whole(BigDecimal bytes) throws NotUnderstoodException {
        if (bytes.signum() == 0) {
            throw refuse("a size of nothing", "");
        }
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw refuse("not a whole number of bytes", "");
        }
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw refuse("larger than Java can count (9.2 million TB)", "");
        }
        return bytes.longValueExact();
    }

    private static String corrected(Matcher matcher) {
        String rest = matcher.group(3);
        // In `1e9` and `1,5GB`, the digits before the letters are not the number.
        if (!rest.isEmpty() && rest.charAt(0) != '/') {
            return "";
        }
        String written = matcher.group(2);
        String whole = (UNITS.containsKey(written + "B") ? written : written.toUpperCase(Locale.ROOT)) + "B";
        Optional<String> unit = NearestName.of(UNITS.containsKey(whole) ? whole : written, UNITS.keySet());
        // A unit that begins differently would be another size, such as B for PB.
        return unit.filter(name -> name.regionMatches(true, 0, written, 0, 1))
                .map(name -> matcher.group(1) + name)
                .orElse("");
    }

    private static NotUnderstoodException refuse(String reason, String nearest) {
        return new NotUnderstoodException(reason, ALLOWED, nearest);
    }

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("B", 1L);
        long decimal = 1;
        long binary = 1;
        for (String prefix : new String[] {"K", "M", "G", "T"}) {
            decimal *= 1000;
            binary *= 1024;
            units.put(prefix + "B", decimal);
            units.put(prefix + "iB", binary);
        }
        return units;
    }

    /** Parses rates in bytes per second. Users write them as a size followed by {@code /s}. */
    static final class ByteRate {
        private static final String PER_SECOND = "/s";
        private static final String ALLOWED = "a size and /s, such as 120MB/s";

        private ByteRate() {}

        /** Parses a text such as {@code 120MB/s} and returns the bytes per second. */
        static long parse(String text) throws NotUnderstoodException {
            if (!text.endsWith(PER_SECOND)) {
                throw new NotUnderstoodException("not a rate", ALLOWED, "");
            }
            String size = text.substring(0, text.length() - PER_SECOND.length());
            if (size.matches(".*[kKmMgGtT]i?b")) {
                throw new NotUnderstoodException(
                        "in bits a second, if b means bits, and the bandwidth of a disk is in bytes", ALLOWED, "");
            }
            try {
                return ByteSize.parse(size);
            } catch (NotUnderstoodException e) {
                throw e.behind(PER_SECOND, ALLOWED);
            }
        }
    }

    /** Parses network rates. Users write them in bits per second with powers of 1000, as they are advertised. */
    static final class BitRate {
        private static final Pattern SHAPE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?([KMGT])b/s");
        private static final Map<String, Long> BYTES_PER_SECOND =
                Map.of("K", 125L, "M", 125_000L, "G", 125_000_000L, "T", 125_000_000_000L);

        private BitRate() {}

        /** Parses a text such as {@code 10Gb/s} and returns the bytes per second. */
        static long parse(String text) throws NotUnderstoodException {
            Matcher matcher = SHAPE.matcher(text);
            if (!matcher.matches()) {
                throw refuse("not a rate of a network");
            }
            BigDecimal bytes = new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(BYTES_PER_SECOND.get(matcher.group(2))));
            if (bytes.signum() == 0) {
                throw refuse("a rate of nothing");
            }
            if (bytes.stripTrailingZeros().scale() > 0) {
                throw refuse("not a whole number of bytes per second");
            }
            return bytes.longValueExact();
        }

        private static NotUnderstoodException refuse(String reason) {
            return new NotUnderstoodException(
                    reason,
                    "a number and Kb/s, Mb/s, Gb/s or Tb/s: bits per second, powers of 1000, such as 10Gb/s",
                    "");
        }
    }
}
