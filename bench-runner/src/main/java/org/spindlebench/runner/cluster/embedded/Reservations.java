package org.spindlebench.runner.cluster.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.spindlebench.runner.conf.Reservation;

/**
 * What DataNodes reserve in directories that share a file system, so that HDFS counts it once in all: it takes its whole size for
 * each. Per directory, which Hadoop reads from 3.4 on, and per storage type, for earlier ones, where all its directories on a DataNode agree.
 */
final class Reservations {
    static final String KEY = "dfs.datanode.du.reserved";

    private final Map<Path, Long> bytes;

    private Reservations(Map<Path, Long> bytes) {
        this.bytes = Map.copyOf(bytes);
    }

    /** For all directories of all DataNodes of this host. Where the file system does not tell its size nothing is reserved. */
    static Reservations forDirectories(List<DataDir> directories) {
        Map<Object, List<Path>> byFileSystem = new HashMap<>();
        for (DataDir directory : directories) {
            Path path = directory.path();
            byFileSystem
                    .computeIfAbsent(fileSystem(path), any -> new ArrayList<>())
                    .add(path);
        }
        Map<Path, Long> bytes = new HashMap<>();
        byFileSystem.values().forEach(sharing -> {
            File there = existing(sharing.get(0)).toFile();
            long each = each(there.getTotalSpace(), there.getFreeSpace(), there.getUsableSpace(), sharing.size());
            sharing.forEach(path -> bytes.put(path, each));
        });
        return new Reservations(bytes);
    }

    /**
     * Bytes to reserve in each directory. A DataNode takes what is still to be reserved from what users may write: where much is kept for root, what
     * makes it count the file system once would leave it no room, and less is reserved so that each has its share of the room.
     */
    static long each(long size, long free, long usable, int directories) {
        if (size <= 0) {
            return 0;
        }
        long whole = new Reservation(size, directories).perDirectory();
        long used = size - free;
        long share = usable / directories;
        boolean leavesRoom = usable - Math.max(0, whole - used) >= share / 2;
        return leavesRoom ? whole : Math.min(whole, used + usable - share);
    }

    /** Keys and values for one DataNode with these directories; empty where there is nothing to reserve. */
    SortedMap<String, String> of(List<DataDir> directories) {
        SortedMap<String, String> settings = new TreeMap<>();
        Map<StorageType, Set<Long>> byType = new HashMap<>();
        for (DataDir directory : directories) {
            long reserved = bytes.getOrDefault(directory.path(), 0L);
            byType.computeIfAbsent(directory.type(), any -> new HashSet<>()).add(reserved);
            settings.put(KEY + "." + directory.path(), String.valueOf(reserved));
        }
        byType.forEach((type, values) -> {
            if (values.size() == 1) {
                String key = KEY + "." + type.toString().toLowerCase(Locale.ROOT);
                settings.put(key, String.valueOf(values.iterator().next()));
            }
        });
        return settings;
    }

    private static Object fileSystem(Path path) {
        Path there = existing(path);
        try {
            return Files.getAttribute(there, "unix:dev");
        } catch (IOException | UnsupportedOperationException unknown) {
            return there;
        }
    }

    /** DataNodes make their directories when they start. */
    private static Path existing(Path path) {
        Path there = path;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
