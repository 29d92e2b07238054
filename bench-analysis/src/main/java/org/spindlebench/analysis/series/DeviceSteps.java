package org.spindlebench.analysis.series;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.Change;
import org.spindlebench.analysis.node.DeviceFigures;

/**
 * Counts what one device of a node did, slot by slot. What {@link DeviceFigures} does not know of a window is not known of a slot either: a
 * device that came, went or began to count again. For one thread.
 */
final class DeviceSteps {
    private final List<String> counters;
    private final String busyMillis;
    private final String queueMillis;
    private final CounterSteps reads;
    private final CounterSteps bytesRead;
    private final CounterSteps writes;
    private final CounterSteps bytesWritten;
    private final CounterSteps busy;
    private final CounterSteps queue;
    private final long[] covered;
    private boolean seen;

    DeviceSteps(String device, StepGrid grid) {
        String prefix = "disk." + device + ".";
        this.counters = Stream.of("reads", "sectorsRead", "writes", "sectorsWritten")
                .map(prefix::concat)
                .toList();
        this.busyMillis = prefix + "busyMillis";
        this.queueMillis = prefix + "queueMillis";
        this.reads = new CounterSteps(grid);
        this.bytesRead = new CounterSteps(grid);
        this.writes = new CounterSteps(grid);
        this.bytesWritten = new CounterSteps(grid);
        this.busy = new CounterSteps(grid);
        this.queue = new CounterSteps(grid);
        this.covered = new long[grid.slots()];
    }

    void add(Spread pair, Change change) {
        boolean named = counters.stream().anyMatch(change::names);
        seen |= named;
        if (!named) {
            return;
        }
        double[] grown = new double[counters.size()];
        double all = 0;
        for (int i = 0; i < grown.length; i++) {
            grown[i] = change.of(counters.get(i)).orElse(Double.NaN);
            all += grown[i];
        }
        boolean known = !Double.isNaN(all);
        pair.cover(covered);
        reads.add(pair, known ? grown[0] : Double.NaN);
        bytesRead.add(pair, known ? grown[1] * DeviceFigures.SECTOR : Double.NaN);
        writes.add(pair, known ? grown[2] : Double.NaN);
        bytesWritten.add(pair, known ? grown[3] * DeviceFigures.SECTOR : Double.NaN);
        OptionalDouble unknown = OptionalDouble.empty();
        busy.add(pair, known ? change.wrapping(busyMillis) : unknown);
        queue.add(pair, known ? change.wrapping(queueMillis) : unknown);
    }

    /** Whether any sample named it. */
    boolean isSeen() {
        return seen;
    }

    /** Whether it completed requests. */
    boolean isRequested() {
        return reads.isActive() || writes.isActive();
    }

    /** Whether it did something, had something to do, or came or went. */
    boolean isActive(long[] ofNode) {
        if (!seen) {
            return false;
        }
        boolean comeOrGone = false;
        for (int slot = 0; slot < covered.length; slot++) {
            comeOrGone |= covered[slot] < ofNode[slot];
        }
        return comeOrGone || isRequested() || busy.isActive() || queue.isActive();
    }

    /**
     * What it did in one slot.
     *
     * @param ofNode milliseconds of the slot that the node's samples reach over
     * @param length milliseconds over which shares are taken
     */
    IoSum at(int slot, long ofNode, long length) {
        if (seen && covered[slot] < ofNode) {
            return IoSum.UNKNOWN;
        }
        return new IoSum(
                1,
                reads.at(slot),
                bytesRead.at(slot),
                writes.at(slot),
                bytesWritten.at(slot),
                // The kernel counts in ticks, and samples are known to a millisecond.
                length == 0 ? 0 : atMostOne(busy.at(slot) / length),
                length == 0 ? 0 : queue.at(slot) / length);
    }

    // Math.min keeps NaN.
    private static double atMostOne(double share) {
        return Math.min(1, share);
    }
}
