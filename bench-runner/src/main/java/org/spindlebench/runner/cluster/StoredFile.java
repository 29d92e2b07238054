package org.spindlebench.runner.cluster;

/**
 * A file in HDFS.
 *
 * @param path the whole path, without scheme and authority
 * @param length bytes
 * @param replication the replication it should have
 * @param leastReplicas replicas of its least replicated block that DataNodes have reported; {@code replication} for an
 *     empty file
 * @param blockSize bytes
 */
public record StoredFile(String path, long length, int replication, int leastReplicas, long blockSize) {

    /** The last component of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether MapReduce takes it for no data: its name begins with {@code _} or {@code .}. */
    public boolean hidden() {
        return name().startsWith("_") || name().startsWith(".");
    }
}
