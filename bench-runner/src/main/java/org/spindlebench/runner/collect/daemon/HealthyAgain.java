package org.spindlebench.runner.collect.daemon;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;

/** Waits until a cluster works as before. */
public final class HealthyAgain {
    private static final long POLL_MILLISECONDS = 1000;
    private static final Duration NOTE_EVERY = Duration.ofSeconds(10);

    private final Look look;
    private final Consumer<String> notes;
    private final BooleanSupplier stops;

    /** Looks at the cluster once. */
    public interface Look {
        /**
         * Returns the missing parts of the cluster.
         *
         * @param waited the time since the wait began
         * @return empty if the cluster works as before
         */
        List<String> missing(Duration waited) throws InterruptedException;
    }

    /**
     * Prepares a wait.
     *
     * @param notes receives messages for the user
     * @param stops returns whether to wait no longer
     */
    public HealthyAgain(Look look, Consumer<String> notes, BooleanSupplier stops) {
        this.look = look;
        this.notes = notes;
        this.stops = stops;
    }

    /**
     * Returns the missing parts of the cluster at the limit, or at the end of the wait; empty as soon as nothing is
     * missing.
     */
    public List<String> await(Duration limit) throws InterruptedException {
        long begin = System.nanoTime();
        Duration noted = Duration.ZERO;
        while (true) {
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);
            List<String> missing = look.missing(waited);
            if (missing.isEmpty() || stops.getAsBoolean() || waited.compareTo(limit) > 0) {
                return missing;
            }
            if (waited.minus(noted).compareTo(NOTE_EVERY) >= 0) {
                noted = waited;
                notes.accept("  waiting for " + FewNames.of(missing) + " (" + waited.toSeconds() + " s of at most "
                        + limit.toSeconds() + ")");
            }
            Thread.sleep(POLL_MILLISECONDS);
        }
    }
}
