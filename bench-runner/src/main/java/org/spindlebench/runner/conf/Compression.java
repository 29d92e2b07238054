package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;

/** Compression of map output: none, or one of Hadoop's codecs. */
public enum Compression {
    NONE(""),
    /** The default codec of Hadoop, which is zlib. */
    DEFAULT("org.apache.hadoop.io.compress.DefaultCodec"),
    SNAPPY("org.apache.hadoop.io.compress.SnappyCodec"),
    LZ4("org.apache.hadoop.io.compress.Lz4Codec"),
    ZSTD("org.apache.hadoop.io.compress.ZStandardCodec"),
    GZIP("org.apache.hadoop.io.compress.GzipCodec"),
    BZIP2("org.apache.hadoop.io.compress.BZip2Codec");

    private final String codec;

    Compression(String codec) {
        this.codec = codec;
    }

    /** Returns the name of the compression in suites, plans and records. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the codec's class; empty for no compression. */
    public String codec() {
        return codec;
    }

    /** Returns the name for a codec's class. If the class is unknown, returns the class. */
    public static String labelOfCodec(String codec) {
        return Arrays.stream(values())
                .filter(known -> known != NONE && known.codec.equals(codec))
                .map(Compression::label)
                .findFirst()
                .orElse(codec);
    }

    /** Returns a codec's name in its usual spelling. */
    static String checked(String text) throws NotUnderstoodException {
        return parse(text).label();
    }

    public Map<String, String> configuration() {
        return this == NONE
                ? Map.of(JobSettings.COMPRESS, "false")
                : Map.of(JobSettings.COMPRESS, "true", JobSettings.CODEC, codec);
    }

    /** Parses a name. {@code zlib} is another name for {@code default}. */
    public static Compression parse(String text) throws NotUnderstoodException {
        for (Compression compression : values()) {
            if (compression.label().equals(text)) {
                return compression;
            }
        }
        if (text.equals("zlib")) {
            return DEFAULT;
        }
        if (AllowedValues.isYamlBoolean(text)) {
            boolean off = List.of("n", "no", "off", "false", "null", "~").contains(text.toLowerCase(Locale.ROOT));
            throw new NotUnderstoodException(
                    "on or off is not enough: the codec is needed", labels(), off ? "none" : "");
        }
        throw AllowedValues.unknown("codec", text, labelList());
    }

    private static String labels() {
        return String.join(", ", labelList());
    }

    private static List<String> labelList() {
        return Arrays.stream(values()).map(Compression::label).toList();
    }
}
