package org.spindlebench.jobs.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.spindlebench.jobs.base.SplitMix;

/**
 * Makes random bytes. Each group of eight bytes, in little-endian order, is the mix of a counter. The counter holds the
 * file's index and the position in the file. So no aligned group occurs twice among all files of a seed, and the data
 * neither compress nor deduplicate.
 */
public final class RandomBytes implements FileData {
    /** The number of counter values per file, which is the number of longs in the longest file. */
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

    /** Writes the file's content, starting at an offset, to a range of longs in a buffer. */
    void put(long offset, LongBuffer out, int from, int to) {
        long counter = start + offset / Long.BYTES * SplitMix.STEP;
        for (int i = from; i < to; i++) {
            out.put(i, SplitMix.mix(counter));
            counter += SplitMix.STEP;
        }
    }

    byte at(long offset) {
        long eight = SplitMix.mix(start + offset / Long.BYTES * SplitMix.STEP);
        return (byte) (eight >>> (offset % Long.BYTES * Byte.SIZE));
    }
}
