package org.spindlebench.analysis.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * The number of task attempts that ran at once, by phase, over time. Attempts of any state count while they run, unless
 * their start or end is unknown. Each step lasts until the next one begins, the last until {@code seconds}. Attempts
 * that took no time are in no step.
 *
 * @param start when the first attempt was launched
 * @param seconds from the start to the end of the last attempt
 * @param averaged whether counts are means over steps of equal length. If false, a step begins whenever a count
 *     changes, and counts are exact. If true, there would have been more than {@link #MOST_STEPS} such steps, and there
 *     are {@link #MOST_STEPS} of equal length instead. In both cases, the sum of count × length is the time of all
 *     attempts in a phase
 * @param peaks the largest number of attempts at any one instant, always exact
 * @param steps the steps in chronological order
 */
public record ConcurrencySeries(
        Instant start, double seconds, boolean averaged, Peaks peaks, List<ConcurrencyStep> steps) {
    /** A chart cannot distinguish more steps. */
    public static final int MOST_STEPS = 400;

    private static final double MILLIS = 1000.0;

    /**
     * The numbers of attempts from one instant to the next.
     *
     * @param at the step's start, in seconds since the first launch
     * @param map running maps
     * @param shuffle reduces that shuffle, or wait for maps
     * @param merge reduces that merge
     * @param reduce reduces in the reduce phase
     * @param other reduces in an unknown phase: they did not succeed, or their clocks disagree
     */
    public record ConcurrencyStep(double at, double map, double shuffle, double merge, double reduce, double other) {}

    /** The largest number of attempts at one instant, by phase as in {@link ConcurrencyStep}. */
    public record Peaks(int map, int shuffle, int merge, int reduce, int other) {}

    public ConcurrencySeries {
        steps = steps == null ? List.of() : List.copyOf(steps);
    }

    /** Returns the series of a job's attempts; empty if there is no attempt with a known start and end. */
    public static Optional<ConcurrencySeries> of(List<TaskTimes> tasks) {
        List<Attempts.AttemptSpan> spans = Attempts.spans(tasks);
        if (spans.isEmpty()) {
            return Optional.empty();
        }
        long start = spans.stream().mapToLong(Attempts.AttemptSpan::from).min().orElseThrow();
        long end = spans.stream().mapToLong(Attempts.AttemptSpan::to).max().orElseThrow();
        List<Level> levels = Level.of(tasks);
        boolean averaged = levels.size() > MOST_STEPS;
        return Optional.of(new ConcurrencySeries(
                Instant.ofEpochMilli(start),
                (end - start) / MILLIS,
                averaged,
                peaks(levels),
                averaged ? means(levels, start, end) : exact(levels, start)));
    }

    private static List<ConcurrencyStep> exact(List<Level> levels, long start) {
        return levels.stream()
                .map(level -> step((level.from() - start) / MILLIS, level::count))
                .toList();
    }

    private static ConcurrencyStep step(double at, IntToDoubleFunction counts) {
        return new ConcurrencyStep(
                at,
                counts.applyAsDouble(Level.MAP),
                counts.applyAsDouble(Level.SHUFFLE),
                counts.applyAsDouble(Level.MERGE),
                counts.applyAsDouble(Level.REDUCE),
                counts.applyAsDouble(Level.OTHER));
    }

    private static Peaks peaks(List<Level> levels) {
        return new Peaks(
                peak(levels, Level.MAP),
                peak(levels, Level.SHUFFLE),
                peak(levels, Level.MERGE),
                peak(levels, Level.REDUCE),
                peak(levels, Level.OTHER));
    }

    private static int peak(List<Level> levels, int phase) {
        return levels.stream().mapToInt(level -> level.count(phase)).max().orElse(0);
    }

    /** Returns a step's start in milliseconds since the first launch, if steps have equal length. */
    private static double mark(long length, int step) {
        return (double) length * step / MOST_STEPS;
    }

    private static List<ConcurrencyStep> means(List<Level> levels, long start, long end) {
        double[][] sums = sums(levels, start, end);
        double length = (double) (end - start) / MOST_STEPS;
        return IntStream.range(0, MOST_STEPS)
                .mapToObj(step -> step(mark(end - start, step) / MILLIS, phase -> sums[step][phase] / length))
                .toList();
    }

    /** Returns, for each step of equal length, the milliseconds that all attempts spent in each phase. */
    private static double[][] sums(List<Level> levels, long start, long end) {
        double[][] sums = new double[MOST_STEPS][Level.PHASES];
        int step = 0;
        for (Level level : levels) {
            double from = level.from() - start;
            double to = level.to() - start;
            while (mark(end - start, step) > from) {
                step--;
            }
            for (; step < MOST_STEPS && mark(end - start, step) < to; step++) {
                double overlap = Math.min(to, mark(end - start, step + 1)) - Math.max(from, mark(end - start, step));
                for (int phase = 0; phase < Level.PHASES; phase++) {
                    sums[step][phase] += level.count(phase) * Math.max(0, overlap);
                }
            }
        }
        return sums;
    }

    /** A time span in which the number of running attempts does not change in any phase. */
    static final class Level {
        static final int MAP = 0;
        static final int SHUFFLE = 1;
        static final int MERGE = 2;
        static final int REDUCE = 3;

        /** The index of reduces in an unknown phase. */
        static final int OTHER = 4;

        static final int PHASES = 5;

        private final long from;
        private final long to;
        private final int[] counts;

        private Level(long from, long to, int[] counts) {
            this.from = from;
            this.to = to;
            this.counts = counts;
        }

        /** Returns the start, in milliseconds since 1970. */
        long from() {
            return from;
        }

        /** Returns the end, in milliseconds since 1970. */
        long to() {
            return to;
        }

        /** Returns the number of attempts that run in a phase. */
        int count(int phase) {
            return counts[phase];
        }

        /** Returns the levels of all attempts, without gaps, in chronological order. */
        static List<Level> of(List<TaskTimes> tasks) {
            TreeMap<Long, int[]> changes = new TreeMap<>();
            tasks.forEach(task -> Attempts.span(task).ifPresent(span -> add(task, span, changes)));
            List<Level> levels = new ArrayList<>();
            int[] running = new int[PHASES];
            int[] before = null;
            for (Map.Entry<Long, int[]> change : changes.entrySet()) {
                for (int phase = 0; phase < PHASES; phase++) {
                    running[phase] += change.getValue()[phase];
                }
                Long next = changes.higherKey(change.getKey());
                if (next != null && Arrays.equals(running, before)) {
                    Level last = levels.remove(levels.size() - 1);
                    levels.add(new Level(last.from, next, last.counts));
                } else if (next != null) {
                    before = running.clone();
                    levels.add(new Level(change.getKey(), next, before));
                }
            }
            return levels;
        }

        private static void add(TaskTimes task, Attempts.AttemptSpan span, Map<Long, int[]> changes) {
            if (Attempts.MAP.equals(task.kind())) {
                add(MAP, span.from(), span.to(), changes);
            } else if (Attempts.REDUCE.equals(task.kind()) && inOrder(task)) {
                long shuffled = task.shuffleFinished().toEpochMilli();
                long merged = task.sortFinished().toEpochMilli();
                add(SHUFFLE, span.from(), shuffled, changes);
                add(MERGE, shuffled, merged, changes);
                add(REDUCE, merged, span.to(), changes);
            } else {
                add(OTHER, span.from(), span.to(), changes);
            }
        }

        private static boolean inOrder(TaskTimes task) {
            Instant shuffled = task.shuffleFinished();
            Instant merged = task.sortFinished();
            return Attempts.succeeded(task)
                    && shuffled != null
                    && merged != null
                    && !shuffled.isBefore(task.started())
                    && !merged.isBefore(shuffled)
                    && !task.finished().isBefore(merged);
        }

        private static void add(int phase, long from, long to, Map<Long, int[]> changes) {
            changes.computeIfAbsent(from, at -> new int[PHASES])[phase]++;
            changes.computeIfAbsent(to, at -> new int[PHASES])[phase]--;
        }
    }
}
