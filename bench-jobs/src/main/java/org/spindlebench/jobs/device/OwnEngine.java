package org.spindlebench.jobs.device;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;

/** Writes and reads files sequentially in this JVM, one request at a time, for nodes without fio. */
final class OwnEngine implements Engine {
    private static final long WARM_UP_BYTES = 32 << 20;
    private static final long WARM_UP_NANOS = 250_000_000;

    private final long seed;

    OwnEngine(long seed) {
        this.seed = seed;
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    public boolean canDo(BlockSizeStep step) {
        return !step.operation().isRandom();
    }

    @Override
    public String refusal(OwnDirectory in, List<Integer> blocks) throws IOException {
        return DirectIo.refusal(in.trial(), blocks);
    }

    @Override
    public void warmUp(int block, OwnDirectory in, Access access, Deadline deadline) throws IOException {
        long length = Math.max(1, WARM_UP_BYTES / block) * block;
        int stream = ProbeSettings.MOST_STREAMS;
        run(
                IoTask.brief(new BlockSizeStep(Operation.WRITE, block), length, WARM_UP_NANOS),
                stream,
                in,
                access,
                deadline);
        length = Files.size(in.file());
        run(
                IoTask.brief(new BlockSizeStep(Operation.READ, block), length, WARM_UP_NANOS),
                stream,
                in,
                access,
                deadline);
        in.discard();
    }

    @Override
    public IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline) throws IOException {
        deadline.check();
        if (work.operation() == Operation.WRITE) {
            in.create();
            try (FileChannel channel = DirectIo.open(in.file(), access, StandardOpenOption.WRITE)) {
                // Through the page cache, a slice would show the speed of memory.
                int slices = access == Access.BUFFERED ? 0 : work.slices();
                return write(channel, work, new FreshData(work.block(), seed, stream), slices, deadline);
            }
        }
        try (FileChannel channel = DirectIo.open(in.file(), access, StandardOpenOption.READ)) {
            return read(channel, work, deadline);
        }
    }

    private static IoTotals write(FileChannel channel, IoTask work, FreshData data, int slices, Deadline deadline)
            throws IOException {
        List<Long> ends = new ArrayList<>();
        long begin = System.nanoTime();
        long done = 0;
        while (isWanted(done, work, begin, deadline)) {
            ByteBuffer block = data.next();
            for (long from = done * work.block(); block.hasRemaining(); ) {
                channel.write(block, from + block.position());
            }
            done++;
            if (done * slices / work.requests() > ends.size()) {
                ends.add(System.nanoTime() - begin);
            }
        }
        channel.force(true);
        long nanos = System.nanoTime() - begin;
        deadline.check();
        return new IoTotals(done * work.block(), done, nanos, slices(ends, nanos));
    }

    private static IoTotals read(FileChannel channel, IoTask work, Deadline deadline) throws IOException {
        ByteBuffer block = DirectIo.buffer(work.block());
        long begin = System.nanoTime();
        long done = 0;
        while (isWanted(done, work, begin, deadline)) {
            block.clear();
            for (long from = done * work.block(); block.hasRemaining(); ) {
                if (channel.read(block, from + block.position()) < 0) {
                    throw new EOFException("the file ends before byte " + (from + work.block()));
                }
            }
            done++;
        }
        long nanos = System.nanoTime() - begin;
        deadline.check();
        return new IoTotals(done * work.block(), done, nanos);
    }

    private static boolean isWanted(long done, IoTask work, long begin, Deadline deadline) {
        return done < work.requests() && System.nanoTime() - begin < work.nanos() && !deadline.isOver();
    }

    /** Returns the time of each slice. The last one includes the fsync. */
    private static List<Long> slices(List<Long> ends, long nanos) {
        List<Long> times = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < ends.size(); i++) {
            long end = i == ends.size() - 1 ? nanos : ends.get(i);
            times.add(end - before);
            before = end;
        }
        return times;
    }

    /**
     * Makes blocks of random bytes that do not compress and contain no two equal sectors. The bytes come from one MiB
     * of random bytes, and every sector of 512 bytes gets a unique number. Generating all bytes each time would be
     * slower than fast devices. Not thread-safe.
     */
    static final class FreshData {
        private static final int POOL = 1 << 20;
        private static final int SECTOR = 512;

        private final int block;
        private final SplitMix numbers;
        private final ByteBuffer pool;

        /**
         * @param block the bytes of a block, a power of two and at least one sector
         * @param stream the number of the stream; different streams have different data
         */
        FreshData(int block, long seed, int stream) {
            this.block = block;
            this.numbers = new SplitMix(seed, stream);
            this.pool = DirectIo.buffer(Math.max(block, POOL));
            while (pool.hasRemaining()) {
                pool.putLong(numbers.next());
            }
        }

        /** Returns the next block, which must be written before the following call. */
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
}
