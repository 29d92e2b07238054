package org.spindlebench.jobs.device;

import java.io.IOException;
import java.time.Duration;

/** The time by which a probe must end, even if measurements are left. Thread-safe. */
final class Deadline {
    private final Duration limit;
    private final long end;
    private volatile boolean stopped;

    Deadline(Duration limit) {
        this.limit = limit;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** Moves the deadline to now. */
    void stop() {
        stopped = true;
    }

    boolean isOver() {
        return stopped || nanosLeft() <= 0;
    }

    /** Returns the time left in nanoseconds, which may be negative. */
    long nanosLeft() {
        return end - System.nanoTime();
    }

    /** @throws IOException if the deadline has passed */
    void check() throws IOException {
        if (isOver()) {
            throw new IOException(
                    stopped
                            ? "the probe was stopped"
                            : "the probe's limit of " + limit.toMillis() / 1000 + " s is over");
        }
    }
}
