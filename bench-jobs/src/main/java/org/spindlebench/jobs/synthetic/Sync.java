package org.spindlebench.jobs.synthetic;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.SettingReader;

/** When what is written is forced to the medium. */
public enum Sync {
    /** Never: the kernel writes it when it likes to. */
    NONE,
    /** Once before a file is closed, as TeraGen does it: that is its last block, and no other. */
    CLOSE,
    /** Every block, before the file goes on with the next one or is closed. */
    BLOCK;

    /**
     * What a job's Configuration asks for; {@link #BLOCK} where it says nothing.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    public static Sync read(Configuration conf) {
        return new SettingReader(conf).choice(JobKeys.SYNC, BLOCK);
    }

    /**
     * Refuses a file system that would not do it: every one but HDFS ignores the request for each block.
     *
     * @throws IllegalArgumentException naming the setting and the remedy
     */
    public void require(FileSystem fileSystem) {
        if (this == BLOCK && !(fileSystem instanceof DistributedFileSystem)) {
            throw new IllegalArgumentException(setting() + ": only HDFS itself can force every block, and "
                    + fileSystem.getUri() + " is no hdfs: file system; use close or none");
        }
    }

    EnumSet<CreateFlag> createFlags() {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE);
        if (this == BLOCK) {
            flags.add(CreateFlag.SYNC_BLOCK);
        }
        return flags;
    }

    /**
     * To be called once, when all is written and before the file is closed. With {@link #BLOCK} it is the close that
     * forces the last block.
     *
     * @throws IOException also when this stream can't force anything, as erasure-coded ones and those of Hadoop's local
     *     file system can't
     */
    public void end(FSDataOutputStream out) throws IOException {
        if (this == CLOSE) {
            if (!out.hasCapability(StreamCapabilities.HSYNC)) {
                throw new IOException(setting() + ": this file can't be forced to the medium on close, as with"
                        + " erasure coding and on local file systems; use block or none");
            }
            out.hsync();
        }
    }

    private String setting() {
        return JobKeys.SYNC + "=" + name().toLowerCase(Locale.ROOT);
    }
}
