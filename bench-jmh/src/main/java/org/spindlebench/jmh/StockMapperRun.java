package org.spindlebench.jmh;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.RandomTextWriter;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl.DummyReporter;

/** Runs a mapper of Hadoop's examples as a map task does. A consumer gets its records, in the mapper's own objects. */
final class StockMapperRun {
    private StockMapperRun() {}

    /** Makes rows as TeraGen does. */
    static void teraRows(long rows, BiConsumer<Text, Text> consumer) throws IOException, InterruptedException {
        Mapper<LongWritable, NullWritable, Text, Text> mapper = mapper(TeraGen.class.getName() + "$SortGenMapper");
        run(mapper, new Configuration(false), rows, LongWritable::new, consumer);
    }

    /** Makes records as RandomTextWriter does, until they have this many bytes. */
    static void randomText(long bytes, BiConsumer<Text, Text> consumer) throws IOException, InterruptedException {
        Configuration conf = new Configuration(false);
        conf.setLong(RandomTextWriter.BYTES_PER_MAP, bytes);
        // The mapper does all its work in one call.
        run(randomTextMapper(), conf, 1, record -> new Text(), consumer);
    }

    static Mapper<Text, Text, Text, Text> randomTextMapper() {
        return mapper(RandomTextWriter.class.getName() + "$RandomTextMapper");
    }

    /** Creates a mapper of the examples. Its constructor is accessible only to Hadoop. */
    @SuppressWarnings("unchecked")
    private static <K, V> Mapper<K, V, Text, Text> mapper(String type) {
        try {
            Constructor<?> constructor = Class.forName(type).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Mapper<K, V, Text, Text>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Hadoop's examples have no " + type, e);
        }
    }

    private static <K, V> void run(
            Mapper<K, V, Text, Text> mapper,
            Configuration conf,
            long records,
            LongFunction<K> keys,
            BiConsumer<Text, Text> consumer)
            throws IOException, InterruptedException {
        WrappedMapper<K, V, Text, Text> wrapped = new WrappedMapper<>();
        mapper.run(
                wrapped.new Context(new MapContextImpl<>(
                        conf, new TaskAttemptID(), null, null, null, new DummyReporter(), null)) {
                    private long given;

                    @Override
                    public boolean nextKeyValue() {
                        given++;
                        return given <= records;
                    }

                    @Override
                    public K getCurrentKey() {
                        return keys.apply(given - 1);
                    }

                    @Override
                    public V getCurrentValue() {
                        return null;
                    }

                    @Override
                    public void write(Text key, Text value) {
                        consumer.accept(key, value);
                    }
                });
    }
}
