package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.DeviceRoles.DeviceRole;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;

/**
 * Advises changes of nodes before measuring, based on the settings of the nodes. It follows SanDisk's paper on
 * TestDFSIO (swappiness 20, {@code noatime}, 16384 open files) and Cloudera's documentation (swappiness 1 to 10, {@code
 * noatime}, no transparent huge pages). Further advice names causes of differences between nodes or between runs.
 */
public final class NodeAdvice {
    private NodeAdvice() {}

    /** Collects advice, and merges advice that several nodes share. */
    static final class Notes {
        private final Map<Note, List<String>> nodes = new LinkedHashMap<>();

        private record Note(String found, String recommended, String command) {}

        void add(String node, String found, String recommended, String command) {
            List<String> named =
                    nodes.computeIfAbsent(new Note(found, recommended, command), note -> new ArrayList<>());
            if (!named.contains(node)) {
                named.add(node);
            }
        }

        private List<Advice> advice(int all) {
            return nodes.entrySet().stream()
                    .map(entry -> new Advice(
                            entry.getValue(),
                            entry.getValue().size() == all,
                            entry.getKey().found(),
                            entry.getKey().recommended(),
                            entry.getKey().command()))
                    .toList();
        }
    }

    /** Returns advice for nodes before the first job. Unknown settings give no advice. */
    public static List<Advice> of(List<NodeLayout> layouts) {
        Notes notes = new Notes();
        layouts.forEach(layout -> OfNode.ofSystem(layout, notes));
        layouts.forEach(layout -> OfNode.ofStorage(layout, notes));
        LikeDevices.of(layouts, notes);
        return notes.advice(layouts.size());
    }

    /**
     * A property of nodes that should be changed before measuring, although jobs also run without the change.
     *
     * @param nodes the nodes that the advice concerns
     * @param all whether these are all examined nodes
     * @param found the current state
     * @param recommended the better state, and its source
     * @param command shell command that makes the change on the node, as root if necessary; null if there is none
     */
    public record Advice(List<String> nodes, boolean all, String found, String recommended, String command) {
        public Advice {
            nodes = List.copyOf(nodes);
        }

        /** Names the nodes: all of them, or a few names and the number of the others. */
        public String who() {
            return all && nodes.size() > 1 ? "all " + nodes.size() + " nodes" : FewNames.of(nodes);
        }

        public String text() {
            return who() + ": " + found + "; " + recommended + (command == null ? "" : ": " + command);
        }
    }

    /**
     * Finds devices of one kind whose settings differ, on one node or on several. Devices are of one kind if they serve
     * HDFS or the shuffle and agree in type, model, size and rotation. Volumes and RAIDs must agree in type, kind
     * and rotation.
     */
    static final class LikeDevices {
        private static final long KIB = 1024;

        /** The settings that devices of one kind should share. */
        private enum Setting {
            SCHEDULER("scheduler", Device.Queue::scheduler),
            READ_AHEAD("read_ahead_kb", queue -> kib(queue.readAhead())),
            LARGEST("max_sectors_kb", queue -> kib(queue.maxRequest())),
            REQUESTS("nr_requests", queue -> text(queue.requests()));

            private final String file;

            // These functions have no state.
            @SuppressWarnings("ImmutableEnumChecker")
            private final Function<Device.Queue, String> value;

            Setting(String file, Function<Device.Queue, String> value) {
                this.file = file;
                this.value = value;
            }

            private static String kib(Long bytes) {
                return bytes == null ? null : text(bytes / KIB);
            }

            private static String text(Long number) {
                return number == null ? null : number.toString();
            }
        }

        private record Placed(String node, Device device) {}

        private LikeDevices() {}

        static void of(List<NodeLayout> layouts, Notes notes) {
            Map<String, List<Placed>> sorts = new TreeMap<>();
            for (NodeLayout layout : layouts) {
                DeviceRoles roles = DeviceRoles.of(layout);
                for (Device device : layout.devices()) {
                    if (device.queue() != null
                            && !roles.role(device.name()).roles().isEmpty()) {
                        sorts.computeIfAbsent(sort(device), sort -> new ArrayList<>())
                                .add(new Placed(layout.node(), device));
                    }
                }
            }
            sorts.forEach((sort, devices) -> {
                for (Setting setting : Setting.values()) {
                    compare(sort, setting, devices, notes);
                }
            });
        }

        private static String sort(Device device) {
            if (!"disk".equals(device.type())) {
                return device.type() + (device.kind() == null ? "" : " " + device.kind()) + rotation(device);
            }
            Device.Hardware hardware = device.hardware();
            String model = hardware == null || hardware.model() == null ? "disk" : hardware.model();
            String size = device.size() == null ? "" : String.format(Locale.ROOT, " of %.1f GB", device.size() / 1e9);
            return model + size + rotation(device);
        }

        private static String rotation(Device device) {
            Device.Hardware hardware = device.hardware();
            return hardware != null && Boolean.FALSE.equals(hardware.rotational()) ? ", not rotating" : "";
        }

        /** Compares a setting of devices, and assumes that the most frequent value is the intended value. */
        private static void compare(String sort, Setting setting, List<Placed> devices, Notes notes) {
            Map<String, Long> counts = devices.stream()
                    .map(placed -> setting.value.apply(placed.device().queue()))
                    .filter(Objects::nonNull)
                    .collect(Collectors.groupingBy(value -> value, TreeMap::new, Collectors.counting()));
            if (counts.size() < 2) {
                return;
            }
            String usual = counts.entrySet().stream()
                    .max(Comparator.comparing((Map.Entry<String, Long> entry) -> entry.getValue())
                            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                    .orElseThrow()
                    .getKey();
            for (Placed placed : devices) {
                String value = setting.value.apply(placed.device().queue());
                if (value != null && !value.equals(usual)) {
                    String name = placed.device().name();
                    notes.add(
                            placed.node(),
                            name + " has " + setting.file + " " + value + ", and " + counts.get(usual) + " of "
                                    + devices.size() + " of its kind (" + sort + ") have " + usual,
                            "devices that are compared should have the same settings",
                            "echo " + usual + " > /sys/block/" + name.replace('/', '!') + "/queue/" + setting.file);
                }
            }
        }
    }

    /** Gives advice on one node: on the settings and the state of its operating system, and on its directories' devices. */
    private static final class OfNode {
        private static final String HDFS = "hdfs";
        private static final String SHUFFLE = "shuffle";

        /** By default, YARN treats a directory as full below this share of free space. */
        private static final double LEAST_FREE = 0.10;

        /** The bytes of a physical block; a partition should consist of whole blocks. */
        private static final long ALIGNED = 4096;

        /** The value in SanDisk's paper. */
        private static final double SWAPPINESS = 20;

        /** The value in SanDisk's paper. */
        private static final double OPEN_FILES = 16384;

        private static final double CLOCK = 1;
        private static final double LOAD_PER_THREAD = 0.5;

        private final NodeLayout layout;
        private final Notes notes;

        private OfNode(NodeLayout layout, Notes notes) {
            this.layout = layout;
            this.notes = notes;
        }

        static void ofSystem(NodeLayout layout, Notes notes) {
            OfNode advice = new OfNode(layout, notes);
            advice.swappiness();
            advice.openFiles();
            advice.hugePages("enabled");
            advice.hugePages("defrag");
            advice.governor();
            advice.clock();
            advice.load();
            advice.uncounted();
        }

        static void ofStorage(NodeLayout layout, Notes notes) {
            OfNode advice = new OfNode(layout, notes);
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

        private void swappiness() {
            if (number("vm.swappiness").orElse(0) > SWAPPINESS) {
                note(
                        "vm.swappiness is " + layout.settings().get("vm.swappiness"),
                        "SanDisk measured with 20, Cloudera recommends 1 to 10, best 1",
                        "sysctl -w vm.swappiness=1");
            }
        }

        private void openFiles() {
            if (number("limits.open_files.soft").orElse(OPEN_FILES) < OPEN_FILES) {
                note(
                        "a process may open " + layout.settings().get("limits.open_files.soft") + " files",
                        "SanDisk measured with 16384; restart the daemons, and set LimitNOFILE=16384 if systemd starts"
                                + " them",
                        "echo '* - nofile 16384' > /etc/security/limits.d/90-hadoop.conf");
            }
        }

        private void hugePages(String file) {
            if ("always".equals(layout.settings().get("transparent_hugepage." + file))) {
                note(
                        "transparent_hugepage/" + file + " is always",
                        "Cloudera recommends never",
                        "echo never > /sys/kernel/mm/transparent_hugepage/" + file);
            }
        }

        private void governor() {
            String governors = layout.settings().get("cpufreq.scaling_governor");
            if (governors != null && !governors.equals("performance")) {
                note(
                        "the processors' frequency governor is " + governors.replace(",", " and "),
                        "with performance, the clock rate does not depend on earlier load",
                        "cpupower frequency-set -g performance");
            }
        }

        private void clock() {
            Double offset = layout.clockOffset();
            if (offset != null && Math.abs(offset) > CLOCK) {
                note(
                        String.format(
                                Locale.ROOT,
                                "the clock is %.1f s %s the NameNode's",
                                Math.abs(offset),
                                offset > 0 ? "ahead of" : "behind"),
                        "Spindle matches node activity with jobs by time: let NTP set all clocks",
                        "chronyc makestep");
            }
        }

        private void load() {
            OptionalDouble load = number("loadavg.1");
            Long threads = layout.cpu() == null ? null : layout.cpu().threads();
            if (load.isPresent() && threads != null && load.getAsDouble() > threads * LOAD_PER_THREAD) {
                note(
                        String.format(
                                Locale.ROOT,
                                "the load average was %.1f on %d hardware threads before anything was started",
                                load.getAsDouble(),
                                threads),
                        "other programs are running there: wait for their end, or find out which they are",
                        "ps -eo pcpu,pid,user,args --sort=-pcpu | head");
            }
        }

        /** Names disks and volumes, but not partitions: a partition has the setting of its disk. */
        private void uncounted() {
            for (Device device : layout.devices()) {
                if (layout.uncounted().contains(device.name()) && !"partition".equals(device.type())) {
                    note(
                            "the kernel does not count the requests of " + device.name() + " (queue/iostats is 0)",
                            "without these counts there is no I/O of the device, and no proof of cold caches",
                            "echo 1 > /sys/block/" + device.name().replace('/', '!') + "/queue/iostats");
                }
            }
        }

        /** Returns the value as a number; empty if it is unknown or a word such as unlimited. */
        private OptionalDouble number(String setting) {
            try {
                String value = layout.settings().get(setting);
                return value == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value));
            } catch (NumberFormatException word) {
                return OptionalDouble.empty();
            }
        }

        private void accessTime(Directory directory) {
            boolean known =
                    directory.mountOptions() != null && !directory.devices().isEmpty();
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
            boolean known =
                    own.stream().noneMatch(directory -> directory.disks().isEmpty());
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

        /** Gives advice if the kernel counts the requests of HDFS and of the shuffle at one device. */
        private void bothRoles() {
            List<String> shared = layout.directories().stream()
                    .filter(directory -> directory.role().equals(HDFS))
                    .flatMap(directory -> directory.devices().stream())
                    .distinct()
                    .filter(device ->
                            DeviceRoles.of(layout).role(device).roles().contains(SHUFFLE))
                    .toList();
            if (!shared.isEmpty()) {
                note(
                        FewNames.of(shared) + (shared.size() == 1 ? " serves" : " serve") + " HDFS and the shuffle",
                        "I/O sizes by role are then known only for jobs that have data of one role: for those of every job, give"
                                + " each role a partition of its own on each disk, as the setup hdd-11-parts does",
                        null);
            }
        }

        /** Gives advice if a partition begins within a block of flash, or of a disk with blocks of 4 KiB. */
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
}
