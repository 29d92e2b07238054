package org.spindlebench.jobs.probe.yarn;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Shows whether the client is alive, through a file whose modification time the client changes. If the time stays
 * unchanged for several renewals, the client is considered gone. Time is measured only by this process's clock.
 */
final class ClientHeartbeat {
    private static final long NANOS = 1_000_000;

    private final long limit;
    private final LongSupplier nanoTime;
    private long seen = -1;
    private long since;

    /** @param millis the milliseconds without a change after which the lease has ended */
    ClientHeartbeat(long millis, LongSupplier nanoTime) {
        this.limit = millis * NANOS;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Receives the file's current modification time. */
    void see(long modified) {
        if (modified != seen) {
            seen = modified;
            since = nanoTime.getAsLong();
        }
    }

    /** Reads the modification time. If the NameNode does not answer, the lease ages as if the time were unchanged. */
    void see(FileSystem fs, ProbePlaces places) {
        try {
            see(fs.getFileStatus(new Path(places.lease())).getModificationTime());
        } catch (IOException notSeen) {
            // The lease ages as if the file were unchanged.
        }
    }

    /** Reads the lease again before reporting its end, because the last answer may have taken longer than the lease. */
    boolean hasEnded(FileSystem fs, ProbePlaces places) {
        if (hasEnded()) {
            see(fs, places);
        }
        return hasEnded();
    }

    /** Returns whether the file has been unchanged or unreadable for too long. */
    boolean hasEnded() {
        return nanoTime.getAsLong() - since > limit;
    }
}
