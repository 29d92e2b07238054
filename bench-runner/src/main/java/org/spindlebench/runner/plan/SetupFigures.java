package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.Reservation;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NominalFigures;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.conf.StorageType;

/**
 * What one node has under a setup: a line of Table 1 of Cloudera's paper. All is as stated, and null where it is not, or not
 * of every device that it adds up.
 *
 * @param setup the setup's name
 * @param storage devices by kind, such as {@code 6 HDD + 1 SSD}
 * @param rawCapacity bytes of all devices
 * @param usableCapacity bytes of files that fit into HDFS: the capacity of the devices that it writes to, without memory, over
 *     {@code replication}
 * @param replication copies of every block
 * @param hdfs what HDFS has
 * @param shuffle what the shuffle has
 * @param price of the devices
 * @param currency of the prices
 * @param watts of the devices
 * @param network between the nodes
 * @param splits devices with several directories of HDFS on each instance, where their capacity is stated
 * @param fill when devices are full, where some are before others
 */
public record SetupFigures(
        String setup,
        String storage,
        Long rawCapacity,
        Long usableCapacity,
        int replication,
        RoleFigures hdfs,
        RoleFigures shuffle,
        Double price,
        String currency,
        Double watts,
        NetworkLink network,
        List<SplitCapacity> splits,
        List<FillLevel> fill) {
    public SetupFigures {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(hdfs, "hdfs");
        Objects.requireNonNull(shuffle, "shuffle");
        splits = List.copyOf(splits);
        fill = List.copyOf(fill);
    }

    /**
     * The figures of a setup.
     *
     * @param replication copies of every block, at least 1
     */
    public static SetupFigures of(StorageSetup setup, int replication) {
        List<StorageDevice> holding = setup.usedBy(StorageRole.HDFS).stream()
                .filter(device -> device.storage() != StorageType.RAM_DISK)
                .toList();
        Long hdfs = StatedSum.of(holding, NominalFigures::capacity);
        return new SetupFigures(
                setup.name(),
                storage(setup.devices()),
                StatedSum.of(setup.devices(), NominalFigures::capacity),
                hdfs == null ? null : hdfs / replication,
                replication,
                RoleFigures.of(setup, StorageRole.HDFS),
                RoleFigures.of(setup, StorageRole.SHUFFLE),
                sum(setup.devices(), NominalFigures::price),
                setup.currency(),
                sum(setup.devices(), NominalFigures::watts),
                setup.network(),
                splits(setup),
                FillLevel.of(setup));
    }

    /** The same with what was measured of it. */
    public SetupFigures with(MeasuredSetups measured) {
        return measured.of(setup)
                .map(found -> new SetupFigures(
                        setup,
                        storage,
                        rawCapacity,
                        usableCapacity,
                        replication,
                        hdfs.with(found.bandwidth(StorageRole.HDFS)),
                        shuffle.with(found.bandwidth(StorageRole.SHUFFLE)),
                        price,
                        currency,
                        watts,
                        network,
                        splits,
                        fill))
                .orElse(this);
    }

    private static String storage(List<StorageDevice> devices) {
        Map<Medium, Integer> counts = new EnumMap<>(Medium.class);
        devices.forEach(device -> counts.merge(device.medium(), device.count(), Integer::sum));
        return counts.entrySet().stream()
                .map(medium -> medium.getValue() + " " + medium.getKey().title())
                .collect(Collectors.joining(" + "));
    }

    private static Double sum(List<StorageDevice> devices, Function<NominalFigures, Double> figure) {
        double sum = 0;
        for (StorageDevice device : devices) {
            Double one = figure.apply(device.nominal());
            if (one == null) {
                return null;
            }
            sum += device.count() * one;
        }
        return sum;
    }

    private static List<SplitCapacity> splits(StorageSetup setup) {
        List<SplitCapacity> splits = new ArrayList<>();
        for (StorageDevice device : setup.devicesOf(StorageRole.HDFS)) {
            int directories = setup.directoriesPerInstance(device, StorageRole.HDFS);
            Long capacity = device.nominal().capacity();
            if (directories > 1 && capacity != null) {
                splits.add(SplitCapacity.of(device.name(), new Reservation(capacity, directories)));
            }
        }
        return splits;
    }

    /**
     * When the first instances of a device are full, as HDFS fills its directories in turns: each gets the same, whatever is below it.
     *
     * @param device its name
     * @param share of a node's bytes in HDFS that one instance gets: its directories over all of the node
     * @param bytes in a node's HDFS, replicas counted, with which an instance is full: its capacity over that share
     */
    public record FillLevel(String device, double share, long bytes) {

        /** For each device to which HDFS writes and whose capacity is stated; empty where all fill up together, or some are not stated. */
        static List<FillLevel> of(StorageSetup setup) {
            List<StorageDevice> devices = setup.usedBy(StorageRole.HDFS);
            double directories = 0;
            for (StorageDevice device : devices) {
                if (device.storage() == StorageType.RAM_DISK || device.nominal().capacity() == null) {
                    return List.of();
                }
                directories += (double) device.count() * setup.directoriesPerInstance(device, StorageRole.HDFS);
            }
            List<FillLevel> levels = new ArrayList<>();
            for (StorageDevice device : devices) {
                double share = setup.directoriesPerInstance(device, StorageRole.HDFS) / directories;
                levels.add(new FillLevel(
                        device.name(), share, Math.round(device.nominal().capacity() / share)));
            }
            return levels.stream().map(FillLevel::bytes).distinct().count() > 1 ? levels : List.of();
        }
    }

    /**
     * What HDFS would count of a split device, and what to reserve so that it counts the truth. By the stated capacity: a file system
     * is smaller, and what is reserved in the end must follow from its own size.
     *
     * @param device its name in the setup
     * @param directories of HDFS on each instance
     * @param capacity bytes of one instance
     * @param counted bytes that HDFS counts of one instance where nothing is reserved
     * @param reservedPerDirectory bytes, for {@code dfs.datanode.du.reserved}
     */
    public record SplitCapacity(
            String device, int directories, long capacity, long counted, long reservedPerDirectory) {
        static SplitCapacity of(String device, Reservation reservation) {
            return new SplitCapacity(
                    device,
                    reservation.directories(),
                    reservation.capacity(),
                    reservation.counted(),
                    reservation.perDirectory());
        }
    }

    /** Adds up a figure of the devices of a node. */
    static final class StatedSum {
        private StatedSum() {}

        /** The sum over all instances; null where a device does not state the figure, or the sum is larger than Java can count. */
        static Long of(List<StorageDevice> devices, Function<NominalFigures, Long> figure) {
            long sum = 0;
            for (StorageDevice device : devices) {
                Long one = figure.apply(device.nominal());
                if (one == null || one > (Long.MAX_VALUE - sum) / device.count()) {
                    return null;
                }
                sum += device.count() * one;
            }
            return sum;
        }
    }

    /**
     * What the devices of one node have together for HDFS or for the shuffle.
     *
     * @param devices names of those that the role writes to
     * @param directories of the role on them
     * @param nominal bandwidth, added up; null where that of a device is not stated
     * @param measured bandwidth, added up; null where it was not measured
     */
    public record RoleFigures(List<String> devices, int directories, Bandwidth nominal, Bandwidth measured) {
        public RoleFigures {
            devices = List.copyOf(devices);
        }

        /**
         * Of sequential reading and writing.
         *
         * @param read bytes per second
         * @param write bytes per second
         */
        public record Bandwidth(long read, long write) {}

        static RoleFigures of(StorageSetup setup, StorageRole role) {
            List<StorageDevice> devices = setup.usedBy(role);
            Long read = StatedSum.of(devices, NominalFigures::readBandwidth);
            Long write = StatedSum.of(devices, NominalFigures::writeBandwidth);
            return new RoleFigures(
                    devices.stream().map(StorageDevice::name).toList(),
                    devices.stream()
                            .mapToInt(device -> device.count() * setup.directoriesPerInstance(device, role))
                            .sum(),
                    read == null || write == null ? null : new Bandwidth(read, write),
                    null);
        }

        /** The same with what was measured. */
        RoleFigures with(Bandwidth found) {
            return new RoleFigures(devices, directories, nominal, found);
        }
    }
}
