package org.spindlebench.jobs.control;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.SettingReader;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;

/**
 * Runs tasks that only hold their containers for {@code spindle.hold.ms}. If the job has reduces, the reduces hold the
 * containers, otherwise the maps do. The job's history shows which tasks ran at the same time.
 */
public final class SleepJob extends JobTool {
    private static final long LONGEST = TimeUnit.HOURS.toMillis(1);
    /**
     * The interval of progress reports in milliseconds. MapReduce kills a task that reports nothing for ten minutes.
     */
    private static final long SIGN_OF_LIFE = 1000;

    public SleepJob() {
        super("sleep");
    }

    @Override
    protected void configure(Job job, String[] args) {
        SyntheticConfig.read(job.getConfiguration(), 1, 1);
        holdMillis(job.getConfiguration());
        job.setInputFormatClass(SyntheticInputFormat.class);
        job.setMapperClass(SleepMapper.class);
        job.setReducerClass(SleepReducer.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(NullWritable.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(NullOutputFormat.class);
    }

    static long holdMillis(Configuration conf) {
        return new SettingReader(conf).number(JobKeys.HOLD_MILLIS, 0, LONGEST);
    }

    static void hold(TaskInputOutputContext<?, ?, ?, ?> context) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(holdMillis(context.getConfiguration()));
        long left = end - System.nanoTime();
        while (left > 0) {
            context.progress();
            Thread.sleep(Math.min(SIGN_OF_LIFE, TimeUnit.NANOSECONDS.toMillis(left) + 1));
            left = end - System.nanoTime();
        }
    }

    /** Holds its container, unless the job's reduces hold theirs. */
    static final class SleepMapper extends Mapper<SyntheticSplit, LongWritable, IntWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            if (context.getNumReduceTasks() == 0) {
                SleepJob.hold(context);
            }
        }
    }

    /** Holds its container and ignores the input records. */
    static final class SleepReducer extends Reducer<IntWritable, NullWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SleepJob.hold(context);
        }
    }
}
