package org.spindlebench.jobs.wordcount;

import java.io.IOException;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.spindlebench.jobs.base.JobTool;

/**
 * Runs WordCount with the stock mapper and combiner. Its reducer sums to long, because an int overflows on a cluster.
 */
public final class WordCountTool extends JobTool {
    /** Counts the reducers' results. */
    public enum Counter {
        /** The sum of all counts. */
        WORDS,
        /** The number of different words. */
        DISTINCT
    }

    private static final String COMBINE_MIN_SPILLS = "mapreduce.map.combine.minspills";

    public WordCountTool() {
        super("wordcount", "in", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        // With Hadoop's default of 3, a merge of two spills is not combined, and the shuffle would depend on the number
        // of spills.
        job.getConfiguration().setIfUnset(COMBINE_MIN_SPILLS, "1");
        FileInputFormat.setInputPaths(job, new Path(args[0]));
        FileOutputFormat.setOutputPath(job, new Path(args[1]));
        job.setInputFormatClass(WholeFileTextInputFormat.class);
        job.setMapperClass(WordCount.TokenizerMapper.class);
        job.setCombinerClass(WordCount.IntSumReducer.class);
        job.setReducerClass(LongSumReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(IntWritable.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setOutputFormatClass(TextOutputFormat.class);
    }

    /** Sums the combined counts of a word. */
    public static final class LongSumReducer extends Reducer<Text, IntWritable, Text, LongWritable> {
        private final LongWritable sum = new LongWritable();
        private long words;
        private long distinct;

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            for (IntWritable partial : counts) {
                count += partial.get();
            }
            sum.set(count);
            context.write(word, sum);
            words += count;
            distinct++;
        }

        @Override
        protected void cleanup(Context context) {
            context.getCounter(Counter.WORDS).increment(words);
            context.getCounter(Counter.DISTINCT).increment(distinct);
        }
    }

    /** Reads lines, with one split per file of any size, because the text is calibrated for these splits. */
    public static final class WholeFileTextInputFormat extends TextInputFormat {
        @Override
        protected boolean isSplitable(JobContext context, Path file) {
            return false;
        }
    }
}
