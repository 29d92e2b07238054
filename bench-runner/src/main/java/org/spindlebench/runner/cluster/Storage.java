package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the runner asks of HDFS, in plain values, so that a test can put faults in between.
 *
 * <p>Paths are absolute, without scheme. Methods that delete or move are called on Spindle's own directories only.
 */
public interface Storage {
    /** Every file below a directory, in the order of their paths; empty when there is no such directory. */
    List<StoredFile> files(String directory) throws IOException;

    /**
     * How the blocks of the files below a directory are kept, each way once; empty when it holds no blocks, or the file
     * system does not say.
     */
    Set<Placement> placements(String directory) throws IOException;

    /** The same, without what MapReduce takes for no data. */
    default List<StoredFile> dataFiles(String directory) throws IOException {
        return files(directory).stream().filter(file -> !file.hidden()).toList();
    }

    /** Bytes of all replicas below a directory, by the host of the DataNode that has them; empty where nobody says. */
    Map<String, Long> bytesByHost(String directory) throws IOException;

    /** Names of what lies directly in a directory; empty when there is no such directory. */
    List<String> children(String directory) throws IOException;

    /** Whether there is such a file or directory that this user may see. */
    boolean exists(String path) throws IOException;

    InputStream open(String path) throws IOException;

    /** Opens a file, and decompresses it where its name ends as a codec's files do. */
    default InputStream openDecompressed(String path) throws IOException {
        return open(path);
    }

    /** The name under which {@link #write} begins a file. */
    static String temporaryName(String name) {
        return "." + name + ".tmp";
    }

    /** Writes a small file whole, under a temporary name first; where there is one already, that one stays until then. */
    void write(String path, byte[] content) throws IOException;

    /** Makes an empty file, and says when that was by the NameNode's clock: milliseconds since 1970 in UTC. */
    long stamp(String path) throws IOException;

    /** Makes an empty file, or gives one that is there another time. Writes no block. */
    void touch(String path) throws IOException;

    void mkdirs(String directory) throws IOException;

    /** Gives a directory a storage policy of HDFS, such as {@code ALL_SSD}: it holds for all that is written below from now on. */
    void setStoragePolicy(String directory, String policy) throws IOException;

    /** Moves a directory; false when the target exists. */
    boolean rename(String from, String to) throws IOException;

    /** Deletes a tree, past the trash; false when there was none. */
    boolean delete(String path) throws IOException;

    /** Deletes a directory if it is empty; false when it is not. */
    boolean deleteIfEmpty(String directory) throws IOException;

    /** Bytes of all files below a directory, replicas counted; 0 when there is no such directory. */
    default long stored(String directory) throws IOException {
        return files(directory).stream()
                .mapToLong(file -> file.length() * file.replication())
                .sum();
    }

    /** Bytes that HDFS can still take, replicas counted. */
    long remaining() throws IOException;

    /** The same by type of storage, such as {@code SSD}; empty where nobody says. */
    default Map<String, Long> remainingByType() throws IOException {
        return Map.of();
    }

    /** Replicas that are still to be deleted, by NameNode and DataNodes; empty where nobody says. */
    OptionalLong pendingDeletions();

    /** The host of each DataNode that is alive; empty where users may not ask. */
    List<String> dataNodeHosts() throws IOException;

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

    /**
     * How HDFS keeps a block.
     *
     * @param storagePolicy the storage policy that its file has, or gets from a directory above, such as {@code ALL_SSD}; empty
     *     where none was set
     * @param erasureCoding the erasure-coding policy of its file, such as {@code RS-6-3-1024k}; empty where it is replicated
     * @param storageTypes what each reported replica lies on, such as {@code SSD}, sorted
     * @param missing parts of an erasure-coded block that no DataNode has reported; 0 for a replicated one
     */
    public record Placement(String storagePolicy, String erasureCoding, List<String> storageTypes, int missing) {
        public Placement {
            storageTypes = storageTypes.stream().sorted().toList();
        }
    }
}
