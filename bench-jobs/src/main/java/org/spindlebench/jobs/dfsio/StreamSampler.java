package org.spindlebench.jobs.dfsio;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Takes two points of a stream whenever the wall clock has passed a multiple of the interval, the last before it and the first
 * after it: so the points of all streams lie close to one grid, and a stream that stood still for longer is seen to have
 * stood still, not to have crept. Looking at the clock is all it costs in between.
 */
final class StreamSampler {
    private final LongSupplier nanoClock;
    private final long intervalMillis;
    private final long startMillis;
    private final long startNanos;
    private final StreamSamples samples;
    private long nextNanos;
    private long lastNanos;
    private long lastBytes;
    private boolean lastTaken = true;

    private StreamSampler(String attempt, long intervalMillis, long startMillis, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.intervalMillis = intervalMillis;
        this.startMillis = startMillis;
        this.startNanos = nanoClock.getAsLong();
        this.samples = new StreamSamples(attempt);
        samples.add(startMillis, 0);
        nextNanos = nanosOf(nextMark(startMillis));
    }

    static StreamSampler start(String attempt, long intervalMillis) {
        return start(attempt, intervalMillis, System.currentTimeMillis(), System::nanoTime);
    }

    /** The wall clock is read once: what corrects it in between must not bend a rate. */
    static StreamSampler start(String attempt, long intervalMillis, long startMillis, LongSupplier nanoClock) {
        return new StreamSampler(attempt, intervalMillis, startMillis, nanoClock);
    }

    /** To be called after every buffer, with all bytes so far. */
    void moved(long bytes) {
        long nanos = nanoClock.getAsLong();
        boolean passed = nanos - nextNanos >= 0;
        if (passed) {
            takeLast();
            long millis = millisOf(nanos);
            samples.add(millis, bytes);
            nextNanos = nanosOf(nextMark(millis));
        }
        lastNanos = nanos;
        lastBytes = bytes;
        lastTaken = passed;
    }

    /** To be called once, when the stream is closed. */
    StreamSamples end(long bytes) {
        takeLast();
        samples.add(millisOf(nanoClock.getAsLong()), bytes);
        return samples;
    }

    private void takeLast() {
        if (!lastTaken) {
            samples.add(millisOf(lastNanos), lastBytes);
        }
    }

    private long nextMark(long millis) {
        return (Math.floorDiv(millis, intervalMillis) + 1) * intervalMillis;
    }

    private long millisOf(long nanos) {
        return startMillis + TimeUnit.NANOSECONDS.toMillis(nanos - startNanos);
    }

    private long nanosOf(long millis) {
        return startNanos + TimeUnit.MILLISECONDS.toNanos(millis - startMillis);
    }
}
