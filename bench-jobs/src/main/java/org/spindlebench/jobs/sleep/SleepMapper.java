package org.spindlebench.jobs.sleep;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.synthetic.SyntheticSplit;

/** Holds its container, unless the job has reduces for that. */
final class SleepMapper extends Mapper<SyntheticSplit, LongWritable, IntWritable, NullWritable> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
        if (context.getNumReduceTasks() == 0) {
            SleepJob.hold(context);
        }
    }
}
