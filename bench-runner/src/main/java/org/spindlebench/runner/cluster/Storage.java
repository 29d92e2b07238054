package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The runner's operations on HDFS, with plain values, so that a test can inject faults.
 *
 * <p>Paths are absolute, without scheme. Methods that delete or move are called on Spindle's own directories only.
 */
public interface Storage {
    /** Returns every file below a directory, sorted by path; empty if there is no such directory. */
    List<StoredFile> files(String directory) throws IOException;

    /**
     * Returns the distinct placements of the blocks below a directory. Empty if it holds no blocks, or if the file
     * system does not report them.
     */
    Set<Placement> placements(String directory) throws IOException;

    /** Returns every file below a directory, without those that MapReduce ignores. */
    default List<StoredFile> dataFiles(String directory) throws IOException {
        return files(directory).stream().filter(file -> !file.hidden()).toList();
    }

    /**
     * Returns the bytes of all replicas below a directory, by the host of the DataNode that has them; empty if unknown.
     */
    Map<String, Long> bytesByHost(String directory) throws IOException;

    /** Returns the names of the direct children of a directory; empty if there is no such directory. */
    List<String> children(String directory) throws IOException;

    /** Returns whether there is such a file or directory that this user may see. */
    boolean exists(String path) throws IOException;

    InputStream open(String path) throws IOException;

    /** Opens a file, and decompresses it if its name has a codec's suffix. */
    default InputStream openDecompressed(String path) throws IOException {
        return open(path);
    }

    /** Returns the temporary name for {@link #write}. */
    static String temporaryName(String name) {
        return "." + name + ".tmp";
    }

    /** Writes a small file as a whole, first under a temporary name. An existing file stays until then. */
    void write(String path, byte[] content) throws IOException;

    /** Creates an empty file, and returns the time of the NameNode's clock, in milliseconds since 1970 in UTC. */
    long stamp(String path) throws IOException;

    /** Creates an empty file, or updates the time of an existing one. Writes no block. */
    void touch(String path) throws IOException;

    void mkdirs(String directory) throws IOException;

    /**
     * Gives a directory a storage policy of HDFS, such as {@code ALL_SSD}, which applies to all later writes below it.
     */
    void setStoragePolicy(String directory, String policy) throws IOException;

    /** Moves a directory. Returns false if the target exists. */
    boolean rename(String from, String to) throws IOException;

    /** Deletes a tree, bypassing the trash. Returns false if there was none. */
    boolean delete(String path) throws IOException;

    /** Deletes a directory if it is empty. Returns false if it is not. */
    boolean deleteIfEmpty(String directory) throws IOException;

    /** Returns the bytes of all files below a directory, replicas counted; 0 if there is no such directory. */
    default long stored(String directory) throws IOException {
        return files(directory).stream()
                .mapToLong(file -> file.length() * file.replication())
                .sum();
    }

    /** Returns the bytes that HDFS can still take, replicas counted. */
    long remaining() throws IOException;

    /** Returns the bytes that HDFS can still take by storage type, such as {@code SSD}; empty if unknown. */
    default Map<String, Long> remainingByType() throws IOException {
        return Map.of();
    }

    /** Returns the number of replicas that NameNode and DataNodes have still to delete; empty if unknown. */
    OptionalLong pendingDeletions();

    /** Returns the host of each live DataNode; empty if users may not ask. */
    List<String> dataNodeHosts() throws IOException;

    /**
     * A file in HDFS.
     *
     * @param path the whole path, without scheme and authority
     * @param length bytes
     * @param replication intended number of replicas
     * @param leastReplicas replicas of its least replicated block that DataNodes have reported; {@code replication} for
     *     an empty file
     * @param blockSize bytes
     */
    public record StoredFile(String path, long length, int replication, int leastReplicas, long blockSize) {

        /** Returns the last component of the path. */
        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /** Returns whether MapReduce ignores the file, as its name begins with {@code _} or {@code .}. */
        public boolean hidden() {
            return name().startsWith("_") || name().startsWith(".");
        }
    }

    /**
     * The way in which HDFS stores a block.
     *
     * @param storagePolicy the storage policy that its file has, or gets from a directory above, such as
     *     {@code ALL_SSD}; empty if none was set
     * @param erasureCoding the erasure-coding policy of its file, such as {@code RS-6-3-1024k}; empty if it is
     *     replicated
     * @param storageTypes the storage type of each reported replica, such as {@code SSD}, sorted
     * @param missing parts of an erasure-coded block that no DataNode has reported; 0 for a replicated block
     */
    public record Placement(String storagePolicy, String erasureCoding, List<String> storageTypes, int missing) {
        public Placement {
            storageTypes = storageTypes.stream().sorted().toList();
        }
    }
}
