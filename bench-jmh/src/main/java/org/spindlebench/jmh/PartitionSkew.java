package org.spindlebench.jmh;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.spindlebench.jobs.tera.TeraSample;

/**
 * Prints the size of TeraSort's largest partition divided by the mean, for several numbers of reduces. It does so for
 * the sampler's default of 100,000 keys and for the number of keys that Spindle requests.
 *
 * <p>TeraGen's keys are spread evenly, so a partition's share of all rows is the part of the key space between two
 * sampled keys. These bounds are taken from the sorted sample as in the stock sampler.
 */
public final class PartitionSkew {
    private static final int[] REDUCES = {80, 200, 800, 2_400, 4_800, 9_600};
    private static final int SEEDS = 5;

    private PartitionSkew() {}

    public static void main(String[] args) {
        print("largest partition / mean, over %d seeds%n", SEEDS);
        print("%8s %22s %14s %22s%n", "reduces", "100,000 keys", "keys", "as many as Spindle");
        for (int reduces : REDUCES) {
            long keys = TeraSample.keys(reduces);
            print(
                    "%8d %22s %14d %22s%n",
                    reduces, range(TeraSample.STOCK, reduces), keys, range(Math.toIntExact(keys), reduces));
        }
    }

    private static String range(int keys, int reduces) {
        double[] skews = LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> skew(keys, reduces, seed))
                .sorted()
                .toArray();
        return String.format(Locale.ROOT, "%.2f to %.2f", skews[0], skews[SEEDS - 1]);
    }

    /** Returns the largest partition divided by the mean. */
    static double skew(int keys, int reduces, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] sample = new double[keys];
        for (int i = 0; i < keys; i++) {
            sample[i] = random.nextDouble();
        }
        Arrays.sort(sample);
        float step = keys / (float) reduces;
        double largest = 0;
        double before = 0;
        for (int i = 1; i <= reduces; i++) {
            double bound = i == reduces ? 1 : sample[Math.round(step * i)];
            largest = Math.max(largest, bound - before);
            before = bound;
        }
        return largest * reduces;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
