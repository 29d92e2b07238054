package org.spindlebench.jobs.probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long control groups stopped containers at their quota of processors. The kernel counts the periods, usually of
 * 100 ms, in which a group used up its quota. A container is in a group, and in the groups above that group, such as
 * the group of all containers of a node. With YARN's default executor, several containers may share one group.
 */
final class QuotaTimes {
    private static final String PERIODS = "nr_throttled ";
    private static final long MICROS_PER_MILLI = 1000;

    private final Path proc;
    private final SortedMap<String, Long> millis = new TreeMap<>();
    private Map<Path, Long> last = new HashMap<>();
    private boolean looked;

    /** @param proc {@code /proc} except in tests */
    QuotaTimes(Path proc) {
        this.proc = proc;
    }

    /**
     * Returns the milliseconds for which each application's containers were stopped since the first look, added up over
     * its containers. An application whose groups are unknown is left out.
     *
     * @param processes by application the ids of its processes, each with the id of its container
     */
    SortedMap<String, Long> look(Map<String, ? extends Map<String, String>> processes) {
        Map<Path, Long> seen = new HashMap<>();
        Optional<CgroupHierarchy> all = processes.isEmpty() ? Optional.empty() : groups();
        all.ifPresent(known -> processes.forEach((application, containers) -> {
            Map<String, Long> longest = new HashMap<>();
            containers.forEach((id, container) -> group(known, id).ifPresent(group -> {
                Long grown = grown(known.top(), group, container, seen);
                if (grown != null) {
                    longest.merge(container, grown, Math::max);
                }
            }));
            longest.values().forEach(grown -> millis.merge(application, looked ? grown : 0, Long::sum));
        }));
        looked = true;
        last = seen;
        millis.keySet().retainAll(processes.keySet());
        return millis;
    }

    /** Returns the largest growth of the stopped time among this group and the groups above it; null if unknown. */
    private Long grown(Path top, Path lowest, String container, Map<Path, Long> seen) {
        Long most = null;
        for (Path group = lowest; group != null && group.startsWith(top); group = group.getParent()) {
            Long stopped = seen.containsKey(group) ? seen.get(group) : stopped(group);
            if (stopped != null) {
                seen.put(group, stopped);
                // A container's own group that is new since the last look began at 0. Other groups are older than the
                // container.
                long before = last.getOrDefault(group, group.toString().contains(container) ? 0 : stopped);
                most = Math.max(most == null ? 0 : most, stopped - before);
            }
        }
        return most;
    }

    private static Long stopped(Path group) {
        try {
            for (String line : Files.readAllLines(group.resolve("cpu.stat"))) {
                if (line.startsWith(PERIODS)) {
                    long periods =
                            Long.parseLong(line.substring(PERIODS.length()).trim());
                    return periods == 0 ? 0 : periods * period(group) / MICROS_PER_MILLI;
                }
            }
            return null;
        } catch (IOException | RuntimeException unknown) {
            return null;
        }
    }

    /** Returns the microseconds of a period, by version 1 or 2 of control groups. */
    private static long period(Path group) throws IOException {
        Path first = group.resolve("cpu.cfs_period_us");
        return Files.exists(first)
                ? Long.parseLong(text(first))
                : Long.parseLong(text(group.resolve("cpu.max")).split(" ")[1]);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
    }

    /** Returns the groups of processors; empty if unknown. */
    private Optional<CgroupHierarchy> groups() {
        try {
            return CgroupHierarchy.mounted("cpu", proc);
        } catch (IOException | RuntimeException unknown) {
            return Optional.empty();
        }
    }

    /** Returns the group of a process; empty if it has ended, or its group is not visible here. */
    private Optional<Path> group(CgroupHierarchy all, String process) {
        try {
            return all.group(proc.resolve(process));
        } catch (IOException | RuntimeException ended) {
            return Optional.empty();
        }
    }
}
