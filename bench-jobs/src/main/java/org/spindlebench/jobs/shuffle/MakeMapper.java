package org.spindlebench.jobs.shuffle;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.synthetic.SyntheticSplit;

/** Makes records up to each mark. */
final class MakeMapper extends Mapper<SyntheticSplit, LongWritable, Text, Text> {
    private final RecordChecksum checksum = new RecordChecksum();
    private Records maker;

    @Override
    protected void setup(Context context) {
        SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
        Configuration conf = context.getConfiguration();
        maker = Records.of(ShuffleJob.kind(conf), ShuffleJob.readConfig(conf).seed(), split.index(), split.bytes());
    }

    @Override
    protected void map(SyntheticSplit split, LongWritable mark, Context context)
            throws IOException, InterruptedException {
        while (maker.made() < mark.get()) {
            maker.next();
            checksum.add(maker.key(), maker.value());
            context.write(maker.key(), maker.value());
        }
    }

    @Override
    protected void cleanup(Context context) {
        context.getCounter(ShuffleJob.Counter.MAP_RECORDS).increment(checksum.records());
        context.getCounter(ShuffleJob.Counter.MAP_BYTES).increment(checksum.bytes());
        context.getCounter(ShuffleJob.Counter.MAP_CHECKSUM).increment(checksum.sum());
    }
}
