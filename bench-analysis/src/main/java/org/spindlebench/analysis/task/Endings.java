package org.spindlebench.analysis.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * The ends of the attempts of a kind, by their states and by the job's counters. The two differ if attempts are missing
 * from the history, such as attempts that a lost ApplicationMaster had started.
 *
 * @param kind {@code map} or {@code reduce}
 * @param killed attempts that were killed, including those whose output was lost with its node
 * @param speculative attempts that started while another attempt of the same task ran
 * @param countedLaunched TOTAL_LAUNCHED_MAPS or TOTAL_LAUNCHED_REDUCES; null if the job lacks this group of counters
 * @param countedFailed NUM_FAILED_MAPS or NUM_FAILED_REDUCES; null if the job lacks this group of counters
 * @param countedKilled NUM_KILLED_MAPS or NUM_KILLED_REDUCES; null if the job lacks this group of counters
 */
public record Endings(
        String kind,
        int succeeded,
        int failed,
        int killed,
        int speculative,
        Long countedLaunched,
        Long countedFailed,
        Long countedKilled) {
    static final String JOB_COUNTERS = "org.apache.hadoop.mapreduce.JobCounter";

    /** Returns the endings of each kind that has an attempt, or a counter that is not 0. */
    public static List<Endings> of(RunRecord run) {
        return Attempts.KINDS.stream()
                .map(kind -> of(run, kind))
                .filter(Endings::isAny)
                .toList();
    }

    private static Endings of(RunRecord run, String kind) {
        List<TaskTimes> tasks = Attempts.ofKind(run.tasks(), kind);
        return new Endings(
                kind,
                inState(tasks, "SUCCEEDED"),
                inState(tasks, "FAILED"),
                inState(tasks, "KILLED"),
                speculative(tasks),
                counter(run, "TOTAL_LAUNCHED_", kind),
                counter(run, "NUM_FAILED_", kind),
                counter(run, "NUM_KILLED_", kind));
    }

    private boolean isAny() {
        return succeeded + failed + killed > 0 || (countedLaunched != null && countedLaunched > 0);
    }

    private static int inState(List<TaskTimes> tasks, String state) {
        return (int) tasks.stream().filter(task -> state.equals(task.state())).count();
    }

    // A missing counter is 0, because MapReduce creates it at its first increment.
    private static Long counter(RunRecord run, String name, String kind) {
        Map<String, Long> counters = run.counters().get(JOB_COUNTERS);
        return counters == null ? null : counters.getOrDefault(name + kind.toUpperCase(Locale.ROOT) + "S", 0L);
    }

    private static int speculative(List<TaskTimes> tasks) {
        Map<String, List<Attempts.AttemptSpan>> byTask = new TreeMap<>();
        for (TaskTimes task : tasks) {
            int number = task.attempt() == null ? -1 : task.attempt().lastIndexOf('_');
            if (number > 0) {
                Attempts.span(task).ifPresent(span -> byTask.computeIfAbsent(
                                task.attempt().substring(0, number), id -> new ArrayList<>())
                        .add(span));
            }
        }
        return byTask.values().stream().mapToInt(Endings::overlapping).sum();
    }

    private static int overlapping(List<Attempts.AttemptSpan> attempts) {
        attempts.sort(Comparator.comparingLong(Attempts.AttemptSpan::from));
        long end = Long.MIN_VALUE;
        int count = 0;
        for (Attempts.AttemptSpan attempt : attempts) {
            count += attempt.from() < end ? 1 : 0;
            end = Math.max(end, attempt.to());
        }
        return count;
    }

    /**
     * The places where maps ran, by the job's counters. The counters count the containers for maps on a host with the
     * map's data, in the rack of such a host, and elsewhere. Maps without data and repeated maps count as elsewhere.
     *
     * @param dataLocal DATA_LOCAL_MAPS
     * @param rackLocal RACK_LOCAL_MAPS
     * @param other OTHER_LOCAL_MAPS
     */
    public record Locality(long dataLocal, long rackLocal, long other) {
        /**
         * Returns the numbers; empty if the job has none of the three counters, or if its maps had hosts, but no data. If
         * only some counters are missing, they are 0, because MapReduce creates a counter at its first increment.
         */
        public static Optional<Locality> of(RunRecord run) {
            return run.subject().settings().containsKey(Subject.PLACEMENT) ? Optional.empty() : of(run.counters());
        }

        /** Returns the numbers from counters by group and name; empty if there is none of the three. */
        public static Optional<Locality> of(Map<String, Map<String, Long>> groups) {
            Map<String, Long> counters = groups.getOrDefault(Endings.JOB_COUNTERS, Map.of());
            Locality found = new Locality(
                    counters.getOrDefault("DATA_LOCAL_MAPS", 0L),
                    counters.getOrDefault("RACK_LOCAL_MAPS", 0L),
                    counters.getOrDefault("OTHER_LOCAL_MAPS", 0L));
            boolean counted = Stream.of("DATA_LOCAL_MAPS", "RACK_LOCAL_MAPS", "OTHER_LOCAL_MAPS")
                    .anyMatch(counters::containsKey);
            return counted ? Optional.of(found) : Optional.empty();
        }

        /** Returns the number of containers for maps. */
        public long all() {
            return dataLocal + rackLocal + other;
        }

        /** Checks whether maps asked for hosts, or for racks. Otherwise the counters say nothing. */
        public boolean isAsked() {
            return dataLocal + rackLocal > 0;
        }
    }

    /**
     * Whether the cluster took containers away from the job, by Hadoop's notes on killed attempts. If so, others used
     * the cluster, and the run lost containers that it had been granted.
     *
     * @param preempted whether the cluster's scheduler took a container away; null if unknown, because there are no
     *     attempts, or some were killed without a note
     * @param byScheduler attempts whose containers the scheduler took away
     * @param byJob reduces that the job's own ApplicationMaster killed to make room for maps without containers
     * @param unexplained attempts that were killed without a note
     */
    public record Preemption(Boolean preempted, int byScheduler, int byJob, int unexplained) {
        /** Parts of Hadoop's notes on containers preempted by a scheduler, or killed because they are opportunistic. */
        private static final List<String> BY_SCHEDULER =
                List.of("Container preempted by scheduler", "to make room for Guaranteed Container");

        private static final String BY_JOB = "preempted to make room for pending map attempts";

        /** Judges a run by its attempts and their notes. */
        public static Preemption of(RunRecord run) {
            List<TaskTimes> tasks = run.tasks();
            int byScheduler = (int) tasks.stream().filter(Preemption::preempted).count();
            int unexplained = (int) tasks.stream()
                    .filter(task -> killed(task) && task.note() == null)
                    .count();
            boolean known = byScheduler > 0 || (!tasks.isEmpty() && unexplained == 0);
            return new Preemption(
                    known ? (Boolean) (byScheduler > 0) : null,
                    byScheduler,
                    (int) tasks.stream()
                            .filter(task -> killed(task) && says(task, BY_JOB))
                            .count(),
                    unexplained);
        }

        /** Checks by Hadoop's note whether the cluster's scheduler took an attempt's container away. */
        public static boolean preempted(TaskTimes task) {
            return killed(task) && BY_SCHEDULER.stream().anyMatch(words -> says(task, words));
        }

        private static boolean killed(TaskTimes task) {
            return "KILLED".equals(task.state());
        }

        private static boolean says(TaskTimes task, String words) {
            return task.note() != null && task.note().contains(words);
        }
    }
}
