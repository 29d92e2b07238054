package org.spindlebench.jobs.hdfs;

/** Counts the work of the maps of {@link DfsioWrite} and {@link DfsioRead}. */
public enum DfsioCounter {
    FILES,
    BYTES,
    /**
     * The sum of the files' {@link DfsioWrite.FileChecksum}, modulo 2^64. It does not depend on the order of the files.
     */
    CHECKSUM
}
