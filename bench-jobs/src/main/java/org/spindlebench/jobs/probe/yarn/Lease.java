package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The client's sign of life: a file whose time changes. When it does not for as long as some renewals take, the client is gone. Only this
 * process's own clock counts.
 */
final class Lease {
    private static final long NANOS = 1_000_000;

    private final long limit;
    private final LongSupplier nanoTime;
    private long seen = -1;
    private long since;

    /** @param millis after which it has ended */
    Lease(long millis, LongSupplier nanoTime) {
        this.limit = millis * NANOS;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Takes up the time that the file has now. */
    void see(long modified) {
        if (modified != seen) {
            seen = modified;
            since = nanoTime.getAsLong();
        }
    }

    /** Looks at the file. A NameNode that does not answer is as bad as a client that does not: the lease goes on ageing. */
    void see(FileSystem fs, ProbePlaces places) {
        try {
            see(fs.getFileStatus(new Path(places.lease())).getModificationTime());
        } catch (IOException notSeen) {
            // As if it had not changed.
        }
    }

    /** Whether it has not changed for too long, or could not be seen to. */
    boolean hasEnded() {
        return nanoTime.getAsLong() - since > limit;
    }
}
