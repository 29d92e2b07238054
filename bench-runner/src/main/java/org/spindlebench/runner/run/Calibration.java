package org.spindlebench.runner.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.HadoopCluster.ClusterIdentity;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.ToolCall;

/** A measurement of how many containers of one size a queue grants at once, with the conditions of the measurement. */
public record Calibration(ClusterConditions conditions, CalibratedSlots slots, Instant measured) {

    /**
     * The conditions under which a number of slots holds, until the nodes or the queue change.
     *
     * @param nodes the running NodeManagers and their resources in use, sorted by host
     * @param minimumMemory bytes; YARN rounds requests up to a multiple of this size
     * @param dominant whether the scheduler counts vcores in addition to memory
     */
    public record ClusterConditions(
            ClusterIdentity cluster, QueueShape queue, List<NodeShape> nodes, long minimumMemory, boolean dominant) {
        private static final Comparator<NodeShape> ORDER = Comparator.comparing(NodeShape::host)
                .thenComparingLong(NodeShape::memory)
                .thenComparingLong(NodeShape::memoryUsed)
                .thenComparingInt(NodeShape::vcores)
                .thenComparingInt(NodeShape::vcoresUsed);

        public ClusterConditions {
            nodes = nodes.stream().sorted(ORDER).toList();
        }

        public static ClusterConditions of(ClusterIdentity cluster, ClusterShape shape) {
            return new ClusterConditions(
                    cluster, shape.queue(), shape.nodes(), shape.minimumMemory(), shape.dominant());
        }

        /** Checks whether both conditions belong to the same queue, cluster and user. */
        boolean sameQueue(ClusterConditions other) {
            return cluster.equals(other.cluster) && queue.name().equals(other.queue.name());
        }

        /** Describes each difference from the present conditions; empty if there is none. */
        List<String> differences(ClusterConditions now) {
            List<String> differences = new ArrayList<>();
            if (!nodes.equals(now.nodes)) {
                differences.add("the NodeManagers or their resources in use");
            }
            if (!queue.equals(now.queue)) {
                differences.add("the queue's limits");
            }
            if (minimumMemory != now.minimumMemory || dominant != now.dominant) {
                differences.add("the scheduler's settings");
            }
            return differences;
        }
    }

    /**
     * The slots that the queue granted: the largest number of tasks that ran at one instant.
     *
     * @param task the tasks' container request, normalised
     * @param am the container request of the ApplicationMaster that ran with the tasks, normalised
     */
    public record CalibratedSlots(ContainerSize task, ContainerSize am, int atOnce) {}

    boolean isReplacedBy(Calibration later) {
        return conditions.sameQueue(later.conditions)
                && slots.task().equals(later.slots.task())
                && slots.am().equals(later.slots.am());
    }

    /**
     * The measurements of {@code check --calibrate}, saved in the results directory as {@link #NAME}.
     *
     * @param calibrations one for each cluster, user, queue and pair of requests
     */
    public record Calibrations(int schema, List<Calibration> calibrations) {
        /** The file's name in the results directory. */
        public static final String NAME = "calibration.json";

        private static final int SCHEMA = 1;

        public Calibrations {
            calibrations = calibrations == null ? List.of() : List.copyOf(calibrations);
        }

        /** Reads the calibrations of a results directory; empty if nothing was calibrated. */
        public static Calibrations read(Path out) throws IOException {
            Path file = out.resolve(NAME);
            return Files.exists(file)
                    ? JsonDocument.read(file, Calibrations.class, SCHEMA)
                    : new Calibrations(SCHEMA, List.of());
        }

        /**
         * Reads the calibrations. If the file cannot be understood, adds a note and returns none, so that campaigns can
         * still run.
         */
        public static Calibrations readable(Path out, List<String> notes) throws IOException {
            try {
                return read(out);
            } catch (InvalidDocumentException damaged) {
                notes.add("warning: Spindle does not use earlier calibrations: " + damaged.getMessage()
                        + ". `check --calibrate` measures again.");
                return new Calibrations(SCHEMA, List.of());
            }
        }

        /**
         * Adds measurements to the file, and removes the earlier measurements that they replace. A file that cannot be
         * understood is kept under another name.
         */
        public static void add(Path out, List<Calibration> measured) throws IOException {
            List<Calibration> all = new ArrayList<>();
            try {
                all.addAll(read(out).calibrations());
            } catch (InvalidDocumentException damaged) {
                AtomicFile.setAside(out.resolve(NAME));
            }
            all.removeIf(earlier -> measured.stream().anyMatch(earlier::isReplacedBy));
            all.addAll(measured);
            Files.createDirectories(out);
            JsonDocument.write(out.resolve(NAME), new Calibrations(SCHEMA, all));
        }

        public List<CalibratedSlots> fitting(ClusterConditions now) {
            return calibrations.stream()
                    .filter(calibration -> calibration.conditions().equals(now))
                    .map(Calibration::slots)
                    .toList();
        }

        /**
         * Returns lines about the calibrations of the same queue: first those that are used, then those that are not
         * used.
         */
        public List<String> notes(ClusterConditions now) {
            return Stream.concat(used(now).stream(), unused(now).stream()).toList();
        }

        private List<String> used(ClusterConditions now) {
            return calibrations.stream()
                    .filter(calibration -> calibration.conditions().equals(now))
                    .map(calibration -> String.format(
                            Locale.ROOT,
                            "Calibrated at %s: queue %s of %s granted %d containers of %d MiB and %s" + " at once.",
                            calibration.measured(),
                            now.queue().name(),
                            HumanText.counted(now.nodes().size(), "NodeManager"),
                            calibration.slots().atOnce(),
                            calibration.slots().task().memory() >> 20,
                            HumanText.counted(calibration.slots().task().vcores(), "vcore")))
                    .toList();
        }

        private List<String> unused(ClusterConditions now) {
            return calibrations.stream()
                    .filter(calibration -> calibration.conditions().sameQueue(now))
                    .filter(calibration -> !calibration.conditions().equals(now))
                    .map(calibration -> "The calibration of " + calibration.measured()
                            + " is not used, because these have changed: "
                            + String.join(" and ", calibration.conditions().differences(now))
                            + ". `check --calibrate` measures again.")
                    .distinct()
                    .toList();
        }
    }

    /**
     * A wave of sleeping tasks, as large as a run's own wave.
     *
     * @param kind {@code map} or {@code reduce}
     * @param task the tasks' container request, normalised
     * @param am the ApplicationMaster's request, normalised
     * @param expected the computed number of tasks that run at once
     */
    public record SleepWave(
            String kind, ContainerSize task, ContainerSize am, Map<String, String> configuration, int expected) {
        private static final int LEAST = 4;

        /** Returns more tasks than should fit, so that the queue limits the wave, not the job. */
        public int firstTasks() {
            return Math.min(SyntheticConfig.MAX_MAPS, Math.max(LEAST, expected + expected / 4 + 2));
        }

        public ToolCall call(int tasks, long holdMillis) {
            boolean maps = kind.equals("map");
            int mapTasks = maps ? tasks : 1;
            Map<String, String> own = new TreeMap<>();
            own.put(JobKeys.MAPS, String.valueOf(mapTasks));
            own.put(JobKeys.BYTES, String.valueOf(mapTasks));
            own.put(JobKeys.HOLD_MILLIS, String.valueOf(holdMillis));
            own.put("mapreduce.job.reduces", maps ? "0" : String.valueOf(tasks));
            // A running map would hold a container that a reduce needs.
            own.put("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
            return new ToolCall(ToolName.SLEEP, List.of(), own).over(configuration);
        }
    }
}
