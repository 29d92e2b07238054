package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.hdfs.BufferInputFormat.BufferReader;

/**
 * Reads the files of {@link HdfsWrite} and compares them with the data that {@code spindle.seed} and
 * {@code spindle.data} determine. The caller compares {@link Counter#FILES} and {@link Counter#BYTES} with the expected
 * numbers, which reveals missing or truncated files.
 */
public final class HdfsReadBack extends JobTool {
    /** Counts the data read and its differences. */
    public enum Counter {
        FILES,
        BYTES,
        /** Bytes that differ from the expected bytes. */
        MISMATCHES
    }

    public HdfsReadBack() {
        super("hdfs-read-back", "dir");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        SyntheticConfig.readSeed(job.getConfiguration());
        DataKind.read(job.getConfiguration());
        HdfsWriteConfig.readBufferBytes(job.getConfiguration());
        FileInputFormat.setInputPaths(job, new Path(args[0]));
        MapOnly.counting(job, BufferInputFormat.class, CompareMapper.class);
    }

    /** Generates each buffer again and compares it with the file. */
    public static final class CompareMapper extends Mapper<BufferReader, BytesWritable, NullWritable, NullWritable> {
        private FileData expected;
        private byte[] buffer;
        private long bytes;
        private long mismatches;

        @Override
        protected void setup(Context context) throws IOException {
            Configuration conf = context.getConfiguration();
            int index = SplitFiles.index(((FileSplit) context.getInputSplit()).getPath());
            expected = DataKind.read(conf).file(SyntheticConfig.readSeed(conf), index);
            buffer = new byte[HdfsWriteConfig.readBufferBytes(conf) + FileData.UNIT_BYTES];
        }

        @Override
        protected void map(BufferReader file, BytesWritable found, Context context) {
            mismatches += expected.differences(file.offset(), found.getBytes(), found.getLength(), buffer);
            bytes += found.getLength();
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter(Counter.FILES).increment(1);
            context.getCounter(Counter.BYTES).increment(bytes);
            context.getCounter(Counter.MISMATCHES).increment(mismatches);
        }
    }
}
