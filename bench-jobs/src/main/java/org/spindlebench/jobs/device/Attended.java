package org.spindlebench.jobs.device;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Something that is done in a thread of its own, as a device that does not answer can hold a thread for ever. */
final class Attended<T> {
    /** So long after the deadline nothing is expected any more: what was written to the page cache may be on its way to the device. */
    private static final long GRACE_SECONDS = 120;

    private final FutureTask<T> task;
    private final Deadline deadline;

    /** Starts it. */
    Attended(Deadline deadline, Callable<T> work) {
        this.deadline = deadline;
        task = new FutureTask<>(work);
        Thread thread = new Thread(task, "device-probe");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits for its end.
     *
     * @throws IOException what it ended with, or that it does not end
     */
    T result() throws IOException, InterruptedException {
        try {
            long nanos = Math.max(0, deadline.nanosLeft()) + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
            return task.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("the device does not answer: a request hangs", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(
                    cause instanceof IOException ? Station.reason((IOException) cause) : cause.toString(), e);
        }
    }
}
