package org.spindlebench.jobs.wordcount;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.JobTool;
import org.spindlebench.jobs.base.MapOnly;
import org.spindlebench.jobs.base.SplitFiles;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.base.SyntheticInputFormat;
import org.spindlebench.jobs.base.SyntheticInputFormat.SyntheticSplit;
import org.spindlebench.jobs.wordcount.SplitText.RareWords;

/**
 * Makes WordCount's input: one file per map, which {@link WordCountTool} reads as one split each. One map reads even a
 * file that is longer than a block; choose {@code spindle.maps} so that files are at most one block long.
 */
public final class TextGenerator extends JobTool {
    /** Counts the text made. */
    public enum Counter {
        WORDS,
        BYTES,
        /** The different words in each split, summed: the number of records that WordCount's combiners emit. */
        DISTINCT
    }

    /** The largest number of bytes of text. */
    public static final long MAX_BYTES = TextConfig.MAX_BYTES;

    private static final int FILE_BUFFER_BYTES = 1 << 16;

    public TextGenerator() {
        super("wordcount-text", "out");
    }

    @Override
    protected void configure(Job job, String[] args) {
        TextConfig.read(job.getConfiguration());
        MapOnly.writing(job, SyntheticInputFormat.class, TextMapper.class, new Path(args[0]));
    }

    /** Writes the text of its split up to each mark. */
    public static final class TextMapper extends Mapper<SyntheticSplit, LongWritable, NullWritable, NullWritable> {
        @Override
        public void run(Context context) throws IOException, InterruptedException {
            SyntheticSplit split = (SyntheticSplit) context.getInputSplit();
            SplitText text = new SplitText(TextConfig.read(context.getConfiguration()), split.index(), split.bytes());
            try (OutputStream out = SplitFiles.create(context, split.index(), FILE_BUFFER_BYTES, Sync.NONE)) {
                while (context.nextKeyValue()) {
                    text.writeUpTo(context.getCurrentValue().get(), out);
                }
            }
            context.getCounter(Counter.WORDS).increment(text.words());
            context.getCounter(Counter.BYTES).increment(text.bytes());
            context.getCounter(Counter.DISTINCT).increment(text.distinct());
        }
    }

    /** The settings of {@link TextGenerator}. */
    static final class TextConfig {
        /** The smallest number of maps. With fewer, a word in two splits would no longer be rare. */
        static final int MIN_MAPS = 4;
        /** The smallest number of bytes per map. With fewer, the base vocabulary would be too small for a text. */
        static final long MIN_BYTES_PER_MAP = 1 << 16;
        /** The largest number of bytes, about 70 TB. More would need more rare words than eight letters can spell. */
        static final long MAX_BYTES = RareWords.MAX / 3 * 1000;

        /** The largest number of bytes per map. With more, the numbers of a split's rare words would overflow. */
        static final long MAX_BYTES_PER_MAP = 1L << 39;

        private final SyntheticConfig synthetic;

        private TextConfig(SyntheticConfig synthetic) {
            this.synthetic = synthetic;
        }

        static TextConfig read(Configuration conf) {
            SyntheticConfig synthetic = SyntheticConfig.read(conf, MIN_MAPS, MIN_BYTES_PER_MAP);
            long max = Math.min(MAX_BYTES, synthetic.maps() * MAX_BYTES_PER_MAP);
            if (synthetic.bytes() > max) {
                throw new IllegalArgumentException(JobKeys.BYTES + "=" + synthetic.bytes() + ": must be at most " + max
                        + " with " + synthetic.maps() + " maps");
            }
            return new TextConfig(synthetic);
        }

        int maps() {
            return synthetic.maps();
        }

        long bytes() {
            return synthetic.bytes();
        }

        long seed() {
            return synthetic.seed();
        }
    }
}
