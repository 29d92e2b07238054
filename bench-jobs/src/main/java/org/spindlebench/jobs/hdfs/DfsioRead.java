package org.spindlebench.jobs.hdfs;

import java.io.IOException;
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
import org.spindlebench.jobs.hdfs.BufferInputFormat.BufferReader;
import org.spindlebench.jobs.hdfs.DfsioWrite.FileChecksum;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;

/** Reads files that {@link DfsioWrite} wrote, one whole file per map. The output directory contains only samples. */
public final class DfsioRead extends JobTool {
    public DfsioRead() {
        super("dfsio-read", "in", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        HdfsWriteConfig.readBufferBytes(job.getConfiguration());
        SampleFiles.intervalMillis(job.getConfiguration());
        FileInputFormat.setInputPaths(job, new Path(args[0]));
        MapOnly.writing(job, BufferInputFormat.class, ReadMapper.class, new Path(args[1]));
    }

    /** Reads one file. The stream's time begins when the file is open, and ends with the last byte. */
    public static final class ReadMapper extends Mapper<BufferReader, BytesWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            int index = SplitFiles.index(((FileSplit) context.getInputSplit()).getPath());
            FileChecksum checksum = new FileChecksum();
            long read = 0;
            while (context.nextKeyValue()) {
                BytesWritable bytes = context.getCurrentValue();
                checksum.update(bytes.getBytes(), bytes.getLength());
                read += bytes.getLength();
            }
            SampleFiles.write(context, index, context.getCurrentKey().end());
            context.getCounter(DfsioCounter.FILES).increment(1);
            context.getCounter(DfsioCounter.BYTES).increment(read);
            context.getCounter(DfsioCounter.CHECKSUM).increment(checksum.value(index));
        }
    }
}
