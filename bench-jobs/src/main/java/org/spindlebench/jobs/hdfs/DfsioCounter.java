package org.spindlebench.jobs.hdfs;

/** What the maps of {@link DfsioWrite} and {@link DfsioRead} did. */
public enum DfsioCounter {
    FILES,
    BYTES,
    /** Sum over the files of {@link DfsioWrite.FileChecksum}, modulo 2^64: the order of files does not matter. */
    CHECKSUM
}
