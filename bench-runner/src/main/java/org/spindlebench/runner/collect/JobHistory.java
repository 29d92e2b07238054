package org.spindlebench.runner.collect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.TaskTimes;

/**
 * All information collected about an ended job.
 *
 * @param times the job's own instants
 * @param counters group, name, value
 * @param mapCounters MapReduce's own counters of tasks, of map tasks alone; empty if unknown
 * @param tasks every task attempt that ended
 * @param reduceSkew bytes that the largest reduce fetched / the mean; null with fewer than two reduces
 * @param configuration settings in force that differ from Hadoop's defaults
 * @param inForce all settings of the job's configuration; null if unknown
 */
public record JobHistory(
        JobTimes times,
        Map<String, Map<String, Long>> counters,
        Map<String, Long> mapCounters,
        List<TaskTimes> tasks,
        Double reduceSkew,
        Map<String, String> configuration,
        Map<String, String> inForce) {

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

    /** Reads the history of ended jobs. */
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
