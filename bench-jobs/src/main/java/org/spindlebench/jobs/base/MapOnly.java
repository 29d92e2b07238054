package org.spindlebench.jobs.base;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** Configures jobs without reduces and without output records. Their maps write their own files, or only counters. */
public final class MapOnly {
    private MapOnly() {}

    /** Configures maps that write their own files into a directory through {@link SplitFiles}. */
    public static void writing(
            Job job,
            Class<? extends InputFormat<?, ?>> input,
            Class<? extends Mapper<?, ?, NullWritable, NullWritable>> mapper,
            Path directory) {
        configure(job, input, mapper, SplitFiles.class);
        SplitFiles.setOutputPath(job, directory);
    }

    /** Configures maps that produce only counters. */
    public static void counting(
            Job job,
            Class<? extends InputFormat<?, ?>> input,
            Class<? extends Mapper<?, ?, NullWritable, NullWritable>> mapper) {
        configure(job, input, mapper, NullOutputFormat.class);
    }

    @SuppressWarnings("rawtypes") // NullOutputFormat's class has no type arguments.
    private static void configure(
            Job job,
            Class<? extends InputFormat<?, ?>> input,
            Class<? extends Mapper<?, ?, NullWritable, NullWritable>> mapper,
            Class<? extends OutputFormat> output) {
        job.setInputFormatClass(input);
        job.setMapperClass(mapper);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(output);
    }
}
