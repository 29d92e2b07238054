package org.spindlebench.analysis.task;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.TaskTimes;

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
public record PhaseFigures(Phase phase, int count, double min, double median, double mean, double max, double total) {
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
