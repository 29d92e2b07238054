package org.spindlebench.jobs.tera;

/**
 * How many keys TeraSort's client samples to part them among the reduces. The stock number does not grow with the reduces, so that at thousands of them the
 * largest gets up to 2.7 times the mean, and all others wait for it.
 */
public final class TeraSample {
    /** TeraSort's setting of it. */
    public static final String KEY = "mapreduce.terasort.partitions.sample";

    /** What TeraSort samples when nobody says. */
    public static final int STOCK = 100_000;

    /** The share of a partition of so many sampled keys is off by the inverse of their root, 3 %. */
    private static final long KEYS_PER_REDUCE = 1_000;

    /** A key in the client: a Text, its bytes, and its places in the list that holds it while it grows. */
    private static final long BYTES_PER_KEY = 100;

    private TeraSample() {}

    /** Keys for so many reduces; the stock number up to 100 of them. */
    public static long keys(int reduces) {
        return Math.max(STOCK, KEYS_PER_REDUCE * reduces);
    }

    /**
     * How many times the mean the largest of so many partitions is expected to be. A partition of k sampled keys is off by a gamma distribution of that
     * shape, and the largest of r lies about where its tail is 1 / r.
     */
    public static double largest(long keys, int reduces) {
        double perReduce = (double) keys / reduces;
        double tail = Math.log(Math.max(1, reduces));
        return 1 + Math.sqrt(2 * tail / perReduce) + 2 * tail / (3 * perReduce);
    }

    /** Bytes of the client's heap that so many keys take. */
    public static long heap(long keys) {
        return keys * BYTES_PER_KEY;
    }
}
