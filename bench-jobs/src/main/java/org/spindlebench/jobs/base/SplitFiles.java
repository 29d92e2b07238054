package org.spindlebench.jobs.base;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The output format of maps that each write one file, named by the index of their split. The files are made in the
 * committer's work directory. So files of failed or redundant speculative attempts never reach the output directory.
 */
public final class SplitFiles extends FileOutputFormat<NullWritable, NullWritable> {
    private static final String PREFIX = "part-m-";

    /**
     * Creates the file of a split with the replication and block size of the job's Configuration.
     *
     * @param sync when the file is forced to the medium; the caller must still call {@link Sync#end}
     * @throws IllegalArgumentException if the file system does not support {@code sync}
     */
    public static FSDataOutputStream create(
            TaskInputOutputContext<?, ?, ?, ?> context, int index, int bufferBytes, Sync sync)
            throws IOException, InterruptedException {
        Path file = new Path(workPath(context), name(index));
        Configuration conf = context.getConfiguration();
        return create(conf, file.getFileSystem(conf), file, bufferBytes, sync);
    }

    /** Creates the file of a split. HDFS should put the first replica on the DataNode with this transfer address. */
    public static FSDataOutputStream createOn(
            TaskInputOutputContext<?, ?, ?, ?> context, int index, int bufferBytes, InetSocketAddress node)
            throws IOException, InterruptedException {
        Path file = new Path(workPath(context), name(index));
        Configuration conf = context.getConfiguration();
        DistributedFileSystem hdfs = (DistributedFileSystem) file.getFileSystem(conf);
        return hdfs.createFile(file)
                .recursive()
                .overwrite(true)
                // Replicates the file even in an erasure-coded directory.
                .replicate()
                .favoredNodes(new InetSocketAddress[] {node})
                .permission(permission(conf))
                .bufferSize(bufferBytes)
                .replication(replication(conf, hdfs, file))
                .blockSize(blockBytes(conf, hdfs, file))
                .build();
    }

    /** Creates a small file next to the split files. The committer treats it like the attempt's other files. */
    public static FSDataOutputStream createBeside(TaskInputOutputContext<?, ?, ?, ?> context, String name)
            throws IOException, InterruptedException {
        Path file = new Path(workPath(context), name);
        return file.getFileSystem(context.getConfiguration()).create(file, true);
    }

    private static Path workPath(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException, InterruptedException {
        return ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    }

    static FSDataOutputStream create(Configuration conf, FileSystem fs, Path file, int bufferBytes, Sync sync)
            throws IOException {
        sync.require(fs);
        return fs.create(
                file,
                permission(conf),
                sync.createFlags(),
                bufferBytes,
                replication(conf, fs, file),
                blockBytes(conf, fs, file),
                null);
    }

    // Uses the Configuration rather than the file system, because a cached file system may have been opened with other
    // settings.

    private static short replication(Configuration conf, FileSystem fs, Path file) {
        return (short) conf.getInt("dfs.replication", fs.getDefaultReplication(file));
    }

    private static long blockBytes(Configuration conf, FileSystem fs, Path file) {
        return conf.getLongBytes("dfs.blocksize", fs.getDefaultBlockSize(file));
    }

    private static FsPermission permission(Configuration conf) {
        return FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(conf));
    }

    public static String name(int index) {
        return String.format(Locale.ROOT, "%s%05d", PREFIX, index);
    }

    /**
     * Returns the index of the split that a file belongs to.
     *
     * @throws IOException if the file's name does not have the form of {@link #name}
     */
    public static int index(Path file) throws IOException {
        String name = file.getName();
        try {
            int index = Integer.parseInt(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "");
            if (name(index).equals(name)) {
                return index;
            }
        } catch (NumberFormatException e) {
            throw new IOException("Not a file of a split: " + file, e);
        }
        throw new IOException("Not a file of a split: " + file);
    }

    /**
     * Makes the checks of the superclass, but accepts an existing empty directory. So the owner can first give the
     * directory an HDFS policy.
     *
     * @throws org.apache.hadoop.mapred.FileAlreadyExistsException if the directory is not empty
     */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        Path directory = getOutputPath(job);
        Configuration conf = job.getConfiguration();
        FileSystem fs = directory.getFileSystem(conf);
        if (!fs.exists(directory) || fs.listStatus(directory).length > 0) {
            super.checkOutputSpecs(job);
        } else {
            TokenCache.obtainTokensForNamenodes(job.getCredentials(), new Path[] {directory}, conf);
        }
    }

    @Override
    public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
        return new NoRecords();
    }

    /** A writer that refuses records. Hadoop requires one even if the maps write their files themselves. */
    private static final class NoRecords extends RecordWriter<NullWritable, NullWritable> {
        @Override
        public void write(NullWritable key, NullWritable value) {
            throw new UnsupportedOperationException("Maps write their files themselves");
        }

        @Override
        public void close(TaskAttemptContext context) {
            // Nothing needs closing.
        }
    }

    /** The time at which written data is forced to the medium. */
    public enum Sync {
        /** Data is never forced; the kernel decides when to write. */
        NONE,
        /** Data is forced once, before a file is closed, as in TeraGen. This affects only the file's last block. */
        CLOSE,
        /** Every block is forced before the next block begins or the file is closed. */
        BLOCK;

        /**
         * Reads the setting from a job's Configuration. The default is {@link #BLOCK}.
         *
         * @throws IllegalArgumentException if the value is not valid
         */
        public static Sync read(Configuration conf) {
            return new SettingReader(conf).choice(JobKeys.SYNC, BLOCK);
        }

        /**
         * Refuses {@link #BLOCK} on any file system except HDFS, because other file systems ignore the request.
         *
         * @throws IllegalArgumentException if the file system is refused; the message names the setting and the remedy
         */
        public void require(FileSystem fileSystem) {
            if (this == BLOCK && !(fileSystem instanceof DistributedFileSystem)) {
                throw new IllegalArgumentException(setting() + ": only HDFS itself can force every block, and "
                        + fileSystem.getUri() + " is not an hdfs: file system; use close or none");
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
         * Forces the data if required. Call it once, after the last write and before the file is closed. With
         * {@link #BLOCK}, closing the file forces the last block.
         *
         * @return whether the data was forced
         * @throws IOException if forcing fails or is not supported, as for erasure-coded files and Hadoop's local file
         *     system
         */
        public boolean end(FSDataOutputStream out) throws IOException {
            if (this == CLOSE) {
                if (!out.hasCapability(StreamCapabilities.HSYNC)) {
                    throw new IOException(
                            setting() + ": this file can't be forced to the medium on close: erasure-coded"
                                    + " files and local file systems do not allow it; use block or none");
                }
                out.hsync();
            }
            return this == CLOSE;
        }

        private String setting() {
            return JobKeys.SYNC + "=" + name().toLowerCase(Locale.ROOT);
        }
    }
}
