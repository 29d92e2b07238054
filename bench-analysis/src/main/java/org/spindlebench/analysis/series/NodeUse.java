package org.spindlebench.analysis.series;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.RoleDevices;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.NetworkAdapter;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.series.RunSeries.DeviceSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.NodeStep;

/** How much of each part of one node is in use, step by step, as shares from 0 to 1; NaN if unknown. */
final class NodeUse {
    private static final double BITS = 8;

    private final NodeSeries node;
    private final SortedMap<String, RoleSpeed> speeds;
    private final NodeLayout layout;
    private final Map<DeviceSeries, Limiter> devices;
    private final double link;
    private final Set<Limiter> unknown = EnumSet.noneOf(Limiter.class);

    /** {@code alone} says that the cluster has no other node, so that nothing needs the network. */
    NodeUse(NodeSeries node, NodeLayout layout, SortedMap<String, RoleSpeed> speeds, boolean alone) {
        this.node = node;
        this.speeds = speeds;
        this.layout = layout;
        this.devices = devices();
        this.link = alone ? Double.POSITIVE_INFINITY : link();
        if (Double.isNaN(link)) {
            unknown.add(Limiter.NETWORK);
        }
    }

    /** Returns the parts whose use is unknown in every step. */
    Set<Limiter> unknown() {
        return unknown;
    }

    private Map<DeviceSeries, Limiter> devices() {
        Map<DeviceSeries, Limiter> found = new LinkedHashMap<>();
        RoleDevices data = layout == null ? null : DeviceRoles.of(layout).used(DeviceRoles.BOTH);
        if (data == null || data.reason() != null) {
            unknown.addAll(Limiter.OF_STORAGE);
            return found;
        }
        for (DeviceSeries device : node.devices()) {
            if (data.devices().contains(device.device())) {
                Set<String> roles = DeviceRoles.of(layout).role(device.device()).roles();
                boolean hdfs = roles.contains(RoleIo.HDFS);
                boolean shuffle = roles.contains(RoleIo.SHUFFLE);
                found.put(device, hdfs && shuffle ? Limiter.STORAGE : hdfs ? Limiter.HDFS : Limiter.SHUFFLE);
            }
        }
        return found;
    }

    /** Returns the bytes per second of all interfaces with hardware; NaN if the speed of one is unknown. */
    private double link() {
        List<NetworkAdapter> physical = layout == null
                ? List.of()
                : layout.networks().stream()
                        .filter(network -> Boolean.TRUE.equals(network.physical()))
                        .toList();
        return physical.isEmpty()
                ? Double.NaN
                : physical.stream()
                                .mapToDouble(network ->
                                        network.bitsPerSecond() == null ? Double.NaN : network.bitsPerSecond())
                                .sum()
                        / BITS;
    }

    /** Returns the use of each part in one step. */
    Map<Limiter, Double> at(int step) {
        Map<Limiter, Double> uses = new EnumMap<>(Limiter.class);
        NodeStep load = node.steps().get(step);
        devices.forEach((device, limiter) -> uses.merge(limiter, use(device, limiter, step), Math::max));
        stall(uses, load);
        uses.put(Limiter.PROCESSORS, orNaN(load.cpuBusy()));
        uses.put(Limiter.NETWORK, Math.max(orNaN(load.receivedPerSecond()), orNaN(load.sentPerSecond())) / link);
        uses.put(Limiter.MEMORY, load.memoryStalled() == null ? 0 : load.memoryStalled());
        if (link == Double.POSITIVE_INFINITY) {
            uses.put(Limiter.NETWORK, 0.0);
        }
        uses.replaceAll((limiter, use) -> Math.min(1, use));
        return uses;
    }

    /** Tasks that all wait for I/O wait for the storage that is in use most, even if the kernel limits its devices. */
    private static void stall(Map<Limiter, Double> uses, NodeStep load) {
        uses.entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .ifPresent(
                        one -> one.setValue(Math.max(one.getValue(), load.ioStalled() == null ? 0 : load.ioStalled())));
    }

    /**
     * Returns the use of a device: its bytes per second over what it can do. For a disk with platters it is at least the
     * share of the time in which it was busy, and so for a device of unknown speed.
     */
    private double use(DeviceSeries device, Limiter limiter, int step) {
        IoStep io = device.steps().get(step);
        double moved = moved(io, limiter);
        double busy = orNaN(io.busy());
        if (Double.isNaN(moved)) {
            return busy;
        }
        return isRotational(device.device()) && busy > moved ? busy : moved;
    }

    private double moved(IoStep io, Limiter limiter) {
        RoleSpeed speed = speeds.get(limiter == Limiter.SHUFFLE ? RoleIo.SHUFFLE : RoleIo.HDFS);
        if (speed == null || speed.read() == null || speed.write() == null) {
            return Double.NaN;
        }
        return orNaN(io.bytesReadPerSecond()) / speed.read() + orNaN(io.bytesWrittenPerSecond()) / speed.write();
    }

    private boolean isRotational(String name) {
        Device device = layout.device(name);
        if (device == null) {
            return false;
        }
        Boolean stated = device.hardware() == null ? null : device.hardware().rotational();
        return stated == null ? device.on().stream().anyMatch(this::isRotational) : stated;
    }

    /** Returns the share of the bytes that were read, for each part of storage in use. */
    Map<Limiter, Double> read(int step) {
        Map<Limiter, double[]> bytes = new EnumMap<>(Limiter.class);
        devices.forEach((device, limiter) -> {
            IoStep io = device.steps().get(step);
            double[] sum = bytes.computeIfAbsent(limiter, none -> new double[2]);
            sum[0] += orNaN(io.bytesReadPerSecond());
            sum[1] += orNaN(io.bytesWrittenPerSecond());
        });
        Map<Limiter, Double> shares = new EnumMap<>(Limiter.class);
        bytes.forEach((limiter, sum) -> {
            double all = sum[0] + sum[1];
            shares.put(limiter, all > 0 ? sum[0] / all : 0);
        });
        return shares;
    }

    private static double orNaN(Double value) {
        return value == null ? Double.NaN : value;
    }
}
