package org.spindlebench.jobs.sort;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.shuffle.RecordChecksum;

/**
 * Sorts text in SequenceFiles like Hadoop's example Sort. Mapper and reducer pass on their records, and the framework
 * sorts within each reduce. In addition, this reducer checks the records.
 */
public final class SortTool extends JobTool {
    /** Counts what the reducers wrote. */
    public enum Counter {
        RECORDS,
        /** The bytes of all records in an IFile. */
        BYTES,
        /** A sum modulo 2^64, which must equal {@link RandomTextGenerator.Counter#CHECKSUM}. */
        CHECKSUM,
        /** The number of keys that are less than the key before them in the same file. */
        OUT_OF_ORDER
    }

    public SortTool() {
        super("sort", "in", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        SequenceFileInputFormat.setInputPaths(job, new Path(args[0]));
        SequenceFileOutputFormat.setOutputPath(job, new Path(args[1]));
        job.setInputFormatClass(SequenceFileInputFormat.class);
        job.setMapperClass(Mapper.class);
        job.setPartitionerClass(HashPartitioner.class);
        job.setReducerClass(WatchingReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
    }

    /** Passes on every record and counts it. */
    public static final class WatchingReducer extends Reducer<Text, Text, Text, Text> {
        private final RecordChecksum checksum = new RecordChecksum();
        private final Text last = new Text();
        private long outOfOrder;

        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            if (key.compareTo(last) < 0) {
                outOfOrder++;
            }
            last.set(key);
            for (Text value : values) {
                checksum.add(key, value);
                context.write(key, value);
            }
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter(Counter.RECORDS).increment(checksum.records());
            context.getCounter(Counter.BYTES).increment(checksum.bytes());
            context.getCounter(Counter.CHECKSUM).increment(checksum.sum());
            context.getCounter(Counter.OUT_OF_ORDER).increment(outOfOrder);
        }
    }
}
