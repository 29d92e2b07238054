package org.spindlebench.jobs.device;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.device.IoTask.Step;

/** Makes requests in this JVM. Each thread makes one at a time. */
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
    public String refusal(OwnDirectory in, List<Integer> blocks) throws IOException {
        return DirectIo.refusal(in.trial(), blocks);
    }

    @Override
    public IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        deadline.check();
        try (FileChannel channel = open(work.operation(), in, access)) {
            // Through the page cache, a slice would tell how fast memory is.
            int slices = access == Access.BUFFERED ? 0 : work.slices();
            return new Turn(work, slices, stream, channel, deadline).run();
        }
    }

    @Override
    public void warmUp(int block, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        long length = Math.max(1, WARM_UP_BYTES / block) * block;
        int stream = ProbeSettings.MOST_STREAMS;
        for (Operation operation : Operation.values()) {
            IoTask work = IoTask.brief(new Step(operation, block), length, WARM_UP_NANOS);
            run(work, stream++, in, access, deadline);
            length = Files.size(in.file());
        }
        in.discard();
    }

    private static FileChannel open(Operation operation, OwnDirectory in, Access access) throws IOException {
        switch (operation) {
            case WRITE:
                in.create();
                return DirectIo.open(in.file(), access, StandardOpenOption.WRITE);
            case RANDOM_WRITE:
                return DirectIo.open(in.file(), access, StandardOpenOption.WRITE);
            default:
                return DirectIo.open(in.file(), access, StandardOpenOption.READ);
        }
    }

    /** The execution of one task on an open file. */
    private final class Turn {
        private final IoTask work;
        private final int slices;
        /** The time from the begin to the end of each slice. Only the thread of a sequential write adds to it. */
        private final List<Long> sliceEnds = new ArrayList<>();

        private final int stream;
        private final FileChannel channel;
        private final Deadline deadline;
        private final LongUnaryOperator order;
        private final AtomicLong taken = new AtomicLong();
        private final AtomicLong done = new AtomicLong();
        private final CountDownLatch ready;
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean failed;
        private volatile long begin;

        private Turn(IoTask work, int slices, int stream, FileChannel channel, Deadline deadline) {
            this.work = work;
            this.slices = slices;
            this.stream = stream;
            this.channel = channel;
            this.deadline = deadline;
            this.ready = new CountDownLatch(work.threads());
            this.order = work.operation().isRandom()
                    ? new RandomOrder(work.blocks(), seed + stream)::at
                    : LongUnaryOperator.identity();
        }

        private IoTotals run() throws IOException, InterruptedException {
            List<FutureTask<Void>> workers = new ArrayList<>();
            for (int i = 0; i < work.threads(); i++) {
                int number = i;
                FutureTask<Void> worker = new FutureTask<>(() -> work(number));
                Thread thread = new Thread(worker, "device-" + stream + "-" + i);
                thread.setDaemon(true);
                thread.start();
                workers.add(worker);
            }
            ready.await();
            begin = System.nanoTime();
            go.countDown();
            try {
                for (FutureTask<Void> worker : workers) {
                    worker.get();
                }
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
            }
            if (work.operation().writes()) {
                channel.force(true);
            }
            long nanos = System.nanoTime() - begin;
            deadline.check();
            return new IoTotals(done.get() * work.block(), done.get(), nanos, slices(nanos));
        }

        /** Returns the time of each slice. The last one includes the fsync. */
        private List<Long> slices(long nanos) {
            List<Long> times = new ArrayList<>();
            long before = 0;
            for (int i = 0; i < sliceEnds.size(); i++) {
                long end = i == sliceEnds.size() - 1 ? nanos : sliceEnds.get(i);
                times.add(end - before);
                before = end;
            }
            return times;
        }

        private Void work(int number) throws IOException, InterruptedException {
            boolean finished = false;
            try {
                boolean writes = work.operation().writes();
                int own = stream * ProbeSettings.MOST_THREADS + number;
                FreshData data = writes ? new FreshData(work.block(), seed, own) : null;
                ByteBuffer buffer = writes ? null : DirectIo.buffer(work.block());
                ready.countDown();
                go.await();
                for (long place = taken.getAndIncrement(); isWanted(place); place = taken.getAndIncrement()) {
                    long offset = order.applyAsLong(place) * work.block();
                    if (writes) {
                        write(data.next(), offset);
                    } else {
                        buffer.clear();
                        read(buffer, offset);
                    }
                    if (done.incrementAndGet() * slices / work.requests() > sliceEnds.size()) {
                        sliceEnds.add(System.nanoTime() - begin);
                    }
                }
                finished = true;
                return null;
            } finally {
                failed |= !finished;
                ready.countDown();
            }
        }

        private boolean isWanted(long place) {
            return place < work.requests() && System.nanoTime() - begin < work.nanos() && !failed && !deadline.isOver();
        }

        private void write(ByteBuffer buffer, long offset) throws IOException {
            while (buffer.hasRemaining()) {
                channel.write(buffer, offset + buffer.position());
            }
        }

        private void read(ByteBuffer buffer, long offset) throws IOException {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new EOFException("the file ends before byte " + (offset + work.block()));
                }
            }
        }
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

    /**
     * Yields each number below a bound once, in a random order that needs no memory. It uses a Feistel network of four
     * rounds on the bound's bits, rounded up to an even number. Results that are not below the bound are passed through
     * it again (Black and Rogaway 2002, "Ciphers with arbitrary finite domains").
     */
    static final class RandomOrder {
        private static final int ROUNDS = 4;

        private final long bound;
        private final long seed;
        private final int half;
        private final long mask;

        /** @param bound the bound, above 0 */
        RandomOrder(long bound, long seed) {
            this.bound = bound;
            this.seed = seed;
            this.half = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(bound - 1) + 1) / 2);
            this.mask = (1L << half) - 1;
        }

        /** Returns the number at the given position. After its end, the order starts again. */
        long at(long place) {
            long number = place % bound;
            do {
                number = permuted(number);
            } while (number >= bound);
            return number;
        }

        private long permuted(long number) {
            long left = number >>> half;
            long right = number & mask;
            for (int round = 1; round <= ROUNDS; round++) {
                long next = left ^ (SplitMix.mix(SplitMix.mix(seed + round * SplitMix.STEP) + right) & mask);
                left = right;
                right = next;
            }
            return (left << half) | right;
        }
    }
}
