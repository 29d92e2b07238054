package org.spindlebench.analysis.device;

import java.util.List;

/**
 * A directory that was to be measured, and what it lies on. Absent where it is not known.
 *
 * @param path as it was given
 * @param realPath with links followed
 * @param mountPoint of its file system
 * @param fileSystem its type
 * @param devices those that the file system lies on, by the names of {@code /proc/diskstats}
 * @param disks the physical disks at the bottom
 * @param noDevice why it lies on no block device of this node, such as {@code tmpfs: in memory}; null where it does
 * @param unknown why the device is not known; null where it is
 * @param access {@code direct}: requests passed the page cache by; {@code buffered}: writes ended with fsync, and before reads the file's pages
 *     were dropped and seen to be gone; {@code memory}: there is no device; null where nothing was measured
 * @param accessReason why it is not {@code direct}; null where that needs no reason
 * @param error why nothing was measured; null where something was
 */
public record ProbedDirectory(
        String path,
        String realPath,
        String mountPoint,
        String fileSystem,
        List<String> devices,
        List<String> disks,
        String noDevice,
        String unknown,
        String access,
        String accessReason,
        String error) {
    public ProbedDirectory {
        devices = devices == null ? List.of() : List.copyOf(devices);
        disks = disks == null ? List.of() : List.copyOf(disks);
    }
}
