package org.spindlebench.jobs.synthetic;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Output of maps that write one file per split themselves, named by the split's index. Files are made in the committer's
 * work directory: those of failed and of superfluous speculative attempts never reach the output directory.
 */
public final class SplitFiles extends FileOutputFormat<NullWritable, NullWritable> {
    private static final String PREFIX = "part-m-";

    /**
     * Creates the file of a split with the replication and block size of the job's Configuration.
     *
     * @param sync its {@link Sync#end} is still to be called
     * @throws IllegalArgumentException when the file system can't sync in that way
     */
    public static FSDataOutputStream create(
            TaskInputOutputContext<?, ?, ?, ?> context, int index, int bufferBytes, Sync sync)
            throws IOException, InterruptedException {
        PathOutputCommitter committer = (PathOutputCommitter) context.getOutputCommitter();
        Path file = new Path(committer.getWorkPath(), name(index));
        Configuration conf = context.getConfiguration();
        return create(conf, file.getFileSystem(conf), file, bufferBytes, sync);
    }

    static FSDataOutputStream create(Configuration conf, FileSystem fs, Path file, int bufferBytes, Sync sync)
            throws IOException {
        sync.require(fs);
        // From the Configuration, not from the file system: a cached one may have been opened with other settings.
        short replication = (short) conf.getInt("dfs.replication", fs.getDefaultReplication(file));
        long blockBytes = conf.getLongBytes("dfs.blocksize", fs.getDefaultBlockSize(file));
        FsPermission permission = FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(conf));
        return fs.create(file, permission, sync.createFlags(), bufferBytes, replication, blockBytes, null);
    }

    /** The file name of a split. */
    public static String name(int index) {
        return String.format("%s%05d", PREFIX, index);
    }

    /**
     * The split that a file belongs to.
     *
     * @throws IOException when the name is not one of {@link #name}
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

    @Override
    public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
        return new NoRecords();
    }

    /** Hadoop asks for a writer even when the maps write their files themselves. */
    private static final class NoRecords extends RecordWriter<NullWritable, NullWritable> {
        @Override
        public void write(NullWritable key, NullWritable value) {
            throw new UnsupportedOperationException("Maps write their files themselves");
        }

        @Override
        public void close(TaskAttemptContext context) {
            // Nothing is open.
        }
    }
}
