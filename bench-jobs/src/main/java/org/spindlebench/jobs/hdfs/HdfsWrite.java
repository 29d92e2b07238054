package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.hdfs.HdfsWriteConfig.FileFiller;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;

/** Tests only writing to HDFS. Each map writes its share of seeded data to its own file. */
public final class HdfsWrite extends JobTool {
    /** Counts the data written. */
    public enum Counter {
        FILES,
        BYTES
    }

    public HdfsWrite() {
        super("hdfs-write", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        Path out = new Path(args[0]);
        HdfsWriteConfig.read(job.getConfiguration()).sync().require(out.getFileSystem(job.getConfiguration()));
        SampleFiles.intervalMillis(job.getConfiguration());
        MapOnly.writing(job, SyntheticInputFormat.class, WriteMapper.class, out);
    }

    /** Fills one file. */
    public static final class WriteMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            context.getCounter(Counter.BYTES).increment(FileFiller.write(context, (buffer, length) -> {}));
            context.getCounter(Counter.FILES).increment(1);
        }
    }
}
