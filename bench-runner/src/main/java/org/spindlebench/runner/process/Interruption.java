package org.spindlebench.runner.process;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;

/** Passes the user's request to stop from the signal's thread to the campaign's thread. */
public final class Interruption {
    /** The reason in records and diagnostics. */
    public static final String REASON = "interrupted by the user";

    private final Set<RunningJob> current = ConcurrentHashMap.newKeySet();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean afterRun;

    /** Returns whether the work must end at once. */
    public boolean requested() {
        return requested;
    }

    /** Returns whether no further run may begin. */
    public boolean ending() {
        return requested || afterRun;
    }

    /** Ends the work after the current run. */
    public void endAfterRun() {
        afterRun = true;
    }

    /**
     * Keeps this process alive when its terminal is closed. Without this, the JVM ends as it does after Ctrl-C.
     *
     * @return false if the JVM does not permit it
     */
    public static boolean outliveTerminal() {
        try {
            // Java has no other access to signals, and a direct use leads to a warning that cannot be suppressed.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("HUP"),
                            handler.getField("SIG_IGN").get(null));
            return true;
        } catch (ReflectiveOperationException | RuntimeException unavailable) {
            return false;
        }
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
