package org.spindlebench.jobs.tera;

import java.io.IOException;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;

/** Reads and counts every Tera record in a directory, one map per file as in stock TeraValidate. */
public final class TeraRead extends JobTool {
    /** Counts the data read. */
    public enum Counter {
        ROWS,
        BYTES
    }

    public TeraRead() {
        super("teraread", "in");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        // The stock input format's scheduler reads an MRv1 key and is of no use here.
        job.getConfiguration().setBoolean("mapreduce.terasort.use.terascheduler", false);
        FileInputFormat.setInputPaths(job, new Path(args[0]));
        FileInputFormat.setMinInputSplitSize(job, Long.MAX_VALUE);
        MapOnly.counting(job, TeraInputFormat.class, ReadMapper.class);
    }

    /** Counts the rows and their bytes. */
    public static final class ReadMapper extends Mapper<Text, Text, NullWritable, NullWritable> {
        private long rows;
        private long bytes;

        @Override
        protected void map(Text key, Text value, Context context) {
            rows++;
            bytes += key.getLength() + value.getLength();
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter(Counter.ROWS).increment(rows);
            context.getCounter(Counter.BYTES).increment(bytes);
        }
    }
}
