package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.runner.conf.Reservation;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.Medium;
import org.spindlebench.runner.conf.StorageSetup.NetworkLink;
import org.spindlebench.runner.conf.StorageSetup.NominalValues;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.conf.StorageType;

/**
 * One node's devices under a setup, as in Table 1 of Cloudera's paper. All values come from the setup's file. A sum is
 * null if a device does not state its value.
 *
 * @param storage the devices by kind, such as {@code 6 HDD + 1 SSD}
 * @param rawCapacity bytes of all devices
 * @param usableCapacity the bytes of files that fit into HDFS: the capacity of its devices, not counting memory,
 *     divided by {@code replication}, or by the overhead of {@code erasureCoding}
 * @param replication copies of every block
 * @param erasureCoding the name of the erasure-coding policy of all files in place of replication; null if they are
 *     replicated
 * @param price the total price of the devices
 * @param currency the currency of the price
 * @param watts the total power of the devices
 * @param splits the devices of stated capacity that have several HDFS directories on each instance
 * @param fill the bytes that fill each device, if some devices fill up before others
 * @param way the way in which the setup is applied, and by whom, such as {@code as-is (user)}
 * @param emulated whether the capacities are the capacities of emulated disks, which are smaller than the described
 *     disks
 */
public record SetupFacts(
        String setup,
        String storage,
        Long rawCapacity,
        Long usableCapacity,
        int replication,
        String erasureCoding,
        RoleTotal hdfs,
        RoleTotal shuffle,
        Double price,
        String currency,
        Double watts,
        NetworkLink network,
        List<SplitCapacity> splits,
        List<FillLevel> fill,
        String way,
        boolean emulated) {
    public SetupFacts {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(hdfs, "hdfs");
        Objects.requireNonNull(shuffle, "shuffle");
        splits = List.copyOf(splits);
        fill = List.copyOf(fill);
    }

    /**
     * Computes the values of a setup.
     *
     * @param replication copies of every block, at least 1
     */
    public static SetupFacts of(StorageSetup setup, int replication) {
        return of(setup, new StorageTerms(replication, 0, 1));
    }

    /** Computes the values of a setup whose HDFS stores files on these terms. */
    static SetupFacts of(StorageSetup setup, StorageTerms terms) {
        List<StorageDevice> holding = setup.usedBy(StorageRole.HDFS).stream()
                .filter(device -> device.storage() != StorageType.RAM_DISK)
                .toList();
        Long hdfs = StatedSum.of(holding, NominalValues::capacity);
        return new SetupFacts(
                setup.name(),
                storage(setup.devices()),
                StatedSum.of(setup.devices(), NominalValues::capacity),
                hdfs == null ? null : (Long) (long) terms.usable(hdfs),
                terms.replication(),
                terms.coding() == null ? null : terms.coding().name(),
                RoleTotal.of(setup, StorageRole.HDFS),
                RoleTotal.of(setup, StorageRole.SHUFFLE),
                sum(setup.devices(), NominalValues::price),
                setup.currency(),
                sum(setup.devices(), NominalValues::watts),
                setup.network(),
                splits(setup),
                FillLevel.of(setup),
                setup.way().describe(),
                setup.way() instanceof SetupWay.Emulated);
    }

    /** Returns the price over the raw capacity; null if one of the two is not stated, or the disks are emulated. */
    Double pricePerByte() {
        return emulated || price == null || rawCapacity == null ? null : (Double) (price / rawCapacity);
    }

    /** Returns these values with the setup's measured bandwidths. */
    public SetupFacts with(MeasuredSetups measured) {
        return measured.of(setup)
                .map(found -> new SetupFacts(
                        setup,
                        storage,
                        rawCapacity,
                        usableCapacity,
                        replication,
                        erasureCoding,
                        hdfs.with(found.bandwidth(StorageRole.HDFS)),
                        shuffle.with(found.bandwidth(StorageRole.SHUFFLE)),
                        price,
                        currency,
                        watts,
                        network,
                        splits,
                        fill,
                        way,
                        emulated))
                .orElse(this);
    }

    private static String storage(List<StorageDevice> devices) {
        Map<Medium, Integer> counts = new EnumMap<>(Medium.class);
        disks(devices).forEach(device -> counts.merge(device.medium(), device.count(), Integer::sum));
        return counts.entrySet().stream()
                .map(medium -> medium.getValue() + " " + medium.getKey().title())
                .collect(Collectors.joining(" + "));
    }

    private static List<StorageDevice> disks(List<StorageDevice> devices) {
        return devices.stream().filter(device -> !device.isPartition()).toList();
    }

    private static Double sum(List<StorageDevice> devices, Function<NominalValues, Double> figure) {
        double sum = 0;
        for (StorageDevice device : disks(devices)) {
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
     * The amount of data at which the first instances of a device are full. HDFS fills its directories in turn, so that
     * each gets the same number of bytes, on any device.
     *
     * @param device the device's name
     * @param share the share of a node's bytes in HDFS that one instance gets: its number of directories divided by the
     *     node's number
     * @param bytes the bytes in a node's HDFS, with replicas, that fill an instance: its capacity divided by that share
     */
    public record FillLevel(String device, double share, long bytes) {

        /** Returns the levels of all HDFS devices; empty if all fill up together, or if a capacity is not stated. */
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
     * The capacity that HDFS counts for a split device, and the reservation that corrects it. The numbers use the
     * stated capacity. The real file system is smaller, so its own size must be used for the final reservation.
     *
     * @param device the device's name in the setup
     * @param directories the number of HDFS directories on each instance
     * @param capacity the bytes of one instance
     * @param counted the bytes that HDFS counts for one instance without a reservation
     * @param reservedPerDirectory the bytes to reserve in each directory with {@code dfs.datanode.du.reserved}
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

    /** Adds up a value over the devices of a node. */
    static final class StatedSum {
        private StatedSum() {}

        /** Returns the sum over all instances; null if a device does not state the value, or if the sum overflows. */
        static Long of(List<StorageDevice> devices, Function<NominalValues, Long> figure) {
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
     * The total of one node's devices for HDFS or for the shuffle.
     *
     * @param nominal the total stated bandwidth; null if a device does not state its bandwidth
     * @param measured the total measured bandwidth; null if not measured
     */
    public record RoleTotal(List<String> devices, int directories, Bandwidth nominal, Bandwidth measured) {
        public RoleTotal {
            devices = List.copyOf(devices);
        }

        /**
         * Bandwidth of sequential reading and writing.
         *
         * @param read bytes per second
         * @param write bytes per second
         */
        public record Bandwidth(long read, long write) {}

        static RoleTotal of(StorageSetup setup, StorageRole role) {
            List<StorageDevice> devices = setup.usedBy(role);
            Long read = StatedSum.of(devices, NominalValues::readBandwidth);
            Long write = StatedSum.of(devices, NominalValues::writeBandwidth);
            return new RoleTotal(
                    devices.stream().map(StorageDevice::name).toList(),
                    devices.stream()
                            .mapToInt(device -> device.count() * setup.directoriesPerInstance(device, role))
                            .sum(),
                    read == null || write == null ? null : new Bandwidth(read, write),
                    null);
        }

        RoleTotal with(Bandwidth found) {
            return new RoleTotal(devices, directories, nominal, found);
        }
    }
}
