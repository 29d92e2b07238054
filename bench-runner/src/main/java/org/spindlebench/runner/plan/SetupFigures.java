package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.runner.conf.Medium;
import org.spindlebench.runner.conf.NetworkLink;
import org.spindlebench.runner.conf.NominalFigures;
import org.spindlebench.runner.conf.Reservation;
import org.spindlebench.runner.conf.StorageDevice;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
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
}
