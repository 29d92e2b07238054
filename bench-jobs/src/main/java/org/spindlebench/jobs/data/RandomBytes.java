package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.spindlebench.jobs.base.SplitMix;

/**
 * Makes random bytes. Each eight of them, little-endian, are the mix of a counter that holds the file's index and the
 * place within the file. So no eight aligned bytes occur twice in all files of a seed: the data neither compress nor
 * deduplicate.
 */
public final class RandomBytes implements FileData {
    /** Counter values per file: the number of longs in the longest file. */
    private static final long LONGS_PER_FILE = MAX_FILE_BYTES / Long.BYTES;

    private final long start;

    public RandomBytes(long seed, int file) {
        this.start = SplitMix.mix(seed + SplitMix.STEP) + file * LONGS_PER_FILE * SplitMix.STEP;
    }

    @Override
    public void fill(long offset, byte[] buffer, int length) {
        put(offset, longs(buffer), 0, (length + Long.BYTES - 1) / Long.BYTES);
    }

    /** Returns a view of a buffer in the byte order of this class. */
    static LongBuffer longs(byte[] buffer) {
        return ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }

    /** Puts the file's content from an offset on into some longs of a buffer. */
    void put(long offset, LongBuffer out, int from, int to) {
        long counter = start + offset / Long.BYTES * SplitMix.STEP;
        for (int i = from; i < to; i++) {
            out.put(i, SplitMix.mix(counter));
            counter += SplitMix.STEP;
        }
    }

    /** Returns the byte at an offset. */
    byte at(long offset) {
        long eight = SplitMix.mix(start + offset / Long.BYTES * SplitMix.STEP);
        return (byte) (eight >>> (offset % Long.BYTES * Byte.SIZE));
    }
}
