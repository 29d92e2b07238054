package org.spindlebench.jmh;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.spindlebench.jobs.shuffle.RecordMaker;

/**
 * Measures the time to make 1 MiB of keys and values, both for the shuffle's records and for RandomTextWriter's
 * records. The median of single MiBs is robust against other load on the machine. {@link WordStatisticsTest} checks
 * that the two kinds of records are alike.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RecordMakerBenchmark {
    private static final int MIB = 1 << 20;

    private final RecordMaker maker = new RecordMaker(1, 0, Long.MAX_VALUE);
    private final Mapper<Text, Text, Text, Text> stockMapper = StockMapperRun.randomTextMapper();
    private final MethodHandle generateSentence = generateSentence();
    private final Random random = new Random(1);

    /** Makes records as the shuffle's maps do. */
    @Benchmark
    public void make(Blackhole records) {
        long bytes = 0;
        while (bytes < MIB) {
            maker.next();
            bytes += maker.key().getLength() + maker.value().getLength();
            records.consume(maker.value());
        }
    }

    /** Makes the sentences of RandomTextWriter's mapper, without its counters. */
    @Benchmark
    public void randomTextSentences(Blackhole records) throws Throwable {
        long bytes = 0;
        while (bytes < MIB) {
            Text key = (Text) generateSentence.invokeExact(stockMapper, 5 + random.nextInt(5));
            Text value = (Text) generateSentence.invokeExact(stockMapper, 10 + random.nextInt(90));
            bytes += key.getLength() + value.getLength();
            records.consume(value);
        }
    }

    private MethodHandle generateSentence() {
        try {
            Class<?> type = stockMapper.getClass();
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVirtual(type, "generateSentence", MethodType.methodType(Text.class, int.class))
                    .asType(MethodType.methodType(Text.class, Mapper.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("RandomTextWriter has no method generateSentence(int)", e);
        }
    }
}
