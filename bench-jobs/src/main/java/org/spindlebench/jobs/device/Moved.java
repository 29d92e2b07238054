package org.spindlebench.jobs.device;

/** What a work moved, and how long it took. Immutable. */
final class Moved {
    private final long bytes;
    private final long requests;
    private final long nanos;
    private final Long starvedNanos;

    /** @param starvedNanos of that time, how long a thread waited for data to be made, on average; null where it is not known */
    Moved(long bytes, long requests, long nanos, Long starvedNanos) {
        this.bytes = bytes;
        this.requests = requests;
        this.nanos = nanos;
        this.starvedNanos = starvedNanos;
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

    Long starvedNanos() {
        return starvedNanos;
    }
}
