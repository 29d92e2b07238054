package org.spindlebench.runner.process;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;

/** Passes the user's wish to stop from the signal's thread to the campaign's thread. */
public final class Interruption {
    /** The reason in records and diagnostics. */
    public static final String REASON = "interrupted by the user";

    private final Set<RunningJob> current = ConcurrentHashMap.newKeySet();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean requested;

    public boolean requested() {
        return requested;
    }

    public void running(RunningJob job) {
        current.add(job);
        if (requested) {
            job.kill(REASON);
        }
    }

    public void ended(RunningJob job) {
        current.remove(job);
    }

    /** States that the campaign has saved its records, so that the JVM may end. */
    public void campaignEnded() {
        done.countDown();
    }

    /**
     * Kills the running applications, and waits until the campaign has saved its records. Returns false if the wait
     * exceeds the limit.
     */
    public boolean request(Duration limit) {
        requested = true;
        current.forEach(job -> job.kill(REASON));
        try {
            // After the limit, the JVM ends anyway, and a resumed campaign then repeats the run.
            return done.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
