package org.spindlebench.jobs.hdfswrite;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.JobTool;
import org.spindlebench.jobs.data.FileData;
import org.spindlebench.jobs.synthetic.SplitFiles;
import org.spindlebench.jobs.synthetic.Sync;
import org.spindlebench.jobs.synthetic.SyntheticInputFormat;
import org.spindlebench.jobs.synthetic.SyntheticSplit;

/** HDFS write alone: each map writes its share of seeded data to a file of its own. */
public final class HdfsWrite extends JobTool {
    /** What was written. */
    public enum Counter {
        FILES,
        BYTES
    }

    public HdfsWrite() {
        super("hdfs-write", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        Path out = new Path(args[0]);
        HdfsWriteConfig.read(job.getConfiguration()).sync().require(out.getFileSystem(job.getConfiguration()));
        job.setInputFormatClass(SyntheticInputFormat.class);
        job.setMapperClass(WriteMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(SplitFiles.class);
        SplitFiles.setOutputPath(job, out);
    }

    /** Writes up to each mark, rounded up to whole buffers; the last mark exactly. */
    public static final class WriteMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            HdfsWriteConfig config = HdfsWriteConfig.read(context.getConfiguration());
            Sync sync = config.sync();
            try (FSDataOutputStream out = SplitFiles.create(context, split.index(), config.bufferBytes(), sync)) {
                write(context, config, split, out);
                sync.end(out);
            }
            context.getCounter(Counter.FILES).increment(1);
        }

        private static void write(Context context, HdfsWriteConfig config, SyntheticSplit split, FSDataOutputStream out)
                throws IOException, InterruptedException {
            FileData data = config.file(split.index());
            byte[] buffer = new byte[config.bufferBytes()];
            long written = 0;
            while (context.nextKeyValue()) {
                while (written < context.getCurrentValue().get()) {
                    int length = (int) Math.min(buffer.length, split.bytes() - written);
                    data.fill(written, buffer, length);
                    out.write(buffer, 0, length);
                    written += length;
                    context.progress();
                }
            }
            context.getCounter(Counter.BYTES).increment(written);
        }
    }
}
