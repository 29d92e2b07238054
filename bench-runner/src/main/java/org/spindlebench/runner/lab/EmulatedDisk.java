package org.spindlebench.runner.lab;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.spindlebench.runner.conf.FileSafeName;

/**
 * The properties of one emulated disk. Rates are bytes per second, after scaling.
 *
 * @param name the name of its files, such as {@code hdd-1}
 * @param size its bytes
 * @param platters whether the disk has platters and one head
 * @param readRate the rate of reading; with platters, at the outer edge
 * @param writeRate the rate of writing; with platters, at the outer edge
 * @param innerShare the rate at the end of the disk / the rate at its beginning
 * @param seekNanos with platters the time to move the head; otherwise the latency of every request
 * @param parallel the number of requests that it serves at once
 * @param cache the bytes that it writes at {@code writeRate} after idling; 0 if the rate does not change
 * @param rateAfterCache the rate of writing after that; 0 if the rate does not change
 * @param assumed for people, the numbers that the setup does not state
 * @param parts the parts with a block device and a file system of their own, in the order of places. A disk without
 *     partitions is one part with the disk's name
 */
public record EmulatedDisk(
        String name,
        long size,
        boolean platters,
        double readRate,
        double writeRate,
        double innerShare,
        long seekNanos,
        int parallel,
        long cache,
        double rateAfterCache,
        List<String> assumed,
        List<DiskPartition> parts) {
    public EmulatedDisk {
        FileSafeName.require("the disk", Objects.requireNonNull(name, "name"));
        parts = parts == null || parts.isEmpty() ? List.of(new DiskPartition(name, 0, size)) : List.copyOf(parts);
        assumed = assumed == null ? List.of() : List.copyOf(assumed);
        boolean whole = size > 0 && readRate > 0 && writeRate > 0 && innerShare > 0 && seekNanos >= 0 && parallel > 0;
        if (!whole || cache < 0 || (cache > 0 && !(rateAfterCache > 0)) || (platters && parallel != 1)) {
            throw new IllegalArgumentException("not a disk: " + name);
        }
        long end = 0;
        for (DiskPartition part : parts) {
            if (part.begin() < end || part.size() <= 0 || part.end() > size) {
                throw new IllegalArgumentException(part.name() + " is not a part of " + name);
            }
            end = part.end();
        }
    }

    /**
     * A partition of a disk, or the whole of a disk without partitions.
     *
     * @param name the name of its mount point
     * @param begin the byte of the disk at which the part begins
     * @param size its bytes
     */
    public record DiskPartition(String name, long begin, long size) {
        public DiskPartition {
            FileSafeName.require("the partition", Objects.requireNonNull(name, "name"));
        }

        /** Returns the first byte of the disk after this part. */
        public long end() {
            return begin + size;
        }
    }

    public boolean hasPartitions() {
        return parts.size() > 1;
    }

    /** Describes the disk for people. */
    public String describe() {
        String rates = String.format(
                Locale.ROOT,
                "%s: %.1f GB, reads %.1f MB/s, writes %.1f MB/s, %s %.2f ms",
                name,
                size / 1e9,
                readRate / 1e6,
                writeRate / 1e6,
                platters ? "seek" : "latency",
                seekNanos / 1e6);
        String inner = innerShare == 1 ? "" : String.format(Locale.ROOT, ", %.2f of that at its end", innerShare);
        String cached = cache == 0
                ? ""
                : String.format(Locale.ROOT, ", writes %.1f MB/s after %.1f GB", rateAfterCache / 1e6, cache / 1e9);
        String usual = assumed.isEmpty() ? "" : " (usual figures: " + String.join(", ", assumed) + ")";
        return rates + inner + cached + usual;
    }
}
