package org.spindlebench.jmh;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.RandomTextWriter;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Runs RandomTextWriter's own mapper. */
final class StockRandomText {
    private final Configuration conf = new Configuration(false);
    private final Mapper<Text, Text, Text, Text> mapper =
            StockMapperRun.mapper(RandomTextWriter.class.getName() + "$RandomTextMapper");

    /** @param bytes the bytes of keys and values that {@link #run} makes, rounded up to a whole record */
    StockRandomText(long bytes) {
        conf.setLong(RandomTextWriter.BYTES_PER_MAP, bytes);
    }

    /** Does the work of one map task. The Texts are the mapper's own, and new for each record. */
    void run(BiConsumer<Text, Text> consumer) throws IOException, InterruptedException {
        StockMapperRun.run(mapper, conf, new OneRecord(), consumer);
    }

    Mapper<Text, Text, Text, Text> mapper() {
        return mapper;
    }

    /** Provides one input record, because the mapper does all its work in one call. */
    private static final class OneRecord extends StockMapperRun.Input<Text, Text> {
        OneRecord() {
            super(1);
        }

        @Override
        public Text getCurrentKey() {
            return new Text();
        }

        @Override
        public Text getCurrentValue() {
            return new Text();
        }
    }
}
