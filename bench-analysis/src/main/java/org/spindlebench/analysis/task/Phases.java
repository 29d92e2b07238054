package org.spindlebench.analysis.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Attempts.Durations;

/**
 * Seconds of each phase of a task attempt. A value is null if an instant is missing, or if it is before the one that it
 * follows, because the ends of phases have another clock than start and end. For a reduce that did not succeed all are
 * null, because Hadoop does not keep its progress.
 *
 * @param map started to finished, for a map
 * @param shuffle started to shuffleFinished, for a reduce
 * @param merge shuffleFinished to sortFinished
 * @param reduce sortFinished to finished
 */
public record Phases(Double map, Double shuffle, Double merge, Double reduce) {
    private static final double MILLIS = 1000.0;

    /** Returns the phases of one attempt. */
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

    /** The seconds of one phase; null if unknown. */
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

    /** The phases of a task attempt: a map has one; a reduce shuffles, merges and reduces, in this order. */
    public enum Phase {
        /** The whole of a map, from launch to end: reading, mapping, sorting, spilling. */
        @JsonProperty("map")
        MAP,
        /** A reduce from its launch until it has fetched the last map's output, including waiting for maps. */
        @JsonProperty("shuffle")
        SHUFFLE,
        /** Merging the fetched output, as far as this happens before the first record is reduced. */
        @JsonProperty("merge")
        MERGE,
        /** The rest of the attempt: reading the last merge, reducing, writing the output. */
        @JsonProperty("reduce")
        REDUCE;

        /** The phase's name in documents. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Durations of one phase over a job's successful attempts, in seconds.
     *
     * @param phase the phase
     * @param count attempts for which it is known
     * @param min the shortest
     * @param median the middle one, or the mean of the two in the middle
     * @param mean total / count
     * @param max the longest
     * @param total the sum: the time for which containers were held in this phase
     */
    public record PhaseFigures(
            Phase phase, int count, double min, double median, double mean, double max, double total) {
        /** Returns every phase that is known for an attempt, in the order of the phases. */
        public static List<PhaseFigures> of(List<TaskTimes> tasks) {
            List<Phases> known =
                    tasks.stream().filter(Attempts::succeeded).map(Phases::of).toList();
            return Stream.of(Phase.values())
                    .flatMap(phase -> of(phase, known).stream())
                    .toList();
        }

        private static List<PhaseFigures> of(Phase phase, List<Phases> known) {
            List<Double> seconds = known.stream()
                    .map(phases -> phases.of(phase))
                    .filter(Objects::nonNull)
                    .toList();
            if (seconds.isEmpty()) {
                return List.of();
            }
            Durations all = new Durations(seconds);
            return List.of(
                    new PhaseFigures(phase, all.count(), all.min(), all.median(), all.mean(), all.max(), all.total()));
        }
    }
}
