package org.spindlebench.analysis.record;

import java.time.Instant;

/**
 * One task attempt. Its start and end are by the ApplicationMaster's clock, the ends of its phases by that of the host it ran on.
 *
 * @param attempt MapReduce's attempt id
 * @param kind {@code map} or {@code reduce}
 * @param host the host it ran on
 * @param state {@code SUCCEEDED}, {@code FAILED} or {@code KILLED}
 * @param started launch of the attempt
 * @param finished end of the attempt
 * @param shuffleFinished end of a reduce's shuffle phase; null for maps, and where it did not succeed
 * @param sortFinished end of a reduce's merge phase; null for maps, and where it did not succeed
 * @param note what Hadoop first says of an attempt that did not succeed, 200 characters at most; null where it says nothing
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
    /** An attempt of which nothing is noted. */
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
