package org.spindlebench.runner.check;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.DeviceRole;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;

/** Gives advice on the devices of a node's directories. */
final class StorageAdvice {
    private static final String HDFS = "hdfs";
    private static final String SHUFFLE = "shuffle";

    /** By default, YARN treats a directory as full below this share of free space. */
    private static final double LEAST_FREE = 0.10;

    /** The bytes of a physical block, of which a partition should have whole ones. */
    private static final long ALIGNED = 4096;

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
        advice.alignment();
        advice.besideTheSystem();
        advice.bothRoles();
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
                "SanDisk measured with noatime and Cloudera recommends it; also write it into /etc/fstab",
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
                    "without it Spindle cannot distinguish disk activity by role; this command shows it on the"
                            + " host",
                    "findmnt -T " + quoted(directory.path()));
        }
    }

    /** Gives advice if a role has only one disk; for a single directory, only if another role shares the disk. */
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
                    "the role has only one disk: name a directory on every disk that should serve it in " + key,
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

    /** Gives advice where the kernel counts the requests of HDFS and of the shuffle at one device. */
    private void bothRoles() {
        List<String> shared = layout.directories().stream()
                .filter(directory -> directory.role().equals(HDFS))
                .flatMap(directory -> directory.devices().stream())
                .distinct()
                .filter(device -> DeviceRoles.of(layout).role(device).roles().contains(SHUFFLE))
                .toList();
        if (!shared.isEmpty()) {
            note(
                    FewNames.of(shared) + (shared.size() == 1 ? " serves" : " serve") + " HDFS and the shuffle",
                    "I/O sizes by role are then known only for jobs that have data of one role: for those of every job, give"
                            + " each role a partition of its own on each disk, as the setup hdd-11-parts does",
                    null);
        }
    }

    /** Gives advice where a partition begins within a block of flash, or of a disk with blocks of 4 KiB. */
    private void alignment() {
        for (Device device : layout.devices()) {
            boolean off = device.start() != null
                    && (device.start() % ALIGNED != 0
                            || (device.alignmentOffset() != null && device.alignmentOffset() > 0));
            if (off && !DeviceRoles.of(layout).role(device.name()).roles().isEmpty()) {
                note(
                        device.name() + " starts at byte " + device.start() + " of its disk",
                        "SanDisk started partitions at a multiple of 4 KiB; otherwise the device reads and writes two of"
                                + " its blocks for one: make the partition again (this shows the present ones)",
                        "parted /dev/" + FewNames.of(device.on()) + " unit B print");
            }
        }
    }

    private void besideTheSystem() {
        List<DeviceRole> disks = DeviceRoles.of(layout).all().stream()
                .filter(role -> "disk".equals(role.type()))
                .toList();
        for (DeviceRole disk : disks) {
            if (disk.system() && disk.roles().contains(HDFS)) {
                note(
                        disk.device() + " holds a data directory and the system (/, logs, JDK or swap)",
                        "the system's reads and writes compete with HDFS there: remove the directory from"
                                + " dfs.datanode.data.dir, or expect that disk to be slower",
                        null);
            }
        }
    }

    private static String quoted(String path) {
        return path.matches("[\\w/.:+-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}
