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
 * The seconds that a task attempt spent in each phase. A value is null if an instant is missing, or if the phase's end
 * is before its start. The end can be before the start because the ends of phases are measured by a different clock
 * than an attempt's start and end. For a reduce that did not succeed all values are null, because Hadoop does not keep
 * its progress.
 *
 * @param map from {@code started} to {@code finished}, for a map
 * @param shuffle from {@code started} to {@code shuffleFinished}, for a reduce
 * @param merge from {@code shuffleFinished} to {@code sortFinished}
 * @param reduce from {@code sortFinished} to {@code finished}
 */
public record Phases(Double map, Double shuffle, Double merge, Double reduce) {
    private static final double MILLIS = 1000.0;

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

    /** Returns the seconds of one phase; null if unknown. */
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
        /** The whole time of a map, from launch to end: reading, mapping, sorting, spilling. */
        @JsonProperty("map")
        MAP,
        /**
         * The time of a reduce from its launch until it has fetched the last map's output, including waiting for maps.
         */
        @JsonProperty("shuffle")
        SHUFFLE,
        /** Merging the fetched output, if it happens before the first record is reduced. */
        @JsonProperty("merge")
        MERGE,
        /** The remaining time of the attempt: reading the last merge, reducing, writing the output. */
        @JsonProperty("reduce")
        REDUCE;

        /** Returns the phase's name in documents. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The distribution of the durations of one phase over a job's successful attempts, in seconds.
     *
     * @param count the number of attempts with a known duration of the phase
     * @param median the middle duration, or the mean of the two in the middle
     * @param mean total / count
     * @param total the sum of the durations, which is the time that containers were held in this phase
     */
    public record PhaseDurations(
            Phase phase, int count, double min, double median, double mean, double max, double total) {
        /** Returns the numbers of every phase that is known for at least one attempt, in the order of the phases. */
        public static List<PhaseDurations> of(List<TaskTimes> tasks) {
            List<Phases> known =
                    tasks.stream().filter(Attempts::succeeded).map(Phases::of).toList();
            return Stream.of(Phase.values())
                    .flatMap(phase -> of(phase, known).stream())
                    .toList();
        }

        private static List<PhaseDurations> of(Phase phase, List<Phases> known) {
            List<Double> seconds = known.stream()
                    .map(phases -> phases.of(phase))
                    .filter(Objects::nonNull)
                    .toList();
            if (seconds.isEmpty()) {
                return List.of();
            }
            Durations all = new Durations(seconds);
            return List.of(new PhaseDurations(
                    phase, all.count(), all.min(), all.median(), all.mean(), all.max(), all.total()));
        }
    }
}
