package org.spindlebench.jobs.base;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** Reads settings. Refuses invalid values with a message that names the key, the value and the allowed range. */
public final class SettingReader {
    private final Configuration conf;

    public SettingReader(Configuration conf) {
        this.conf = conf;
    }

    /** Reads a required whole number, such as {@code 4} or {@code 64m}. */
    public long number(String key, long min, long max) {
        String value = conf.getTrimmed(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is not set; it " + range(min, max));
        }
        long number = parse(key, value, min, max);
        if (number < min || number > max) {
            throw refused(key, value, range(min, max));
        }
        return number;
    }

    public long number(String key, long byDefault, long min, long max) {
        return conf.getTrimmed(key) == null ? byDefault : number(key, min, max);
    }

    /** Reads an optional enum constant, written in lower case. */
    public <E extends Enum<E>> E choice(String key, E byDefault) {
        String value = conf.getTrimmed(key);
        if (value == null) {
            return byDefault;
        }
        E[] constants = byDefault.getDeclaringClass().getEnumConstants();
        for (E constant : constants) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(value)) {
                return constant;
            }
        }
        String allowed = Arrays.toString(constants).toLowerCase(Locale.ROOT);
        throw refused(key, value, "must be one of " + allowed);
    }

    /**
     * Reads an optional value of any other type.
     *
     * @param parser throws an IllegalArgumentException whose message states the allowed values
     */
    public <T> T parsed(String key, T byDefault, Function<String, T> parser) {
        String value = conf.getTrimmed(key);
        if (value == null) {
            return byDefault;
        }
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    refused(key, value, e.getMessage()).getMessage(), e);
        }
    }

    private long parse(String key, String value, long min, long max) {
        try {
            return conf.getLongBytes(key, 0);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    refused(key, value, range(min, max)).getMessage(), e);
        }
    }

    private static IllegalArgumentException refused(String key, String value, String allowed) {
        return new IllegalArgumentException(key + "=" + value + ": " + allowed);
    }

    private static String range(long min, long max) {
        return "must be a whole number from " + min + " to " + max;
    }
}
