package org.spindlebench.analysis.collector;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.node.DeviceFigures;
import org.spindlebench.analysis.node.NodeFigures;

/** The sums of one node over one window: of each rate, rate * time that its interval shares with the window. */
final class NodeWindow {
    private static final double MILLIS = 1000;

    private final Map<String, DeviceRates> devices = new TreeMap<>();
    private CpuShares cpu = CpuShares.ZERO;
    private Long threads;
    private long cpuMillis;
    private long deviceMillis;
    private int cpuReports;
    private int deviceReports;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    /**
     * Adds an interval's processors.
     *
     * @param begin where the part of it in the window begins
     * @param end where that part ends
     */
    void addCpu(Interval interval, long begin, long end) {
        cpu = cpu.plus(interval.cpu(), (end - begin) / MILLIS);
        threads = interval.threads() == null ? threads : interval.threads();
        cpuMillis += end - begin;
        cpuReports++;
        extend(begin, end);
    }

    /** Adds an interval's devices. */
    void addDevices(Interval interval, long begin, long end) {
        double seconds = (end - begin) / MILLIS;
        interval.devices()
                .forEach((device, rates) ->
                        devices.merge(device, DeviceRates.ZERO.plus(rates, seconds), (sum, one) -> sum.plus(one, 1)));
        deviceMillis += end - begin;
        deviceReports++;
        extend(begin, end);
    }

    /** Milliseconds of the window in which the processors' figures are known. */
    long cpuMillis() {
        return cpuMillis;
    }

    /** Milliseconds of the window in which the devices' figures are known. */
    long deviceMillis() {
        return deviceMillis;
    }

    NodeFigures figures(String node) {
        List<DeviceFigures> active = devices.entrySet().stream()
                .filter(device -> !device.getValue().isIdle())
                .map(device -> device.getValue().figures(device.getKey(), deviceMillis / MILLIS))
                .toList();
        return new NodeFigures(
                node,
                Instant.ofEpochMilli(from),
                Instant.ofEpochMilli(to),
                Math.max(cpuReports, deviceReports),
                cpuMillis == 0 ? null : cpu.figures(threads, cpuMillis / MILLIS),
                null,
                null,
                null,
                active);
    }

    private void extend(long begin, long end) {
        from = Math.min(from, begin);
        to = Math.max(to, end);
    }
}
