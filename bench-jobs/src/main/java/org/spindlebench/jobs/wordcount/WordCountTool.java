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
 * WordCount with the stock mapper and combiner, and a reducer that sums to long, because an int overflows on a cluster.
 */
public final class WordCountTool extends JobTool {
    /** Counts the reducers' results. */
    public enum Counter {
        /** Sum of all counts. */
        WORDS,
        /** Different words. */
        DISTINCT
    }

    private static final String COMBINE_MIN_SPILLS = "mapreduce.map.combine.minspills";

    public WordCountTool() {
        super("wordcount", "in", "out");
    }

    @Override
    protected void configure(Job job, String[] args) throws IOException {
        // Hadoop's default of 3 leaves a merge of two spills uncombined: the shuffle would depend on the spill count.
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

    /**
     * Reads lines of text, one split per file whatever its size, because the text is calibrated for the split that made
     * it.
     */
    public static final class WholeFileTextInputFormat extends TextInputFormat {
        @Override
        protected boolean isSplitable(JobContext context, Path file) {
            return false;
        }
    }
}
