package org.spindlebench.runner.run;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.layout.DeviceRole;
import org.spindlebench.analysis.layout.DeviceRoles;
import org.spindlebench.analysis.layout.Directory;
import org.spindlebench.analysis.layout.NodeLayout;

/** Advice on what a node's directories lie on. */
final class StorageAdvice {
    private static final String HDFS = "hdfs";
    private static final String SHUFFLE = "shuffle";

    /** From here on YARN takes a directory for full, unless it is told otherwise. */
    private static final double LEAST_FREE = 0.10;

    private final NodeLayout layout;
    private final NodeAdvice.Notes notes;

    private StorageAdvice(NodeLayout layout, NodeAdvice.Notes notes) {
        this.layout = layout;
        this.notes = notes;
    }

    static void of(NodeLayout layout, NodeAdvice.Notes notes) {
        StorageAdvice advice = new StorageAdvice(layout, notes);
        for (Directory directory : layout.directories()) {
            advice.accessTime(directory);
            advice.space(directory);
            advice.unknown(directory);
        }
        advice.oneDisk(HDFS, "dfs.datanode.data.dir");
        advice.oneDisk(SHUFFLE, "yarn.nodemanager.local-dirs");
        advice.besideTheSystem();
    }

    private void note(String found, String recommended, String command) {
        notes.add(layout.node(), found, recommended, command);
    }

    private void accessTime(Directory directory) {
        boolean known = directory.mountOptions() != null && !directory.devices().isEmpty();
        if (!known || directory.isMountedWith("noatime")) {
            return;
        }
        boolean relative = directory.isMountedWith("relatime");
        note(
                directory.mountPoint() + " (" + directory.role() + ") is mounted "
                        + (relative
                                ? "with relatime, which writes access times after a change and once a day"
                                : "without noatime"),
                "SanDisk measured with noatime and Cloudera recommends it; write it into /etc/fstab, too",
                "mount -o remount,noatime " + quoted(directory.mountPoint()));
    }

    private void space(Directory directory) {
        Long total = directory.total();
        Long usable = directory.usable();
        if (!directory.role().equals(SHUFFLE) || total == null || usable == null || total == 0) {
            return;
        }
        double free = (double) usable / total;
        if (free < LEAST_FREE) {
            note(
                    String.format(
                            Locale.ROOT, "%s (shuffle) has %.0f %% left", directory.path(), Math.floor(free * 100)),
                    "YARN stops using a directory at 90 % full; make room there (this shows what fills it)",
                    "du -xh --max-depth=2 "
                            + quoted(directory.mountPoint() == null ? directory.path() : directory.mountPoint())
                            + " | sort -h | tail");
        }
    }

    private void unknown(Directory directory) {
        if (directory.unknown() != null) {
            note(
                    "the device of " + directory.path() + " (" + directory.role() + ") is unknown: ask your admin ("
                            + directory.unknown() + ")",
                    "without it what the disks did can't be told apart by role; on the host itself this shows it",
                    "findmnt -T " + quoted(directory.path()));
        }
    }

    /** Of several directories, or of the only one where it shares its disk with another role while there are other disks. */
    private void oneDisk(String role, String key) {
        List<Directory> own = there(role::equals);
        SortedSet<String> disks = disks(own);
        SortedSet<String> others = disks(there(other -> !other.equals(role)));
        boolean known = own.stream().noneMatch(directory -> directory.disks().isEmpty());
        boolean shared = others.size() > 1 && others.containsAll(disks);
        if (known && disks.size() == 1 && (own.size() > 1 || shared)) {
            note(
                    (own.size() == 1 ? "the only directory of " : "all " + own.size() + " directories of ")
                            + role
                            + (own.size() == 1 ? " is on " : " are on ")
                            + disks.first(),
                    "one disk is all that the role has: name a directory on every disk that is to serve it in " + key,
                    null);
        }
    }

    private List<Directory> there(Predicate<String> role) {
        return layout.directories().stream()
                .filter(directory -> !Boolean.FALSE.equals(directory.exists()) && role.test(directory.role()))
                .toList();
    }

    private static SortedSet<String> disks(List<Directory> directories) {
        return directories.stream()
                .flatMap(directory -> directory.disks().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void besideTheSystem() {
        List<DeviceRole> disks = DeviceRoles.of(layout).all().stream()
                .filter(role -> "disk".equals(role.type()))
                .toList();
        for (DeviceRole disk : disks) {
            if (disk.system() && disk.roles().contains(HDFS)) {
                note(
                        disk.device() + " holds a data directory and the system (/, logs, JDK or swap)",
                        "what the system reads and writes competes with HDFS there: take the directory out of"
                                + " dfs.datanode.data.dir, or expect that disk to be slower",
                        null);
            }
        }
    }

    private static String quoted(String path) {
        return path.matches("[\\w/.:+-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}
