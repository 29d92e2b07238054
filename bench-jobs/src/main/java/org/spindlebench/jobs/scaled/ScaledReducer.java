package org.spindlebench.jobs.scaled;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.spindlebench.jobs.scaled.ScaledJob.Counter;
import org.spindlebench.jobs.shuffle.RecordChecksum;

/** Takes every record, and writes in the same proportion, as if all reduces got equally much; what is then left at the end. */
final class ScaledReducer extends Reducer<Text, Text, NullWritable, NullWritable> {
    private final RecordChecksum checksum = new RecordChecksum();

    @Override
    public void run(Context context) throws IOException, InterruptedException {
        ScaledConfig config = ScaledConfig.read(context.getConfiguration());
        int reduces = context.getNumReduceTasks();
        int index = context.getTaskAttemptID().getTaskID().getId();
        double usual = (double) config.framedBytes() / reduces;
        try (SeededOutput output = new SeededOutput(context, config, index, reduces)) {
            while (context.nextKey()) {
                for (Text value : context.getValues()) {
                    checksum.add(context.getCurrentKey(), value);
                    output.writeUpTo(checksum.bytes() / usual);
                }
            }
            long written = output.finish();
            context.getCounter(Counter.OUTPUT_BYTES).increment(written);
            context.getCounter(FileOutputFormatCounter.BYTES_WRITTEN).increment(written);
        }
        context.getCounter(Counter.REDUCE_RECORDS).increment(checksum.records());
        context.getCounter(Counter.REDUCE_BYTES).increment(checksum.bytes());
        context.getCounter(Counter.REDUCE_CHECKSUM).increment(checksum.sum());
    }
}
