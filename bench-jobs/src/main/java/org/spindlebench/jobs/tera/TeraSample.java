package org.spindlebench.jobs.tera;

/**
 * Computes the number of keys that TeraSort's client samples to divide the keys among the reduces. The stock number
 * does not grow with the number of reduces. So with thousands of reduces, the largest partition is up to 2.7 times the
 * mean, and all other reduces wait for its reduce.
 */
public final class TeraSample {
    /** The key of TeraSort's setting for the number of sampled keys. */
    public static final String KEY = "mapreduce.terasort.partitions.sample";

    /** The number of keys that TeraSort samples by default. */
    public static final int STOCK = 100_000;

    /**
     * The number of sampled keys for each reduce. With k sampled keys per partition, the partition's share is off by 1
     * / sqrt(k), which is 3 %.
     */
    private static final long KEYS_PER_REDUCE = 1_000;

    /**
     * The memory that a key takes in the client: a Text, its content, and its references in the list while it grows.
     */
    private static final long BYTES_PER_KEY = 100;

    private TeraSample() {}

    /** Returns the number of keys to sample for a number of reduces. It is the stock number for up to 100 reduces. */
    public static long keys(int reduces) {
        return Math.max(STOCK, KEYS_PER_REDUCE * reduces);
    }

    /**
     * Returns the expected size of the largest partition divided by the mean. The size of a partition with k sampled
     * keys follows a gamma distribution of shape k. The largest of r sizes is about the value whose tail probability is
     * 1 / r.
     */
    public static double largest(long keys, int reduces) {
        double perReduce = (double) keys / reduces;
        double tail = Math.log(Math.max(1, reduces));
        return 1 + Math.sqrt(2 * tail / perReduce) + 2 * tail / (3 * perReduce);
    }

    /** Returns the bytes of the client's heap that the given number of keys takes. */
    public static long heap(long keys) {
        return keys * BYTES_PER_KEY;
    }
}
