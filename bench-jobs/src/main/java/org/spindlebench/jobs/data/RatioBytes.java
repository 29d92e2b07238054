package org.spindlebench.jobs.data;

import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * Bytes that compressors shrink to a chosen part: each KiB begins with random bytes, and goes on with repeats of the last
 * of them. So every page, record or buffer that a store compresses on its own shrinks alike, and no KiB occurs twice.
 */
final class RatioBytes implements FileData {
    /** The largest ratio; of more, codecs make different things. */
    static final double MAX_RATIO = 50;

    static final int PERIOD = 1024;
    /** What lz4 and deflate need for telling where a repeat begins and ends: 7 to 12 bytes each. */
    private static final double FRAMING = 9;

    private final RandomBytes random;
    private final double randomPerPeriod;

    RatioBytes(double ratio, RandomBytes random) {
        this.random = random;
        this.randomPerPeriod = ratio == 1 ? PERIOD : PERIOD / ratio - FRAMING;
    }

    @Override
    public void fill(long offset, byte[] buffer, int length) {
        LongBuffer longs = RandomBytes.longs(buffer);
        int at = 0;
        while (at < length) {
            long period = (offset + at) / PERIOD;
            long begin = period * PERIOD - offset;
            long repeats = begin + randomBytes(period);
            int randomEnd = (int) Math.max(at, Math.min(repeats, buffer.length));
            random.put(offset + at, longs, at / Long.BYTES, randomEnd / Long.BYTES);
            int end = (int) Math.min(begin + PERIOD, buffer.length);
            if (randomEnd < end) {
                Arrays.fill(buffer, randomEnd, end, random.at(offset + repeats - 1));
            }
            at = end;
        }
    }

    /** Whole longs, in one period more than in another, so that they add up to the ratio. */
    private long randomBytes(long period) {
        return (randomLongs(period + 1) - randomLongs(period)) * Long.BYTES;
    }

    private long randomLongs(long periods) {
        return (long) (periods * randomPerPeriod / Long.BYTES);
    }
}
