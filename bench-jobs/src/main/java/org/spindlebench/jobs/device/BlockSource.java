package org.spindlebench.jobs.device;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Blocks of data, made by a thread of their own ahead of the one that writes them: the device must not wait for them. */
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

    BlockSource(int block, FreshData.Stream data) throws InterruptedException {
        this.block = block;
        int chunk = Math.max(1, CHUNK / block) * block;
        for (int i = 0; i < CHUNKS; i++) {
            ByteBuffer buffer = DirectIo.buffer(chunk);
            data.fill(buffer);
            full.put(buffer);
        }
        current = full.take();
        maker = new Thread(() -> make(data), "block-source");
        maker.setDaemon(true);
        maker.start();
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

    private void make(FreshData.Stream data) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ByteBuffer chunk = empty.take();
                data.fill(chunk);
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
