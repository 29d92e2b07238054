package org.spindlebench.jmh;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.RandomTextWriter;
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

/**
 * RandomTextWriter's own mapper, loaded from Hadoop's examples and run as a map task runs it. Its records go to a consumer instead of a file, its counters
 * are real ones.
 */
final class StockRandomText {
    private final Configuration conf = new Configuration(false);
    private final Mapper<Text, Text, Text, Text> mapper = newMapper();

    /** @param bytes of keys and values that {@link #run} makes, rounded up to a whole record */
    StockRandomText(long bytes) {
        conf.setLong(RandomTextWriter.BYTES_PER_MAP, bytes);
    }

    /** One map task's work. The Texts are the mapper's own, made anew for each record. */
    void run(BiConsumer<Text, Text> consumer) throws IOException, InterruptedException {
        mapper.run(new WrappedMapper<Text, Text, Text, Text>()
                .getMapContext(new MapContextImpl<>(
                        conf,
                        new TaskAttemptID(),
                        new OneRecord(),
                        new ConsumingWriter(consumer),
                        null,
                        new CountingReporter(),
                        null)));
    }

    Mapper<Text, Text, Text, Text> mapper() {
        return mapper;
    }

    @SuppressWarnings("unchecked")
    private static Mapper<Text, Text, Text, Text> newMapper() {
        try {
            Constructor<?> constructor = Class.forName(RandomTextWriter.class.getName() + "$RandomTextMapper")
                    .getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Mapper<Text, Text, Text, Text>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Hadoop's examples have no RandomTextMapper", e);
        }
    }

    /** The mapper is called once for each input record, and wants one. */
    private static final class OneRecord extends RecordReader<Text, Text> {
        private boolean given;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {
            // Nothing to open.
        }

        @Override
        public boolean nextKeyValue() {
            boolean first = !given;
            given = true;
            return first;
        }

        @Override
        public Text getCurrentKey() {
            return new Text();
        }

        @Override
        public Text getCurrentValue() {
            return new Text();
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing is open.
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
            // Nothing is open.
        }
    }

    /** Finds counters as a task's own reporter does. */
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
            // Nobody waits for it.
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void setStatus(String status) {
            // Nobody reads it.
        }
    }
}
