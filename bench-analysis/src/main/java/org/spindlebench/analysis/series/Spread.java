package org.spindlebench.analysis.series;

import java.util.Arrays;

/**
 * How what was counted between two samples is shared out over the slots of a grid: evenly over the time between them, as if the node had done
 * the same all along. One object is used for one pair after another.
 */
final class Spread {
    private final StepGrid grid;
    private long from;
    private long to;
    private int count;
    private int[] slots = new int[8];
    private long[] begins = new long[8];
    private long[] overlaps = new long[8];

    Spread(StepGrid grid) {
        this.grid = grid;
    }

    /** Takes up the next pair of samples. */
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

    // Two samples in one millisecond, or a clock that was set back: all of it was at the second.
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

    /** Adds the milliseconds between the samples to the slots in which they are. */
    void cover(long[] covered) {
        for (int i = 0; i < count; i++) {
            covered[slots[i]] += overlaps[i];
        }
    }

    /** Adds what a counter grew by to the slots, to each its share; NaN makes NaN of each. */
    void share(double increase, double[] sums) {
        for (int i = 0; i < count; i++) {
            sums[slots[i]] += to > from ? increase * overlaps[i] / (to - from) : increase;
        }
    }

    /** Adds the integral over time, in milliseconds, of what went straight from one value to another. */
    void integrate(double before, double after, double[] sums) {
        for (int i = 0; i < count && to > from; i++) {
            double middle = (begins[i] - from + overlaps[i] / 2.0) / (to - from);
            sums[slots[i]] += (before + (after - before) * middle) * overlaps[i];
        }
    }
}
