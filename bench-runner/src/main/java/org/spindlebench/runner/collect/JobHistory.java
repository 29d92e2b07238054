package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * All information collected about an ended job.
 *
 * @param times the job's own instants
 * @param counters group, name, value
 * @param mapCounters MapReduce's own counters of tasks, of map tasks alone; empty if unknown
 * @param tasks every task attempt that ended
 * @param fetched bytes that each reduce that succeeded fetched, by attempt
 * @param configuration settings in force that differ from Hadoop's defaults
 * @param inForce all settings of the job's configuration; null if unknown
 * @param metrics the figures of {@link Collectors#METRICS} that there are, by name
 */
public record JobHistory(
        JobTimes times,
        Map<String, Map<String, Long>> counters,
        Map<String, Long> mapCounters,
        List<TaskTimes> tasks,
        Map<String, Long> fetched,
        Map<String, String> configuration,
        Map<String, String> inForce,
        SortedMap<String, Double> metrics) {
    /** Without metrics. */
    public JobHistory(
            JobTimes times,
            Map<String, Map<String, Long>> counters,
            Map<String, Long> mapCounters,
            List<TaskTimes> tasks,
            Map<String, Long> fetched,
            Map<String, String> configuration,
            Map<String, String> inForce) {
        this(times, counters, mapCounters, tasks, fetched, configuration, inForce, new TreeMap<>());
    }

    /** The same with what these metrics are of it. */
    public JobHistory measured(List<Metric> all) {
        SortedMap<String, Double> found = new TreeMap<>();
        all.forEach(metric -> metric.of(this).ifPresent(value -> found.put(metric.name(), value)));
        return new JobHistory(times, counters, mapCounters, tasks, fetched, configuration, inForce, found);
    }

    /** Returns the attempts of a kind, {@code map} or {@code reduce}. */
    public List<TaskTimes> tasks(String kind) {
        return tasks.stream().filter(task -> task.kind().equals(kind)).toList();
    }

    /** Returns the number of tasks of a kind that succeeded, each counted once for all its attempts. */
    public int succeeded(String kind) {
        return (int) tasks(kind).stream()
                .filter(task -> task.state().equals("SUCCEEDED"))
                .count();
    }

    /**
     * Instants by the ApplicationMaster's clock.
     *
     * @param submitted when the job was submitted
     * @param launched when the job was ready to run tasks
     * @param finished when the last task had ended and the output was committed
     */
    public record JobTimes(Instant submitted, Instant launched, Instant finished) {}

    /** A figure of an ended job for its record. To add one: a class, and a line in {@link Collectors#METRICS}. */
    public interface Metric {
        /** What its record calls it, such as {@code idleSeconds}: with the unit. */
        String name();

        /** Finite; empty where the job has none. */
        OptionalDouble of(JobHistory job);
    }

    /** Where the history of ended jobs is read. */
    public interface HistoryReader {
        /**
         * Reads all of a job's history.
         *
         * @param appears how long to wait for the history, which is moved shortly after the job's end
         */
        JobHistory read(String jobId, Duration appears) throws IOException;

        /** Checks whether the history server answers, and throws with its address if it does not. */
        void probe() throws IOException;
    }
}
