package org.spindlebench.jobs.device;

/** What a work moved, and how long it took. Immutable. */
final class Moved {
    private final long bytes;
    private final long requests;
    private final long nanos;

    Moved(long bytes, long requests, long nanos) {
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
