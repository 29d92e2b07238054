package org.spindlebench.jobs.hdfs;

/** Counts the work of the maps of {@link DfsioWrite} and {@link DfsioRead}. */
public enum DfsioCounter {
    FILES,
    BYTES,
    /** Sum over the files of {@link DfsioWrite.FileChecksum}, modulo 2^64: the order of files does not matter. */
    CHECKSUM
}
