package org.spindlebench.analysis.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.record.TaskTimes;

/** A span of time in which the number of running attempts does not change in any phase. */
final class Level {
    static final int MAP = 0;
    static final int SHUFFLE = 1;
    static final int MERGE = 2;
    static final int REDUCE = 3;

    /** Reduces of which the phase is not known. */
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

    /** Its begin, in milliseconds since 1970. */
    long from() {
        return from;
    }

    /** Its end. */
    long to() {
        return to;
    }

    /** Attempts that run in a phase. */
    int count(int phase) {
        return counts[phase];
    }

    /** Those of all attempts, without gaps, in the order of time. */
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

    private static void add(TaskTimes task, Attempts.Span span, Map<Long, int[]> changes) {
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
