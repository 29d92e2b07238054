package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import org.spindlebench.runner.cluster.EndedJob;

/**
 * What of a run is watched.
 *
 * @param coolingBegan when its cooling began, after everything had settled
 * @param coolingEnded when it was done
 * @param submitted the job, by the client
 * @param started the job, by YARN
 * @param finished the job, by YARN
 * @param flushed when what it left dirty had been written; the job's end where nobody waited for that
 */
record RunSpan(
        Instant coolingBegan,
        Instant coolingEnded,
        Instant submitted,
        Instant started,
        Instant finished,
        Instant flushed) {
    /** Clocks that differ by more show another window than the job's. */
    static final Duration CLOCKS_AGREE = Duration.ofSeconds(2);

    /** Of a job alone. */
    static RunSpan of(Instant started, Instant finished) {
        return new RunSpan(started, started, started, started, finished, finished);
    }

    /** A job can't have begun before its client submitted it, nor ended after its client saw it end. */
    static boolean clocksAgree(EndedJob job) {
        boolean before = job.clientSubmitted() != null
                && job.yarnStarted().plus(CLOCKS_AGREE).isBefore(job.clientSubmitted());
        boolean after = job.clientFinished() != null
                && job.yarnFinished().minus(CLOCKS_AGREE).isAfter(job.clientFinished());
        return !before && !after;
    }

    /** The first instant of all. */
    Instant begin() {
        return coolingBegan.isBefore(started) ? coolingBegan : started;
    }

    /** The last instant of all. */
    Instant end() {
        return flushed.isAfter(finished) ? flushed : finished;
    }
}
