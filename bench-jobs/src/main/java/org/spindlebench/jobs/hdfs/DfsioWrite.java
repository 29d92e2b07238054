package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.OutputPolicy;
import org.spindlebench.jobs.base.SplitMix;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.hdfs.HdfsWriteConfig.FileFiller;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;

/** Writes seeded data, one file per map. */
public final class DfsioWrite extends JobTool {
    public DfsioWrite() {
        super("dfsio-write", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        Path out = new Path(args[0]);
        HdfsWriteConfig.read(job.getConfiguration()).sync().require(out.getFileSystem(job.getConfiguration()));
        SampleFiles.intervalMillis(job.getConfiguration());
        OutputPolicy.apply(job.getConfiguration(), out);
        MapOnly.writing(job, SyntheticInputFormat.class, WriteMapper.class, out);
    }

    /** Fills one file. The stream's time begins when the file is open for writing, and ends when it is closed. */
    public static final class WriteMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            FileChecksum checksum = new FileChecksum();
            long written = FileFiller.write(context, checksum::update);
            int index = ((SyntheticSplit) context.getInputSplit()).index();
            context.getCounter(DfsioCounter.FILES).increment(1);
            context.getCounter(DfsioCounter.BYTES).increment(written);
            context.getCounter(DfsioCounter.CHECKSUM).increment(checksum.value(index));
        }
    }

    /**
     * Computes the checksum of one file from its bytes in order, its length and its index among the files. Buffer sizes
     * do not affect it. The computation uses CRC-32, which every JVM computes fast, even with its quick compiler.
     */
    static final class FileChecksum {
        private final CRC32 crc = new CRC32();
        private long length;

        void update(byte[] buffer, int count) {
            crc.update(buffer, 0, count);
            length += count;
        }

        /**
         * Returns the checksum. It is mixed so that a sum over files changes if a byte moves from one file to another.
         */
        long value(int index) {
            return SplitMix.mix(SplitMix.mix(SplitMix.mix(crc.getValue()) + length) + (index + 1) * SplitMix.STEP);
        }
    }
}
