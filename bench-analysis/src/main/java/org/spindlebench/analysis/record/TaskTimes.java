package org.spindlebench.analysis.record;

import java.time.Instant;

/**
 * One task attempt.
 *
 * @param attempt MapReduce's attempt id
 * @param kind {@code map} or {@code reduce}
 * @param host the host it ran on
 * @param state {@code SUCCEEDED}, {@code FAILED} or {@code KILLED}
 * @param started launch of the attempt
 * @param finished end of the attempt
 * @param shuffleFinished end of a reduce's shuffle phase; null for maps
 * @param sortFinished end of a reduce's merge phase; null for maps
 */
public record TaskTimes(
        String attempt,
        String kind,
        String host,
        String state,
        Instant started,
        Instant finished,
        Instant shuffleFinished,
        Instant sortFinished) {}
