package org.spindlebench.runner.jobs;

import java.util.Map;

/**
 * A job that ended, for its proof.
 *
 * @param request what was asked
 * @param counters every counter: group, name, value
 */
public record DoneJob(JobRequest request, Map<String, Map<String, Long>> counters) {
    private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";

    /** A counter, or null when the job has none of that name. */
    public Long counter(String group, String name) {
        return counters.getOrDefault(group, Map.of()).get(name);
    }

    /** A counter by its enum, or null. */
    public Long counter(Enum<?> counter) {
        return counter(counter.getDeclaringClass().getName(), counter.name());
    }

    /** One of MapReduce's own counters of tasks, or null. */
    public Long task(String name) {
        return counter(TASK, name);
    }
}
