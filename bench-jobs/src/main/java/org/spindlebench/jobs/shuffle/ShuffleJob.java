package org.spindlebench.jobs.shuffle;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.JobTool;
import org.spindlebench.jobs.SettingReader;
import org.spindlebench.jobs.synthetic.SyntheticConfig;
import org.spindlebench.jobs.synthetic.SyntheticInputFormat;

/**
 * The shuffle alone: maps make records in memory, of random text or as TeraGen's rows, and reducers only drain them. {@code spindle.bytes} is the sum of
 * all records as an IFile frames them, exactly.
 */
public final class ShuffleJob extends JobTool {
    /** Both sides of the shuffle; a valid run has equal triples. A checksum is a sum modulo 2^64 and may be negative. */
    public enum Counter {
        MAP_RECORDS,
        MAP_BYTES,
        MAP_CHECKSUM,
        REDUCE_RECORDS,
        REDUCE_BYTES,
        REDUCE_CHECKSUM
    }

    public ShuffleJob() {
        super("shuffle");
    }

    @Override
    protected void configure(Job job, String[] args) {
        readConfig(job.getConfiguration());
        job.setInputFormatClass(SyntheticInputFormat.class);
        job.setMapperClass(MakeMapper.class);
        if (kind(job.getConfiguration()) == Records.Kind.TERA) {
            job.setPartitionerClass(KeyRange.class);
        } else {
            job.setPartitionerClass(HashPartitioner.class);
        }
        job.setReducerClass(DrainReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(NullWritable.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(NullOutputFormat.class);
    }

    static SyntheticConfig readConfig(Configuration conf) {
        return SyntheticConfig.read(conf, 1, Records.MIN_BYTES);
    }

    /** What the records are: {@code spindle.data}, text where it is not set. */
    static Records.Kind kind(Configuration conf) {
        return new SettingReader(conf).choice(JobKeys.DATA, Records.Kind.TEXT);
    }
}
