package org.spindlebench.jobs.device;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;

/** Makes requests and measures the time that they take. */
interface Engine {
    /** Returns the engine's name, such as {@code own} or {@code fio-3.33}. */
    String name();

    /** Checks whether the engine makes the requests of a step. */
    default boolean canDo(BlockSizeStep step) {
        return true;
    }

    /**
     * Returns why requests of these sizes cannot bypass the page cache in a directory; null if they can.
     *
     * @throws IOException if the directory is not writable
     */
    String refusal(OwnDirectory in, List<Integer> blocks) throws IOException, InterruptedException;

    /**
     * Warms up for {@link #run} with a short version of its work, if the first requests would otherwise be slower.
     * Leaves no file.
     *
     * @param block the bytes of a request
     */
    default void warmUp(int block, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException {
        // Compiled programs need no warm-up.
    }

    /**
     * Performs a task on the directory's file. A sequential write creates the file.
     *
     * @param stream the number of the task in this probe, which determines its data and order of requests
     * @throws IOException if the task could not be finished, for example because the deadline was reached
     */
    IoTotals run(IoTask work, int stream, OwnDirectory in, Access access, Deadline deadline)
            throws IOException, InterruptedException;

    /** The way in which a measurement avoids the page cache. */
    enum Access {
        /** Requests bypass the page cache with O_DIRECT. */
        DIRECT("direct"),
        /**
         * Writes end with fsync. Before reads, the file's pages are removed from the page cache, and a check follows.
         */
        BUFFERED("buffered"),
        /** The page cache is not avoided, because the file system has no device below it. */
        MEMORY("memory");

        private final String text;

        Access(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** The amount of data that a task moved, and the time it took. Immutable. */
    static final class IoTotals {
        private final long bytes;
        private final long requests;
        private final long nanos;
        private final List<Long> sliceNanos;

        IoTotals(long bytes, long requests, long nanos) {
            this(bytes, requests, nanos, Collections.emptyList());
        }

        /** @param sliceNanos the time of each slice of equal bytes; empty if the task had no slices */
        IoTotals(long bytes, long requests, long nanos, List<Long> sliceNanos) {
            this.bytes = bytes;
            this.requests = requests;
            this.nanos = nanos;
            this.sliceNanos = Collections.unmodifiableList(sliceNanos);
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

        List<Long> sliceNanos() {
            return sliceNanos;
        }
    }
}
