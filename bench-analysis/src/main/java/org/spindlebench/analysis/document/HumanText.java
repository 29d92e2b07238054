package org.spindlebench.analysis.document;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes values in units for people: sizes as in a suite's file, and durations. Documents keep base units. This class
 * also defines control characters, for all text from outside that a terminal or a document receives.
 */
public final class HumanText {
    /** The settings whose values are bytes, in addition to settings with {@code bytes} in their names. */
    private static final Set<String> SIZES = Set.of("block_size", "io_buffer");

    /** The mark of the best of all settings in costs. */
    private static final String BEST = "best";

    private static final Pattern OF_BYTES = Pattern.compile("(?:.*_)?bytes(?:_.*)?");
    private static final Pattern BREAK = Pattern.compile("[\n\r\t]+");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final List<String> PREFIXES = List.of("K", "M", "G", "T", "P");
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;
    private static final int FROM_HERE_MINUTES = 600;
    private static final int FROM_HERE_HOURS = 7200;
    private static final int DIGITS = 4;
    /** Half of the third decimal. */
    private static final double HALF_OF_THE_LAST = 0.0005;

    private static final int APART = 100;
    private static final double LEAST_PLAIN = 0.001;

    private HumanText() {}

    /** Returns, for example, {@code 1 host} or {@code 2 hosts}. */
    public static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /**
     * Returns whether a character is a control: a 7-bit or 8-bit code that terminals obey, or a code that joins or
     * hides visible text, or changes its direction.
     */
    public static boolean isControl(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.FORMAT;
    }

    /** Returns whether a text has control characters, among them line breaks and tabs. */
    public static boolean hasControl(String text) {
        return text.codePoints().anyMatch(HumanText::isControl);
    }

    /** Replaces control characters by question marks. Line feeds and tabs stay. */
    public static String visible(String text) {
        return replaced(text, "\n\t");
    }

    /** Replaces control characters by question marks, but line breaks and tabs by blanks. */
    public static String oneLine(String text) {
        return replaced(BREAK.matcher(text).replaceAll(" "), "");
    }

    private static String replaced(String text, String except) {
        IntPredicate hidden = c -> isControl(c) && except.indexOf(c) < 0;
        return text.codePoints().noneMatch(hidden)
                ? text
                : text.codePoints()
                        .mapToObj(c -> hidden.test(c) ? "?" : Character.toString(c))
                        .collect(Collectors.joining());
    }

    /** Lists settings, such as {@code bytes_per_node=33 GB, compression=none, best settings of each setup}. */
    public static String settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey().equals(BEST)
                        ? "best settings " + setting.getValue()
                        : setting.getKey() + "=" + value(setting.getKey(), setting.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Lists settings; a compression needs no name. */
    public static String shortSettings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(one -> one.getKey().equals("compression")
                        ? one.getValue()
                        : one.getKey() + "=" + value(one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Returns a setting's value: a size for settings that are numbers of bytes, otherwise the value itself. */
    public static String value(String setting, String value) {
        boolean bytes = SIZES.contains(setting)
                || (setting.contains("bytes") && OF_BYTES.matcher(setting).matches());
        return bytes && value != null && WHOLE.matcher(value).matches() ? bytes(Long.parseLong(value)) : value;
    }

    /** Returns the shortest exact text, such as {@code 33 GB}, {@code 64 KiB} or {@code 1001 B}. */
    public static String bytes(long bytes) {
        String best = bytes + " B";
        long decimal = 1;
        long binary = 1;
        for (String prefix : PREFIXES) {
            decimal *= 1000;
            binary *= 1024;
            best = shorter(best, bytes, decimal, prefix + "B");
            best = shorter(best, bytes, binary, prefix + "iB");
        }
        return best;
    }

    private static String shorter(String best, long bytes, long unit, String name) {
        String text = bytes / unit + " " + name;
        return bytes != 0 && bytes % unit == 0 && text.length() < best.length() ? text : best;
    }

    /** Returns a duration with four digits, such as {@code 409.3 s}, {@code 12.50 min} or {@code 2.250 h}. */
    public static String seconds(double seconds) {
        return seconds(seconds, seconds);
    }

    /**
     * Returns a duration in the unit that fits another duration, so that a reader can compare the two. If they differ
     * by more than a factor of {@value #APART}, the duration is in a unit of its own.
     *
     * @param other the other duration in seconds
     */
    public static String seconds(double seconds, double other) {
        boolean apart = seconds > APART * other || other > APART * seconds;
        double like = apart ? seconds : other;
        if (like >= FROM_HERE_HOURS) {
            return digits(seconds / HOUR) + " h";
        }
        return like >= FROM_HERE_MINUTES ? digits(seconds / MINUTE) + " min" : digits(seconds) + " s";
    }

    /** Writes a share, such as {@code 95 %} or {@code 99.99 %}. */
    public static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /**
     * Writes a ratio of durations, or a bound of one: with three decimals, or as many as separate it from 1, and with
     * fewer if it is large. A bound below 0 is 0, because no ratio is negative.
     */
    public static String ratio(double value) {
        if (value <= 0) {
            return "0";
        }
        double apart = Math.abs(value - 1);
        if (apart > 0 && apart < HALF_OF_THE_LAST) {
            return String.format(Locale.ROOT, "%." + Math.min(15, (int) Math.ceil(-Math.log10(apart))) + "f", value);
        }
        String form = value >= 1e5 || value < 0.001
                ? "%.3g"
                : value >= 1000 ? "%.0f" : value >= 100 ? "%.1f" : value >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, form, value);
    }

    /** Writes four significant digits, and always all digits before the point. */
    private static String digits(double value) {
        if (value != 0 && Math.abs(value) < LEAST_PLAIN) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int before = value == 0 ? 1 : (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        return String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - before) + "f", value);
    }
}
