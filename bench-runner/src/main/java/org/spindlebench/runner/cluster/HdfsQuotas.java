package org.spindlebench.runner.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.spindlebench.runner.cluster.Storage.Quotas;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota.Kind;

/** Reads the quotas of HDFS. */
final class HdfsQuotas {
    /** A quota that is not known in time is not worth the NameNode's work. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private HdfsQuotas() {}

    /**
     * Reads the quotas of a directory and its parents. Other file systems than HDFS have none. For a directory without a
     * quota, the NameNode counts what is in it, which may take long.
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
                known.addAll(set(path.toString(), Deadlines.io(() -> hdfs.getQuotaUsage(path), LIMIT, "the NameNode")));
            } catch (FileNotFoundException none) {
                // A directory that does not exist has no quota.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            } catch (IOException refused) {
                // The NameNode counts because there is no quota, and refuses what is below another user's
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
        set.add(new Quota(path, Kind.NAMES, null, usage.getQuota(), usage.getFileAndDirectoryCount()));
        set.add(new Quota(path, Kind.SPACE, null, usage.getSpaceQuota(), usage.getSpaceConsumed()));
        for (StorageType type : StorageType.getTypesSupportingQuota()) {
            set.add(new Quota(path, Kind.TYPE, type.name(), usage.getTypeQuota(type), usage.getTypeConsumed(type)));
        }
        set.removeIf(quota -> quota.limit() < 0 || quota.limit() == Long.MAX_VALUE);
        return set;
    }
}
