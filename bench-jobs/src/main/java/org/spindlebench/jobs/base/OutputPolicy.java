package org.spindlebench.jobs.base;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Applies the HDFS policies that files inherit from their directory. Call it before the first file is made. */
public final class OutputPolicy {
    private OutputPolicy() {}

    /**
     * Makes the directory and gives it the policies that the Configuration asks for, if any.
     *
     * @throws IllegalArgumentException if the file system is not HDFS
     * @throws IOException if HDFS refuses a policy, for example because it is unknown or not enabled
     */
    public static void apply(Configuration conf, Path directory) throws IOException {
        String storage = conf.getTrimmed(JobKeys.STORAGE_POLICY, "");
        String coding = conf.getTrimmed(JobKeys.ERASURE_CODING, "");
        if (storage.isEmpty() && coding.isEmpty()) {
            return;
        }
        FileSystem fs = directory.getFileSystem(conf);
        if (!(fs instanceof DistributedFileSystem)) {
            throw new IllegalArgumentException((storage.isEmpty() ? JobKeys.ERASURE_CODING : JobKeys.STORAGE_POLICY)
                    + ": only HDFS itself has such policies, and " + fs.getUri() + " is not an hdfs: file system");
        }
        fs.mkdirs(directory);
        if (!storage.isEmpty()) {
            fs.setStoragePolicy(directory, storage);
        }
        if (!coding.isEmpty()) {
            ((DistributedFileSystem) fs).setErasureCodingPolicy(directory, coding);
        }
    }
}
