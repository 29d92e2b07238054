package org.spindlebench.analysis.cell;

import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.RunRecord.Wave;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * Properties of runs that do not distinguish cells: software versions, slots and tasks, and Hadoop's settings. A mean
 * over runs hides such differences.
 *
 * @param values the values that occurred, at most {@value #MOST_VALUES} for each field, by the field's name in {@code
 *     docs/records.md}
 * @param configured whether the runs' records hold Hadoop's settings; if so, a missing setting has its default value
 * @param storage the settings of the runs' disks; without values if no record states them
 * @param hosts the hosts that ran the tasks; empty if no record names them, or if the cluster is one machine
 */
public record Conditions(
        SortedMap<String, SortedSet<String>> values,
        boolean configured,
        StorageConditions storage,
        SortedSet<String> hosts) {
    /** The greatest number of values that are kept for one field. */
    static final int MOST_VALUES = 8;

    /** The value of a setting for runs that left it at its default while other runs changed it. */
    private static final String DEFAULT = "(default)";

    private static final String CONFIGURATION = "configuration.";

    /** The prefix of the fields that describe the parts of a setup. */
    public static final String HARDWARE = "hardware.";

    private static final String NODES = "sizes.nodes";

    /** The number of nodes for runs that do not state it while other runs do. */
    private static final String UNKNOWN = "(unknown)";

    /** Settings that always differ from run to run. */
    private static final Set<String> OF_ONE_RUN = Set.of(
            "mapreduce.job.name",
            "mapreduce.job.tags",
            "mapreduce.job.user.name",
            "mapreduce.job.submithostname",
            "mapreduce.job.submithostaddress",
            "mapreduce.job.application.attempt.id",
            "spindle.seed");

    private static final String CACHED_FILES = "mapreduce.job.cache.";

    /** Hadoop adds such a setting to a job for every kind of daemon that the client called before. */
    private static final String CALLED_DAEMONS = "rpc.engine.";

    private static final Pattern ADDRESS = Pattern.compile(":\\d+\\z");
    private static final Pattern GENERATED = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-");

    public Conditions {
        SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
        values.forEach((field, seen) -> copy.put(field, Collections.unmodifiableSortedSet(new TreeSet<>(seen))));
        values = Collections.unmodifiableSortedMap(copy);
        hosts = Collections.unmodifiableSortedSet(new TreeSet<>(hosts));
    }

    /** Returns the fields in which these runs differ from each other. */
    public List<String> mixed() {
        return values.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns the fields whose values are known on both sides, without a common value. Leaves out the hardware, in
     * which setups always differ.
     */
    public List<String> differences(Conditions other) {
        return Stream.concat(values.keySet().stream(), other.values.keySet().stream())
                .distinct()
                .sorted()
                .filter(field -> !field.startsWith(HARDWARE))
                .filter(field -> !of(field).isEmpty() && !other.of(field).isEmpty())
                .filter(field -> Collections.disjoint(of(field), other.of(field)))
                .toList();
    }

    /** Returns the parts of the setup, by field, such as {@code hardware.disk}; fields that vary are left out. */
    public SortedMap<String, String> hardware() {
        SortedMap<String, String> known = new TreeMap<>();
        values.tailMap(HARDWARE).forEach((field, seen) -> {
            if (field.startsWith(HARDWARE) && seen.size() == 1) {
                known.put(field, seen.first());
            }
        });
        return known;
    }

    /** Returns the values of a field, sorted; empty if none is known. */
    public SortedSet<String> of(String field) {
        SortedSet<String> seen = values.get(field);
        if (seen != null) {
            return seen;
        }
        boolean isDefault = configured && field.startsWith(CONFIGURATION);
        return isDefault ? new TreeSet<>(Set.of(DEFAULT)) : Collections.emptySortedSet();
    }

    /** Returns how many nodes the clusters of the runs had; empty if unknown for all runs. */
    public SortedSet<Integer> nodes() {
        return of(NODES).stream()
                .filter(nodes -> !nodes.equals(UNKNOWN))
                .map(Integer::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static final class Seen {
        private final SortedSet<String> values = new TreeSet<>();
        private Object latest;
        private int runs;

        /** Checks whether a value equals the previous run's, as it does for most runs. */
        boolean isLatest(Object value) {
            return value.equals(latest);
        }

        void add(Object value) {
            runs++;
            if (!isLatest(value)) {
                latest = value;
                if (values.size() < MOST_VALUES) {
                    values.add(value.toString());
                }
            }
        }
    }

    static final class Builder {
        private final Map<String, Seen> fields = new HashMap<>();
        private final Map<String, Seen> settings = new HashMap<>();
        private final StorageConditions.Builder storage = new StorageConditions.Builder();
        private final NavigableSet<String> hosts = new TreeSet<>();
        private int configured;
        private int runs;
        private int sized;

        void add(RunRecord run) {
            software(run.software());
            wave(run.wave());
            // Tools measure a job's duration from and to different moments.
            see("source.format", run.source() == null ? "spindle" : run.source().format());
            if (run.sizes() != null) {
                see(NODES, run.sizes().nodes());
                see("sizes.bytes", run.sizes().bytes());
            }
            if (run.hardware() != null) {
                run.hardware().forEach((factor, value) -> see(HARDWARE + factor, value));
            }
            runs++;
            sized += run.sizes() == null || run.sizes().nodes() == null ? 0 : 1;
            run.tasks().stream()
                    .map(TaskTimes::host)
                    .filter(host -> host != null && !host.equals("localhost"))
                    .forEach(hosts::add);
            configured += run.configuration().isEmpty() ? 0 : 1;
            run.configuration().forEach(this::setting);
            if (run.evidence() != null) {
                storage.add(run.evidence().layout());
            }
        }

        Conditions build() {
            if (sized > 0 && sized < runs) {
                see(NODES, UNKNOWN);
            }
            SortedMap<String, SortedSet<String>> values = new TreeMap<>();
            fields.forEach((field, seen) -> values.put(field, seen.values));
            settings.forEach((key, seen) -> {
                if (seen.runs < configured) {
                    seen.add(DEFAULT);
                }
                values.put(CONFIGURATION + key, seen.values);
            });
            return new Conditions(values, configured > 0, storage.build(), hosts);
        }

        private void setting(String key, String value) {
            Seen seen = settings.get(key);
            boolean known = seen != null && seen.isLatest(value);
            if (known || isCondition(key, value)) {
                settings.computeIfAbsent(key, name -> new Seen()).add(value);
            }
        }

        private void software(Software software) {
            if (software == null) {
                return;
            }
            BiConsumer<String, String> see = (field, value) -> see("software." + field, value);
            see.accept("spindle", software.spindle());
            see.accept("jarSha256", software.jarSha256());
            see.accept("hadoopClient", software.hadoopClient());
            see.accept("hadoopCluster", software.hadoopCluster());
            see.accept("java", software.java());
            see.accept("os", software.os());
        }

        private void wave(Wave wave) {
            if (wave != null) {
                see("wave.slots", wave.slots());
                see("wave.maps", wave.maps());
                see("wave.reduces", wave.reduces());
            }
        }

        private void see(String field, Object value) {
            if (value != null) {
                fields.computeIfAbsent(field, name -> new Seen()).add(value);
            }
        }

        private static boolean isCondition(String key, String value) {
            return !OF_ONE_RUN.contains(key)
                    && !key.startsWith(CACHED_FILES)
                    && !key.startsWith(CALLED_DAEMONS)
                    && !isPlace(value);
        }

        /** Checks for paths, addresses and generated names, which say where a run was made, not how. */
        private static boolean isPlace(String value) {
            // Most values have none of these characters, and a record has a thousand values.
            return value.indexOf('/') >= 0
                    || (value.indexOf(':') >= 0 && ADDRESS.matcher(value).find())
                    || (value.indexOf('-') >= 0 && GENERATED.matcher(value).find());
        }
    }

    /**
     * The settings of the runs' disks, and how full the disks were. Only values are kept, not nodes,
     * so the size does not grow with the cluster.
     *
     * @param queues the values of queue settings that occurred, by role, kind of disk and setting, such as {@code hdfs,
     * rotating: scheduler}. There are at most {@value Conditions#MOST_VALUES} values for each. Sizes are in KiB, as in
     * the kernel
     * @param firmware the firmware revisions that occurred, by the disk's model; at most {@value
     *     Conditions#MOST_VALUES} for each
     * @param flash by role, how full the file systems on disks without platters were when the campaign, or the visit to
     *     the setup, began
     * @param platters the same for disks with platters
     */
    public record StorageConditions(
            SortedMap<String, SortedSet<String>> queues,
            SortedMap<String, SortedSet<String>> firmware,
            SortedMap<String, Fill> flash,
            SortedMap<String, Fill> platters) {
        public StorageConditions {
            queues = copy(queues);
            firmware = copy(firmware);
            flash = Collections.unmodifiableSortedMap(new TreeMap<>(flash));
            platters = Collections.unmodifiableSortedMap(new TreeMap<>(platters));
        }

        private static SortedMap<String, SortedSet<String>> copy(SortedMap<String, SortedSet<String>> values) {
            SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
            values.forEach((name, seen) -> copy.put(name, Collections.unmodifiableSortedSet(new TreeSet<>(seen))));
            return Collections.unmodifiableSortedMap(copy);
        }

        /**
         * The used share of a role's file systems: 1 - usable / total bytes, the mean over all directories of the role.
         *
         * @param mean the mean over all runs
         * @param least the mean over the directories of the run with the emptiest file systems
         * @param most the same mean of the run with the fullest file systems
         */
        public record Fill(double mean, double least, double most) {
            /** Returns the greatest difference between two runs. */
            public double spread() {
                return most - least;
            }
        }

        static final class Builder {
            private final SortedMap<String, SortedSet<String>> queues = new TreeMap<>();
            private final SortedMap<String, SortedSet<String>> firmware = new TreeMap<>();
            private final Map<String, DoubleSummaryStatistics> flash = new TreeMap<>();
            private final Map<String, DoubleSummaryStatistics> platters = new TreeMap<>();

            /** The used shares in the run that is being added, by kind and role. */
            private final Map<Boolean, Map<String, DoubleSummaryStatistics>> ofRun = new TreeMap<>();

            void add(List<NodeLayout> layouts) {
                ofRun.clear();
                for (NodeLayout layout : layouts) {
                    for (Directory directory : layout.directories()) {
                        if (!Boolean.FALSE.equals(directory.exists())) {
                            add(layout, directory);
                        }
                    }
                }
                see(ofRun.getOrDefault(false, Map.of()), flash);
                see(ofRun.getOrDefault(true, Map.of()), platters);
            }

            private static void see(
                    Map<String, DoubleSummaryStatistics> run, Map<String, DoubleSummaryStatistics> all) {
                run.forEach((role, shares) -> all.computeIfAbsent(role, any -> new DoubleSummaryStatistics())
                        .accept(shares.getAverage()));
            }

            private void add(NodeLayout layout, Directory directory) {
                Set<Boolean> rotating = new HashSet<>();
                for (String name : directory.disks()) {
                    Device disk = layout.device(name);
                    Device.Hardware hardware = disk == null ? null : disk.hardware();
                    rotating.add(hardware == null ? null : hardware.rotational());
                    if (hardware == null) {
                        continue;
                    }
                    if (hardware.model() != null) {
                        see(firmware, hardware.model(), hardware.firmware());
                    }
                    if (hardware.rotational() != null && disk.queue() != null) {
                        String kind = hardware.rotational() ? "rotating" : "not rotating";
                        see(directory.role() + ", " + kind + ": ", disk.queue());
                    }
                }
                Long total = directory.total();
                boolean oneKind = rotating.size() == 1 && !rotating.contains(null);
                if (oneKind && total != null && total > 0 && directory.usable() != null) {
                    ofRun.computeIfAbsent(rotating.iterator().next(), kind -> new TreeMap<>())
                            .computeIfAbsent(directory.role(), role -> new DoubleSummaryStatistics())
                            .accept(1 - directory.usable() / (double) total);
                }
            }

            private void see(String of, Device.Queue queue) {
                see(queues, of + "max_sectors_kb", kib(queue.maxRequest()));
                see(queues, of + "nr_requests", queue.requests());
                see(queues, of + "scheduler", queue.scheduler());
                see(queues, of + "read_ahead_kb", kib(queue.readAhead()));
            }

            private static Long kib(Long bytes) {
                return bytes == null ? null : (Long) (bytes / 1024);
            }

            private static void see(SortedMap<String, SortedSet<String>> values, String name, Object value) {
                if (value != null) {
                    SortedSet<String> seen = values.computeIfAbsent(name, any -> new TreeSet<>());
                    if (seen.size() < Conditions.MOST_VALUES) {
                        seen.add(Objects.toString(value));
                    }
                }
            }

            StorageConditions build() {
                return new StorageConditions(queues, firmware, fills(flash), fills(platters));
            }

            private static SortedMap<String, Fill> fills(Map<String, DoubleSummaryStatistics> runs) {
                SortedMap<String, Fill> fills = new TreeMap<>();
                runs.forEach((role, shares) ->
                        fills.put(role, new Fill(shares.getAverage(), shares.getMin(), shares.getMax())));
                return fills;
            }
        }
    }
}
