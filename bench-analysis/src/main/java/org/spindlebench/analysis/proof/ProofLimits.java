package org.spindlebench.analysis.proof;

/** The limits between verdicts, as shares unless stated otherwise. Comments begin with the verdicts. */
public final class ProofLimits {
    /** Cold, reached: at least this share of the requested bytes came from, or reached, the devices. */
    public static final double ALL = 0.95;

    /** Warm, stayed in memory: at most this share of the requested bytes came from, or reached, the devices. */
    public static final double NONE = 0.05;

    /** The largest share that devices move without other load: read-ahead, checksums, the file system's own blocks. */
    public static final double MORE = 1.15;

    /** Warm node: less than this share of the bytes that maps read on a node came from its devices. */
    public static final double WARM_NODE = 0.5;

    /** Jobs of less than 64 MiB are not judged, because a node reads and writes that much for itself. In bytes. */
    public static final long LEAST_BYTES = 64L << 20;

    private ProofLimits() {}

    static boolean isTooLittle(long bytes) {
        return bytes < LEAST_BYTES;
    }

    static String tooLittle(long bytes) {
        return bytes + " bytes were asked for, but a verdict needs at least " + LEAST_BYTES
                + ": a node reads and writes that much even without a job";
    }

    /** Returns a share; null if either number is unknown, or the divisor is not above 0. */
    static Double share(Long part, Long of) {
        return part == null || of == null || of <= 0 ? null : (Double) (part / (double) of);
    }
}
