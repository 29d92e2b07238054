package org.spindlebench.jobs.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.spindlebench.jobs.data.RandomBytes;

/**
 * Blocks of random bytes, no eight of them the same in all streams of a seed. They are made by a thread of their own, ahead of the one that
 * writes them: the device must not wait for them.
 */
final class BlockSource implements AutoCloseable {
    /** Handed over at once, so that small blocks do not cost a switch of threads each. */
    private static final int CHUNK = 4 << 20;

    private static final int CHUNKS = 2;

    private final int block;
    private final BlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread maker;
    private ByteBuffer current;
    private long starved;

    /** @param stream of data, below 2^31 */
    BlockSource(int block, long seed, int stream) throws InterruptedException {
        this.block = block;
        int chunk = Math.max(1, CHUNK / block) * block;
        for (int i = 0; i < CHUNKS; i++) {
            empty.put(DirectIo.buffer(chunk));
        }
        RandomBytes data = new RandomBytes(seed, stream);
        maker = new Thread(() -> make(data), "block-source-" + stream);
        maker.setDaemon(true);
        maker.start();
        current = full.take();
    }

    /** The next block, to be written before the one after it is asked for. */
    ByteBuffer next() throws InterruptedException {
        if (!current.hasRemaining()) {
            empty.put(current);
            current = full.poll();
            if (current == null) {
                long from = System.nanoTime();
                current = full.take();
                starved += System.nanoTime() - from;
            }
        }
        ByteBuffer next = current.slice();
        next.limit(block);
        current.position(current.position() + block);
        return next;
    }

    /** For how long a block was asked for and was not there. */
    long starvedNanos() {
        return starved;
    }

    private void make(RandomBytes data) {
        try {
            long offset = 0;
            while (!Thread.currentThread().isInterrupted()) {
                ByteBuffer chunk = empty.take();
                chunk.clear();
                LongBuffer longs = chunk.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
                data.put(offset, longs, 0, longs.limit());
                offset += chunk.limit();
                full.put(chunk);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        maker.interrupt();
    }
}
