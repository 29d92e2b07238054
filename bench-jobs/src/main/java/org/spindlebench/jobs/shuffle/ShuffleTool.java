package org.spindlebench.jobs.shuffle;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;

/**
 * Tests only the shuffle. In memory, maps make records of text, of TeraGen's rows, or of bytes that compress at a
 * ratio. Reduces discard the records. {@code spindle.bytes} is exactly the sum of all record sizes in an IFile.
 */
public final class ShuffleTool extends JobTool {
    /**
     * Counts the records on both sides of the shuffle. In a valid run, both sides have the same three values. Checksums
     * are sums modulo 2^64 and may be negative.
     */
    public enum Counter {
        MAP_RECORDS,
        MAP_BYTES,
        MAP_CHECKSUM,
        REDUCE_RECORDS,
        REDUCE_BYTES,
        REDUCE_CHECKSUM
    }

    public ShuffleTool() {
        super("shuffle");
    }

    @Override
    protected void configure(Job job, String[] args) {
        ShuffleRecords.readConfig(job.getConfiguration());
        job.setInputFormatClass(SyntheticInputFormat.class);
        job.setMapperClass(MakeMapper.class);
        if (ShuffleRecords.kind(job.getConfiguration()) == ShuffleRecords.TEXT) {
            job.setPartitionerClass(HashPartitioner.class);
        } else {
            job.setPartitionerClass(KeyRange.class);
        }
        job.setReducerClass(DrainReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(NullOutputFormat.class);
    }

    /** Reads every record and discards it. */
    static final class DrainReducer extends Reducer<Text, Text, NullWritable, NullWritable> {
        private final RecordChecksum checksum = new RecordChecksum();

        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context) {
            for (Text value : values) {
                checksum.add(key, value);
            }
        }

        @Override
        protected void cleanup(Context context) {
            checksum.count(
                    context,
                    ShuffleTool.Counter.REDUCE_RECORDS,
                    ShuffleTool.Counter.REDUCE_BYTES,
                    ShuffleTool.Counter.REDUCE_CHECKSUM);
        }
    }

    /** Makes the records up to each mark. */
    static final class MakeMapper extends Mapper<SyntheticSplit, LongWritable, Text, Text> {
        private final RecordChecksum checksum = new RecordChecksum();
        private ShuffleRecords maker;

        @Override
        protected void setup(Context context) {
            maker = ShuffleRecords.of(context.getConfiguration(), (SyntheticSplit) context.getInputSplit());
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
            checksum.count(
                    context,
                    ShuffleTool.Counter.MAP_RECORDS,
                    ShuffleTool.Counter.MAP_BYTES,
                    ShuffleTool.Counter.MAP_CHECKSUM);
        }
    }

    /**
     * Assigns random keys to reduces by their first four bytes, in ranges of equal size. TeraSort's ranges differ only
     * because its sample is uneven. Neighbouring keys of a segment then share as many bytes as TeraSort's do, and
     * compress equally well. This would not hold if keys were assigned by a hash.
     */
    public static final class KeyRange extends Partitioner<Text, Text> {
        private static final int BYTES = Integer.BYTES;

        @Override
        public int getPartition(Text key, Text value, int partitions) {
            byte[] bytes = key.getBytes();
            long first = 0;
            for (int i = 0; i < BYTES; i++) {
                first = first << Byte.SIZE | (bytes[i] & 0xff);
            }
            return (int) ((first * partitions) >>> Integer.SIZE);
        }
    }
}
