package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's control groups of one resource, such as memory. Version 1 of control groups has a tree of directories
 * per resource, and version 2 has one tree for all. A container's view of a tree may begin below the kernel's root.
 */
public final class CgroupHierarchy {
    private static final Path MOUNTS = Paths.get("self", "mountinfo");
    private static final String GROUPS = "cgroup";

    private final String resource;
    private final Path top;
    private final Path root;
    private final boolean unified;

    /**
     * @param resource the kernel's name of the resource, such as {@code cpu}
     * @param top the directory of all groups
     * @param root the group that {@code top} shows, as the kernel names it
     * @param unified whether the groups are those of version 2
     */
    public CgroupHierarchy(String resource, Path top, Path root, boolean unified) {
        this.resource = resource;
        this.top = top;
        this.root = root;
        this.unified = unified;
    }

    /**
     * Returns the groups that this host mounts; empty if none control the resource.
     *
     * @param proc {@code /proc} except in tests
     */
    public static Optional<CgroupHierarchy> mounted(String resource, Path proc) throws IOException {
        return mounted(resource, Files.readAllLines(proc.resolve(MOUNTS)));
    }

    /** @param mounts the lines of {@code /proc/self/mountinfo} */
    public static Optional<CgroupHierarchy> mounted(String resource, List<String> mounts) {
        return mounts.stream()
                .map(mount -> on(mount, resource))
                .filter(Optional::isPresent)
                .map(Optional::get)
                .findFirst();
    }

    private static Optional<CgroupHierarchy> on(String mount, String resource) {
        String[] sides = mount.split(" - ", 2);
        String[] type = sides[sides.length - 1].split(" ");
        String[] words = mount.split(" ");
        Path top = Paths.get(words[4].replace("\\040", " "));
        boolean unified = type[0].equals("cgroup2");
        boolean controls = unified
                ? contains(text(top.resolve("cgroup.controllers")), " ", resource)
                : type[0].equals(GROUPS) && contains(type[2], ",", resource);
        return controls
                ? Optional.of(new CgroupHierarchy(resource, top, Paths.get(words[3]), unified))
                : Optional.empty();
    }

    private static boolean contains(String list, String separator, String word) {
        return Arrays.asList(list.split(separator)).contains(word);
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
        } catch (IOException unknown) {
            return "";
        }
    }

    /** Returns the directory of all groups. */
    public Path top() {
        return top;
    }

    /** Returns whether the groups are those of version 2. */
    public boolean unified() {
        return unified;
    }

    /**
     * Returns the group of a process; empty if this host does not show it.
     *
     * @param process the directory of the process in {@code /proc}
     */
    public Optional<Path> group(Path process) throws IOException {
        return group(Files.readAllLines(process.resolve(GROUPS)));
    }

    /** @param groups the lines of a process's file {@code cgroup} */
    public Optional<Path> group(List<String> groups) {
        return groups.stream()
                .map(line -> line.split(":", 3))
                .filter(words -> unified ? words[1].isEmpty() : contains(words[1], ",", resource))
                .map(words -> Paths.get(words[2]))
                .filter(path -> path.startsWith(root))
                .map(path -> top.resolve(root.relativize(path)).normalize())
                .findFirst();
    }
}
