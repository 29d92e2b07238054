package org.spindlebench.analysis.task;

import java.time.Instant;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * Seconds of each phase of a task attempt. Null where an instant is missing or before the one that it follows: the ends of phases are
 * by another clock than start and end. Of a reduce that did not succeed all are null: Hadoop does not keep how far it came.
 *
 * @param map started to finished, of a map
 * @param shuffle started to shuffleFinished, of a reduce
 * @param merge shuffleFinished to sortFinished
 * @param reduce sortFinished to finished
 */
public record Phases(Double map, Double shuffle, Double merge, Double reduce) {
    private static final double MILLIS = 1000.0;

    /** Of one attempt. */
    public static Phases of(TaskTimes task) {
        if (Attempts.MAP.equals(task.kind())) {
            return new Phases(seconds(task.started(), task.finished()), null, null, null);
        }
        if (!Attempts.REDUCE.equals(task.kind()) || !Attempts.succeeded(task)) {
            return new Phases(null, null, null, null);
        }
        return new Phases(
                null,
                seconds(task.started(), task.shuffleFinished()),
                seconds(task.shuffleFinished(), task.sortFinished()),
                seconds(task.sortFinished(), task.finished()));
    }

    /** The seconds of one phase; null where they are not known. */
    public Double of(Phase phase) {
        return switch (phase) {
            case MAP -> map;
            case SHUFFLE -> shuffle;
            case MERGE -> merge;
            case REDUCE -> reduce;
        };
    }

    private static Double seconds(Instant from, Instant to) {
        if (from == null || to == null || to.isBefore(from)) {
            return null;
        }
        return (to.toEpochMilli() - from.toEpochMilli()) / MILLIS;
    }
}
