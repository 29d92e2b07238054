package org.spindlebench.jobs.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.net.NetUtils;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.hdfs.HdfsWriteConfig.FileFiller;

/** Writes one file of seeded data per map. Each file is written to the DataNode that the settings name for it. */
public final class DecoyWrite extends JobTool {
    /** Counts the data written. */
    public enum Counter {
        BYTES
    }

    public DecoyWrite() {
        super("decoy-write", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        Configuration conf = job.getConfiguration();
        Path out = new Path(args[0]);
        HdfsWriteConfig.read(conf);
        String[] nodes = conf.getTrimmedStrings(JobKeys.NODES);
        if (nodes.length != conf.getInt(JobKeys.MAPS, 0)) {
            throw new IllegalArgumentException(JobKeys.NODES + " names " + nodes.length
                    + " DataNodes; one is needed for" + " each of " + conf.get(JobKeys.MAPS) + " maps");
        }
        if (!(out.getFileSystem(conf) instanceof DistributedFileSystem)) {
            throw new IllegalArgumentException(out + ": only HDFS itself lets a writer choose DataNodes");
        }
        MapOnly.writing(job, SyntheticInputFormat.class, WriteMapper.class, out);
    }

    /** Fills one file. */
    public static final class WriteMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            Configuration conf = context.getConfiguration();
            HdfsWriteConfig config = HdfsWriteConfig.read(conf);
            InetSocketAddress node = NetUtils.createSocketAddr(conf.getTrimmedStrings(JobKeys.NODES)[split.index()]);
            try (FSDataOutputStream out = SplitFiles.createOn(context, split.index(), config.bufferBytes(), node)) {
                StreamMeter meter = StreamMeter.start();
                meter.opened(context);
                long written = FileFiller.fill(context, split, config, out, meter, (buffer, length) -> {});
                context.getCounter(Counter.BYTES).increment(written);
            }
        }
    }
}
