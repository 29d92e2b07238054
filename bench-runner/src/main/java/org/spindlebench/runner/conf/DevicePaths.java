package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Objects;

/**
 * Where the instances of a device are found on every node. All are absolute; all lists are empty where a file states none.
 *
 * @param mounts the mount points, one for each instance
 * @param hdfs HDFS's directories, in place of those that follow from the mount points
 * @param shuffle the shuffle's, likewise
 */
public record DevicePaths(List<String> mounts, List<String> hdfs, List<String> shuffle) {
    /** Nothing is stated. */
    public static final DevicePaths NONE = new DevicePaths(List.of(), List.of(), List.of());

    public DevicePaths {
        mounts = List.copyOf(mounts);
        hdfs = List.copyOf(hdfs);
        shuffle = List.copyOf(shuffle);
    }

    /** The directories that the file lists for a role. */
    public List<String> listed(StorageRole role) {
        Objects.requireNonNull(role, "role");
        return role == StorageRole.HDFS ? hdfs : shuffle;
    }
}
