package org.spindlebench.runner.jobs;

import java.util.Locale;

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
}
