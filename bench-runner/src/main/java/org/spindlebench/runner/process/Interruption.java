package org.spindlebench.runner.process;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;

/** The user's wish to stop, from the signal's thread to the campaign's. */
public final class Interruption {
    /** What the record and the diagnostics say. */
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

    /** The campaign has recorded what it had to; the JVM may end. */
    public void campaignEnded() {
        done.countDown();
    }

    /** Kills the running applications and waits until the campaign has recorded it; false when it has not in time. */
    public boolean request(Duration limit) {
        requested = true;
        current.forEach(job -> job.kill(REASON));
        try {
            // Past the limit the JVM ends all the same; a resumed campaign then repeats the run.
            return done.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
