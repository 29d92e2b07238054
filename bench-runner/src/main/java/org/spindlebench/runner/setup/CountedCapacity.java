package org.spindlebench.runner.setup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.runner.conf.Reservation;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageType;

/**
 * A host whose DataNodes report more capacity than their file systems have. HDFS counts a file system's whole size for
 * each directory on the file system, minus the reservation. A job may fill the disk while HDFS believes that most of it
 * is free.
 *
 * @param counted the bytes that the NameNode counts for the host's DataNodes
 * @param held bytes of the distinct file systems below their directories
 * @param split the file systems with several directories
 */
public record CountedCapacity(String node, long counted, long held, List<SplitFileSystem> split) {
    /** The fraction by which the counted size may exceed the real size. */
    static final double TOLERANCE = 0.05;

    private static final String KEY = "dfs.datanode.du.reserved";
    private static final double GB = 1e9;

    public CountedCapacity {
        split = List.copyOf(split);
    }

    /**
     * A file system with several directories of HDFS.
     *
     * @param directories the paths of these directories
     * @param reservation the reservation that makes HDFS count the file system once
     * @param type the HDFS storage type that only these directories have; null if there is none
     */
    record SplitFileSystem(List<String> directories, Reservation reservation, String type) {
        SplitFileSystem {
            directories = List.copyOf(directories);
        }

        String text() {
            return "reserve " + reservation.perDirectory() + " bytes in each of " + FewNames.of(directories)
                    + (type == null ? " (" : " (" + KEY + "." + type.toLowerCase(Locale.ROOT) + ", or ")
                    + "from Hadoop 3.4 on " + KEY + "." + directories.get(0)
                    + (directories.size() > 1 ? " and likewise for the others)" : ")");
        }
    }

    /**
     * Returns the hosts whose capacity HDFS overcounts.
     *
     * @param capacities bytes by host, as layouts name the hosts; hosts without a capacity, or with a file system of
     *     unknown size, are skipped
     */
    public static List<CountedCapacity> of(List<NodeLayout> layouts, Map<String, Long> capacities) {
        return layouts.stream()
                .flatMap(layout -> of(layout, capacities.get(layout.node())).stream())
                .filter(found -> found.counted > found.held * (1 + TOLERANCE))
                .toList();
    }

    private static Optional<CountedCapacity> of(NodeLayout layout, Long counted) {
        Map<String, List<Directory>> fileSystems = new LinkedHashMap<>();
        Map<String, Set<String>> byType = new LinkedHashMap<>();
        for (Directory directory : layout.directories()) {
            if (!directory.role().equals(StorageRole.HDFS.label()) || Boolean.FALSE.equals(directory.exists())) {
                continue;
            }
            String fileSystem = directory.majorMinor() == null ? directory.mountPoint() : directory.majorMinor();
            if (directory.total() == null || fileSystem == null) {
                return Optional.empty();
            }
            fileSystems.computeIfAbsent(fileSystem, any -> new ArrayList<>()).add(directory);
            byType.computeIfAbsent(type(directory), any -> new LinkedHashSet<>())
                    .add(fileSystem);
        }
        if (counted == null || fileSystems.isEmpty()) {
            return Optional.empty();
        }
        long held = fileSystems.values().stream()
                .mapToLong(all -> all.get(0).total())
                .sum();
        List<SplitFileSystem> split = fileSystems.values().stream()
                .filter(all -> all.size() > 1 && all.get(0).total() > 0)
                .map(all -> split(all, byType))
                .toList();
        return Optional.of(new CountedCapacity(layout.node(), counted, held, split));
    }

    private static SplitFileSystem split(List<Directory> all, Map<String, Set<String>> byType) {
        String type = type(all.get(0));
        boolean own = byType.get(type).size() == 1
                && all.stream().allMatch(directory -> type(directory).equals(type));
        return new SplitFileSystem(
                all.stream().map(Directory::path).toList(),
                new Reservation(all.get(0).total(), all.size()),
                own ? type : null);
    }

    private static String type(Directory directory) {
        return Objects.requireNonNullElse(directory.storageType(), StorageType.DISK.name());
    }

    /** Describes the problems and their remedies. Hosts with the same problem share one line. */
    public static List<String> texts(List<CountedCapacity> found) {
        SortedMap<String, List<String>> nodes = new TreeMap<>();
        found.forEach(one ->
                nodes.computeIfAbsent(one.text(), any -> new ArrayList<>()).add(one.node()));
        return nodes.entrySet().stream()
                .map(said -> FewNames.of(said.getValue()) + ": " + said.getKey())
                .toList();
    }

    private String text() {
        String counts = String.format(
                Locale.ROOT,
                "HDFS counts %.1f GB, but the file systems below its directories have only %.1f GB, so a disk may fill up and fail a run",
                counted / GB,
                held / GB);
        return split.isEmpty()
                ? counts + ": check which directories its DataNodes use"
                : counts + ": "
                        + String.join(
                                "; ", split.stream().map(SplitFileSystem::text).toList());
    }
}
