package org.spindlebench.analysis.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.node.Change;
import org.spindlebench.analysis.node.Reading;

/** Counts what one node did, slot by slot. It keeps the last reading and some numbers for each slot. For one thread. */
final class NodeSteps {
    private static final List<String> WORKING = List.of("user", "nice", "system", "irq", "softirq", "steal");
    private static final List<String> WAITING = List.of("idle", "iowait");
    private static final double KIB = 1024;

    private final String node;
    private final StepGrid grid;
    private final Spread spread;
    private final List<String> interfaces;
    private final boolean allDevices;
    private final SortedMap<String, DeviceSteps> devices = new TreeMap<>();
    private final CounterSteps working;
    private final CounterSteps ticks;
    private final CounterSteps received;
    private final CounterSteps sent;
    private final CounterSteps pageCache;
    private final CounterSteps dirty;
    private final long[] covered;
    private Reading last;
    private Reading named;

    /**
     * @param interfaces with hardware behind them
     * @param devices that are asked for
     * @param allDevices whether all others are, too
     */
    NodeSteps(String node, StepGrid grid, List<String> interfaces, Collection<String> devices, boolean allDevices) {
        this.node = node;
        this.grid = grid;
        this.spread = new Spread(grid);
        this.interfaces = interfaces;
        this.allDevices = allDevices;
        devices.forEach(device -> this.devices.put(device, begun(device)));
        this.working = new CounterSteps(grid);
        this.ticks = new CounterSteps(grid);
        this.received = new CounterSteps(grid);
        this.sent = new CounterSteps(grid);
        this.pageCache = new CounterSteps(grid);
        this.dirty = new CounterSteps(grid);
        this.covered = new long[grid.slots()];
    }

    /** Takes up the next reading, in the order of time. */
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
        Change change = new Change(before, reading);
        addDevices(change);
        addProcessors(change);
        received.add(spread, interfaces(change, ".received"));
        sent.add(spread, interfaces(change, ".sent"));
        pageCache.integrate(spread, bytes(before, "Cached"), bytes(reading, "Cached"));
        dirty.integrate(
                spread,
                bytes(before, "Dirty") + bytes(before, "Writeback"),
                bytes(reading, "Dirty") + bytes(reading, "Writeback"));
    }

    private void addDevices(Change change) {
        if (allDevices) {
            name(change.before());
            name(change.after());
        }
        devices.values().forEach(device -> device.add(spread, change));
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

    private void addProcessors(Change change) {
        double worked = signed(change, WORKING);
        working.add(spread, worked);
        ticks.add(spread, worked + signed(change, WAITING));
    }

    private static double signed(Change change, List<String> kinds) {
        double sum = 0;
        for (String kind : kinds) {
            sum += change.signed("cpu." + kind).orElse(Double.NaN);
        }
        return sum;
    }

    private double interfaces(Change change, String field) {
        double sum = interfaces.isEmpty() ? Double.NaN : 0;
        for (String name : interfaces) {
            sum += change.wrapping("net." + name + field).orElse(Double.NaN);
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

    /** One of those that were asked for. */
    DeviceSteps device(String device) {
        return devices.get(device);
    }

    /** What a device did in a slot. */
    IoSum io(String device, int slot) {
        boolean step = slot < grid.steps();
        if (step && !isCovered(slot)) {
            return IoSum.UNKNOWN;
        }
        return devices.get(device).at(slot, covered[slot], step ? grid.length(slot) : 0);
    }

    private boolean isCovered(int step) {
        return covered[step] >= grid.length(step);
    }

    /** What the node did in a step; NaN where it is not known. */
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
                dirty.at(step) / covered[step]);
    }

    /** All of it. */
    NodeSeries series() {
        List<DeviceSeries> active = new ArrayList<>();
        devices.forEach((device, steps) -> {
            if (steps.isActive(covered)) {
                active.add(new DeviceSeries(
                        device, grid.each(step -> io(device, step).step(grid, step))));
            }
        });
        return new NodeSeries(node, grid.each(step -> at(step).step(grid, step)), active);
    }
}
