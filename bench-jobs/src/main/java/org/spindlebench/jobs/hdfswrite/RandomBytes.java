package org.spindlebench.jobs.hdfswrite;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * The bytes of one file: each eight of them, little-endian, are the mix of a counter that holds the file's index and the
 * place within the file. So any range can be made again, and no eight aligned bytes occur twice in all files of a seed:
 * the data neither compress nor deduplicate.
 */
public final class RandomBytes {
    /** Counters of one file: 2^40 longs, that is 8 TiB. */
    private static final int INDEX_SHIFT = 40;
    /** The largest file. */
    public static final long MAX_FILE_BYTES = (1L << INDEX_SHIFT) * Long.BYTES;

    private final long start;

    public RandomBytes(long seed, int file) {
        this.start = SplitMix.mix(seed) + ((long) file << INDEX_SHIFT) * SplitMix.STEP;
    }

    /** Fills the first bytes of a buffer with what the file holds from that offset on. The buffer's length and the offset are multiples of 8. */
    public void fill(long offset, byte[] buffer, int length) {
        int longs = (length + Long.BYTES - 1) / Long.BYTES;
        LongBuffer out = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        long counter = start + offset / Long.BYTES * SplitMix.STEP;
        for (int i = 0; i < longs; i++) {
            out.put(i, SplitMix.mix(counter));
            counter += SplitMix.STEP;
        }
    }
}
