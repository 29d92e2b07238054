package org.spindlebench.jobs.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Splits without data. A map is called with its split and rising marks: it makes data until it has made that many bytes.
 * The last mark is the split's whole share. Marks instead of one call let Hadoop see progress.
 */
public final class SyntheticInputFormat extends InputFormat<SyntheticSplit, LongWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext context) {
        SyntheticConfig config = SyntheticConfig.read(context.getConfiguration(), 1, 1);
        List<InputSplit> splits = new ArrayList<>(config.maps());
        for (int index = 0; index < config.maps(); index++) {
            splits.add(new SyntheticSplit(index, Shares.of(config.bytes(), config.maps(), index)));
        }
        return splits;
    }

    @Override
    public RecordReader<SyntheticSplit, LongWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new MarkReader((SyntheticSplit) split);
    }
}
