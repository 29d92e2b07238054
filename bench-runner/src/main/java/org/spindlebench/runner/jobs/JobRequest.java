package org.spindlebench.runner.jobs;

import java.util.Map;
import org.spindlebench.runner.jobs.Content.InputManifest;

/**
 * What is asked of one run of a job.
 *
 * @param bytes bytes in total over the cluster
 * @param maps maps of a job that makes its own data, or files of one that reads whole files
 * @param reduces reduces
 * @param replication replicas of what the job writes
 * @param seed seed of generated data
 * @param inputPath directory of the input, or null
 * @param input what the input holds, or null
 * @param outputPath directory that the job may write
 * @param configuration Hadoop settings of this run
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

    /** Rows of 100 bytes, TeraGen's. */
    public long rows() {
        return bytes / Tera.ROW_BYTES;
    }

    /**
     * A job that ended, for its proof.
     *
     * @param request what was asked
     * @param counters every counter: group, name, value
     */
    public record JobResult(JobRequest request, Map<String, Map<String, Long>> counters) {
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
}
