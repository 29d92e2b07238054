package org.spindlebench.analysis.layout;

import java.util.Arrays;
import java.util.List;

/**
 * A directory and what it lies on. Absent where it is not known.
 *
 * @param role what it is for: {@code hdfs} and {@code shuffle}, or {@code root}, {@code logs}, {@code jdk}, {@code swap}
 * @param path as configured
 * @param realPath with links followed
 * @param exists null where permissions hide it
 * @param readable by the probe's user
 * @param mountPoint of its file system
 * @param fileSystem its type
 * @param mountOptions such as {@code rw,noatime}
 * @param superOptions those of the file system as a whole
 * @param source the device as it was named when it was mounted
 * @param majorMinor the file system's number; of some it is no device's
 * @param devices those that the file system lies on: one, but for file systems that spread over several
 * @param disks the physical disks at the bottom
 * @param total bytes of the file system
 * @param usable bytes of it that users may still write
 * @param storageType of HDFS, such as {@code SSD}
 * @param noDevice why it lies on no block device of this node, such as {@code tmpfs: in memory}; null where it does
 * @param unknown why the device is not known; null where it is
 */
public record Directory(
        String role,
        String path,
        String realPath,
        Boolean exists,
        Boolean readable,
        String mountPoint,
        String fileSystem,
        String mountOptions,
        String superOptions,
        String source,
        String majorMinor,
        List<String> devices,
        List<String> disks,
        Long total,
        Long usable,
        String storageType,
        String noDevice,
        String unknown) {
    private static final List<String> IN_MEMORY = List.of("tmpfs", "ramfs", "devtmpfs");

    public Directory {
        devices = devices == null ? List.of() : List.copyOf(devices);
        disks = disks == null ? List.of() : List.copyOf(disks);
    }

    /** Whether it is mounted with this option, such as {@code noatime}. */
    public boolean isMountedWith(String option) {
        return mountOptions != null && Arrays.asList(mountOptions.split(",")).contains(option);
    }

    /** Whether what is written there reaches no device, but for swap. */
    boolean isInMemory() {
        return fileSystem != null && IN_MEMORY.contains(fileSystem);
    }

    /** One that is known not to be there holds nothing. */
    boolean mayHoldData() {
        return !Boolean.FALSE.equals(exists);
    }
}
