package org.spindlebench.jmh;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;

/** Runs a mapper of Hadoop's examples as a map task does, with real counters. A consumer gets its records. */
final class StockMapperRun {
    private StockMapperRun() {}

    /** Creates a mapper of the examples. Its constructor is accessible only to Hadoop. */
    @SuppressWarnings("unchecked")
    static <K, V> Mapper<K, V, Text, Text> mapper(String type) {
        try {
            Constructor<?> constructor = Class.forName(type).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Mapper<K, V, Text, Text>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Hadoop's examples have no " + type, e);
        }
    }

    static <K, V> void run(
            Mapper<K, V, Text, Text> mapper, Configuration conf, Input<K, V> input, BiConsumer<Text, Text> consumer)
            throws IOException, InterruptedException {
        mapper.run(new WrappedMapper<K, V, Text, Text>()
                .getMapContext(new MapContextImpl<>(
                        conf,
                        new TaskAttemptID(),
                        input,
                        new ConsumingWriter(consumer),
                        null,
                        new CountingReporter(),
                        null)));
    }

    /** Provides the mapper with a given number of input records. */
    abstract static class Input<K, V> extends RecordReader<K, V> {
        private final long records;
        private long given;

        Input(long records) {
            this.records = records;
        }

        /** Returns the number of records before the current one. */
        long before() {
            return given - 1;
        }

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {
            // There is nothing to open.
        }

        @Override
        public boolean nextKeyValue() {
            given++;
            return given <= records;
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing needs closing.
        }
    }

    private static final class ConsumingWriter extends RecordWriter<Text, Text> {
        private final BiConsumer<Text, Text> consumer;

        ConsumingWriter(BiConsumer<Text, Text> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void write(Text key, Text value) {
            consumer.accept(key, value);
        }

        @Override
        public void close(TaskAttemptContext context) {
            // Nothing needs closing.
        }
    }

    private static final class CountingReporter extends StatusReporter {
        private final Counters counters = new Counters();

        @Override
        public Counter getCounter(Enum<?> name) {
            return counters.findCounter(name);
        }

        @Override
        public Counter getCounter(String group, String name) {
            return counters.findCounter(group, name);
        }

        @Override
        public void progress() {
            // No task tracks the progress.
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void setStatus(String status) {
            // The status is not displayed anywhere.
        }
    }
}
