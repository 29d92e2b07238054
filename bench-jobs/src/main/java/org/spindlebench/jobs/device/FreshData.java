package org.spindlebench.jobs.device;

import java.nio.ByteBuffer;
import org.spindlebench.jobs.synthetic.SplitMix;

/**
 * Blocks of random bytes that do not compress, and of which no sector is like another: they are cut out of a MiB of random bytes, and each
 * time every sector of 512 bytes gets a number of its own. To make all bytes anew would be slower than fast devices are. For one thread.
 */
final class FreshData {
    private static final int POOL = 1 << 20;
    private static final int SECTOR = 512;

    private final int block;
    private final SplitMix numbers;
    private final ByteBuffer pool;

    /**
     * @param block bytes of a block, a power of two of at least a sector
     * @param stream data of other streams differ
     */
    FreshData(int block, long seed, int stream) {
        this.block = block;
        this.numbers = new SplitMix(seed, stream);
        this.pool = DirectIo.buffer(Math.max(block, POOL));
        while (pool.hasRemaining()) {
            pool.putLong(numbers.next());
        }
    }

    /** The next block, to be written before the one after it is asked for. */
    ByteBuffer next() {
        if (!pool.hasRemaining()) {
            pool.rewind();
        }
        int from = pool.position();
        for (int sector = from; sector < from + block; sector += SECTOR) {
            pool.putLong(sector, numbers.next());
        }
        ByteBuffer next = pool.slice();
        next.limit(block);
        pool.position(from + block);
        return next;
    }
}
