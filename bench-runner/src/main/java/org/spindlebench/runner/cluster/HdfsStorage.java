package org.spindlebench.runner.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.EncryptionZone;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.Quotas;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota.QuotaKind;
import org.spindlebench.runner.cluster.Storage.StoredFile;

/** Implements {@link Storage} on the default file system of a Hadoop configuration. */
public final class HdfsStorage implements Storage {
    private static final FsPermission OWNER_ONLY = new FsPermission((short) 0700);

    private final FileSystem fileSystem;
    private final PendingDeletions pendingDeletions;

    public HdfsStorage(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
        this.pendingDeletions = fileSystem instanceof DistributedFileSystem hdfs ? new PendingDeletions(hdfs) : null;
    }

    @Override
    public List<StoredFile> files(String directory) throws IOException {
        List<StoredFile> files = new ArrayList<>();
        for (LocatedFileStatus file : located(directory)) {
            files.add(stored(file));
        }
        files.sort(Comparator.comparing(StoredFile::path));
        return files;
    }

    @Override
    public Map<String, Long> bytesByHost(String directory) throws IOException {
        Map<String, Long> bytes = new TreeMap<>();
        for (LocatedFileStatus file : located(directory)) {
            for (BlockLocation block : blocksOfData(file)) {
                for (String host : block.getHosts()) {
                    bytes.merge(host, block.getLength(), Long::sum);
                }
            }
        }
        return bytes;
    }

    /**
     * Returns a file's blocks; none if MapReduce ignores the file. TeraSort's client stores its partitions beside the
     * output with ten replicas, anywhere.
     */
    private static BlockLocation[] blocksOfData(LocatedFileStatus file) {
        return StoredFile.isHidden(file.getPath().getName()) ? new BlockLocation[0] : file.getBlockLocations();
    }

    private List<LocatedFileStatus> located(String directory) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> found = fileSystem.listFiles(new Path(directory), true);
            while (found.hasNext()) {
                files.add(found.next());
            }
        } catch (FileNotFoundException none) {
            return List.of();
        }
        return files;
    }

    private static StoredFile stored(LocatedFileStatus status) throws IOException {
        int least = status.getReplication();
        BlockLocation[] blocks = status.getBlockLocations();
        for (int i = 0; i < blocks.length; i++) {
            int replicas = blocks[i].getNames().length;
            least = i == 0 ? replicas : Math.min(least, replicas);
        }
        return new StoredFile(
                status.getPath().toUri().getPath(),
                status.getLen(),
                status.getReplication(),
                least,
                status.getBlockSize());
    }

    @Override
    public Set<Placement> placements(String directory) throws IOException {
        return fileSystem instanceof DistributedFileSystem hdfs ? new PlacementReader(hdfs).below(directory) : Set.of();
    }

    @Override
    public List<String> children(String directory) throws IOException {
        try {
            return Arrays.stream(fileSystem.listStatus(new Path(directory)))
                    .map(FileStatus::getPath)
                    .map(Path::getName)
                    .sorted()
                    .toList();
        } catch (FileNotFoundException none) {
            return List.of();
        } catch (AccessControlException denied) {
            throw (AccessDeniedException) new AccessDeniedException(directory).initCause(denied);
        }
    }

    @Override
    public boolean exists(String path) throws IOException {
        try {
            return fileSystem.exists(new Path(path));
        } catch (AccessControlException | ParentNotDirectoryException hidden) {
            // A part of the path is a file or another user's private directory, so the path does not exist for this
            // user.
            return false;
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        return fileSystem.open(new Path(path));
    }

    @Override
    public InputStream openDecompressed(String path) throws IOException {
        Path file = new Path(path);
        CompressionCodec codec = new CompressionCodecFactory(fileSystem.getConf()).getCodec(file);
        return codec == null ? open(path) : codec.createInputStream(fileSystem.open(file));
    }

    @Override
    public void write(String path, byte[] content) throws IOException {
        Path target = new Path(path);
        Path temporary = new Path(target.getParent(), Storage.temporaryName(target.getName()));
        try (FSDataOutputStream out = fileSystem.create(temporary, true)) {
            out.write(content);
        }
        if (fileSystem instanceof DistributedFileSystem hdfs) {
            hdfs.rename(temporary, target, Rename.OVERWRITE);
        } else {
            FileContext.getFileContext(fileSystem.getUri(), fileSystem.getConf())
                    .rename(temporary, target, Rename.OVERWRITE);
        }
    }

    @Override
    public boolean create(String path, byte[] content) throws IOException {
        Path target = new Path(path);
        Path temporary = new Path(target.getParent(), Storage.temporaryName(UUID.randomUUID() + target.getName()));
        try (FSDataOutputStream out = fileSystem.create(temporary, false)) {
            out.write(content);
        }
        // This rename replaces no file, so only one of several clients succeeds.
        boolean created = fileSystem.rename(temporary, target);
        if (!created) {
            fileSystem.delete(temporary, false);
        }
        return created;
    }

    @Override
    public OptionalLong modified(String path) throws IOException {
        try {
            return OptionalLong.of(fileSystem.getFileStatus(new Path(path)).getModificationTime());
        } catch (FileNotFoundException none) {
            return OptionalLong.empty();
        }
    }

    @Override
    public boolean setModified(String path, long millis) throws IOException {
        try {
            fileSystem.setTimes(new Path(path), millis, -1);
            return true;
        } catch (FileNotFoundException none) {
            return false;
        }
    }

    @Override
    public boolean isOwn(String path) throws IOException {
        return fileSystem
                .getFileStatus(new Path(path))
                .getOwner()
                .equals(UserGroupInformation.getCurrentUser().getShortUserName());
    }

    @Override
    public long stamp(String path) throws IOException {
        Path file = new Path(path);
        fileSystem.create(file, true).close();
        return fileSystem.getFileStatus(file).getModificationTime();
    }

    @Override
    public void touch(String path) throws IOException {
        Path file = new Path(path);
        if (fileSystem.exists(file)) {
            fileSystem.setTimes(file, System.currentTimeMillis(), -1);
        } else {
            fileSystem.create(file, true).close();
        }
    }

    @Override
    public void mkdirs(String directory) throws IOException {
        if (!fileSystem.mkdirs(new Path(directory))) {
            throw new IOException("can't create " + directory);
        }
    }

    @Override
    public void mkdirsPrivate(String directory) throws IOException {
        Path path = new Path(directory);
        if (!fileSystem.exists(path)) {
            mkdirs(directory);
            fileSystem.setPermission(path, OWNER_ONLY);
        }
    }

    @Override
    public void setStoragePolicy(String directory, String policy) throws IOException {
        fileSystem.setStoragePolicy(new Path(directory), policy);
    }

    @Override
    public void setErasureCoding(String directory, String policy) throws IOException {
        if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
            throw new IOException("only HDFS itself has erasure-coding policies, and " + fileSystem.getUri()
                    + " is not an hdfs: file system");
        }
        hdfs.setErasureCodingPolicy(new Path(directory), policy);
    }

    @Override
    public List<String> erasureCodings() throws IOException {
        return fileSystem instanceof DistributedFileSystem hdfs
                ? hdfs.getAllErasureCodingPolicies().stream()
                        .filter(ErasureCodingPolicyInfo::isEnabled)
                        .map(policy -> policy.getPolicy().getName())
                        .sorted()
                        .toList()
                : List.of();
    }

    @Override
    public Inherited inherited(String directory) throws IOException {
        if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
            return Inherited.NOTHING;
        }
        Path nearest = new Path(directory);
        while (nearest.getParent() != null && !exists(nearest.toString())) {
            nearest = nearest.getParent();
        }
        ErasureCodingPolicy coding = hdfs.getErasureCodingPolicy(nearest);
        EncryptionZone zone = hdfs.getEZForPath(nearest);
        return new Inherited(
                coding == null || coding.isReplicationPolicy() ? null : coding.getName(),
                zone == null ? null : zone.getSuite().getName());
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
        return !fileSystem.exists(new Path(to)) && fileSystem.rename(new Path(from), new Path(to));
    }

    @Override
    public boolean delete(String path) throws IOException {
        return fileSystem.delete(new Path(path), true);
    }

    @Override
    public boolean deleteIfEmpty(String directory) throws IOException {
        // This check comes first. For a directory that contains another user's files, the NameNode would report denied
        // access instead of a non-empty directory.
        if (!children(directory).isEmpty()) {
            return false;
        }
        try {
            return fileSystem.delete(new Path(directory), false);
        } catch (PathIsNotEmptyDirectoryException full) {
            return false;
        }
    }

    @Override
    public long stored(String directory) throws IOException {
        try {
            return fileSystem.getContentSummary(new Path(directory)).getSpaceConsumed();
        } catch (FileNotFoundException none) {
            return 0;
        }
    }

    @Override
    public long remaining() throws IOException {
        return fileSystem.getStatus().getRemaining();
    }

    @Override
    public Map<String, Long> remainingByHost() {
        return fileSystem instanceof DistributedFileSystem hdfs ? NameNodeWeb.remaining(hdfs.getConf()) : Map.of();
    }

    @Override
    public Map<String, Long> remainingByType() {
        return fileSystem instanceof DistributedFileSystem hdfs
                ? NameNodeWeb.remainingByType(hdfs.getConf())
                : Map.of();
    }

    @Override
    public Optional<Space> space() throws IOException {
        FsStatus status = fileSystem.getStatus();
        return Optional.of(new Space(status.getUsed(), status.getRemaining()));
    }

    @Override
    public Quotas quotas(String directory) throws IOException {
        return HdfsQuotas.above(new Path(directory), fileSystem);
    }

    @Override
    public Optional<DamagedBlocks> damagedBlocks() throws IOException {
        return fileSystem instanceof DistributedFileSystem hdfs
                ? Optional.of(new DamagedBlocks(hdfs.getMissingBlocksCount(), hdfs.getLowRedundancyBlocksCount()))
                : Optional.empty();
    }

    @Override
    public List<DataNodeAddress> dataNodes() {
        return fileSystem instanceof DistributedFileSystem hdfs ? NameNodeWeb.dataNodes(hdfs.getConf()) : List.of();
    }

    @Override
    public OptionalLong pendingDeletions() {
        return pendingDeletions == null ? OptionalLong.empty() : pendingDeletions.count();
    }

    @Override
    public List<String> dataNodeHosts() throws IOException {
        if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
            return List.of();
        }
        try {
            return Arrays.stream(hdfs.getDataNodeStats(DatanodeReportType.LIVE))
                    .map(DatanodeInfo::getHostName)
                    .toList();
        } catch (RemoteException refused) {
            if (!(refused.unwrapRemoteException() instanceof AccessControlException)) {
                throw refused;
            }
            // Only superusers may call this RPC.
            return NameNodeWeb.dataNodeHosts(hdfs.getConf());
        }
    }

    /** Reads where HDFS stores the blocks of a directory's files, and which policies apply to them. */
    static final class PlacementReader {
        private final DistributedFileSystem hdfs;
        private final Map<Byte, String> policyNames = new HashMap<>();

        PlacementReader(DistributedFileSystem hdfs) throws IOException {
            this.hdfs = hdfs;
            for (BlockStoragePolicy policy : hdfs.getClient().getStoragePolicies()) {
                policyNames.put(policy.getId(), policy.getName());
            }
        }

        /** Returns the distinct placements of all blocks of data below a directory. */
        Set<Placement> below(String directory) throws IOException {
            Set<Placement> placements = new HashSet<>();
            try {
                RemoteIterator<LocatedFileStatus> found = hdfs.listFiles(new Path(directory), true);
                while (found.hasNext()) {
                    add(found.next(), placements);
                }
            } catch (FileNotFoundException none) {
                return Set.of();
            }
            return placements;
        }

        private void add(LocatedFileStatus file, Set<Placement> placements) {
            if (!(file instanceof HdfsFileStatus status)) {
                return;
            }
            String storage = policyNames.getOrDefault(status.getStoragePolicy(), "");
            ErasureCodingPolicy coding = status.getErasureCodingPolicy();
            boolean copied = coding == null || coding.isReplicationPolicy();
            for (BlockLocation block : blocksOfData(file)) {
                StorageType[] types = block.getStorageTypes();
                int missing = copied ? 0 : Math.max(0, parts(block, coding) - types.length);
                List<String> names = Arrays.stream(types).map(String::valueOf).toList();
                placements.add(new Placement(storage, copied ? "" : coding.getName(), names, missing));
            }
        }

        /**
         * Returns the number of parts of an erasure-coded block. A short block has fewer data parts than the policy
         * specifies, but all parity parts.
         */
        private static int parts(BlockLocation block, ErasureCodingPolicy coding) {
            long cells = (block.getLength() + coding.getCellSize() - 1) / coding.getCellSize();
            return (int) Math.min(cells, coding.getNumDataUnits()) + coding.getNumParityUnits();
        }
    }

    /** Reads the quotas of HDFS. */
    private static final class HdfsQuotas {
        /** A quota that takes longer is not worth the NameNode's work. */
        private static final Duration LIMIT = Duration.ofSeconds(5);

        private HdfsQuotas() {}

        /**
         * Reads the quotas of a directory and its parents. Other file systems than HDFS have none. For a directory
         * without a quota, the NameNode counts its content, which may take long.
         */
        static Quotas above(Path directory, FileSystem fileSystem) throws IOException {
            if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
                return Quotas.NONE;
            }
            List<Quota> known = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            for (Path at = directory; at != null; at = at.getParent()) {
                Path path = at;
                try {
                    known.addAll(
                            set(path.toString(), Deadlines.io(() -> hdfs.getQuotaUsage(path), LIMIT, "the NameNode")));
                } catch (FileNotFoundException none) {
                    // A directory that does not exist has no quota.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted");
                } catch (IOException refused) {
                    // The NameNode counts because there is no quota, and refuses to count below another user's
                    // directory.
                    boolean below = refused instanceof AccessControlException
                            && !String.valueOf(refused.getMessage()).contains("inode=\"" + path + "\"");
                    if (!below) {
                        unknown.add(path + ": " + FailureMessage.of(refused));
                    }
                }
            }
            return new Quotas(known, unknown);
        }

        private static List<Quota> set(String path, QuotaUsage usage) {
            List<Quota> set = new ArrayList<>();
            set.add(new Quota(path, QuotaKind.NAMES, null, usage.getQuota(), usage.getFileAndDirectoryCount()));
            set.add(new Quota(path, QuotaKind.SPACE, null, usage.getSpaceQuota(), usage.getSpaceConsumed()));
            for (StorageType type : StorageType.getTypesSupportingQuota()) {
                set.add(new Quota(
                        path, QuotaKind.TYPE, type.name(), usage.getTypeQuota(type), usage.getTypeConsumed(type)));
            }
            set.removeIf(quota -> quota.limit() < 0 || quota.limit() == Long.MAX_VALUE);
            return set;
        }
    }
}
