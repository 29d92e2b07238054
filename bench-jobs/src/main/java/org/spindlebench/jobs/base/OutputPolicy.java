package org.spindlebench.jobs.base;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Applies the storage policy that files inherit from their directory. Call it before the first file is made. */
public final class OutputPolicy {
    private OutputPolicy() {}

    /**
     * Makes the directory and gives it the storage policy that the Configuration names, if any.
     *
     * @throws IllegalArgumentException if the file system is not HDFS
     * @throws IOException if HDFS refuses the policy
     */
    public static void apply(Configuration conf, Path directory) throws IOException {
        String storage = conf.getTrimmed(JobKeys.STORAGE_POLICY, "");
        if (storage.isEmpty()) {
            return;
        }
        FileSystem fs = directory.getFileSystem(conf);
        if (!(fs instanceof DistributedFileSystem)) {
            throw new IllegalArgumentException(JobKeys.STORAGE_POLICY + ": only HDFS itself has such policies, and "
                    + fs.getUri() + " is not an hdfs: file system");
        }
        fs.mkdirs(directory);
        fs.setStoragePolicy(directory, storage);
    }
}
