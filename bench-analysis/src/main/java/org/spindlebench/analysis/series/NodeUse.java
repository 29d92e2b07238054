package org.spindlebench.analysis.series;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.RoleDevices;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.NetworkAdapter;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.series.RunSeries.DeviceSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.NodeStep;

/** How much of each part of one node is in use, step by step, as shares from 0 to 1; NaN if unknown. */
final class NodeUse {
    private static final double BITS = 8;

    /** An interface that moved less than this share of the busiest interface's bytes does not move the job's data. */
    private static final double LEAST_MOVED = 0.1;

    /** The busy share from which tasks may wait for a device. */
    private static final double BUSY = 0.2;

    private final NodeSeries node;
    private final Map<String, RoleSpeed> speeds;
    private final NodeLayout layout;
    private final List<DataDevice> devices;
    private final List<DeviceSeries> others;
    private final double link;
    /** The devices at which the kernel counts requests to data: disks, or the paths to a disk. */
    private final Set<String> counted = new HashSet<>();

    private final Set<Limiter> unknown = EnumSet.noneOf(Limiter.class);

    /**
     * Prepares the use of a node.
     *
     * @param load the node's numbers of the whole job; null if there are none
     * @param layout null if unknown
     * @param alone whether the cluster has no other node, so that nothing needs the network
     */
    NodeUse(NodeSeries node, NodeLoad load, NodeLayout layout, Map<String, RoleSpeed> speeds, boolean alone) {
        this.node = node;
        this.speeds = speeds;
        this.layout = layout;
        this.devices = devices();
        this.others = others();
        RoleSpeed stated = speeds.get(RoleSpeed.NETWORK);
        double known = alone ? Double.POSITIVE_INFINITY : link(load);
        this.link = Double.isNaN(known) && stated != null ? stated.read() : known;
        if (Double.isNaN(link)) {
            unknown.add(Limiter.NETWORK);
        }
    }

    /** Returns the parts whose use is unknown in every step. */
    Set<Limiter> unknown() {
        return unknown;
    }

    /** Checks whether a directory of HDFS may be on this node. */
    boolean holdsHdfs() {
        return layout == null
                || layout.directories().stream()
                        .anyMatch(directory -> directory.role().equals(RoleIo.HDFS) && directory.mayHoldData());
    }

    private List<DataDevice> devices() {
        List<DataDevice> found = new ArrayList<>();
        RoleDevices data = layout == null ? null : DeviceRoles.of(layout).used(DeviceRoles.BOTH);
        if (data == null || data.reason() != null) {
            unknown.addAll(Limiter.OF_STORAGE);
            return found;
        }
        Map<String, DeviceSeries> active = new TreeMap<>();
        node.devices().forEach(device -> active.put(device.device(), device));
        for (String device : data.devices()) {
            Set<String> roles = DeviceRoles.of(layout).role(device).roles();
            boolean hdfs = roles.contains(RoleIo.HDFS);
            boolean shuffle = roles.contains(RoleIo.SHUFFLE);
            Limiter limiter = hdfs && shuffle ? Limiter.STORAGE : hdfs ? Limiter.HDFS : Limiter.SHUFFLE;
            // Some kernels count requests at the paths to a disk, and not at the disk.
            List<String> counting =
                    active.containsKey(device) ? List.of(device) : data.paths().getOrDefault(device, List.of());
            List<DeviceSeries> series =
                    counting.stream().map(active::get).filter(Objects::nonNull).toList();
            if (!series.isEmpty()) {
                counted.addAll(counting);
                found.add(DataDevice.of(device, limiter, speed(device, limiter), asOne(series)));
            }
        }
        return found;
    }

    /** Returns the devices without data, below which there are none with data either. */
    private List<DeviceSeries> others() {
        return layout == null
                ? List.of()
                : node.devices().stream()
                        .filter(device -> DeviceRoles.of(layout)
                                .role(device.device())
                                .roles()
                                .isEmpty())
                        .filter(device -> !counted.contains(device.device()))
                        .toList();
    }

    /** Returns the steps of a device that the kernel counts at the device itself, or at each path to it. */
    private static List<IoStep> asOne(List<DeviceSeries> series) {
        return IntStream.range(0, series.get(0).steps().size())
                .mapToObj(step -> {
                    IoStep first = series.get(0).steps().get(step);
                    List<Sum> paths = series.stream()
                            .map(path -> path.steps().get(step).io())
                            .toList();
                    return paths.size() == 1 ? first : new IoStep(first.at(), first.seconds(), Sum.asOne(paths));
                })
                .toList();
    }

    /**
     * A device with data.
     *
     * @param speed null if unknown
     * @param writeSpeeds the bytes per second that it can write in each step; empty if unknown
     */
    private record DataDevice(
            String name, Limiter limiter, RoleSpeed speed, List<IoStep> steps, List<Double> writeSpeeds) {
        /** Makes a device, and follows how full its cache is. */
        static DataDevice of(String name, Limiter limiter, RoleSpeed speed, List<IoStep> steps) {
            List<Double> writeSpeeds = new ArrayList<>();
            double full = 0;
            for (IoStep step : speed == null ? List.<IoStep>of() : steps) {
                double grown = (orNaN(step.bytesWrittenPerSecond()) - speed.after()) * step.seconds();
                full = Math.max(0, full + (Double.isNaN(grown) ? 0 : grown));
                writeSpeeds.add(full < speed.cache() ? speed.write() : speed.after());
                full = Math.min(full, speed.cache());
            }
            return new DataDevice(name, limiter, speed, steps, writeSpeeds);
        }
    }

    /** Returns what a device can do, as its directories or the roles that it serves say; null if unknown. */
    private RoleSpeed speed(String device, Limiter limiter) {
        Set<RoleSpeed> stated = layout.directories().stream()
                .filter(directory -> directory.devices().contains(device))
                .map(directory -> speeds.get(directory.path()))
                .collect(Collectors.toSet());
        if (stated.isEmpty() || stated.contains(null)) {
            stated = Stream.of(RoleIo.HDFS, RoleIo.SHUFFLE)
                    .filter(role -> limiter == Limiter.STORAGE
                            || role.equals(limiter == Limiter.HDFS ? RoleIo.HDFS : RoleIo.SHUFFLE))
                    .map(speeds::get)
                    .collect(Collectors.toSet());
        }
        return stated.size() == 1 ? stated.iterator().next() : null;
    }

    /**
     * Returns the bytes per second of the interfaces with hardware that moved the bytes; NaN if the speed of one is
     * unknown. The idle part of a bond, or an interface for administration, adds nothing.
     */
    private double link(NodeLoad load) {
        Map<String, Double> moved = new TreeMap<>();
        Stream.ofNullable(load)
                .flatMap(one -> one.networks().stream())
                .forEach(one -> moved.put(
                        one.name(),
                        (one.received() == null ? 0.0 : one.received()) + (one.sent() == null ? 0.0 : one.sent())));
        List<NetworkAdapter> adapters = Stream.ofNullable(layout)
                .flatMap(one -> one.networks().stream())
                .filter(network -> Boolean.TRUE.equals(network.physical()) && moved.containsKey(network.name()))
                .toList();
        double least = LEAST_MOVED
                * adapters.stream()
                        .mapToDouble(network -> moved.get(network.name()))
                        .max()
                        .orElse(0);
        List<NetworkAdapter> physical = adapters.stream()
                .filter(network -> moved.get(network.name()) >= least)
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
        devices.forEach(device -> uses.merge(device.limiter(), use(device, step), Math::max));
        stall(uses, load, step);
        uses.put(Limiter.PROCESSORS, orNaN(load.cpuBusy()));
        uses.put(Limiter.NETWORK, Math.max(orNaN(load.receivedPerSecond()), orNaN(load.sentPerSecond())) / link);
        uses.put(Limiter.MEMORY, orNaN(load.memoryStalled()));
        if (link == Double.POSITIVE_INFINITY) {
            uses.put(Limiter.NETWORK, 0.0);
        }
        uses.replaceAll((limiter, use) -> Math.min(1, use));
        return uses;
    }

    /**
     * If all tasks wait for I/O, they wait for the storage that is in use most, even if the kernel limits its devices,
     * unless a device without data is busy.
     */
    private void stall(Map<Limiter, Double> uses, NodeStep load, int step) {
        double other = others.stream()
                .mapToDouble(device -> orNaN(device.steps().get(step).busy()))
                .filter(busy -> !Double.isNaN(busy))
                .max()
                .orElse(0);
        if (load.ioStalled() == null || other >= BUSY) {
            return;
        }
        uses.entrySet().stream()
                .filter(one -> one.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .ifPresent(one -> one.setValue(Math.max(one.getValue(), load.ioStalled())));
    }

    /**
     * Returns the use of a device: its bytes per second over what it can do. For a disk with platters it is at least the
     * share of the time in which it was busy. It is unknown for a busy device without platters, if its speed is unknown.
     */
    private double use(DataDevice device, int step) {
        IoStep io = device.steps().get(step);
        double busy = orNaN(io.busy());
        RoleSpeed speed = device.speed();
        if (speed == null) {
            // It can be in use for less time than it is busy, but not for more.
            return layout.isRotational(device.name()) || busy < BUSY ? busy : Double.NaN;
        }
        double moved = orNaN(io.bytesReadPerSecond()) / speed.read()
                + orNaN(io.bytesWrittenPerSecond()) / device.writeSpeeds().get(step);
        return speed.platters() && busy > moved ? busy : moved;
    }

    /** Passes on what each device with data did in one step. */
    void io(int step, BiConsumer<Limiter, IoStep> to) {
        devices.forEach(device -> to.accept(device.limiter(), device.steps().get(step)));
    }

    private static double orNaN(Double value) {
        return value == null ? Double.NaN : value;
    }
}
