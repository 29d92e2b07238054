package org.spindlebench.analysis.collector;

import java.time.Instant;
import java.util.Optional;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;

/**
 * A stretch of time, to the millisecond.
 *
 * @param from its begin
 * @param to its end, after its begin
 */
public record TimeWindow(Instant from, Instant to) {
    /** The end of the year 9999, and a day for time zones. */
    private static final Instant LATEST = Instant.ofEpochSecond(253_402_387_200L);

    public TimeWindow {
        if (from.isBefore(Instant.EPOCH) || to.isAfter(LATEST) || to.toEpochMilli() <= from.toEpochMilli()) {
            throw new IllegalArgumentException("not a stretch of time: " + from + " to " + to);
        }
    }

    /** From YARN's acceptance of a run's job to its end; empty where the record has no such times. */
    public static Optional<TimeWindow> of(RunRecord run) {
        Times times = run.times();
        if (times == null || times.yarnStarted() == null || times.yarnFinished() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new TimeWindow(times.yarnStarted(), times.yarnFinished()));
        } catch (IllegalArgumentException noTime) {
            return Optional.empty();
        }
    }

    static TimeWindow ofMillis(long from, long to) {
        return new TimeWindow(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    }

    long fromMillis() {
        return from.toEpochMilli();
    }

    long toMillis() {
        return to.toEpochMilli();
    }

    long millis() {
        return toMillis() - fromMillis();
    }

    @Override
    public String toString() {
        return from + " to " + to;
    }
}
