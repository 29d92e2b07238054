package org.spindlebench.analysis.throughput;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Throughput.Steady;
import org.spindlebench.analysis.stats.Population;

/**
 * The throughput of all streams together over a grid of wall-clock time. A stream's bytes at an instant of the grid are
 * interpolated linearly between the nearest points of the stream. A slot's bytes are the sum over all streams at the
 * slot's end minus the sum at its start, so the slots add up to all bytes.
 *
 * @param slotMillis the length of a slot in milliseconds; slots begin at multiples of this length since 1970
 * @param slots the slots in their order, without gaps, from the slot of the first start to the slot of the last end
 * @param start the first start of a stream, in milliseconds since 1970
 * @param end the last end of a stream, in milliseconds since 1970
 * @param peakStreams the largest number of streams that ran at one instant
 */
public record ThroughputSeries(long slotMillis, List<Slot> slots, long start, long end, int peakStreams) {
    /** A slot is steady if at least this share of the peak number of streams runs at every instant in it. */
    public static final double STEADY_SHARE = 0.5;

    /** The first line of {@link #csv}. */
    static final String HEADER = "start_ms,bytes,streams";

    private static final double MILLIS = 1000.0;
    /** The largest number of slots in a series. Streams that need more slots are on clocks that differ by days. */
    private static final long MOST_SLOTS = 50_000_000;

    /**
     * One slot.
     *
     * @param start milliseconds since 1970
     * @param bytes the bytes that all streams moved in the slot
     * @param streams the smallest number of streams that ran at any instant in the slot
     */
    public record Slot(long start, long bytes, int streams) {}

    public ThroughputSeries {
        slots = List.copyOf(slots);
    }

    /**
     * Puts streams on a grid.
     *
     * @param traces at least one
     * @throws IllegalArgumentException if there are no streams, or if they are too far apart in time
     */
    public static ThroughputSeries of(List<StreamTrace> traces, long slotMillis) {
        if (traces.isEmpty() || slotMillis < 1) {
            throw new IllegalArgumentException(
                    "a series needs at least one stream, and slots of at least 1 ms, not of " + slotMillis);
        }
        long start = traces.stream().mapToLong(StreamTrace::start).min().orElseThrow();
        long end = traces.stream().mapToLong(StreamTrace::end).max().orElseThrow();
        long first = Math.floorDiv(start, slotMillis);
        // A series that ends at a slot's start does not use that slot, but a series without length still has one slot.
        long count = Math.max(1, Math.floorDiv(end - 1, slotMillis) - first + 1);
        if (count > MOST_SLOTS) {
            throw new IllegalArgumentException("streams are " + (end - start) / MILLIS + " s apart");
        }
        Grid grid = new Grid(first, slotMillis, (int) count);
        traces.forEach(grid::add);
        StreamCounts counts = new StreamCounts(traces);
        return new ThroughputSeries(slotMillis, grid.slots(counts), start, end, counts.peak());
    }

    /** Returns the seconds from the first start to the last end. */
    public double seconds() {
        return (end - start) / MILLIS;
    }

    /**
     * Computes mean and population standard deviation over the steady slots, which exclude ramp-up and tail, when few
     * streams run. Empty if there is no steady slot.
     */
    public Optional<Steady> steady() {
        double least = STEADY_SHARE * peakStreams;
        double[] rates = slots.stream()
                .filter(slot -> slot.streams() > 0 && slot.streams() >= least)
                .mapToDouble(slot -> slot.bytes() / (slotMillis / MILLIS))
                .toArray();
        if (rates.length == 0) {
            return Optional.empty();
        }
        Population population = Population.of(rates);
        double share = rates.length * slotMillis / (double) (end - start);
        return Optional.of(new Steady(population.mean(), population.sd(), share, rates.length, slotMillis / MILLIS));
    }

    /** Returns the series as lines of CSV with a header: {@code start_ms,bytes,streams}. */
    public Stream<String> csv() {
        return Stream.concat(
                Stream.of(HEADER),
                slots.stream().map(slot -> slot.start() + "," + slot.bytes() + "," + slot.streams()));
    }

    /** Adds up interpolated bytes in the slots of a grid. */
    private static final class Grid {
        private final long first;
        private final long slotMillis;
        private final double[] moved;

        Grid(long first, long slotMillis, int slots) {
            this.first = first;
            this.slotMillis = slotMillis;
            this.moved = new double[slots];
        }

        void add(StreamTrace trace) {
            List<StreamTrace.TracePoint> points = trace.points();
            int next = 1;
            double before = 0;
            int slot = (int) Math.min(moved.length - 1, Math.floorDiv(trace.start(), slotMillis) - first);
            for (; slot < moved.length && before < trace.bytes(); slot++) {
                long instant = instant(slot + 1);
                while (next < points.size() - 1 && points.get(next).millis() <= instant) {
                    next++;
                }
                double after = bytesAt(instant, points.get(next - 1), points.get(next));
                moved[slot] += after - before;
                before = after;
            }
        }

        private static double bytesAt(long instant, StreamTrace.TracePoint before, StreamTrace.TracePoint after) {
            if (instant >= after.millis()) {
                return after.bytes();
            }
            if (instant <= before.millis()) {
                return before.bytes();
            }
            double share = (instant - before.millis()) / (double) (after.millis() - before.millis());
            return before.bytes() + share * (after.bytes() - before.bytes());
        }

        private long instant(int mark) {
            return (first + mark) * slotMillis;
        }

        List<Slot> slots(StreamCounts counts) {
            List<Slot> slots = new ArrayList<>(moved.length);
            double sum = 0;
            long before = 0;
            for (int i = 0; i < moved.length; i++) {
                // The sums are rounded instead of their differences, so that the slots add up.
                sum += moved[i];
                long after = Math.round(sum);
                slots.add(new Slot(instant(i), after - before, counts.fewest(instant(i), instant(i + 1))));
                before = after;
            }
            return slots;
        }
    }

    /** Counts the streams that ran at each instant. A stream runs from its start until just before its end. */
    static final class StreamCounts {
        /** By instant, the number of streams from that instant until the next one in the map. */
        private final NavigableMap<Long, Integer> from = new TreeMap<>();

        StreamCounts(List<StreamTrace> traces) {
            NavigableMap<Long, Integer> changes = new TreeMap<>();
            for (StreamTrace trace : traces) {
                changes.merge(trace.start(), 1, Integer::sum);
                changes.merge(trace.end(), -1, Integer::sum);
            }
            int running = 0;
            for (var change : changes.entrySet()) {
                running += change.getValue();
                from.put(change.getKey(), running);
            }
        }

        int peak() {
            return from.isEmpty() ? 0 : Collections.max(from.values());
        }

        /** Returns the smallest number of streams that ran at any instant of [begin, end), which must not be empty. */
        int fewest(long begin, long end) {
            var atBegin = from.floorEntry(begin);
            Collection<Integer> later = from.subMap(begin, false, end, false).values();
            int first = atBegin == null ? 0 : atBegin.getValue();
            return later.isEmpty() ? first : Math.min(first, Collections.min(later));
        }
    }
}
