package org.spindlebench.analysis.series;

import static org.spindlebench.analysis.series.NodeSteps.CounterSteps.known;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.spindlebench.analysis.node.Increase;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.series.RunSeries.DeviceSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.NodeStep;
import org.spindlebench.analysis.series.StepGrid.SampleInterval;

/** Computes a node's load slot by slot, keeping the last reading and some numbers. Not thread-safe. */
final class NodeSteps {
    private static final List<String> WORKING = List.of("user", "nice", "system", "irq", "softirq", "steal");
    private static final List<String> WAITING = List.of("idle", "iowait");
    private static final double KIB = 1024;
    private static final double MICROS = 1000;

    private final String node;
    private final StepGrid grid;
    private final SampleInterval spread;
    private final List<String> interfaces;
    private final boolean allDevices;
    private final SortedMap<String, DeviceSteps> devices = new TreeMap<>();
    private final CounterSteps working;
    private final CounterSteps ticks;
    private final CounterSteps received;
    private final CounterSteps sent;
    private final CounterSteps pageCache;
    private final CounterSteps dirty;
    private final CounterSteps ioStalled;
    private final CounterSteps memoryStalled;
    private final long[] covered;
    private Reading last;
    private Reading named;

    /**
     * Prepares the slots of a node.
     *
     * @param interfaces the interfaces with hardware of their own
     * @param allDevices whether all other devices are requested, too
     */
    NodeSteps(String node, StepGrid grid, List<String> interfaces, Collection<String> devices, boolean allDevices) {
        this.node = node;
        this.grid = grid;
        this.spread = new SampleInterval(grid);
        this.interfaces = interfaces;
        this.allDevices = allDevices;
        devices.forEach(device -> this.devices.put(device, begun(device)));
        this.working = new CounterSteps(grid);
        this.ticks = new CounterSteps(grid);
        this.received = new CounterSteps(grid);
        this.sent = new CounterSteps(grid);
        this.pageCache = new CounterSteps(grid);
        this.dirty = new CounterSteps(grid);
        this.ioStalled = new CounterSteps(grid);
        this.memoryStalled = new CounterSteps(grid);
        this.covered = new long[grid.slots()];
    }

    /** Adds the next reading, in chronological order. */
    void add(Reading reading) {
        Reading before = last;
        last = reading;
        if (before == null) {
            return;
        }
        spread.lay(before.millis(), reading.millis());
        if (spread.isOutside()) {
            return;
        }
        spread.cover(covered);
        Increase increase = Increase.between(before, reading);
        if (allDevices) {
            name(before);
            name(reading);
        }
        devices.values().forEach(device -> device.add(spread, increase));
        double worked = signed(increase, WORKING);
        working.add(spread, worked);
        ticks.add(spread, worked + signed(increase, WAITING));
        received.add(spread, interfaces(increase, ".received"));
        sent.add(spread, interfaces(increase, ".sent"));
        ioStalled.add(spread, increase.of("pressure.io.full").orElse(Double.NaN));
        memoryStalled.add(spread, increase.of("pressure.memory.full").orElse(Double.NaN));
        pageCache.integrate(spread, bytes(before, "Cached"), bytes(reading, "Cached"));
        dirty.integrate(
                spread,
                bytes(before, "Dirty") + bytes(before, "Writeback"),
                bytes(reading, "Dirty") + bytes(reading, "Writeback"));
    }

    private void name(Reading reading) {
        if (named == null || !reading.countsTheSameAs(named)) {
            reading.members("disk").forEach(device -> devices.computeIfAbsent(device, this::begun));
        }
        named = reading;
    }

    private DeviceSteps begun(String device) {
        return new DeviceSteps(device, grid);
    }

    private static double signed(Increase increase, List<String> kinds) {
        double sum = 0;
        for (String kind : kinds) {
            sum += increase.signed("cpu." + kind).orElse(Double.NaN);
        }
        return sum;
    }

    private double interfaces(Increase increase, String field) {
        double sum = interfaces.isEmpty() ? Double.NaN : 0;
        for (String name : interfaces) {
            sum += increase.wrapping("net." + name + field).orElse(Double.NaN);
        }
        return sum;
    }

    private static double bytes(Reading reading, String field) {
        OptionalLong kib = reading.value("memory." + field);
        return kib.isPresent() ? kib.getAsLong() * KIB : Double.NaN;
    }

    String node() {
        return node;
    }

    DeviceSteps device(String device) {
        return devices.get(device);
    }

    Sum io(String device, int slot) {
        boolean step = slot < grid.steps();
        if (step && !isCovered(slot)) {
            return new Sum().forgetAll();
        }
        return devices.get(device).at(slot, covered[slot], step ? grid.length(slot) : 0);
    }

    private boolean isCovered(int step) {
        return covered[step] >= grid.length(step);
    }

    /** Returns the load of the node in a step; NaN for unknown values. */
    NodeSum at(int step) {
        if (!isCovered(step)) {
            return NodeSum.UNKNOWN;
        }
        double all = ticks.at(step);
        return new NodeSum(
                all > 0 ? Math.max(0, Math.min(1, working.at(step) / all)) : Double.NaN,
                received.at(step),
                sent.at(step),
                pageCache.at(step) / covered[step],
                dirty.at(step) / covered[step],
                stalled(ioStalled, step),
                stalled(memoryStalled, step));
    }

    private double stalled(CounterSteps micros, int step) {
        return Math.min(1, micros.at(step) / (covered[step] * MICROS));
    }

    /** Returns the series of the node and of its active devices. */
    NodeSeries series() {
        List<DeviceSeries> active = new ArrayList<>();
        devices.forEach((device, steps) -> {
            if (steps.isActive(covered)) {
                active.add(new DeviceSeries(
                        device, grid.each(step -> new IoStep(grid.at(step), grid.seconds(step), io(device, step)))));
            }
        });
        return new NodeSeries(node, grid.each(step -> at(step).step(grid, step)), active);
    }

    /**
     * Computes the I/O of one device of a node, slot by slot. A slot's values are unknown for the same reasons as the
     * values of a window: the device appeared, disappeared or was reset. Not thread-safe.
     */
    static final class DeviceSteps {
        private static final List<IoCounter> PARTS = List.of(
                IoCounter.READS,
                IoCounter.BYTES_READ,
                IoCounter.WRITES,
                IoCounter.BYTES_WRITTEN,
                IoCounter.BUSY,
                IoCounter.QUEUE);

        private final String device;
        private final Map<IoCounter, CounterSteps> steps = new EnumMap<>(IoCounter.class);
        private final long[] covered;
        private boolean seen;

        DeviceSteps(String device, StepGrid grid) {
            this.device = device;
            PARTS.forEach(part -> steps.put(part, new CounterSteps(grid)));
            this.covered = new long[grid.slots()];
        }

        void add(SampleInterval pair, Increase increase) {
            if (Sum.counts(device, increase)) {
                seen = true;
                pair.cover(covered);
                Sum io = Sum.of(device, increase);
                steps.forEach((part, sums) -> sums.add(pair, io.get(part).orElse(Double.NaN)));
            }
        }

        /** Checks whether the device completed requests. */
        boolean isRequested() {
            return steps.get(IoCounter.READS).isActive()
                    || steps.get(IoCounter.WRITES).isActive();
        }

        /**
         * Checks whether the device did something, had something to do, appeared or disappeared.
         *
         * @param ofNode for each slot, the milliseconds that the node's samples cover
         */
        boolean isActive(long[] ofNode) {
            return seen
                    && (IntStream.range(0, covered.length).anyMatch(slot -> covered[slot] < ofNode[slot])
                            || isRequested()
                            || steps.get(IoCounter.BUSY).isActive()
                            || steps.get(IoCounter.QUEUE).isActive());
        }

        /**
         * Returns the I/O of the device in one slot.
         *
         * @param ofNode the milliseconds of the slot that the node's samples cover
         * @param length the milliseconds that times are divided by to give shares; 0 if shares are not needed
         */
        Sum at(int slot, long ofNode, long length) {
            if (seen && covered[slot] < ofNode) {
                return new Sum().forgetAll();
            }
            Sum sum = new Sum().forgetAll();
            steps.forEach((part, counted) -> sum.put(part, counted.at(slot)));
            // The share can exceed 1 a little: the kernel counts in ticks, and times of samples are rounded to a
            // millisecond. Math.min returns NaN for an unknown share.
            double busy = steps.get(IoCounter.BUSY).at(slot) / length;
            return sum.put(IoCounter.BUSY, length == 0 ? 0 : Math.min(1, busy))
                    .put(
                            IoCounter.QUEUE,
                            length == 0 ? 0 : steps.get(IoCounter.QUEUE).at(slot) / length)
                    .put(IoCounter.OVER, 1);
        }
    }

    /**
     * The load of one or several nodes in one step. Unknown values are NaN.
     *
     * @param cpuBusy the share of the hardware threads' time in which they were busy
     * @param received bytes received
     * @param sent bytes sent
     * @param pageCache bytes of page cache: the mean over the step
     * @param dirty bytes of dirty pages and pages being written: the mean over the step
     * @param ioStalled the share of the step in which every task that was not idle waited for I/O
     * @param memoryStalled the same for memory
     */
    record NodeSum(
            double cpuBusy,
            double received,
            double sent,
            double pageCache,
            double dirty,
            double ioStalled,
            double memoryStalled) {
        static final NodeSum ZERO = new NodeSum(0, 0, 0, 0, 0, 0, 0);
        static final NodeSum UNKNOWN =
                new NodeSum(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** Adds another node's load; {@code share} is that node's share of all hardware threads. */
        NodeSum plus(NodeSum other, double share) {
            return new NodeSum(
                    cpuBusy + share * other.cpuBusy,
                    received + other.received,
                    sent + other.sent,
                    pageCache + other.pageCache,
                    dirty + other.dirty,
                    ioStalled + share * other.ioStalled,
                    memoryStalled + share * other.memoryStalled);
        }

        NodeSum withoutShares() {
            return new NodeSum(Double.NaN, received, sent, pageCache, dirty, Double.NaN, Double.NaN);
        }

        NodeStep step(StepGrid grid, int step) {
            double seconds = grid.seconds(step);
            return new NodeStep(
                    grid.at(step),
                    seconds,
                    known(cpuBusy),
                    known(received / seconds),
                    known(sent / seconds),
                    known(pageCache),
                    known(dirty),
                    known(ioStalled),
                    known(memoryStalled));
        }
    }

    /**
     * The growth of one counter in each slot of a grid; NaN in slots in which the growth is unknown. Not thread-safe.
     */
    static final class CounterSteps {
        private final int slots;

        /** Null until something is counted, because most devices of a node do nothing. */
        private double[] sums;

        CounterSteps(StepGrid grid) {
            this.slots = grid.slots();
        }

        /** Adds the growth between two samples; NaN if unknown. */
        void add(SampleInterval pair, double increase) {
            if (increase != 0) {
                pair.share(increase, sums());
            }
        }

        /** Adds the integral over time between two samples, for a mean; NaN if the value is unknown. */
        void integrate(SampleInterval pair, double before, double after) {
            pair.integrate(before, after, sums());
        }

        double at(int slot) {
            return sums == null ? 0 : sums[slot];
        }

        /** Checks whether anything was counted, or is unknown. */
        boolean isActive() {
            if (sums != null) {
                for (double sum : sums) {
                    if (sum != 0) {
                        return true;
                    }
                }
            }
            return false;
        }

        private double[] sums() {
            if (sums == null) {
                sums = new double[slots];
            }
            return sums;
        }

        /** Returns a value for a document: null if unknown. */
        static Double known(double value) {
            return Double.isFinite(value) ? (Double) value : null;
        }
    }
}
