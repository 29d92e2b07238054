package org.spindlebench.runner.conf;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rates of networks as they are sold, in bits per second, powers of 1000. */
final class BitRate {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?([KMGT])b/s");
    private static final Map<String, Long> BYTES_PER_SECOND =
            Map.of("K", 125L, "M", 125_000L, "G", 125_000_000L, "T", 125_000_000_000L);

    private BitRate() {}

    /** The bytes per second that a text such as {@code 10Gb/s} stands for. */
    static long parse(String text) throws NotUnderstoodException {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw refuse("not a rate of a network");
        }
        BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(BYTES_PER_SECOND.get(matcher.group(2))));
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
                reason, "a number and Kb/s, Mb/s, Gb/s or Tb/s: bits per second, powers of 1000, such as 10Gb/s", "");
    }
}
