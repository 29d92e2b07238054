package org.spindlebench.analysis.layout;

import java.util.List;

/**
 * A block device. Absent where the kernel does not say.
 *
 * @param name as in {@code /proc/diskstats}, such as {@code sda1}
 * @param majorMinor its number, such as {@code 8:1}
 * @param type {@code disk}, {@code partition}, {@code dm}, {@code raid}, {@code loop}, {@code stacked} of others in another way,
 *     "path" to an NVMe disk, or {@code memory}
 * @param label the device mapper's name of it, such as {@code data-one}
 * @param kind of the device mapper: {@code lvm}, {@code crypt}, {@code mpath} and others; of a RAID its level
 * @param on devices directly below it; empty for a disk
 * @param paths to an NVMe disk that has several, or could: some kernels count requests there and not at the disk
 * @param size bytes
 * @param hardware what a disk is
 * @param queue how its requests are handled; null for a partition
 * @param unknown why it is not known what it lies on; null where it is
 */
public record Device(
        String name,
        String majorMinor,
        String type,
        String label,
        String kind,
        List<String> on,
        List<String> paths,
        Long size,
        Hardware hardware,
        Queue queue,
        String unknown) {
    /**
     * What a disk is.
     *
     * @param model its name
     * @param vendor as the kernel has it; behind SATA it is {@code ATA}
     * @param firmware revision
     * @param rotational whether the kernel takes it for one with platters: virtual disks often look so
     * @param removable whether its medium can be taken out
     * @param temperature degrees Celsius at the moment of reading
     */
    public record Hardware(
            String model, String vendor, String firmware, Boolean rotational, Boolean removable, Double temperature) {}

    /**
     * How requests are handled.
     *
     * @param scheduler such as {@code mq-deadline}
     * @param readAhead bytes
     * @param maxRequest bytes of the largest request
     * @param requests that the queue holds
     * @param depth requests that the device takes at once
     * @param logicalBlock bytes
     * @param writeCache {@code write back} or {@code write through}
     */
    public record Queue(
            String scheduler,
            Long readAhead,
            Long maxRequest,
            Long requests,
            Long depth,
            Long logicalBlock,
            String writeCache) {}

    public Device {
        on = on == null ? List.of() : List.copyOf(on);
        paths = paths == null ? List.of() : List.copyOf(paths);
    }
}
