package org.spindlebench.analysis.series;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The steps of a run, followed by three slots for growth outside the job. The first of these slots lasts from the last
 * sample before the start to the start. The second lasts from the job's end, and the third from the end of flushing, to
 * the next sample. Steps begin at multiples of their length. A step also ends at the job's end, where the next step
 * begins, and another at the end of flushing. Times are milliseconds since 1970.
 */
final class StepGrid {
    private static final int MOST_STEPS = 100_000;
    private static final double MILLIS = 1000.0;

    /** The start of every step, and the end of the last one. */
    private final long[] marks;

    private final long jobEnd;

    private StepGrid(long[] marks, long jobEnd) {
        this.marks = marks;
        this.jobEnd = jobEnd;
    }

    /**
     * Makes the steps from a start to an end.
     *
     * @param jobEnd the end of the job, at which a step ends
     * @param end the end of the last step; the job's end if no later end is known
     * @throws IllegalArgumentException if there are too many steps, or if the end is before the start
     */
    static StepGrid of(long begin, long jobEnd, long end, long stepMillis) {
        if (stepMillis < 1 || jobEnd < begin || end < jobEnd) {
            throw new IllegalArgumentException(
                    "no steps of " + stepMillis + " ms from " + begin + " to " + jobEnd + " and " + end);
        }
        if ((end - begin) / stepMillis > MOST_STEPS) {
            throw new IllegalArgumentException("a run of " + (end - begin) / MILLIS + " s has more than " + MOST_STEPS
                    + " steps of " + stepMillis + " ms: ask for longer steps");
        }
        int regular = (int) ((end - begin) / stepMillis) + 1;
        long[] all = new long[regular + 2];
        Arrays.setAll(all, step -> begin + step * stepMillis);
        all[regular] = jobEnd;
        all[regular + 1] = end;
        return new StepGrid(Arrays.stream(all).sorted().distinct().toArray(), jobEnd);
    }

    int steps() {
        return marks.length - 1;
    }

    /** Returns the number of steps and of slots outside them. */
    int slots() {
        return steps() + 3;
    }

    int beforeJob() {
        return steps();
    }

    int afterJob() {
        return steps() + 1;
    }

    int afterFlush() {
        return steps() + 2;
    }

    long begin() {
        return marks[0];
    }

    long jobEnd() {
        return jobEnd;
    }

    long end() {
        return marks[steps()];
    }

    long from(int step) {
        return marks[step];
    }

    /** Returns a step's length in milliseconds. */
    long length(int step) {
        return marks[step + 1] - marks[step];
    }

    /** Returns a step's start, in seconds since the start of the first step. */
    double at(int step) {
        return (marks[step] - marks[0]) / MILLIS;
    }

    double seconds(int step) {
        return length(step) / MILLIS;
    }

    /** Returns the step that contains a time, which must be at or after the start and before the end. */
    int step(long millis) {
        int found = Arrays.binarySearch(marks, millis);
        return found >= 0 ? found : -found - 2;
    }

    <T> List<T> each(IntFunction<T> made) {
        return IntStream.range(0, steps()).mapToObj(made).toList();
    }

    /**
     * Divides the growth of counters from one sample to the next among the slots of a grid, in proportion to time, as
     * if the node had worked evenly. One object serves all pairs of samples in turn.
     */
    static final class SampleInterval {
        private final StepGrid grid;
        private long from;
        private long to;
        private int count;
        private int[] slots = new int[8];
        private long[] begins = new long[8];
        private long[] overlaps = new long[8];

        SampleInterval(StepGrid grid) {
            this.grid = grid;
        }

        /** Moves to the next pair of samples. */
        void lay(long before, long after) {
            from = before;
            to = after;
            count = 0;
            if (after <= before) {
                layMoment();
                return;
            }
            long begin = Math.max(before, grid.begin());
            long end = Math.min(after, grid.end());
            for (int step = begin < end ? grid.step(begin) : grid.steps();
                    step < grid.steps() && grid.from(step) < end;
                    step++) {
                put(step, Math.max(begin, grid.from(step)), Math.min(end, grid.from(step) + grid.length(step)));
            }
            if (before <= grid.begin() && grid.begin() < after) {
                put(grid.beforeJob(), before, grid.begin());
            }
            if (before < grid.jobEnd() && grid.jobEnd() <= after) {
                put(grid.afterJob(), grid.jobEnd(), after);
            }
            if (before < grid.end() && grid.end() <= after) {
                put(grid.afterFlush(), grid.end(), after);
            }
        }

        // If two samples have the same time, or the clock was set back, all growth is counted at the second sample.
        private void layMoment() {
            from = to;
            if (to > grid.begin() && to < grid.end()) {
                put(grid.step(to), to, to);
            }
        }

        private void put(int slot, long begin, long end) {
            if (end == begin && to > from) {
                return;
            }
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, 2 * count);
                begins = Arrays.copyOf(begins, 2 * count);
                overlaps = Arrays.copyOf(overlaps, 2 * count);
            }
            slots[count] = slot;
            begins[count] = begin;
            overlaps[count] = end - begin;
            count++;
        }

        boolean isOutside() {
            return count == 0;
        }

        /** Adds to each slot the milliseconds between the two samples that are in it. */
        void cover(long[] covered) {
            for (int i = 0; i < count; i++) {
                covered[slots[i]] += overlaps[i];
            }
        }

        /** Adds to each slot its share of a counter's growth; a growth of NaN makes these slots NaN. */
        void share(double increase, double[] sums) {
            for (int i = 0; i < count; i++) {
                sums[slots[i]] += to > from ? increase * overlaps[i] / (to - from) : increase;
            }
        }

        /** Adds to each slot the integral over milliseconds of a value that changes evenly between samples. */
        void integrate(double before, double after, double[] sums) {
            for (int i = 0; i < count && to > from; i++) {
                double middle = (begins[i] - from + overlaps[i] / 2.0) / (to - from);
                sums[slots[i]] += (before + (after - before) * middle) * overlaps[i];
            }
        }
    }
}
