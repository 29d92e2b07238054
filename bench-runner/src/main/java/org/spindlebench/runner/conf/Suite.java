package org.spindlebench.runner.conf;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.spindlebench.runner.program.Program;

/**
 * The content of a suite's file, with the jobs to run, their sizes, settings and repeats.
 *
 * @param source the file or resource from which the suite was read
 * @param description one sentence for {@code list suites}
 * @param cold how caches are made cold before each run unless {@code --cold} overrides it: {@code off}, {@code local}
 *     or {@code evict}; empty if the suite does not state it
 * @param measuresStorage whether the suite's sizes are minimums, which Spindle raises on a cluster until they exceed
 *     the nodes' memory
 * @param configuration Hadoop settings for every job
 * @param entries the groups of runs; no job occurs twice with the same compression, settings and size
 */
public record Suite(
        String source,
        String name,
        String description,
        String cold,
        boolean measuresStorage,
        Map<String, String> configuration,
        List<SuiteEntry> entries) {
    /** The values of {@code cold} in files. A command is only allowed as an option, so that no file can run one. */
    static final List<String> WAYS_OF_COOLING = List.of("off", "local", "yarn", "evict");

    /** Makes a suite that does not state whether caches are cold. */
    public Suite(
            String source,
            String name,
            String description,
            Map<String, String> configuration,
            List<SuiteEntry> entries) {
        this(source, name, description, "", false, configuration, entries);
    }

    public Suite {
        Objects.requireNonNull(cold, "cold");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
        entries = List.copyOf(entries);
    }

    /** Returns this suite with other groups. */
    public Suite with(List<SuiteEntry> others) {
        return new Suite(source, name, description, cold, measuresStorage, configuration, others);
    }

    /** Returns all jobs in the order of the file, without duplicates. */
    public List<String> jobs() {
        return entries.stream()
                .flatMap(entry -> entry.jobs().stream())
                .distinct()
                .toList();
    }

    /**
     * A group of runs, which combines every job with every size, every compression and every combination of settings.
     *
     * @param repeats number of runs of each cell
     * @param sizes the amounts of data to read, shuffle or write; at least one
     * @param configuration Hadoop settings for these jobs, which take precedence over the suite's settings
     * @param purpose the purpose of the group; may be empty
     * @param program the user's program that is the group's only job; null for jobs of the catalog
     */
    public record SuiteEntry(
            List<String> jobs,
            List<Compression> compressions,
            Map<RunSetting, List<String>> settings,
            int repeats,
            List<Size> sizes,
            Map<String, String> configuration,
            String purpose,
            Program program) {
        /** Makes a group of jobs of the catalog. */
        public SuiteEntry(
                List<String> jobs,
                List<Compression> compressions,
                Map<RunSetting, List<String>> settings,
                int repeats,
                List<Size> sizes,
                Map<String, String> configuration,
                String purpose) {
            this(jobs, compressions, settings, repeats, sizes, configuration, purpose, null);
        }

        /** Returns this group with another description of its program. */
        public SuiteEntry with(Program found) {
            return new SuiteEntry(jobs, compressions, settings, repeats, sizes, configuration, purpose, found);
        }

        public SuiteEntry {
            jobs = List.copyOf(jobs);
            compressions = List.copyOf(compressions);
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
            configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
            sizes = List.copyOf(sizes);
            Objects.requireNonNull(purpose, "purpose");
            if (sizes.isEmpty()) {
                throw new IllegalArgumentException("an entry without a size");
            }
            if (repeats < 1) {
                throw new IllegalArgumentException("repeats start at 1: " + repeats);
            }
        }
    }
}
