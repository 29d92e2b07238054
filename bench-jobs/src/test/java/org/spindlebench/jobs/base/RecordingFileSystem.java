package org.spindlebench.jobs.base;

import java.io.OutputStream;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;

/** An HDFS without a NameNode. It remembers how a file was to be created, and creates none. */
final class RecordingFileSystem extends DistributedFileSystem {
    private static final short UNASKED_REPLICATION = 7;
    private static final long UNASKED_BLOCK_BYTES = 7;

    private String created = "nothing";

    String created() {
        return created;
    }

    @Override
    public short getDefaultReplication(Path file) {
        return UNASKED_REPLICATION;
    }

    @Override
    public long getDefaultBlockSize(Path file) {
        return UNASKED_BLOCK_BYTES;
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int buffer,
            short replication,
            long block,
            Progressable progress,
            ChecksumOpt checksum) {
        created = file + " flags=" + flags + " buffer=" + buffer + " replication=" + replication + " block=" + block;
        return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
    }
}
