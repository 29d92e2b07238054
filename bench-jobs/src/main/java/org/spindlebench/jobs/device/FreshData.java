package org.spindlebench.jobs.device;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Random data that cannot be compressed, and of which no sector is like another: 4 MiB of random bytes, whose every eight are combined by
 * exclusive or with a key that is another one each time they are used. That is several times as fast as making new random bytes, which
 * would be slower than fast devices. Immutable.
 */
final class FreshData {
    private static final int LONGS = (4 << 20) / Long.BYTES;
    private static final int PIECE = 8192 / Long.BYTES;
    private static final int WARM_UP = 32;

    private final long seed;
    private final long[] random = new long[LONGS];

    FreshData(long seed) {
        this.seed = seed;
        SplitMix numbers = new SplitMix(seed, -1);
        for (int i = 0; i < LONGS; i++) {
            random[i] = numbers.next();
        }
        // So that the first blocks of a measurement are made by compiled code.
        ByteBuffer nowhere = ByteBuffer.allocateDirect(LONGS * Long.BYTES);
        for (int i = 0; i < WARM_UP; i++) {
            new Stream(-1).fill(nowhere);
        }
    }

    /** A stream of data; those of other numbers differ. For one thread. */
    Stream stream(int number) {
        return new Stream(number);
    }

    /** One stream. */
    final class Stream {
        private final SplitMix keys;
        private final long[] piece = new long[PIECE];

        private Stream(int number) {
            keys = new SplitMix(seed, number);
        }

        /** Fills a whole buffer, whose length is a multiple of 4096, with what comes next. */
        void fill(ByteBuffer buffer) {
            buffer.clear();
            LongBuffer longs = buffer.asLongBuffer();
            long key = 0;
            for (int place = 0; longs.hasRemaining(); place += PIECE) {
                int from = place % LONGS;
                if (from == 0) {
                    key = keys.next();
                }
                mix(from, key);
                longs.put(piece, 0, Math.min(PIECE, longs.remaining()));
            }
        }

        private void mix(int from, long key) {
            for (int i = 0; i < PIECE; i++) {
                piece[i] = random[from + i] ^ key;
            }
        }
    }
}
