package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;

/**
 * The runner's operations on HDFS. They use plain values, so that a test can inject faults.
 *
 * <p>Paths are absolute, without scheme. Methods that delete or move are called only on Spindle's own directories.
 */
public interface Storage {
    /** Returns all files below a directory, sorted by path; none if the directory does not exist. */
    List<StoredFile> files(String directory) throws IOException;

    /**
     * Returns the distinct placements of data files' blocks below a directory; none if there are no blocks, or if HDFS
     * does not report placements.
     */
    Set<Placement> placements(String directory) throws IOException;

    /** Returns all files below a directory, except those that MapReduce ignores. */
    default List<StoredFile> dataFiles(String directory) throws IOException {
        return files(directory).stream().filter(file -> !file.hidden()).toList();
    }

    /** Returns the bytes of data files' replicas below a directory by their DataNode's host; empty if unknown. */
    Map<String, Long> bytesByHost(String directory) throws IOException;

    /**
     * Returns the names of a directory's direct children; none if the directory does not exist.
     *
     * @throws java.nio.file.AccessDeniedException if this user may not read it
     */
    List<String> children(String directory) throws IOException;

    /** Checks whether the path is a file or directory that this user may see. */
    boolean exists(String path) throws IOException;

    InputStream open(String path) throws IOException;

    /** Opens a file. If its name has a codec's suffix, the content is decompressed. */
    default InputStream openDecompressed(String path) throws IOException {
        return open(path);
    }

    /** Returns the temporary name that {@link #write} uses for a file. */
    static String temporaryName(String name) {
        return "." + name + ".tmp";
    }

    /** Writes a small file under a temporary name and then renames it. An existing file is replaced only at the end. */
    void write(String path, byte[] content) throws IOException;

    /** Writes a small file that does not exist yet, in one step. Returns false if it exists. */
    boolean create(String path, byte[] content) throws IOException;

    /**
     * Returns the time at which a file was last modified, by the NameNode's clock in ms since 1970; empty if there is
     * no such file.
     */
    OptionalLong modified(String path) throws IOException;

    /** Creates an empty file. Returns its modification time by the NameNode's clock, in ms since 1970 in UTC. */
    long stamp(String path) throws IOException;

    /**
     * Sets the modification time of a file, in ms since 1970. Creates nothing; returns false if there is no such file.
     */
    boolean setModified(String path, long millis) throws IOException;

    /** Returns whether an existing file or directory belongs to this user. */
    boolean isOwn(String path) throws IOException;

    /** Creates an empty file, or updates the modification time of an existing one. Writes no block. */
    void touch(String path) throws IOException;

    void mkdirs(String directory) throws IOException;

    /** Creates a directory that only its owner may read. If it exists, its permissions stay. */
    void mkdirsPrivate(String directory) throws IOException;

    /** Sets a directory's HDFS storage policy, such as {@code ALL_SSD}, for all later writes below it. */
    void setStoragePolicy(String directory, String policy) throws IOException;

    /** Sets the erasure-coding policy of a directory, such as {@code RS-6-3-1024k}, for all later writes below it. */
    void setErasureCoding(String directory, String policy) throws IOException;

    /** Returns the names of the erasure-coding policies that HDFS has enabled. */
    List<String> erasureCodings() throws IOException;

    /** Returns how HDFS by default stores files below a directory, which need not exist. */
    default Inherited inherited(String directory) throws IOException {
        return Inherited.NOTHING;
    }

    /** Moves a directory. Returns false if the target exists. */
    boolean rename(String from, String to) throws IOException;

    /** Deletes a file or directory tree without moving it to the trash. Returns false if it did not exist. */
    boolean delete(String path) throws IOException;

    /** Deletes an empty directory. Returns false if the directory is not empty. */
    boolean deleteIfEmpty(String directory) throws IOException;

    /** Returns the bytes of all files below a directory, including replicas; 0 if the directory does not exist. */
    default long stored(String directory) throws IOException {
        return files(directory).stream()
                .mapToLong(file -> file.length() * file.replication())
                .sum();
    }

    /** Returns the bytes that HDFS can still store, including replicas. */
    long remaining() throws IOException;

    /** Returns the bytes that HDFS can still store on each live DataNode's host; empty if unknown. */
    default Map<String, Long> remainingByHost() throws IOException {
        return Map.of();
    }

    /**
     * Returns the bytes that HDFS can still store on these hosts.
     *
     * @param hosts the hosts; null for all, as if the bytes of each host are unknown
     */
    default long remainingOn(HostSet hosts) throws IOException {
        Map<String, Long> byHost = hosts == null ? Map.of() : remainingByHost();
        return byHost.isEmpty()
                ? remaining()
                : byHost.entrySet().stream()
                        .filter(host -> hosts.has(host.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }

    /** Returns the bytes that HDFS can still store by storage type, such as {@code SSD}; empty if unknown. */
    default Map<String, Long> remainingByType() throws IOException {
        return Map.of();
    }

    /** Returns the bytes that HDFS stores and can still store, including replicas; empty if unknown. */
    default Optional<Space> space() throws IOException {
        return Optional.empty();
    }

    /** Returns the quotas of a directory, which need not exist, and of its parents. */
    default Quotas quotas(String directory) throws IOException {
        return Quotas.NONE;
    }

    /** Returns the number of damaged blocks of all users; empty if the file system does not count them. */
    default Optional<DamagedBlocks> damagedBlocks() throws IOException {
        return Optional.empty();
    }

    /** Returns each live DataNode; empty if unknown. */
    default List<DataNodeAddress> dataNodes() {
        return List.of();
    }

    /** Returns the number of replicas that the NameNode and DataNodes have yet to delete; empty if unknown. */
    OptionalLong pendingDeletions();

    /** Returns the host of each live DataNode; empty if users have no access to this list. */
    List<String> dataNodeHosts() throws IOException;

    /**
     * The properties that files inherit from the directories above them.
     *
     * @param erasureCoding the name of the erasure-coding policy; null for replicated files
     * @param encryption the cipher of the encryption zone, such as {@code AES/CTR/NoPadding}; null outside of zones
     */
    record Inherited(String erasureCoding, String encryption) {
        public static final Inherited NOTHING = new Inherited(null, null);
    }

    /**
     * The space of the whole of HDFS in bytes, including replicas.
     *
     * @param used bytes of blocks
     * @param remaining bytes that users can still write
     */
    public record Space(long used, long remaining) {
        /** Returns the used share, from 0 to 1; 0 for a file system without DataNodes. */
        public double fill() {
            return used + remaining == 0 ? 0 : (double) used / (used + remaining);
        }
    }

    /**
     * The quotas of a directory and of its parents.
     *
     * @param unknown the reasons why the quotas of some of these directories are unknown, one line each
     */
    public record Quotas(List<Quota> known, List<String> unknown) {
        public static final Quotas NONE = new Quotas(List.of(), List.of());

        /**
         * A quota that an administrator has set.
         *
         * @param type the storage type that it limits, such as {@code SSD}; null unless the quota is of {@link
         *     QuotaKind#TYPE}
         * @param limit files and directories, or bytes including replicas
         */
        public record Quota(String path, QuotaKind kind, String type, long limit, long used) {
            /** What a quota limits. */
            public enum QuotaKind {
                NAMES,
                SPACE,
                TYPE
            }
        }
    }

    /**
     * Damaged blocks in the whole of HDFS.
     *
     * @param missing blocks without any replica
     * @param lacking blocks with fewer replicas than they should have
     */
    public record DamagedBlocks(long missing, long lacking) {}

    /**
     * A file in HDFS.
     *
     * @param path the whole path, without scheme and authority
     * @param length bytes
     * @param replication intended number of replicas
     * @param leastReplicas the smallest number of replicas that DataNodes have reported for any of its blocks;
     *     {@code replication} for an empty file
     * @param blockSize bytes
     */
    public record StoredFile(String path, long length, int replication, int leastReplicas, long blockSize) {

        /** Returns the last component of the path. */
        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /** Returns whether MapReduce ignores the file because its name begins with {@code _} or {@code .}. */
        public boolean hidden() {
            return isHidden(name());
        }

        static boolean isHidden(String name) {
            return name.startsWith("_") || name.startsWith(".");
        }
    }

    /**
     * The way in which HDFS stores a block.
     *
     * @param storagePolicy the storage policy of the block's file, which may be inherited from a directory, such as
     *     {@code ALL_SSD}; empty if none was set
     * @param erasureCoding the erasure-coding policy of its file, such as {@code RS-6-3-1024k}; empty if it is
     *     replicated
     * @param storageTypes the storage type of each reported replica, such as {@code SSD}, sorted
     * @param missing the number of parts of an erasure-coded block that no DataNode has reported; 0 for a replicated
     *     block
     */
    public record Placement(String storagePolicy, String erasureCoding, List<String> storageTypes, int missing) {
        public Placement {
            storageTypes = storageTypes.stream().sorted().toList();
        }
    }
}
