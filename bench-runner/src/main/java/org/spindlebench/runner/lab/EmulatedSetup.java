package org.spindlebench.runner.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.DeviceMechanics;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.lab.EmulatedDisk.DiskPartition;

/**
 * A setup as the laboratory emulates it: bandwidths divided by the scale, seeks as they are, capacities as small as the
 * space allows, and mount points in the laboratory's directory. The network is not emulated.
 *
 * @param setup the setup with the numbers of the emulated devices
 * @param size the requested bytes of all disks together
 * @param disks the instances of the devices, in the same order; those of partitions are parts of disks
 * @param node the emulated node beside its disks
 */
public record EmulatedSetup(StorageSetup setup, int scale, long size, List<EmulatedDisk> disks, EmulatedNode node) {
    /** The bandwidths of devices whose setup states none. */
    private static final Map<Medium, Long> USUAL_RATES =
            Map.of(Medium.HDD, 120_000_000L, Medium.SSD, 500_000_000L, Medium.NVME, 2_000_000_000L);

    /**
     * The seek of platters whose setup states none: half a rotation at 7200 rotations per minute, and a short movement
     * of the arm.
     */
    private static final Duration USUAL_SEEK = Duration.ofMillis(8);

    /** The largest scale. */
    public static final int MOST_SCALE = SetupWay.Emulated.MOST;

    private static final int USUAL_PARALLEL = 8;

    /** A file system of HDFS or the shuffle needs some space for its own data. */
    private static final long LEAST_SIZE = 256L << 20;

    private static final long BLOCK = 1L << 20;

    public EmulatedSetup {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(node, "node");
        disks = List.copyOf(disks);
    }

    /** Returns these disks in another node. */
    public EmulatedSetup with(EmulatedNode other) {
        return new EmulatedSetup(setup, scale, size, disks, other);
    }

    /**
     * Emulates a setup.
     *
     * @param size the bytes of all disks together. A disk's share of them is its capacity's share in the setup, and a
     *     partition's share is its capacity's share in the disk
     * @throws IllegalArgumentException if the setup has devices that cannot be emulated, or the size is too small
     */
    public static EmulatedSetup of(StorageSetup setup, int scale, long size, LabDirectory directory) {
        List<EmulatedDisk> disks = new ArrayList<>();
        double all = setup.devices().stream()
                .mapToDouble(device -> device.count() * weight(setup, device))
                .sum();
        for (StorageDevice device : setup.devices()) {
            if (device.medium() == Medium.RAM) {
                throw new IllegalArgumentException("setup " + setup.name() + ": the device " + device.name()
                        + " is memory, which Spindle does not emulate; leave it out");
            }
            if (device.isPartition()) {
                continue;
            }
            List<StorageDevice> sharing = sharing(setup, device);
            long bytes = bytes(setup, sharing, size / all, scale);
            for (int i = 1; i <= device.count(); i++) {
                disks.add(disk(device, i, scale, bytes, parts(setup, sharing, i, bytes)));
            }
        }
        Map<String, DiskPartition> parts = disks.stream()
                .flatMap(disk -> disk.parts().stream())
                .collect(Collectors.toMap(DiskPartition::name, Function.identity()));
        List<StorageDevice> devices = setup.devices().stream()
                .map(device -> scaled(device, scale, parts, directory))
                .toList();
        return new EmulatedSetup(on(setup, devices, scale), scale, size, disks, EmulatedNode.WHOLE);
    }

    /** Checks whether a setup has the same emulated disks for the same roles, and declares another network. */
    public boolean differsInNetworkOnly(EmulatedSetup other) {
        return disks.equals(other.disks)
                && setup.hdfs().equals(other.setup.hdfs())
                && setup.shuffle().equals(other.setup.shuffle())
                && setup.devices().equals(other.setup.devices())
                && !Objects.equals(bandwidth(setup.network()), bandwidth(other.setup.network()));
    }

    private static Long bandwidth(NetworkLink network) {
        return network == null ? null : network.bandwidth();
    }

    /** Returns a device of disks, and then the devices that are partitions of the same disks, in the file's order. */
    private static List<StorageDevice> sharing(StorageSetup setup, StorageDevice disk) {
        return Stream.concat(Stream.of(disk), setup.devices().stream().filter(device -> disk.name()
                        .equals(device.disksOf())))
                .toList();
    }

    /** Returns the bytes of one disk. Several devices may be its partitions. */
    private static long bytes(StorageSetup setup, List<StorageDevice> sharing, double bytesPerCapacity, int scale) {
        long share = Math.round(bytesPerCapacity
                * sharing.stream().mapToDouble(device -> weight(setup, device)).sum());
        boolean isStated = sharing.stream().allMatch(device -> device.nominal().capacity() != null);
        long most = isStated
                ? sharing.stream()
                                .mapToLong(device -> device.nominal().capacity())
                                .sum()
                        / scale
                : Long.MAX_VALUE;
        return Math.min(share, most) / BLOCK * BLOCK;
    }

    /**
     * Returns the parts of one disk. The device that has the disks comes first, so it gets the fastest part of the
     * platters.
     */
    private static List<DiskPartition> parts(
            StorageSetup setup, List<StorageDevice> sharing, int instance, long bytes) {
        double all =
                sharing.stream().mapToDouble(device -> weight(setup, device)).sum();
        List<DiskPartition> parts = new ArrayList<>();
        double weight = 0;
        long begin = 0;
        for (StorageDevice device : sharing) {
            weight += weight(setup, device);
            long end = Math.round(bytes * (weight / all)) / BLOCK * BLOCK;
            if (end - begin < LEAST_SIZE) {
                throw new IllegalArgumentException("setup " + setup.name() + ": "
                        + (sharing.size() > 1 ? "a partition of " : "a disk of ") + device.name() + " would have "
                        + ((end - begin) >> 20) + " MiB, but needs " + (LEAST_SIZE >> 20)
                        + " MiB; raise --lab-size, or lower the scale");
            }
            parts.add(new DiskPartition(name(device, instance), begin, end - begin));
            begin = end;
        }
        return parts;
    }

    private static String name(StorageDevice device, int instance) {
        return device.name() + "-" + instance;
    }

    /**
     * Returns the setup with other devices. Its network's interface and its requirements for nodes are left out,
     * because all nodes are on this host.
     */
    private static StorageSetup on(StorageSetup setup, List<StorageDevice> devices, int scale) {
        NetworkLink link = setup.network();
        return new StorageSetup(
                setup.source(),
                setup.name(),
                setup.description(),
                setup.currency(),
                devices,
                setup.hdfs(),
                setup.shuffle(),
                link == null ? null : new NetworkLink(null, link.bandwidth(), link.price()),
                new SetupWay.Emulated(scale),
                NodeDemands.NONE);
    }

    /**
     * Returns the capacity that determines a device's share; if the device states none, the largest device's capacity.
     */
    private static double weight(StorageSetup setup, StorageDevice device) {
        Long own = device.nominal().capacity();
        return own != null
                ? own
                : setup.devices().stream()
                        .map(each -> each.nominal().capacity())
                        .filter(Objects::nonNull)
                        .mapToDouble(Long::doubleValue)
                        .max()
                        .orElse(1);
    }

    private static StorageDevice scaled(
            StorageDevice device, int scale, Map<String, DiskPartition> parts, LabDirectory directory) {
        NominalValues nominal = device.nominal();
        List<String> mounts = IntStream.rangeClosed(1, device.count())
                .mapToObj(i -> directory.mount(name(device, i)).toString())
                .toList();
        return new StorageDevice(
                device.name(),
                device.medium(),
                device.count(),
                new NominalValues(
                        parts.get(name(device, 1)).size(),
                        read(device) / scale,
                        write(device) / scale,
                        nominal.price(),
                        nominal.watts(),
                        scaled(nominal.mechanics(), scale)),
                device.split(),
                device.storage(),
                new DevicePaths(mounts, List.of(), List.of()),
                device.disksOf());
    }

    private static DeviceMechanics scaled(DeviceMechanics described, int scale) {
        return new DeviceMechanics(
                over(described.innerBandwidth(), scale),
                described.seek(),
                described.parallel(),
                over(described.cache(), scale),
                over(described.bandwidthAfterCache(), scale));
    }

    private static Long over(Long stated, int scale) {
        return stated == null ? null : (Long) (stated / scale);
    }

    private static long read(StorageDevice device) {
        Long stated = device.nominal().readBandwidth();
        return stated == null ? USUAL_RATES.get(device.medium()) : stated;
    }

    private static long write(StorageDevice device) {
        Long stated = device.nominal().writeBandwidth();
        return stated == null ? USUAL_RATES.get(device.medium()) : stated;
    }

    private static EmulatedDisk disk(
            StorageDevice device, int instance, int scale, long size, List<DiskPartition> parts) {
        DeviceMechanics mechanics = device.nominal().mechanics();
        boolean platters = device.medium() == Medium.HDD;
        Duration seek = mechanics.seek() == null ? (platters ? USUAL_SEEK : Duration.ZERO) : mechanics.seek();
        double inner = mechanics.innerBandwidth() == null ? 1 : (double) mechanics.innerBandwidth() / read(device);
        int parallel = mechanics.parallel() == null ? USUAL_PARALLEL : mechanics.parallel();
        return new EmulatedDisk(
                name(device, instance),
                size,
                platters,
                (double) read(device) / scale,
                (double) write(device) / scale,
                inner,
                seek.toNanos(),
                platters ? 1 : parallel,
                mechanics.cache() == null ? 0 : mechanics.cache() / scale,
                mechanics.bandwidthAfterCache() == null ? 0 : (double) mechanics.bandwidthAfterCache() / scale,
                assumed(device),
                parts);
    }

    /** Returns the numbers that the setup does not state. */
    private static List<String> assumed(StorageDevice device) {
        List<String> assumed = new ArrayList<>();
        if (device.nominal().readBandwidth() == null || device.nominal().writeBandwidth() == null) {
            assumed.add("bandwidth");
        }
        if (device.nominal().mechanics().seek() == null) {
            assumed.add("seek");
        }
        return assumed;
    }
}
