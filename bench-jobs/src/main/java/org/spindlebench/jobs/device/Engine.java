package org.spindlebench.jobs.device;

import java.io.IOException;
import java.util.List;

/** Makes requests and takes the time. */
interface Engine {
    /** Such as {@code own} or {@code fio-3.33}. */
    String name();

    /**
     * Why requests of these sizes cannot pass the page cache by in a directory; null where they can.
     *
     * @throws IOException where nothing can be written there at all
     */
    String refusal(OwnDirectory in, List<Integer> blocks) throws IOException, InterruptedException;

    /**
     * Does for a moment what {@link #run} will do, where its first requests would be slower than all others; leaves no file.
     *
     * @param block bytes of its requests
     */
    default void warmUp(int block, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        // Programs that are compiled already need none.
    }

    /**
     * Does a work on the directory's file. A sequential write makes the file.
     *
     * @param stream its number in this probe: data of different streams differ, and so do orders
     * @throws IOException where it could not be done to its end, also because the deadline was reached
     */
    IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException;

    /** How the page cache is kept out of a measurement. */
    enum Access {
        /** O_DIRECT: requests pass the page cache by. */
        DIRECT("direct"),
        /** Writes end with fsync; before reads the file's pages are dropped, and seen to be gone. */
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

    /** What a work moved, and how long it took. Immutable. */
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
