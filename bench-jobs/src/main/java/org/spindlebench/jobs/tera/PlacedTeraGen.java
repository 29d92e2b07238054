package org.spindlebench.jobs.tera;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.examples.terasort.TeraSortConfigKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;
import org.spindlebench.jobs.base.SplitHosts;

/**
 * Stock TeraGen. If the settings name hosts for splits, the splits name these hosts, too. Ranges, reader, mapper and
 * output format are stock TeraGen's. Its formats are not visible to other packages, so this class creates them by name.
 */
public final class PlacedTeraGen extends TeraGen {
    @Override
    public int run(String[] args) throws IOException, InterruptedException, ClassNotFoundException {
        return getConf().get(SplitHosts.KEY) == null
                ? super.run(args)
                : createJob(args).waitForCompletion(true) ? 0 : 1;
    }

    /** Creates the job of stock TeraGen, but with {@link PlacedRows}. */
    Job createJob(String... args) throws IOException {
        Job job = Job.getInstance(getConf());
        job.getConfiguration().setLong(TeraSortConfigKeys.NUM_ROWS.key(), Long.parseLong(args[0]));
        TeraOutputFormat.setOutputPath(job, new Path(args[1]));
        job.setJobName("TeraGen");
        job.setJarByClass(TeraGen.class);
        job.setMapperClass(SortGenMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setInputFormatClass(PlacedRows.class);
        job.setOutputFormatClass(TeraOutputFormat.class);
        return job;
    }

    /** Returns a new object of one of stock TeraGen's classes that are not visible here. */
    private static Object stock(String name) {
        try {
            return ReflectionUtils.newInstance(Class.forName(TeraGen.class.getName() + name), null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The stock ranges of rows, on hosts. */
    public static final class PlacedRows extends InputFormat<LongWritable, NullWritable> {
        @SuppressWarnings("unchecked") // Stock TeraGen's keys are numbers of rows.
        private final InputFormat<LongWritable, NullWritable> stock =
                (InputFormat<LongWritable, NullWritable>) stock("$RangeInputFormat");

        @Override
        public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            List<InputSplit> ranges = stock.getSplits(context);
            List<String[]> hosts = SplitHosts.take(conf, ranges.size());
            List<InputSplit> placed = new ArrayList<>(ranges.size());
            for (int i = 0; i < ranges.size(); i++) {
                placed.add(new PlacedRange(ranges.get(i), hosts.get(i)));
            }
            return placed;
        }

        @Override
        public RecordReader<LongWritable, NullWritable> createRecordReader(InputSplit split, TaskAttemptContext context)
                throws IOException, InterruptedException {
            return new PlacedReader(stock.createRecordReader(((PlacedRange) split).range, context));
        }
    }

    /** A stock range of rows. Only the client knows its hosts, and tells them to the ApplicationMaster. */
    public static final class PlacedRange extends InputSplit implements Writable {
        private final InputSplit range;
        private final String[] hosts;

        /** Creates an empty range for deserialisation. */
        public PlacedRange() {
            this((InputSplit) stock("$RangeInputFormat$RangeInputSplit"), new String[0]);
        }

        PlacedRange(InputSplit range, String[] hosts) {
            this.range = range;
            this.hosts = hosts;
        }

        @Override
        public long getLength() throws IOException, InterruptedException {
            return range.getLength();
        }

        @Override
        public String[] getLocations() {
            return hosts.clone();
        }

        @Override
        public void write(DataOutput out) throws IOException {
            ((Writable) range).write(out);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            ((Writable) range).readFields(in);
        }
    }

    /** The stock reader, which reads the stock range. */
    private static final class PlacedReader extends RecordReader<LongWritable, NullWritable> {
        private final RecordReader<LongWritable, NullWritable> stock;

        PlacedReader(RecordReader<LongWritable, NullWritable> stock) {
            this.stock = stock;
        }

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException, InterruptedException {
            stock.initialize(((PlacedRange) split).range, context);
        }

        @Override
        public boolean nextKeyValue() throws IOException, InterruptedException {
            return stock.nextKeyValue();
        }

        @Override
        public LongWritable getCurrentKey() throws IOException, InterruptedException {
            return stock.getCurrentKey();
        }

        @Override
        public NullWritable getCurrentValue() throws IOException, InterruptedException {
            return stock.getCurrentValue();
        }

        @Override
        public float getProgress() throws IOException, InterruptedException {
            return stock.getProgress();
        }

        @Override
        public void close() throws IOException {
            stock.close();
        }
    }
}
