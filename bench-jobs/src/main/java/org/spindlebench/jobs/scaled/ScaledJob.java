package org.spindlebench.jobs.scaled;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.JobTool;
import org.spindlebench.jobs.synthetic.SplitFiles;

/**
 * A job that reads, shuffles and writes as many bytes as it is told. Maps read a part of seeded files, compare it with the seed, and emit text records in the same
 * proportion as they read; reducers drain them and write seeded data in the same proportion. Without a shuffle the maps write, and there is no reduce.
 */
public final class ScaledJob extends JobTool {
    /** What was moved; a checksum is a sum modulo 2^64 and may be negative. */
    public enum Counter {
        INPUT_BYTES,
        /** Bytes of the input that are not what the seed gives. */
        INPUT_MISMATCHES,
        MAP_RECORDS,
        MAP_BYTES,
        MAP_CHECKSUM,
        REDUCE_RECORDS,
        REDUCE_BYTES,
        REDUCE_CHECKSUM,
        OUTPUT_BYTES
    }

    public ScaledJob() {
        super("scaled", "in", "out");
    }

    /** Framed bytes that are shuffled when so many are asked for: no record is smaller than 64 bytes. */
    public static long shuffledBytes(long asked) {
        return ScaledConfig.framedBytes(asked);
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        ScaledConfig config = ScaledConfig.read(job.getConfiguration());
        job.getConfiguration().set(PoolInputFormat.DIRECTORY, args[0]);
        job.setInputFormatClass(PoolInputFormat.class);
        job.setMapperClass(ScaledMapper.class);
        if (config.shuffles()) {
            job.setPartitionerClass(HashPartitioner.class);
            job.setReducerClass(ScaledReducer.class);
            job.setMapOutputKeyClass(Text.class);
            job.setMapOutputValueClass(Text.class);
        } else {
            job.setNumReduceTasks(0);
        }
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(SplitFiles.class);
        SplitFiles.setOutputPath(job, new Path(args[1]));
    }
}
