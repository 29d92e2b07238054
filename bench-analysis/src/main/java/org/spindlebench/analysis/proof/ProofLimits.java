package org.spindlebench.analysis.proof;

/** Where one verdict ends and the next begins. All are shares, and belong to the verdict that is named, unless said otherwise. */
public final class ProofLimits {
    /** At least this share of what was asked for came from, or went to, the devices: cold, reached. */
    public static final double ALL = 0.95;

    /** At most this share did: warm, stayed in memory. */
    public static final double NONE = 0.05;

    /** Up to this the devices may do more than was asked for: read-ahead, checksums, the file system's own blocks. */
    public static final double MORE = 1.15;

    /** Bytes. Of less than 64 MiB nothing is judged: what a node reads and writes for itself is as much. */
    public static final long LEAST_BYTES = 64L << 20;

    private ProofLimits() {}

    static boolean isTooLittle(long bytes) {
        return bytes < LEAST_BYTES;
    }

    static String tooLittle(long bytes) {
        return bytes + " bytes were asked for, and of less than " + LEAST_BYTES
                + " nothing is judged: other work of a node is as much";
    }

    /** A share; null where either is unknown, or there is nothing to divide by. */
    static Double share(Long part, Long of) {
        return part == null || of == null || of <= 0 ? null : (Double) (part / (double) of);
    }
}
