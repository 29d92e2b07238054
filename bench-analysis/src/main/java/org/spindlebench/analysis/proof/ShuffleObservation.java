package org.spindlebench.analysis.proof;

/**
 * What is known of a job's intermediate data. Bytes; null where it is not known.
 *
 * @param materialized map output as it was written for the reduces, compressed where it is (MAP_OUTPUT_MATERIALIZED_BYTES); 0 of a job
 *     without reduces
 * @param fileWritten that tasks wrote to local files: spills, merges, what reduces fetched to disk (FILE_BYTES_WRITTEN)
 * @param fileRead that tasks read from local files: merges (FILE_BYTES_READ)
 * @param job the shuffle's devices in the job's window; null where nothing was watched
 * @param flushed the same from the job's begin until what it left dirty was written; null where nobody waited for that
 */
public record ShuffleObservation(
        Long materialized, Long fileWritten, Long fileRead, RoleFigures job, RoleFigures flushed) {
    /**
     * Bytes that were to be read: by tasks, and each map output once by the NodeManagers, which serve it to the reduces and are in no
     * counter.
     */
    Long toRead() {
        return materialized == null || fileRead == null ? null : (Long) (materialized + fileRead);
    }
}
