package org.spindlebench.jobs.sleep;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Holds its container, whatever comes. */
final class SleepReducer extends Reducer<IntWritable, NullWritable, NullWritable, NullWritable> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
        SleepJob.hold(context);
    }
}
