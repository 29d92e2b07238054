package org.spindlebench.runner.console;

import java.time.Duration;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.process.Interruption;

/**
 * The time of work on a cluster. After Ctrl-C, the JVM ends only after the job is killed and the work has returned. The
 * work asks the interruption between its steps.
 */
public final class UntilSignal implements AutoCloseable {
    private static final int HOOK_SECONDS = 45;

    private final Interruption interruption = new Interruption();
    private final Runnable forget;

    public UntilSignal() {
        this(Duration.ZERO);
    }

    /** @param undoing the time in which the work must restore something when it ends */
    public UntilSignal(Duration undoing) {
        Duration most = undoing.plusSeconds(HOOK_SECONDS);
        forget = ClusterConnection.onSignal(
                () -> interruption.request(most.minusSeconds(5)), Math.toIntExact(most.toSeconds()));
    }

    public Interruption interruption() {
        return interruption;
    }

    /** Ends the time: a later signal ends the JVM at once. */
    @Override
    public void close() {
        interruption.campaignEnded();
        forget.run();
    }
}
