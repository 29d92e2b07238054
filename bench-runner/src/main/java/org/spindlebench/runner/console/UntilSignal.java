package org.spindlebench.runner.console;

import java.io.IOException;
import java.time.Duration;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.process.Interruption;

/** Runs work on a cluster. After Ctrl-C, the JVM ends only after the job is killed and the work has returned. */
public final class UntilSignal {
    private static final int HOOK_SECONDS = 45;

    private UntilSignal() {}

    /** The work, which checks for interruption between its steps. */
    public interface Work<T, E extends Exception> {
        T until(Interruption interruption) throws IOException, InterruptedException, E;
    }

    public static <T, E extends Exception> T run(Work<T, E> work) throws IOException, InterruptedException, E {
        return run(Duration.ZERO, work);
    }

    /** Runs work that must restore something when it ends, within the given time. */
    public static <T, E extends Exception> T run(Duration undoing, Work<T, E> work)
            throws IOException, InterruptedException, E {
        Interruption interruption = new Interruption();
        Duration most = undoing.plusSeconds(HOOK_SECONDS);
        Runnable forget = ClusterSession.onSignal(
                () -> interruption.request(most.minusSeconds(5)), Math.toIntExact(most.toSeconds()));
        try {
            return work.until(interruption);
        } finally {
            interruption.campaignEnded();
            forget.run();
        }
    }
}
