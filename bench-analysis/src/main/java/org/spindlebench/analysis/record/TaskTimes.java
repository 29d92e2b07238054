package org.spindlebench.analysis.record;

import java.time.Instant;

/**
 * One task attempt. Start and end are by the ApplicationMaster's clock, the ends of phases by the host's clock.
 *
 * @param attempt MapReduce's attempt id
 * @param kind {@code map} or {@code reduce}
 * @param state {@code SUCCEEDED}, {@code FAILED} or {@code KILLED}
 * @param started when the attempt was launched
 * @param shuffleFinished when a reduce's shuffle phase ended; null for maps and for attempts that did not succeed
 * @param sortFinished when a reduce's merge phase ended; null for maps and for attempts that did not succeed
 * @param note the beginning of Hadoop's message on an attempt that did not succeed, at most 200 characters; null if
 *     there is none
 */
public record TaskTimes(
        String attempt,
        String kind,
        String host,
        String state,
        Instant started,
        Instant finished,
        Instant shuffleFinished,
        Instant sortFinished,
        String note) {
    /** Makes an attempt without a note. */
    public TaskTimes(
            String attempt,
            String kind,
            String host,
            String state,
            Instant started,
            Instant finished,
            Instant shuffleFinished,
            Instant sortFinished) {
        this(attempt, kind, host, state, started, finished, shuffleFinished, sortFinished, null);
    }
}
