package org.spindlebench.lab;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.spindlebench.jobs.probe.CgroupHierarchy;
import org.spindlebench.runner.lab.LabDirectory;

/**
 * The kernel's control group of an emulated node: the cluster's daemons and containers, whose files may fill only a
 * part of the memory. The processes of the emulation are not in this group.
 *
 * <p>The limit of the group follows what the processes use besides the page cache, so that the page cache itself has a
 * constant limit:
 *
 * <pre>
 * limit = usage − (pages of files − pages that programs map) + page cache
 * </pre>
 *
 * Containers start and end, and a fixed limit would give the page cache the memory that they leave. Mapped pages are
 * programs and their classes, which a real node keeps, too.
 *
 * @param groups all groups of memory
 * @param directory the group
 */
record CacheLimit(CgroupHierarchy groups, Path directory) {
    private static final String MEMORY = "memory";
    private static final String BEGINNING = "spindle-lab-";
    private static final String PROCESSES = "cgroup.procs";
    private static final Path PROC = Path.of("/proc");

    /** The least change of the limit, in bytes, for which Spindle calls the kernel. */
    private static final long STEP = 1L << 20;

    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLISECONDS = 100;

    /** Returns the group of a laboratory, whether it exists or not; empty if this host has no groups for memory. */
    static Optional<CacheLimit> of(LabDirectory directory) throws IOException {
        return of(directory, CgroupHierarchy.mounted(MEMORY, PROC));
    }

    /** @param groups the groups for memory */
    static Optional<CacheLimit> of(LabDirectory directory, Optional<CgroupHierarchy> groups) {
        // A group's name must not have the slashes of a path, and the directory may have any length.
        String name =
                BEGINNING + Integer.toHexString(directory.root().toString().hashCode());
        return groups.map(all -> new CacheLimit(all, all.top().resolve(name)));
    }

    private boolean exists() {
        return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes the group, without a limit.
     *
     * @throws IOException if this process may not make or limit it
     */
    void make() throws IOException {
        if (groups.unified()) {
            Files.writeString(groups.top().resolve("cgroup.subtree_control"), "+memory");
        }
        Files.createDirectories(directory);
        unlimit();
        if (!groups.unified()) {
            // The limit may be late when containers start. Then they must wait for it, and not be killed.
            Files.writeString(directory.resolve("memory.oom_control"), "1");
        }
    }

    private void unlimit() throws IOException {
        Files.writeString(limit(), groups.unified() ? "max" : "-1");
    }

    /** Version 2 has two limits. Beyond this limit processes become slow; beyond the other they are killed. */
    private Path limit() {
        return directory.resolve(groups.unified() ? "memory.high" : "memory.limit_in_bytes");
    }

    /**
     * Moves this process into the group. The processes that it starts afterwards are in the group, too.
     *
     * @return the group that it was in, for {@link #move}
     */
    Path enter() throws IOException {
        Path before = own();
        move(ProcessHandle.current().pid(), directory);
        return before;
    }

    /** Moves a process into another group. */
    static void move(long pid, Path group) throws IOException {
        Files.writeString(group.resolve(PROCESSES), Long.toString(pid));
    }

    /** Returns the group of this process, or the top group if a namespace hides it. */
    private Path own() throws IOException {
        return groups.group(PROC.resolve("self")).orElse(groups.top());
    }

    /**
     * Gives the page cache its limit, based on what the processes use now.
     *
     * @param before the limit that this method set the last time; 0 at first
     * @return the limit in bytes
     */
    long follow(long pageCache, long before) throws IOException {
        long usage = number(
                Files.readString(directory.resolve(groups.unified() ? "memory.current" : "memory.usage_in_bytes")));
        Map<String, Long> statistics = Files.readAllLines(directory.resolve("memory.stat")).stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> number(words[1])));
        String all = groups.unified() ? "" : "total_";
        long files = statistics.get(all + "inactive_file") + statistics.get(all + "active_file");
        long mapped = statistics.get(groups.unified() ? "file_mapped" : "total_mapped_file");
        long limit = Math.max(0, usage - Math.max(0, files - mapped)) + pageCache;
        if (Math.abs(limit - before) < STEP) {
            return before;
        }
        Files.writeString(limit(), Long.toString(limit));
        return limit;
    }

    private static long number(String text) {
        return Long.parseLong(text.strip());
    }

    /**
     * Removes the group, and moves its processes into the group of this process. Does nothing if there is no group.
     *
     * @return the group if it is left, and why; empty if the group is gone
     */
    List<String> remove() throws InterruptedException {
        String failure = "";
        for (int attempt = 0; exists() && attempt < ATTEMPTS; attempt++) {
            try {
                // Processes that wait for memory cannot end.
                unlimit();
                Path own = own();
                for (String pid : Files.readAllLines(directory.resolve(PROCESSES))) {
                    leave(Long.parseLong(pid), own.equals(directory) ? groups.top() : own);
                }
                Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException files) {
                return List.of(directory + " is not a control group");
            } catch (IOException e) {
                // A process that has ended leaves its group a moment later.
                failure = e instanceof FileSystemException denied && denied.getReason() != null
                        ? denied.getReason()
                        : e.getMessage();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
            }
        }
        return exists() ? List.of("the control group " + directory + " was not removed: " + failure) : List.of();
    }

    private static void leave(long pid, Path other) {
        try {
            move(pid, other);
        } catch (IOException ended) {
            // If the process has not ended, the next attempt lists it again.
            return;
        }
    }
}
