package org.spindlebench.jobs.scaled;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.hdfs.BufferInputFormat.BufferReader;
import org.spindlebench.jobs.scaled.ScaledConfig.SeededOutput;
import org.spindlebench.jobs.shuffle.RecordChecksum;
import org.spindlebench.jobs.shuffle.ShuffleRecords;

/**
 * Reads, shuffles and writes given numbers of bytes. Maps read a part of seeded files and compare it with the expected
 * data. They emit records in proportion to the bytes read. Reduces discard the records and write seeded data in
 * proportion. Without a shuffle, the maps write and there are no reduces.
 */
public final class ScaledTool extends JobTool {
    /** Counts the bytes moved. A checksum is a sum modulo 2^64 and may be negative. */
    public enum Counter {
        INPUT_BYTES,
        /** Bytes of the input that differ from the seeded data. */
        INPUT_MISMATCHES,
        MAP_RECORDS,
        MAP_BYTES,
        MAP_CHECKSUM,
        REDUCE_RECORDS,
        REDUCE_BYTES,
        REDUCE_CHECKSUM,
        OUTPUT_BYTES
    }

    public ScaledTool() {
        super("scaled", "in", "out");
    }

    /** Returns the framed bytes shuffled for a requested number, possibly more: no record is shorter than 64 bytes. */
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

    /**
     * Discards all records and writes in proportion, as if reduces got equal amounts. The remaining bytes come at the
     * end.
     */
    static final class ScaledReducer extends Reducer<Text, Text, NullWritable, NullWritable> {
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
                output.finish();
            }
            checksum.count(context, Counter.REDUCE_RECORDS, Counter.REDUCE_BYTES, Counter.REDUCE_CHECKSUM);
        }
    }

    /**
     * Reads its part of the input and emits records in proportion. If there are no reduces, it writes output instead.
     */
    static final class ScaledMapper extends Mapper<BufferReader, BytesWritable, Text, Text> {
        private final RecordChecksum checksum = new RecordChecksum();
        private ScaledConfig config;
        private ShuffleRecords maker;
        private long shuffleShare;
        private byte[] buffer;
        private String path = "";
        private FileData file;
        private long read;
        private long mismatches;

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            config = ScaledConfig.read(context.getConfiguration());
            // Hadoop sorts splits by size, and sizes descend, so the task's number is its split's.
            int index = context.getTaskAttemptID().getTaskID().getId();
            shuffleShare = config.shuffleShare(index);
            maker = config.records(index);
            buffer = new byte[config.bufferBytes() + FileData.UNIT_BYTES];
            if (config.shuffles()) {
                work(context, null);
                checksum.count(context, Counter.MAP_RECORDS, Counter.MAP_BYTES, Counter.MAP_CHECKSUM);
            } else {
                try (SeededOutput output = new SeededOutput(context, config, index, config.maps())) {
                    work(context, output);
                    output.finish();
                }
            }
            context.getCounter(Counter.INPUT_BYTES).increment(read);
            context.getCounter(Counter.INPUT_MISMATCHES).increment(mismatches);
            context.getCounter(FileInputFormatCounter.BYTES_READ).increment(read);
        }

        private void work(Context context, SeededOutput output) throws IOException, InterruptedException {
            long all = context.getInputSplit().getLength();
            while (context.nextKeyValue()) {
                BytesWritable found = context.getCurrentValue();
                mismatches += expected(context)
                        .differences(context.getCurrentKey().offset(), found.getBytes(), found.getLength(), buffer);
                read += found.getLength();
                double part = (double) read / all;
                emit(context, part);
                if (output != null) {
                    output.writeUpTo(part);
                }
                context.progress();
            }
            emit(context, 1);
        }

        /** Returns the content of the file that is read now, which Hadoop names in the Configuration. */
        private FileData expected(Context context) throws IOException {
            String now = context.getConfiguration().get(MRJobConfig.MAP_INPUT_FILE);
            if (!path.equals(now)) {
                path = now;
                file = config.inputFile(SplitFiles.index(new Path(now)));
            }
            return file;
        }

        private void emit(Context context, double part) throws IOException, InterruptedException {
            long target = part >= 1 ? shuffleShare : (long) (shuffleShare * part);
            while (maker != null && maker.made() < target) {
                maker.next();
                checksum.add(maker.key(), maker.value());
                context.write(maker.key(), maker.value());
            }
        }
    }
}
