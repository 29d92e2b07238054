package org.spindlebench.jobs.probe.layout;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a node's storage really is, and how its operating system is set. It needs no rights, changes nothing, and takes some ten
 * milliseconds.
 */
public final class LayoutReader {
    private static final String HDFS = "hdfs";
    private static final String NO_TYPE = "DISK";

    /** A directory as DataNodes are told it: perhaps with a storage type before it. */
    private static final Pattern CONFIGURED = Pattern.compile("(?:\\[(\\w*)])?(.*)", Pattern.DOTALL);

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*", Pattern.DOTALL);
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB");

    private final Path root;
    private final String javaHome;

    /** @param root {@code /} but in tests */
    public LayoutReader(Path root) {
        this(root, System.getProperty("java.home", ""));
    }

    LayoutReader(Path root, String javaHome) {
        this.root = root;
        this.javaHome = javaHome;
    }

    /**
     * Reads all of it.
     *
     * @param directoriesByRole as configured, such as {@code [SSD]file:///data/1/dfs} of the role {@code hdfs}
     * @return findings of the kinds {@code node}, {@code network}, {@code device}, {@code directory}, {@code system}, {@code setting} and
     *     {@code hidden}
     */
    public List<Finding> read(Map<String, List<String>> directoriesByRole) {
        HostFiles files = new HostFiles(root);
        Locations locations = new Locations(files);
        BlockDevices devices = new BlockDevices(files, locations);
        Places places = new Places(files, locations, devices);
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
        KernelSettings.read(files, findings::add);
        findings.addAll(files.hidden());
        return findings;
    }

    private Finding node(HostFiles files) {
        String name = files.text("/proc/sys/kernel/hostname", "the node's name");
        String meminfo = files.text("/proc/meminfo", "the memory");
        Matcher memory = MEMORY.matcher(meminfo == null ? "" : meminfo);
        Finding.Builder node = new Finding.Builder("node", name == null ? "" : name)
                .with("bootId", files.text("/proc/sys/kernel/random/boot_id", "since when the node is up"))
                .with("kernel", files.text("/proc/sys/kernel/osrelease", "the kernel's release"))
                .with("memoryBytes", memory.find() ? String.valueOf(Long.parseLong(memory.group(1)) << 10) : null)
                .with("javaHome", javaHome);
        Processors.describe(files, node);
        return node.build();
    }

    private static Finding directory(String role, String configured, Places places) {
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
                    .with("noDevice", scheme.group(1) + ": is no directory of this node")
                    .build();
        }
        places.describe(path, directory);
        return directory.build();
    }

    /** Hadoop reads it as a URI. */
    private static String path(String uri) {
        try {
            String path = URI.create(uri).getPath();
            return path == null ? uri : path;
        } catch (IllegalArgumentException noUri) {
            return uri.replaceFirst("(?i)^file:(//)?", "");
        }
    }

    private List<Finding> system(HostFiles files, Places places) {
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

    private static Finding part(String role, String path, Places places) {
        Finding.Builder part = new Finding.Builder("system", path).with("role", role);
        places.describe(path, part);
        return part.build();
    }

    private static Finding swap(String path, String type, Places places) {
        Finding.Builder swap = new Finding.Builder("system", path).with("role", "swap");
        if (type.equals("partition")) {
            places.describeDevice(path, swap);
        } else {
            places.describe(path, swap);
        }
        return swap.build();
    }
}
