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

    /** What a task attempt does, one after the other: a map maps; a reduce shuffles, merges and reduces. */
    public enum Phase {
        /** A map, from its launch to its end: reading, mapping, sorting, spilling. */
        @JsonProperty("map")
        MAP,
        /** A reduce, from its launch until it has fetched the last map's output; waiting for maps included. */
        @JsonProperty("shuffle")
        SHUFFLE,
        /** Merging what was fetched, as far as that is done before the first record is reduced. */
        @JsonProperty("merge")
        MERGE,
        /** From there to the end of the attempt: reading the last merge, reducing, writing the output. */
        @JsonProperty("reduce")
        REDUCE;

        /** The word that documents use. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Durations of one phase over the attempts of a job that succeeded, in seconds.
     *
     * @param phase of maps, or one of the three of reduces
     * @param count attempts of which it is known
     * @param min the shortest
     * @param median the one in the middle; of an even number the mean of the two there
     * @param mean total / count
     * @param max the longest
     * @param total of all: time that containers were held for it
     */
    public record PhaseFigures(
            Phase phase, int count, double min, double median, double mean, double max, double total) {
        /** Of every phase that is known of an attempt, in the order of the phases. */
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
