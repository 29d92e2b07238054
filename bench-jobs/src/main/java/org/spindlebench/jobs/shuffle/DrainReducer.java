package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Takes every record and keeps none. */
final class DrainReducer extends Reducer<Text, Text, NullWritable, NullWritable> {
    private final RecordChecksum checksum = new RecordChecksum();

    @Override
    protected void reduce(Text key, Iterable<Text> values, Context context) {
        for (Text value : values) {
            checksum.add(key, value);
        }
    }

    @Override
    protected void cleanup(Context context) {
        context.getCounter(ShuffleJob.Counter.REDUCE_RECORDS).increment(checksum.records());
        context.getCounter(ShuffleJob.Counter.REDUCE_BYTES).increment(checksum.bytes());
        context.getCounter(ShuffleJob.Counter.REDUCE_CHECKSUM).increment(checksum.sum());
    }
}
