package org.spindlebench.jmh;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/** TeraGen's own mapper. */
final class StockRows {
    private StockRows() {}

    /** Makes the rows of a split of that many. The Texts are the mapper's own, the same for all rows. */
    static void make(long first, long rows, BiConsumer<Text, Text> consumer) throws IOException, InterruptedException {
        StockMapperRun.run(
                StockMapperRun.mapper(TeraGen.class.getName() + "$SortGenMapper"),
                new Configuration(false),
                new Rows(first, rows),
                consumer);
    }

    private static final class Rows extends StockMapperRun.Input<LongWritable, NullWritable> {
        private final long first;

        Rows(long first, long rows) {
            super(rows);
            this.first = first;
        }

        @Override
        public LongWritable getCurrentKey() {
            return new LongWritable(first + before());
        }

        @Override
        public NullWritable getCurrentValue() {
            return NullWritable.get();
        }
    }
}
