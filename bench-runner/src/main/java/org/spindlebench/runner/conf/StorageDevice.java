package org.spindlebench.runner.conf;

import java.util.Objects;

/**
 * Devices of one kind that are used alike.
 *
 * @param name in its setup
 * @param medium its kind
 * @param count instances in each node, at least 1
 * @param nominal what is stated of one
 * @param split how many directories lie on one
 * @param storage what HDFS is told that it is
 * @param paths where the instances are found
 */
public record StorageDevice(
        String name,
        Medium medium,
        int count,
        NominalFigures nominal,
        Split split,
        StorageType storage,
        DevicePaths paths) {
    public StorageDevice {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(medium, "medium");
        Objects.requireNonNull(nominal, "nominal");
        Objects.requireNonNull(split, "split");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(paths, "paths");
        if (count < 1) {
            throw new IllegalArgumentException("a setup has an instance of each of its devices: " + count);
        }
    }
}
