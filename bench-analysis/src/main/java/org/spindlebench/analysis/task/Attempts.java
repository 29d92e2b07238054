package org.spindlebench.analysis.task;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.record.TaskTimes;

/** Words for the kinds and states of task attempts, and the time spans in which attempts ran. */
final class Attempts {
    static final String MAP = "map";
    static final String REDUCE = "reduce";
    static final List<String> KINDS = List.of(MAP, REDUCE);

    private static final double MILLIS = 1000.0;

    private Attempts() {}

    /**
     * A time span.
     *
     * @param from milliseconds since 1970
     * @param to milliseconds since 1970, not before {@code from}
     */
    record AttemptSpan(long from, long to) {
        double seconds() {
            return (to - from) / MILLIS;
        }
    }

    static boolean succeeded(TaskTimes task) {
        return "SUCCEEDED".equals(task.state());
    }

    static List<TaskTimes> ofKind(List<TaskTimes> tasks, String kind) {
        return tasks.stream().filter(task -> kind.equals(task.kind())).toList();
    }

    /** Returns when an attempt ran; empty if unknown, or if its end is before its start. */
    static Optional<AttemptSpan> span(TaskTimes task) {
        boolean known = task.started() != null
                && task.finished() != null
                && !task.finished().isBefore(task.started());
        return known
                ? Optional.of(new AttemptSpan(
                        task.started().toEpochMilli(), task.finished().toEpochMilli()))
                : Optional.empty();
    }

    static List<AttemptSpan> spans(List<TaskTimes> tasks) {
        return tasks.stream().flatMap(task -> span(task).stream()).toList();
    }

    /** At least one duration, in seconds. */
    static final class Durations {
        private final double[] sorted;

        Durations(Collection<Double> seconds) {
            sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            if (sorted.length == 0) {
                throw new IllegalArgumentException("no duration");
            }
        }

        int count() {
            return sorted.length;
        }

        double min() {
            return sorted[0];
        }

        double max() {
            return sorted[sorted.length - 1];
        }

        double total() {
            return Arrays.stream(sorted).sum();
        }

        double mean() {
            return total() / sorted.length;
        }

        /** Returns the middle duration, or the mean of the two in the middle. */
        double median() {
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}
