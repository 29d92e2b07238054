package org.spindlebench.runner.jobs;

import java.util.Map;

/**
 * What is asked of one run of a job.
 *
 * @param bytes bytes in total over the cluster
 * @param slots tasks that run in one wave
 * @param replication replicas for a job that writes with HDFS's usual replication
 * @param seed seed of generated data
 * @param inputPath directory of the input, or null
 * @param input what the input holds, or null
 * @param outputPath directory that the job may write
 * @param configuration Hadoop settings of this run
 */
public record JobRequest(
        long bytes,
        int slots,
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
}
