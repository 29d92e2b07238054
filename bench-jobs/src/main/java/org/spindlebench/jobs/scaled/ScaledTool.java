package org.spindlebench.jobs.scaled;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.scaled.PoolInputFormat.PoolPlace;
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

    /** Returns the framed bytes shuffled for a requested number, maybe more: no record is below 64 bytes. */
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
                long written = output.finish();
                context.getCounter(Counter.OUTPUT_BYTES).increment(written);
                context.getCounter(FileOutputFormatCounter.BYTES_WRITTEN).increment(written);
            }
            context.getCounter(Counter.REDUCE_RECORDS).increment(checksum.records());
            context.getCounter(Counter.REDUCE_BYTES).increment(checksum.bytes());
            context.getCounter(Counter.REDUCE_CHECKSUM).increment(checksum.sum());
        }
    }

    /**
     * Reads its part of the input and emits records in proportion. If there are no reduces, it writes output instead.
     */
    static final class ScaledMapper extends Mapper<PoolPlace, BytesWritable, Text, Text> {
        private final RecordChecksum checksum = new RecordChecksum();
        private ScaledConfig config;
        private PoolSplit split;
        private ShuffleRecords maker;
        private long shuffleShare;
        private byte[] expected;
        private FileData file;
        private int fileIndex = -1;
        private long read;
        private long mismatches;

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            config = ScaledConfig.read(context.getConfiguration());
            split = (PoolSplit) context.getInputSplit();
            shuffleShare = config.shuffleShare(split.index());
            maker = config.records(split.index());
            // A buffer may start within a unit, so the bytes before it in that unit are generated, too.
            expected = new byte[config.bufferBytes() + FileData.UNIT_BYTES];
            if (config.shuffles()) {
                work(context, null);
            } else {
                try (SeededOutput output = new SeededOutput(context, config, split.index(), config.maps())) {
                    work(context, output);
                    count(context, output.finish());
                }
            }
            context.getCounter(Counter.INPUT_BYTES).increment(read);
            context.getCounter(Counter.INPUT_MISMATCHES).increment(mismatches);
            context.getCounter(FileInputFormatCounter.BYTES_READ).increment(read);
            if (config.shuffles()) {
                context.getCounter(Counter.MAP_RECORDS).increment(checksum.records());
                context.getCounter(Counter.MAP_BYTES).increment(checksum.bytes());
                context.getCounter(Counter.MAP_CHECKSUM).increment(checksum.sum());
            }
        }

        private static void count(Context context, long written) {
            context.getCounter(Counter.OUTPUT_BYTES).increment(written);
            context.getCounter(FileOutputFormatCounter.BYTES_WRITTEN).increment(written);
        }

        private void work(Context context, SeededOutput output) throws IOException, InterruptedException {
            while (context.nextKeyValue()) {
                compare(context.getCurrentKey(), context.getCurrentValue());
                double part = (double) read / split.getLength();
                emit(context, part);
                if (output != null) {
                    output.writeUpTo(part);
                }
                context.progress();
            }
            emit(context, 1);
        }

        private void emit(Context context, double part) throws IOException, InterruptedException {
            long target = part >= 1 ? shuffleShare : (long) (shuffleShare * part);
            while (maker != null && maker.made() < target) {
                maker.next();
                checksum.add(maker.key(), maker.value());
                context.write(maker.key(), maker.value());
            }
        }

        private void compare(PoolPlace place, BytesWritable found) {
            int length = found.getLength();
            if (place.file() != fileIndex) {
                fileIndex = place.file();
                file = config.inputFile(fileIndex);
            }
            int skip = (int) (place.offset() % FileData.UNIT_BYTES);
            file.fill(place.offset() - skip, expected, skip + length);
            if (!ByteBuffer.wrap(expected, skip, length).equals(ByteBuffer.wrap(found.getBytes(), 0, length))) {
                for (int i = 0; i < length; i++) {
                    mismatches += expected[skip + i] == found.getBytes()[i] ? 0 : 1;
                }
            }
            read += length;
        }
    }
}
