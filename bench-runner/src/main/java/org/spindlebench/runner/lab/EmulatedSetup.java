package org.spindlebench.runner.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.DeviceMechanics;
import org.spindlebench.runner.conf.StorageSetup.DevicePaths;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NodeDemands;
import org.spindlebench.runner.conf.StorageSetup.NominalFigures;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;

/**
 * A setup as the laboratory emulates it: bandwidths divided by the scale, seeks as they are, capacities as small as the
 * space allows, and mount points in the laboratory's directory. The network is not emulated.
 *
 * @param setup the setup with the figures of the emulated devices
 * @param disks the devices' instances, in the same order
 */
public record EmulatedSetup(StorageSetup setup, int scale, List<EmulatedDisk> disks) {
    /** The bandwidths of devices whose setup states none. */
    private static final Map<Medium, Long> USUAL_RATES =
            Map.of(Medium.HDD, 120_000_000L, Medium.SSD, 500_000_000L, Medium.NVME, 2_000_000_000L);

    /** The seek of platters whose setup states none: half a turn at 7200 a minute, and a short way of the arm. */
    private static final Duration USUAL_SEEK = Duration.ofMillis(8);

    /** The largest scale. */
    public static final int MOST_SCALE = SetupWay.Emulated.MOST;

    private static final int USUAL_PARALLEL = 8;

    /** A file system of HDFS or the shuffle needs some room beside its own. */
    private static final long LEAST_SIZE = 256L << 20;

    private static final long BLOCK = 1L << 20;

    public EmulatedSetup {
        Objects.requireNonNull(setup, "setup");
        disks = List.copyOf(disks);
    }

    /**
     * Emulates a setup.
     *
     * @param size the bytes of all disks together; each gets a share as its capacity has in the setup's
     * @throws IllegalArgumentException if the setup has devices that cannot be emulated, or the size is too small
     */
    public static EmulatedSetup of(StorageSetup setup, int scale, long size, LabDirectory directory) {
        List<EmulatedDisk> disks = new ArrayList<>();
        List<StorageDevice> devices = new ArrayList<>();
        double all = setup.devices().stream()
                .mapToDouble(device -> device.count() * weight(setup, device))
                .sum();
        for (StorageDevice device : setup.devices()) {
            if (device.medium() == Medium.RAM) {
                throw new IllegalArgumentException("setup " + setup.name() + ": the device " + device.name()
                        + " is memory, which Spindle does not emulate; leave it out");
            }
            if (device.isPartition()) {
                throw new IllegalArgumentException("setup " + setup.name() + ": the device " + device.name()
                        + " is a partition of " + device.disksOf()
                        + ", and Spindle emulates whole disks only; name a setup without partitions");
            }
            double share = size * (weight(setup, device) / all);
            long most = device.nominal().capacity() == null
                    ? Long.MAX_VALUE
                    : device.nominal().capacity() / scale;
            long bytes = Math.min((long) share, most) / BLOCK * BLOCK;
            if (bytes < LEAST_SIZE) {
                throw new IllegalArgumentException(
                        "setup " + setup.name() + ": a disk of " + device.name() + " would have "
                                + (bytes >> 20) + " MiB, but needs " + (LEAST_SIZE >> 20)
                                + " MiB; raise --size (--lab-size of `run`), or lower the scale");
            }
            List<String> mounts = new ArrayList<>();
            for (int i = 1; i <= device.count(); i++) {
                EmulatedDisk disk = disk(device, i, scale, bytes);
                disks.add(disk);
                mounts.add(directory.mount(disk.name()).toString());
            }
            devices.add(scaled(device, scale, bytes, mounts));
        }
        return new EmulatedSetup(on(setup, devices, scale), scale, disks);
    }

    /** Returns the setup with other devices. Its network's interface and what it demands of nodes are left out,
     * as all nodes are on this host. */
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

    /** Returns the capacity by which a device gets its share; that of the largest device if it states none. */
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

    private static StorageDevice scaled(StorageDevice device, int scale, long size, List<String> mounts) {
        NominalFigures nominal = device.nominal();
        return new StorageDevice(
                device.name(),
                device.medium(),
                device.count(),
                new NominalFigures(
                        size,
                        read(device) / scale,
                        write(device) / scale,
                        nominal.price(),
                        nominal.watts(),
                        nominal.mechanics()),
                device.split(),
                device.storage(),
                new DevicePaths(mounts, List.of(), List.of()),
                null);
    }

    private static long read(StorageDevice device) {
        Long stated = device.nominal().readBandwidth();
        return stated == null ? USUAL_RATES.get(device.medium()) : stated;
    }

    private static long write(StorageDevice device) {
        Long stated = device.nominal().writeBandwidth();
        return stated == null ? USUAL_RATES.get(device.medium()) : stated;
    }

    private static EmulatedDisk disk(StorageDevice device, int instance, int scale, long size) {
        DeviceMechanics mechanics = device.nominal().mechanics();
        boolean platters = device.medium() == Medium.HDD;
        Duration seek = mechanics.seek() == null ? (platters ? USUAL_SEEK : Duration.ZERO) : mechanics.seek();
        double inner = mechanics.innerBandwidth() == null ? 1 : (double) mechanics.innerBandwidth() / read(device);
        int parallel = mechanics.parallel() == null ? USUAL_PARALLEL : mechanics.parallel();
        return new EmulatedDisk(
                device.name() + "-" + instance,
                size,
                platters,
                (double) read(device) / scale,
                (double) write(device) / scale,
                inner,
                seek.toNanos(),
                platters ? 1 : parallel,
                mechanics.cache() == null ? 0 : mechanics.cache() / scale,
                mechanics.bandwidthAfterCache() == null ? 0 : (double) mechanics.bandwidthAfterCache() / scale,
                assumed(device));
    }

    /** Returns the figures that the setup does not state. */
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
