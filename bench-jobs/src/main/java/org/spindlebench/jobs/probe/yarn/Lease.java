package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The client's sign of life: a file whose modification time changes. If it stays unchanged for a few renewals, the
 * client is gone. Only this process's own clock counts.
 */
final class Lease {
    private static final long NANOS = 1_000_000;

    private final long limit;
    private final LongSupplier nanoTime;
    private long seen = -1;
    private long since;

    /** @param millis time without a change after which the lease has ended */
    Lease(long millis, LongSupplier nanoTime) {
        this.limit = millis * NANOS;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Takes the file's current modification time. */
    void see(long modified) {
        if (modified != seen) {
            seen = modified;
            since = nanoTime.getAsLong();
        }
    }

    /** Looks at the file. If the NameNode does not answer, the lease ages as if the client were silent. */
    void see(FileSystem fs, ProbePlaces places) {
        try {
            see(fs.getFileStatus(new Path(places.lease())).getModificationTime());
        } catch (IOException notSeen) {
            // The lease ages as if the file had not changed.
        }
    }

    /** Returns whether the file has not changed, or could not be read, for too long. */
    boolean hasEnded() {
        return nanoTime.getAsLong() - since > limit;
    }
}
