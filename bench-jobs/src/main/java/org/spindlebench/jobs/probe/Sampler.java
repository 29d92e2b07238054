package org.spindlebench.jobs.probe;

import java.util.concurrent.TimeUnit;

/** Samples this node at regular intervals into a ring until it is closed. */
public final class Sampler implements AutoCloseable {
    private final ProcReader reader;
    private final SampleRing ring;
    private final long intervalNanos;
    private final Thread thread = new Thread(this::keepSampling, "spindle-probe");

    private Sampler(ProcReader reader, SampleRing ring, long intervalMillis) {
        this.reader = reader;
        this.ring = ring;
        this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    }

    public static Sampler begin(ProcReader reader, SampleRing ring, long intervalMillis) {
        Sampler sampler = new Sampler(reader, ring, intervalMillis);
        sampler.thread.setDaemon(true);
        sampler.thread.start();
        return sampler;
    }

    /** Takes an additional sample immediately, so that a window begins or ends with one. */
    public void sample() {
        synchronized (reader) {
            ring.add(reader.read());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void keepSampling() {
        long next = System.nanoTime();
        try {
            while (!Thread.interrupted()) {
                try {
                    sample();
                } catch (RuntimeException left) {
                    // This sample is missing, but later samples follow. The reader of a window checks whether samples
                    // cover it.
                }
                // If a sample is late, the samples that it overlaps are skipped.
                next = Math.max(next + intervalNanos, System.nanoTime());
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
