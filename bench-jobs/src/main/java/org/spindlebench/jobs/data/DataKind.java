package org.spindlebench.jobs.data;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.SettingReader;

/** What written data look like: {@code random}, {@code text}, {@code tera}, or a compression ratio such as {@code 2.5x}. */
public final class DataKind {
    /** What may be written, for messages. */
    public static final String ALLOWED =
            "random, text, tera, or a compression ratio from 1x to " + (int) RatioBytes.MAX_RATIO + "x such as 2.5x";

    private static final DataKind RANDOM = new DataKind("random", RandomBytes::new);
    private static final DataKind TEXT = new DataKind("text", RandomText::new);
    private static final DataKind TERA = new DataKind("tera", TeraRows::new);
    private static final Pattern RATIO = Pattern.compile("[1-9][0-9]?(\\.[0-9]{1,2})?x");

    private interface Filler {
        FileData of(long seed, int file);
    }

    private final String name;
    private final Filler filler;

    private DataKind(String name, Filler filler) {
        this.name = name;
        this.filler = filler;
    }

    /**
     * The kind that a job's Configuration names; {@code random} where it names none.
     *
     * @throws IllegalArgumentException when there is no such kind
     */
    public static DataKind read(Configuration conf) {
        return new SettingReader(conf).parsed(JobKeys.DATA, RANDOM, DataKind::parse);
    }

    /**
     * The kind of a name.
     *
     * @throws IllegalArgumentException when there is no such kind
     */
    public static DataKind parse(String text) {
        switch (text) {
            case "random":
                return RANDOM;
            case "text":
                return TEXT;
            case "tera":
                return TERA;
            default:
                return ratio(text);
        }
    }

    private static DataKind ratio(String text) {
        if (RATIO.matcher(text).matches()) {
            BigDecimal ratio = new BigDecimal(text.substring(0, text.length() - 1)).stripTrailingZeros();
            double value = ratio.doubleValue();
            if (value <= RatioBytes.MAX_RATIO) {
                String name = ratio.toPlainString() + "x";
                return new DataKind(name, (seed, file) -> new RatioBytes(value, new RandomBytes(seed, file)));
            }
        }
        throw new IllegalArgumentException("allowed are " + ALLOWED);
    }

    /** What a file of so many of a seed holds. */
    public FileData file(long seed, int file) {
        return filler.of(seed, file);
    }

    /** The name, as {@link #parse} reads it; a ratio without superfluous zeros. */
    @Override
    public String toString() {
        return name;
    }
}
