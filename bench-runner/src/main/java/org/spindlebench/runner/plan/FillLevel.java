package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.List;
import org.spindlebench.runner.conf.StorageDevice;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageType;

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
