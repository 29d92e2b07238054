package org.spindlebench.runner.jobs;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One input, by what it contains. Equal contents are prepared once.
 *
 * @param kind what it is
 * @param bytes bytes, once
 * @param files files it is spread over
 * @param replication replicas of each block
 * @param blockSize bytes of an HDFS block
 * @param seed seed of generated data
 * @param variant what else tells it from others of its kind, such as the kind of data; empty for most
 */
public record Content(
        ContentKind kind, long bytes, int files, int replication, long blockSize, long seed, String variant) {

    /** A name for its directory. */
    public String id() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name + "-" + bytes + "b-" + files + "f-" + replication + "r-" + blockSize + "bs"
                + (seeded() ? "-" + Long.toHexString(seed) : "")
                + (variant.isEmpty() ? "" : "-" + variant);
    }

    /** TeraGen knows no seed. */
    private boolean seeded() {
        return kind == ContentKind.TEXT || kind == ContentKind.RANDOM_TEXT;
    }

    /** Kinds of prepared input. */
    public enum ContentKind {
        /** TeraGen's rows. */
        TERA,
        /** TeraGen's rows, sorted by TeraSort. */
        TERA_SORTED,
        /** WordCount's text. */
        TEXT,
        /** Random text in SequenceFiles, for sort. */
        RANDOM_TEXT,
        /** Files of zero bytes, stock TestDFSIO's. */
        TESTDFSIO,
        /** Files of seeded data, dfsio-write's. */
        DFSIO
    }

    /**
     * What a prepared input was proved to hold. Lies beside it as {@code manifest.json}.
     *
     * @param content the content's id
     * @param bytes bytes of all its files
     * @param records rows, words, records or files, as its jobs count them
     * @param checksum in hexadecimal, as its jobs count or print it; null where they have none
     * @param files length of each file by name
     */
    public record InputManifest(String content, long bytes, long records, String checksum, Map<String, Long> files) {
        public InputManifest {
            files = new TreeMap<>(files);
        }
    }
}
