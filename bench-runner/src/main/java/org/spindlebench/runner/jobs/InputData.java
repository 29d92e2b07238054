package org.spindlebench.runner.jobs;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The content of one input. Equal contents are prepared once.
 *
 * @param bytes bytes without replicas
 * @param replication number of replicas of each block
 * @param blockSize bytes of an HDFS block
 * @param seed seed of generated data
 * @param variant any further property that distinguishes this content from other contents of its kind; usually empty
 */
public record InputData(
        ContentKind kind, long bytes, int files, int replication, long blockSize, long seed, String variant) {

    public String id() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name + "-" + bytes + "b-" + files + "f-" + replication + "r-" + blockSize + "bs"
                + (seeded() ? "-" + Long.toHexString(seed) : "")
                + (variant.isEmpty() ? "" : "-" + variant);
    }

    /** Returns whether the content depends on the seed. TeraGen has no seed. */
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
        /** Zero-filled files from stock TestDFSIO. */
        TESTDFSIO,
        /** Files of seeded data from dfsio-write. */
        DFSIO
    }

    /**
     * The proven content of a prepared input, stored beside it as {@code manifest.json}.
     *
     * @param content the content's id
     * @param bytes bytes of all its files
     * @param records the number of rows, words, records or files: the unit that the input's jobs count
     * @param checksum the checksum in hexadecimal, as the input's jobs count or print it; null if the jobs have no
     *     checksum
     * @param files length of each file by name
     */
    public record InputManifest(String content, long bytes, long records, String checksum, Map<String, Long> files) {
        public InputManifest {
            files = new TreeMap<>(files);
        }
    }
}
