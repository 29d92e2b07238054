package org.spindlebench.analysis.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a job of a workload ended.
 *
 * @param job the job, in its class
 * @param run the name of its record; null where it has none
 * @param failure why it has no valid end; null where it has one
 * @param late seconds from its time of submission until the client began to submit it; null where it never did
 * @param started the ResourceManager accepted it; null where it did not
 * @param finished the ResourceManager saw its end; null where it did not
 * @param alone seconds of each valid run of a job of the same sizes alone
 */
public record JobOutcome(
        WorkloadJob job,
        String run,
        String failure,
        Double late,
        Instant started,
        Instant finished,
        List<Double> alone) {
    private static final double MILLIS = 1000.0;

    public JobOutcome {
        Objects.requireNonNull(job, "job");
        alone = List.copyOf(alone);
    }

    boolean valid() {
        return failure == null && started != null && finished != null;
    }

    /** Seconds from acceptance to end, the wait in the queue included; empty of a job without a valid end. */
    Optional<Double> response() {
        return valid() ? Optional.of(seconds(started, finished)) : Optional.empty();
    }

    static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / MILLIS;
    }
}
