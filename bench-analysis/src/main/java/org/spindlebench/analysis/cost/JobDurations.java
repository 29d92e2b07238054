package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The durations of one job on one setup with one choice of settings.
 *
 * @param setup the setup's name, as price lists call it
 * @param settings the settings that make runs comparable
 * @param seconds the durations of the valid runs, all above 0, with their visits
 * @param work the bytes that a run handles and the size of the nodes; {@link RunWork#UNKNOWN} if unknown
 */
public record JobDurations(
        String setup, String job, SortedMap<String, String> settings, VisitedSample seconds, RunWork work) {
    public JobDurations {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(seconds, "seconds");
        settings = Subject.sorted(settings);
        work = work == null ? RunWork.UNKNOWN : work;
        if (seconds.observations().min() <= 0) {
            throw new IllegalArgumentException("durations of " + job + " on " + setup + " must be above 0 s: "
                    + seconds.observations().values());
        }
    }

    /** Creates the durations of independent runs without further properties. */
    public static JobDurations of(String setup, String job, SortedMap<String, String> settings, Sample seconds) {
        return new JobDurations(setup, job, settings, VisitedSample.ofRuns(seconds), RunWork.UNKNOWN);
    }

    /**
     * The bytes that a run handles and the size of the nodes. A value is null if it is unknown.
     *
     * @param bytes bytes that a run of the job handles, over the whole cluster
     * @param bytesWrittenToDevices bytes that a run writes to the workers' devices, over the whole cluster
     * @param containersPerNode the greatest number of containers that ran on a node at once
     * @param hardwareThreads the number of hardware threads of a node
     */
    public record RunWork(
            Double bytes, Double bytesWrittenToDevices, Integer containersPerNode, Integer hardwareThreads) {
        public static final RunWork UNKNOWN = new RunWork(null, null, null, null);

        public RunWork {
            Ranges.positive("bytes", bytes);
            Ranges.notNegative("bytes written to devices", bytesWrittenToDevices);
            Ranges.atLeast(1, "containers per node", containersPerNode);
            Ranges.atLeast(1, "hardware threads", hardwareThreads);
        }
    }

    /** The durations of several jobs on several setups. */
    static final class JobSet {
        /** A job, with the settings that distinguish it from others with the same name. */
        record Task(String job, SortedMap<String, String> settings) implements Comparable<Task> {
            private static final Comparator<Task> ORDER = Comparator.comparing(Task::job)
                    .thenComparing(task -> task.settings().toString());

            @Override
            public int compareTo(Task other) {
                return ORDER.compare(this, other);
            }

            @Override
            public String toString() {
                return settings.isEmpty() ? job : job + " " + settings;
            }
        }

        private final SortedMap<String, SortedMap<Task, VisitedSample>> cells = new TreeMap<>();

        /** The common jobs, cached until a job is added: each of possibly thousands of setups needs them. */
        private SortedSet<Task> common;

        private JobSet() {}

        /** Creates one set of all jobs, which are distinguished by all their settings. */
        JobSet(List<JobDurations> measured, CostOptions options) {
            measured.forEach(job -> add(job, job.settings(), options));
        }

        /**
         * Groups jobs by their settings, except for settings that follow from the job. Within a group, the settings
         * that follow from the job distinguish the jobs.
         */
        static Map<SortedMap<String, String>, JobSet> bySharedSettings(
                List<JobDurations> measured, CostOptions options) {
            Map<SortedMap<String, String>, JobSet> groups = new TreeMap<>(Comparator.comparing(Object::toString));
            for (JobDurations job : measured) {
                SortedMap<String, String> shared = new TreeMap<>(job.settings());
                shared.keySet().removeAll(options.settingsOfJobs());
                SortedMap<String, String> own = new TreeMap<>(job.settings());
                own.keySet().retainAll(options.settingsOfJobs());
                groups.computeIfAbsent(shared, settings -> new JobSet()).add(job, own, options);
            }
            return groups;
        }

        private void add(JobDurations job, SortedMap<String, String> settings, CostOptions options) {
            common = null;
            cells.computeIfAbsent(job.setup(), setup -> new TreeMap<>())
                    .put(new Task(job.job(), settings), options.runs().of(job.seconds()));
        }

        SortedMap<Task, VisitedSample> of(String setup) {
            return cells.getOrDefault(setup, new TreeMap<>());
        }

        SortedSet<String> setups() {
            return new TreeSet<>(cells.keySet());
        }

        /** Returns the jobs that every setup has run. */
        SortedSet<Task> common() {
            if (common == null) {
                SortedSet<Task> all = all();
                cells.values().forEach(tasks -> all.retainAll(tasks.keySet()));
                common = Collections.unmodifiableSortedSet(all);
            }
            return common;
        }

        /** Returns the jobs that any setup has run. */
        SortedSet<Task> all() {
            SortedSet<Task> all = new TreeSet<>();
            cells.values().forEach(tasks -> all.addAll(tasks.keySet()));
            return all;
        }

        /** Returns the durations of the common jobs on one setup, in an order that all setups share. */
        List<VisitedSample> commonOf(String setup) {
            return common().stream().map(task -> of(setup).get(task)).toList();
        }
    }
}
