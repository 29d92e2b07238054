package org.spindlebench.jobs.device;

import java.io.IOException;
import java.time.Duration;

/** When a probe has to end, whatever is left to do. Safe for several threads. */
final class Deadline {
    private final Duration limit;
    private final long end;
    private volatile boolean stopped;

    Deadline(Duration limit) {
        this.limit = limit;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** Now. */
    void stop() {
        stopped = true;
    }

    boolean isOver() {
        return stopped || nanosLeft() <= 0;
    }

    /** May be negative. */
    long nanosLeft() {
        return end - System.nanoTime();
    }

    /** @throws IOException where it is over */
    void check() throws IOException {
        if (isOver()) {
            throw new IOException(
                    stopped
                            ? "the probe was stopped"
                            : "the probe's limit of " + limit.toMillis() / 1000 + " s is over");
        }
    }
}
