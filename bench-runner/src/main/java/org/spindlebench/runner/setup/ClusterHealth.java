package org.spindlebench.runner.setup;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.cluster.Workers;

/** Checks a cluster whose daemons may have restarted. Each check uses a new connection. */
public interface ClusterHealth {
    /**
     * Returns which of the daemons that worked before do not work now.
     *
     * @param before the daemons that should work
     * @param lately the longest time since their last heartbeat
     * @return empty if all of them work
     */
    List<String> missing(Workers before, Duration lately) throws InterruptedException;

    /** Waits until a cluster works as before. */
    static final class HealthyAgain {
        private static final long POLL_MILLISECONDS = 1000;
        private static final Duration NOTE_EVERY = Duration.ofSeconds(10);

        private final ClusterHealth health;
        private final Consumer<String> notes;
        private final BooleanSupplier stops;

        HealthyAgain(ClusterHealth health, Consumer<String> notes, BooleanSupplier stops) {
            this.health = health;
            this.notes = notes;
            this.stops = stops;
        }

        /** Returns the daemons still missing at the limit, or when the wait ends; empty as soon as none is missing. */
        List<String> await(Workers before, Duration limit) throws InterruptedException {
            long begin = System.nanoTime();
            Duration noted = Duration.ZERO;
            while (true) {
                Duration waited = Duration.ofNanos(System.nanoTime() - begin);
                List<String> missing = health.missing(before, waited);
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
}
