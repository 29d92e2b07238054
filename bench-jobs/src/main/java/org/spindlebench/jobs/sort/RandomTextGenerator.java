package org.spindlebench.jobs.sort;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.shuffle.RecordChecksum;
import org.spindlebench.jobs.shuffle.ShuffleRecords;

/**
 * Makes {@link SortTool}'s seeded input, in one uncompressed SequenceFile per map: records like RandomTextWriter's, or
 * of another kind that {@code spindle.data} names. {@code spindle.bytes} is exactly the sum of all records as an IFile
 * frames them. The files are longer by less than one percent.
 */
public final class RandomTextGenerator extends JobTool {
    /** Counts the records made. */
    public enum Counter {
        RECORDS,
        /** The bytes of all records in an IFile. */
        BYTES,
        /** The total length of the files. */
        FILE_BYTES,
        /** A checksum of the records: a sum modulo 2^64 that may be negative. */
        CHECKSUM
    }

    private static final int FILE_BUFFER_BYTES = 1 << 16;

    public RandomTextGenerator() {
        super("random-text", "out");
    }

    @Override
    protected void configure(Job job, String[] args) {
        ShuffleRecords.readConfig(job.getConfiguration());
        ShuffleRecords.kind(job.getConfiguration());
        MapOnly.writing(job, SyntheticInputFormat.class, WriteMapper.class, new Path(args[0]));
    }

    /** Writes the records up to each mark. */
    public static final class WriteMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            RecordChecksum checksum = new RecordChecksum();
            long fileBytes;
            try (FSDataOutputStream out = SplitFiles.create(context, split.index(), FILE_BUFFER_BYTES, Sync.NONE)) {
                write(context, split, checksum, out);
                fileBytes = out.getPos();
            }
            context.getCounter(Counter.RECORDS).increment(checksum.records());
            context.getCounter(Counter.BYTES).increment(checksum.bytes());
            context.getCounter(Counter.FILE_BYTES).increment(fileBytes);
            context.getCounter(Counter.CHECKSUM).increment(checksum.sum());
        }

        private static void write(
                Context context, SyntheticSplit split, RecordChecksum checksum, FSDataOutputStream out)
                throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            ShuffleRecords maker = ShuffleRecords.of(conf, split);
            try (SequenceFile.Writer writer = SequenceFile.createWriter(
                    conf,
                    SequenceFile.Writer.stream(out),
                    SequenceFile.Writer.keyClass(Text.class),
                    SequenceFile.Writer.valueClass(Text.class),
                    SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
                while (context.nextKeyValue()) {
                    while (maker.made() < context.getCurrentValue().get()) {
                        maker.next();
                        checksum.add(maker.key(), maker.value());
                        writer.append(maker.key(), maker.value());
                    }
                }
            }
        }
    }
}
