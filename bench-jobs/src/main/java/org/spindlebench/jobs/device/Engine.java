package org.spindlebench.jobs.device;

import java.io.IOException;
import java.util.List;

/** Makes requests and measures their time. */
interface Engine {
    /** Returns a name such as {@code own} or {@code fio-3.33}. */
    String name();

    /**
     * Returns why requests of these sizes cannot bypass the page cache in a directory; null if they can.
     *
     * @throws IOException if nothing can be written there at all
     */
    String refusal(OwnDirectory in, List<Integer> blocks) throws IOException, InterruptedException;

    /**
     * Does the work of {@link #run} for a moment if its first requests would be slower than all others; leaves no file.
     *
     * @param block bytes of its requests
     */
    default void warmUp(int block, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        // Compiled programs need no warm-up.
    }

    /**
     * Does a task on the directory's file. A sequential write makes the file.
     *
     * @param stream its number in this probe; different streams have different data and orders
     * @throws IOException if it could not be finished, also because the deadline was reached
     */
    IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException;

    /** How a measurement keeps the page cache out. */
    enum Access {
        /** O_DIRECT: requests bypass the page cache. */
        DIRECT("direct"),
        /** Writes end with fsync. Before reads the file's pages are dropped and checked to be gone. */
        BUFFERED("buffered"),
        /** Not at all: the file system has no device below it. */
        MEMORY("memory");

        private final String text;

        Access(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** How much a task moved, and how long it took. Immutable. */
    static final class IoTotals {
        private final long bytes;
        private final long requests;
        private final long nanos;

        IoTotals(long bytes, long requests, long nanos) {
            this.bytes = bytes;
            this.requests = requests;
            this.nanos = nanos;
        }

        long bytes() {
            return bytes;
        }

        long requests() {
            return requests;
        }

        long nanos() {
            return nanos;
        }
    }
}
