package org.spindlebench.analysis.cell;

import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.layout.Device;
import org.spindlebench.analysis.layout.Directory;
import org.spindlebench.analysis.layout.NodeLayout;

/**
 * How the disks of runs were set, and how full those without platters were. It holds values, not nodes: a cluster of any size takes the same space.
 *
 * @param queues by role, kind of disk and setting, such as {@code hdfs, rotating: scheduler}: the values that were seen, sizes in KiB, as the kernel has them;
 *     {@value Conditions#MOST_VALUES} at most
 * @param firmware by a disk's model: the revisions that were seen, as many at most
 * @param fill by role: mean share of the file systems on disks without platters that was not free when the campaign, or the visit to the setup,
 *     began
 */
public record StorageConditions(
        SortedMap<String, SortedSet<String>> queues,
        SortedMap<String, SortedSet<String>> firmware,
        SortedMap<String, Double> fill) {
    public StorageConditions {
        queues = copy(queues);
        firmware = copy(firmware);
        fill = Collections.unmodifiableSortedMap(new TreeMap<>(fill));
    }

    private static SortedMap<String, SortedSet<String>> copy(SortedMap<String, SortedSet<String>> values) {
        SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
        values.forEach((name, seen) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(seen))));
        return Collections.unmodifiableSortedMap(copy);
    }

    /** Collects what records say of their nodes. */
    static final class Builder {
        private final SortedMap<String, SortedSet<String>> queues = new TreeMap<>();
        private final SortedMap<String, SortedSet<String>> firmware = new TreeMap<>();
        private final Map<String, DoubleSummaryStatistics> fill = new TreeMap<>();

        void add(List<NodeLayout> layouts) {
            for (NodeLayout layout : layouts) {
                for (Directory directory : layout.directories()) {
                    if (!Boolean.FALSE.equals(directory.exists())) {
                        add(layout, directory);
                    }
                }
            }
        }

        private void add(NodeLayout layout, Directory directory) {
            boolean flash = !directory.disks().isEmpty();
            for (String name : directory.disks()) {
                Device disk = layout.device(name);
                Device.Hardware hardware = disk == null ? null : disk.hardware();
                if (hardware == null) {
                    flash = false;
                    continue;
                }
                flash &= Boolean.FALSE.equals(hardware.rotational());
                if (hardware.model() != null) {
                    see(firmware, hardware.model(), hardware.firmware());
                }
                if (hardware.rotational() != null && disk.queue() != null) {
                    String kind = hardware.rotational() ? "rotating" : "not rotating";
                    see(directory.role() + ", " + kind + ": ", disk.queue());
                }
            }
            Long total = directory.total();
            if (flash && total != null && total > 0 && directory.usable() != null) {
                fill.computeIfAbsent(directory.role(), role -> new DoubleSummaryStatistics())
                        .accept(1 - directory.usable() / (double) total);
            }
        }

        private void see(String of, Device.Queue queue) {
            see(queues, of + "max_sectors_kb", kib(queue.maxRequest()));
            see(queues, of + "nr_requests", queue.requests());
            see(queues, of + "scheduler", queue.scheduler());
            see(queues, of + "read_ahead_kb", kib(queue.readAhead()));
        }

        private static Long kib(Long bytes) {
            return bytes == null ? null : (Long) (bytes / 1024);
        }

        private static void see(SortedMap<String, SortedSet<String>> values, String name, Object value) {
            if (value != null) {
                SortedSet<String> seen = values.computeIfAbsent(name, any -> new TreeSet<>());
                if (seen.size() < Conditions.MOST_VALUES) {
                    seen.add(Objects.toString(value));
                }
            }
        }

        StorageConditions build() {
            SortedMap<String, Double> means = new TreeMap<>();
            fill.forEach((role, shares) -> means.put(role, shares.getAverage()));
            return new StorageConditions(queues, firmware, means);
        }
    }
}
