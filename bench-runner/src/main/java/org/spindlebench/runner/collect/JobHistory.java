package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * All information collected about an ended job.
 *
 * @param counters the values by group and name
 * @param tasks every task attempt that ended
 * @param mapped the output of each successful map, by attempt; empty if unknown
 * @param fetched the bytes that each successful reduce fetched, by attempt
 * @param configuration settings in force that differ from Hadoop's defaults
 * @param inForce all settings of the job's configuration; null if unknown
 * @param applications the applications of a user's program; empty for one of Spindle's own jobs
 * @param metrics the values of the metrics in {@link Collectors#METRICS}, by name; metrics without a value are omitted
 * @param read the bytes that each successful map read from HDFS, by attempt; empty if unknown
 */
public record JobHistory(
        JobTimes times,
        Map<String, Map<String, Long>> counters,
        List<TaskTimes> tasks,
        Map<String, MapOutput> mapped,
        Map<String, Long> fetched,
        Map<String, String> configuration,
        Map<String, String> inForce,
        List<Application> applications,
        SortedMap<String, Double> metrics,
        Map<String, Long> read) {
    public JobHistory(
            JobTimes times,
            Map<String, Map<String, Long>> counters,
            List<TaskTimes> tasks,
            Map<String, MapOutput> mapped,
            Map<String, Long> fetched,
            Map<String, String> configuration,
            Map<String, String> inForce) {
        this(times, counters, tasks, mapped, fetched, configuration, inForce, List.of(), new TreeMap<>(), Map.of());
    }

    /** Returns this history as the history of these applications. */
    public JobHistory of(List<Application> all) {
        return new JobHistory(times, counters, tasks, mapped, fetched, configuration, inForce, all, metrics, read);
    }

    /** Returns this history with the settings that differ from Hadoop's defaults. */
    JobHistory with(Map<String, String> different) {
        return new JobHistory(times, counters, tasks, mapped, fetched, different, inForce, applications, metrics, read);
    }

    /** Returns this history with the bytes that each successful map read from HDFS, by attempt. */
    public JobHistory reading(Map<String, Long> bytes) {
        return new JobHistory(
                times, counters, tasks, mapped, fetched, configuration, inForce, applications, metrics, bytes);
    }

    /**
     * Returns the counters if they count everything that ran; null if some applications count otherwise or not at all.
     */
    public Map<String, Map<String, Long>> completeCounters() {
        boolean all = applications.stream().allMatch(each -> ProgramRun.MAPREDUCE.equals(each.type()));
        return all ? counters : null;
    }

    public JobHistory measured(List<Metric> all) {
        SortedMap<String, Double> found = new TreeMap<>();
        all.forEach(metric -> metric.of(this).ifPresent(value -> found.put(metric.name(), value)));
        return new JobHistory(
                times, counters, tasks, mapped, fetched, configuration, inForce, applications, found, read);
    }

    /** Returns the attempts of a kind, which is {@code map} or {@code reduce}. */
    public List<TaskTimes> tasks(String kind) {
        return tasks.stream().filter(task -> task.kind().equals(kind)).toList();
    }

    /**
     * Returns the number of successful tasks of a kind. Each task counts once, regardless of its number of attempts.
     */
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

    /**
     * The output of one map, before a combiner and before compression.
     *
     * @param bytes the bytes of keys and values
     * @param spilled the records written to local directories; a record counts again at each merge of spills
     */
    public record MapOutput(long records, long bytes, long spilled) {}

    /** A metric of an ended job, saved in the run's record. Add new metrics to {@link Collectors#METRICS}. */
    public interface Metric {
        /** Returns the metric's name in the record, which includes the unit, such as {@code idleSeconds}. */
        String name();

        /** Returns the metric's value, which is finite; empty if the job has none. */
        OptionalDouble of(JobHistory job);
    }

    /** Reads the history of ended jobs. */
    public interface HistoryReader {
        /**
         * Reads all of a job's history.
         *
         * @param appears the time to wait for the history, which is moved shortly after the job's end
         */
        JobHistory read(String jobId, Duration appears) throws IOException;

        /**
         * Checks that the history server answers.
         *
         * @throws IOException with the server's address, if it does not answer
         */
        void probe() throws IOException;
    }
}
