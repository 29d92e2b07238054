package org.spindlebench.runner.setup;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.cluster.Workers;

/** A look at a cluster whose daemons may have restarted, through connections that are new each time. */
public interface ClusterHealth {
    /**
     * What keeps it from being as whole as it was.
     *
     * @param before the daemons that are to work
     * @param lately within this time they must have been heard of
     * @return empty when all of it works
     */
    List<String> missing(Workers before, Duration lately) throws InterruptedException;

    /** Waits until a cluster works as it did. */
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

        /** What is still missing when the time is over, or when the wait is to end; empty as soon as nothing is. */
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
