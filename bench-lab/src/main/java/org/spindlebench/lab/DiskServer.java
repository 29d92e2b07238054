package org.spindlebench.lab;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.spindlebench.lab.DiskModel.DiskRequest;
import org.spindlebench.lab.DiskModel.Next;
import org.spindlebench.runner.lab.EmulatedDisk;
import org.spindlebench.runner.lab.LabState.Way;

/**
 * Serves the requests to one emulated disk: moves the bytes to or from its backing file, and answers when the model
 * says. The backing file is opened so that it bypasses the page cache of this host.
 */
final class DiskServer implements Closeable {
    private final EmulatedDisk disk;
    private final DiskModel model;
    private final Backing backing;
    private final RequestLog log;
    private final List<Waiting> waiting = new ArrayList<>();
    private boolean closed;
    private long reads;
    private long writes;
    private long served;
    private long servingNanos;
    private long mostBehind;

    DiskServer(EmulatedDisk disk, Path file, RequestLog log) throws IOException {
        this.disk = disk;
        this.model = new DiskModel(disk);
        this.backing = new Backing(file);
        this.log = log;
        for (int i = 1; i <= disk.parallel(); i++) {
            start(disk.name() + "/" + i, this::serve);
        }
    }

    /** Starts a thread that ends with the process. */
    static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Answers a request. */
    interface RequestHandler {
        /**
         * Called once.
         *
         * @param data the bytes that were read, which are only valid during the call; null for a write
         * @param failure why the request failed; null if it succeeded
         */
        void done(ByteBuffer data, IOException failure);
    }

    /** @param data the bytes to write; for a read, a buffer as large as the request's aligned range */
    private record Waiting(DiskRequest request, ByteBuffer data, RequestHandler answer) {}

    long size() {
        return disk.size();
    }

    boolean platters() {
        return disk.platters();
    }

    /** Returns a buffer for the data of a request; the server takes it back after the answer. */
    ByteBuffer buffer(long offset, int length) {
        return backing.buffer(offset, length);
    }

    /** Takes a request, to answer it later. */
    void submit(DiskRequest request, ByteBuffer data, RequestHandler answer) {
        log.write(request);
        synchronized (waiting) {
            waiting.add(new Waiting(request, data, answer));
            waiting.notifyAll();
        }
    }

    /** Makes requests cost time as described. Each request is credited its time on the way. */
    void pace(Way way) {
        synchronized (waiting) {
            model.pace(way);
        }
    }

    /** Makes every request take the same time. */
    void unpace(long nanos) {
        synchronized (waiting) {
            model.unpace(nanos);
        }
    }

    /** Returns a line about the served requests, for {@code lab status}. */
    String statistics() {
        synchronized (waiting) {
            return String.format(
                    Locale.ROOT,
                    "%s reads=%d writes=%d bytes=%d seeks=%d serving_ns=%d most_behind_ns=%d",
                    disk.name(),
                    reads,
                    writes,
                    served,
                    model.seeks(),
                    servingNanos,
                    mostBehind);
        }
    }

    private void serve() {
        try {
            while (true) {
                Turn turn = take();
                if (turn == null) {
                    return;
                }
                serve(turn);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request whose turn has come, and the instant at which it is done. */
    private record Turn(Waiting taken, long done) {}

    private Turn take() throws InterruptedException {
        synchronized (waiting) {
            while (!closed) {
                if (waiting.isEmpty()) {
                    waiting.wait();
                    continue;
                }
                long now = System.nanoTime();
                Next next = model.next(waiting.stream().map(Waiting::request).toList(), now);
                if (next.index() >= 0) {
                    return new Turn(waiting.remove(next.index()), next.at());
                }
                TimeUnit.NANOSECONDS.timedWait(waiting, Math.max(1, next.at() - now));
            }
            return null;
        }
    }

    private void serve(Turn turn) {
        DiskRequest request = turn.taken().request();
        ByteBuffer data = turn.taken().data();
        IOException failure = null;
        ByteBuffer read = null;
        try {
            if (request.write()) {
                backing.write(request.offset(), data);
            } else {
                read = backing.read(request.offset(), request.length(), data);
            }
        } catch (IOException e) {
            failure = e;
        }
        long ready = System.nanoTime();
        sleepUntil(turn.done());
        count(request, ready - turn.done());
        turn.taken().answer().done(read, failure);
        backing.giveBack(data);
    }

    private void count(DiskRequest request, long behind) {
        long now = System.nanoTime();
        synchronized (waiting) {
            reads += request.write() ? 0 : 1;
            writes += request.write() ? 1 : 0;
            served += request.length();
            servingNanos += now - request.arrived();
            mostBehind = Math.max(mostBehind, behind);
        }
    }

    private static void sleepUntil(long instant) {
        for (long left = instant - System.nanoTime(); left > 0; left = instant - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        backing.close();
        log.close();
    }

    /** The file below a disk. Requests that are not whole blocks of the file system below are read and merged first. */
    private static final class Backing implements Closeable {
        /** A multiple of the block size of usual devices. */
        private static final int BLOCK = 4096;

        private static final int LEAST_BUFFER = 1 << 17;

        private final FileChannel file;
        private final Deque<ByteBuffer> free = new ArrayDeque<>();

        Backing(Path path) throws IOException {
            this.file = FileChannel.open(
                    path,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    ExtendedOpenOption.DIRECT,
                    LinkOption.NOFOLLOW_LINKS);
        }

        private static long down(long offset) {
            return offset / BLOCK * BLOCK;
        }

        private static int span(long offset, int length) {
            return (int) (down(offset + length + BLOCK - 1) - down(offset));
        }

        ByteBuffer buffer(long offset, int length) {
            int span = span(offset, length);
            ByteBuffer buffer = takeFree(span);
            if (buffer == null) {
                int capacity = Math.max(LEAST_BUFFER, span);
                buffer = ByteBuffer.allocateDirect(capacity + BLOCK).alignedSlice(BLOCK);
            }
            buffer.clear().limit(length);
            return buffer;
        }

        /** Returns a buffer that is large enough; null if there is none. Smaller buffers may lie on top. */
        private ByteBuffer takeFree(int span) {
            synchronized (free) {
                for (Iterator<ByteBuffer> each = free.iterator(); each.hasNext(); ) {
                    ByteBuffer buffer = each.next();
                    if (buffer.capacity() >= span) {
                        each.remove();
                        return buffer;
                    }
                }
            }
            return null;
        }

        void giveBack(ByteBuffer buffer) {
            synchronized (free) {
                free.push(buffer);
            }
        }

        ByteBuffer read(long offset, int length, ByteBuffer buffer) throws IOException {
            long from = down(offset);
            buffer.clear().limit(span(offset, length));
            fully(buffer, from, false);
            int skipped = (int) (offset - from);
            return buffer.position(skipped).limit(skipped + length);
        }

        void write(long offset, ByteBuffer data) throws IOException {
            if (offset % BLOCK == 0 && data.limit() % BLOCK == 0) {
                fully(data, offset, true);
                return;
            }
            // Two requests may share a block, and then one would undo the other's write.
            synchronized (file) {
                ByteBuffer whole = buffer(offset, data.limit());
                int skipped = (int) (offset - down(offset));
                read(offset, data.limit(), whole);
                whole.position(skipped).put(data);
                whole.position(0).limit(span(offset, data.limit()));
                fully(whole, down(offset), true);
                giveBack(whole);
            }
        }

        private void fully(ByteBuffer buffer, long offset, boolean write) throws IOException {
            long at = offset - buffer.position();
            while (buffer.hasRemaining()) {
                int moved =
                        write ? file.write(buffer, at + buffer.position()) : file.read(buffer, at + buffer.position());
                if (moved <= 0) {
                    throw new EOFException("the backing file is too short");
                }
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
