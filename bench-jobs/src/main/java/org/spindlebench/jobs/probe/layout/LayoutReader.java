package org.spindlebench.jobs.probe.layout;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.jobs.probe.layout.Locations.MountedPaths;

/**
 * Reads the actual storage of a node and the settings of its operating system. It needs no privileges, changes nothing,
 * and takes tens of milliseconds.
 */
public final class LayoutReader {
    private static final String HDFS = "hdfs";
    private static final String NO_TYPE = "DISK";

    /** Matches a directory in a DataNode's configuration, which may follow a storage type. */
    private static final Pattern CONFIGURED = Pattern.compile("(?:\\[(\\w*)])?(.*)", Pattern.DOTALL);

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*", Pattern.DOTALL);
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB");

    private final Supplier<HostFiles> host;
    private final String javaHome;

    /** @param root {@code /} except in tests */
    public LayoutReader(Path root) {
        this(root, System.getProperty("java.home", ""));
    }

    LayoutReader(Path root, String javaHome) {
        this(() -> new HostFiles(root), javaHome);
    }

    LayoutReader(Supplier<HostFiles> host, String javaHome) {
        this.host = host;
        this.javaHome = javaHome;
    }

    /**
     * Reads the layout.
     *
     * @param directoriesByRole the configured directories, such as {@code [SSD]file:///data/1/dfs} for the role
     *     {@code hdfs}
     * @return findings of the kinds {@code node}, {@code network}, {@code device}, {@code directory}, {@code system},
     *     {@code setting} and {@code hidden}
     */
    public List<Finding> read(Map<String, List<String>> directoriesByRole) {
        HostFiles files = host.get();
        Locations locations = new Locations(files);
        BlockDevices devices = new BlockDevices(files, locations);
        MountedPaths places = new MountedPaths(files, locations, devices);
        List<Finding> directories = new ArrayList<>();
        new TreeMap<>(directoriesByRole).forEach((role, configured) -> {
            for (String directory : configured) {
                directories.add(directory(role, directory.trim(), places));
            }
        });
        List<Finding> system = system(files, places);
        List<Finding> findings = new ArrayList<>();
        findings.add(node(files));
        Networks.read(files, findings::add);
        findings.addAll(devices.findings());
        findings.addAll(directories);
        findings.addAll(system);
        KernelSettings.read(files, devices.uncounted(), findings::add);
        findings.addAll(files.hidden());
        return findings;
    }

    private Finding node(HostFiles files) {
        String name = files.text("/proc/sys/kernel/hostname", "the node's name");
        String meminfo = files.text("/proc/meminfo", "the memory");
        Matcher memory = MEMORY.matcher(meminfo == null ? "" : meminfo);
        Finding.Builder node = new Finding.Builder("node", name == null ? "" : name)
                .with("bootId", files.text("/proc/sys/kernel/random/boot_id", "when the node was started"))
                .with("kernel", files.text("/proc/sys/kernel/osrelease", "the kernel's release"))
                .with("memoryBytes", memory.find() ? String.valueOf(Long.parseLong(memory.group(1)) << 10) : null)
                .with("javaHome", javaHome);
        Processors.describe(files, node);
        return node.build();
    }

    private static Finding directory(String role, String configured, MountedPaths places) {
        Matcher parts = CONFIGURED.matcher(configured);
        String type = parts.matches() ? parts.group(1) : null;
        String where = type == null ? configured : parts.group(2).trim();
        Matcher scheme = SCHEME.matcher(where);
        boolean file = scheme.matches() && scheme.group(1).equalsIgnoreCase("file");
        String path = file ? path(where) : where;
        String implied = role.equals(HDFS) ? NO_TYPE : null;
        Finding.Builder directory = new Finding.Builder("directory", path)
                .with("role", role)
                .with("configured", configured.equals(path) ? null : configured)
                .with("storageType", type == null || type.isEmpty() ? implied : type.toUpperCase(Locale.ROOT));
        if (scheme.matches() && !file) {
            return directory
                    .with("noDevice", scheme.group(1) + ": not a directory of this node")
                    .build();
        }
        places.describe(path, directory);
        return directory.build();
    }

    /** Returns the path of a configured directory, which Hadoop reads as a URI. */
    private static String path(String uri) {
        try {
            String path = URI.create(uri).getPath();
            return path == null ? uri : path;
        } catch (IllegalArgumentException noUri) {
            return uri.replaceFirst("(?i)^file:(//)?", "");
        }
    }

    private List<Finding> system(HostFiles files, MountedPaths places) {
        List<Finding> system = new ArrayList<>();
        system.add(part("root", "/", places));
        system.add(part("logs", "/var/log", places));
        if (!javaHome.isEmpty()) {
            system.add(part("jdk", javaHome, places));
        }
        String swaps = files.text("/proc/swaps", "where the node swaps to");
        String[] lines = swaps == null ? new String[0] : swaps.split("\n");
        for (int i = 1; i < lines.length; i++) {
            String[] words = lines[i].trim().split("\\s+");
            if (words.length > 1) {
                system.add(swap(Mounts.unescaped(words[0]), words[1], places));
            }
        }
        return system;
    }

    private static Finding part(String role, String path, MountedPaths places) {
        Finding.Builder part = new Finding.Builder("system", path).with("role", role);
        places.describe(path, part);
        return part.build();
    }

    private static Finding swap(String path, String type, MountedPaths places) {
        Finding.Builder swap = new Finding.Builder("system", path).with("role", "swap");
        if (type.equals("partition")) {
            places.describeDevice(path, swap);
        } else {
            places.describe(path, swap);
        }
        return swap.build();
    }

    /** Reads the operating system's settings, named as in {@code sysctl} if it has them, and the current load. */
    static final class KernelSettings {
        private static final String[] VM = {
            "swappiness",
            "dirty_ratio",
            "dirty_background_ratio",
            "dirty_bytes",
            "dirty_background_bytes",
            "dirty_expire_centisecs",
            "zone_reclaim_mode"
        };
        private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\S+)\\s+(\\S+)");
        private static final String UNCOUNTED = "iostats.off";
        private static final String PROCESSORS = "/sys/devices/system/cpu";

        private final HostFiles files;
        private final Consumer<Finding> to;

        private KernelSettings(HostFiles files, Consumer<Finding> to) {
            this.files = files;
            this.to = to;
        }

        /** @param uncounted the devices whose requests the kernel does not count */
        static void read(HostFiles files, SortedSet<String> uncounted, Consumer<Finding> to) {
            KernelSettings settings = new KernelSettings(files, to);
            for (String name : VM) {
                settings.found("vm." + name, files.text("/proc/sys/vm/" + name, "vm." + name));
            }
            settings.hugePages("enabled");
            settings.hugePages("defrag");
            settings.governors();
            settings.openFiles();
            settings.load();
            settings.found(UNCOUNTED, String.join(",", uncounted));
        }

        private void found(String name, String value) {
            if (value != null && !value.isEmpty()) {
                to.accept(new Finding.Builder("setting", name)
                        .with("value", value)
                        .build());
            }
        }

        /** Reads the setting of huge pages. Red Hat 6 has a different directory for them. */
        private void hugePages(String file) {
            String name = "transparent_hugepage." + file;
            String text = files.text("/sys/kernel/mm/transparent_hugepage/" + file, name);
            String redHat =
                    text == null ? files.text("/sys/kernel/mm/redhat_transparent_hugepage/" + file, name) : null;
            found(name, BlockDevices.chosen(text == null ? redHat : text));
        }

        private void governors() {
            SortedSet<String> governors = new TreeSet<>();
            List<String> names = files.names(PROCESSORS, "cpufreq.scaling_governor");
            for (String name : names) {
                String file = PROCESSORS + "/" + name + "/cpufreq/scaling_governor";
                // A processor that is switched off has no readable governor.
                String governor = name.matches("cpu\\d+") ? files.textIfAny(file, "cpufreq.scaling_governor") : null;
                if (governor != null) {
                    governors.add(governor);
                }
            }
            found("cpufreq.scaling_governor", String.join(",", governors));
        }

        /** Adds this process's limits on open files, which it inherits from its parent, such as the NodeManager. */
        private void openFiles() {
            String limits = files.text("/proc/self/limits", "limits.open_files");
            Matcher line = OPEN_FILES.matcher(limits == null ? "" : limits);
            if (line.find()) {
                found("limits.open_files.soft", line.group(1));
                found("limits.open_files.hard", line.group(2));
            }
        }

        private void load() {
            String text = files.text("/proc/loadavg", "loadavg");
            String[] words = text == null ? new String[0] : text.split(" ");
            String[] minutes = {"1", "5", "15"};
            for (int i = 0; i < minutes.length && i < words.length; i++) {
                found("loadavg." + minutes[i], words[i]);
            }
        }
    }

    /** Describes network interfaces. */
    static final class Networks {
        private static final String DIRECTORY = "/sys/class/net";
        private static final String LOWER = "lower_";

        private Networks() {}

        static void read(HostFiles files, Consumer<Finding> to) {
            for (String name : files.names(DIRECTORY, "the network interfaces")) {
                String interfaces = DIRECTORY + "/" + name + "/";
                String mtu = files.text(interfaces + "mtu", "its largest packet size");
                if (mtu == null && !files.exists(interfaces + "flags")) {
                    // This is a file such as bonding_masters, not an interface.
                    continue;
                }
                // The kernel refuses to read the speed of an interface that is down or has no speed. For some
                // interfaces it returns -1.
                String speed = files.textIfAny(interfaces + "speed", "its speed");
                String slaves = files.text(interfaces + "bonding/slaves", "its parts");
                to.accept(new Finding.Builder("network", name)
                        .with("speedMbits", speed == null || speed.startsWith("-") ? null : speed)
                        .with("mtu", mtu)
                        .with("physical", String.valueOf(files.exists(interfaces + "device")))
                        .with("slaves", slaves == null ? below(interfaces, files) : slaves.replaceAll("\\s+", ","))
                        .build());
            }
        }

        /**
         * Returns the interfaces below a bridge, VLAN or similar interface. Since Linux 3.18 there is a link to each.
         */
        private static String below(String directory, HostFiles files) {
            String below = files.names(directory, "the devices below it").stream()
                    .filter(name -> name.startsWith(LOWER))
                    .map(name -> name.substring(LOWER.length()))
                    .collect(Collectors.joining(","));
            return below.isEmpty() ? null : below;
        }
    }

    /**
     * Describes the processors. The model is in {@code /proc/cpuinfo}, whose format depends on the architecture; the
     * other properties are in {@code /sys}.
     */
    static final class Processors {
        private static final Pattern LINE = Pattern.compile("(?m)^([^:\\n\\t]+)\\s*:[ \\t]*(.*)$");

        private final HostFiles files;

        private final Set<String> sockets = new HashSet<>();
        private final Set<String> cores = new HashSet<>();
        private final Map<String, String> last = new HashMap<>();
        private int threads;
        private boolean everywhere = true;

        private Processors(HostFiles files) {
            this.files = files;
        }

        static void describe(HostFiles files, Finding.Builder to) {
            String text = files.text("/proc/cpuinfo", "the processors");
            Processors processors = new Processors(files);
            processors.read(text == null ? "" : text);
            to.with("cpuModel", processors.model())
                    .with("cpuThreads", processors.threads == 0 ? null : String.valueOf(processors.threads))
                    .with("cpuSockets", processors.counted(processors.sockets))
                    .with("cpuCores", processors.counted(processors.cores));
        }

        private void read(String text) {
            for (String block : text.split("\n\\s*\n")) {
                Map<String, String> lines = new HashMap<>();
                for (Matcher line = LINE.matcher(block); line.find(); ) {
                    lines.putIfAbsent(line.group(1).trim(), line.group(2).trim());
                }
                String number = lines.get("processor");
                last.putAll(lines);
                if (number != null && number.matches("\\d+")) {
                    threads++;
                    place(lines, "/sys/devices/system/cpu/cpu" + number + "/topology/");
                }
            }
        }

        private void place(Map<String, String> lines, String topology) {
            String socket = lines.get("physical id");
            String core = lines.get("core id");
            if (socket == null || core == null) {
                socket = files.text(topology + "physical_package_id", "the processor's socket");
                core = files.text(topology + "core_id", "the processor's core");
            }
            // -1 means unknown.
            if (socket == null || core == null || socket.startsWith("-") || core.startsWith("-")) {
                everywhere = false;
                return;
            }
            sockets.add(socket);
            cores.add(socket + " " + core);
        }

        private String counted(Set<String> places) {
            return everywhere && !places.isEmpty() ? String.valueOf(places.size()) : null;
        }

        /** Returns the model. ARM processors have no model name, only a maker and a part number. */
        private String model() {
            for (String key : new String[] {"model name", "cpu model", "cpu", "Processor"}) {
                if (last.containsKey(key)) {
                    return last.get(key);
                }
            }
            String implementer = last.get("CPU implementer");
            return implementer == null ? null : "implementer " + implementer + " part " + last.get("CPU part");
        }
    }
}
