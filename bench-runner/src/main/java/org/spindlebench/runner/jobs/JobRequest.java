package org.spindlebench.runner.jobs;

import java.util.Map;
import org.spindlebench.runner.jobs.InputData.InputManifest;

/**
 * The request for one run of a job.
 *
 * @param bytes total bytes over the cluster
 * @param maps the number of maps of a job that makes its own data, or the number of files of a job that reads whole
 *     files
 * @param replication number of replicas of the job's output
 * @param inputPath directory of the input, or null
 * @param input the proven content of the input, or null
 * @param outputPath the directory to which the job may write
 */
public record JobRequest(
        long bytes,
        int maps,
        int reduces,
        int replication,
        long seed,
        String inputPath,
        InputManifest input,
        String outputPath,
        Map<String, String> configuration) {

    /**
     * The result of an ended job, which its proof uses.
     *
     * @param counters every counter: group, name, value
     */
    public record JobCompletion(JobRequest request, Map<String, Map<String, Long>> counters) {
        private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";

        /** Returns a counter, or null if the job has none of that name. */
        public Long counter(String group, String name) {
            return counters.getOrDefault(group, Map.of()).get(name);
        }

        /** Returns a counter by its enum, or null. */
        public Long counter(Enum<?> counter) {
            return counter(counter.getDeclaringClass().getName(), counter.name());
        }

        /** Returns one of MapReduce's own counters of tasks, or null. */
        public Long task(String name) {
            return counter(TASK, name);
        }
    }
}
