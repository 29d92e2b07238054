package org.spindlebench.runner.jobs;

import java.util.Map;

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
}
