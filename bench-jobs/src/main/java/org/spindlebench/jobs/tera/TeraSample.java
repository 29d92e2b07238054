package org.spindlebench.jobs.tera;

/**
 * Computes how many keys TeraSort's client samples to divide them among the reduces. The stock number does not grow
 * with the reduces. So with thousands of them the largest partition gets up to 2.7 times the mean, and all others wait
 * for it.
 */
public final class TeraSample {
    /** TeraSort's setting for the number of keys. */
    public static final String KEY = "mapreduce.terasort.partitions.sample";

    /** TeraSort's default number of keys. */
    public static final int STOCK = 100_000;

    /** With k sampled keys, a partition's share is off by 1 / sqrt(k): 3 %. */
    private static final long KEYS_PER_REDUCE = 1_000;

    /** A key's bytes in the client: a Text, its content, and its places in the list that holds it while it grows. */
    private static final long BYTES_PER_KEY = 100;

    private TeraSample() {}

    /** Returns the keys for that many reduces; the stock number for up to 100 of them. */
    public static long keys(int reduces) {
        return Math.max(STOCK, KEYS_PER_REDUCE * reduces);
    }

    /**
     * Returns the expected size of the largest partition divided by the mean. A partition of k sampled keys is off by a
     * gamma distribution of shape k. The largest of r is about where the tail of that distribution is 1 / r.
     */
    public static double largest(long keys, int reduces) {
        double perReduce = (double) keys / reduces;
        double tail = Math.log(Math.max(1, reduces));
        return 1 + Math.sqrt(2 * tail / perReduce) + 2 * tail / (3 * perReduce);
    }

    /** Returns the bytes of the client's heap that the keys take. */
    public static long heap(long keys) {
        return keys * BYTES_PER_KEY;
    }
}
