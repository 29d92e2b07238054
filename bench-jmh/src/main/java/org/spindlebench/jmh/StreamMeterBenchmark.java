package org.spindlebench.jmh;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.spindlebench.jobs.hdfs.StreamMeter;

/** Measures what timing adds to each request of a stream. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamMeterBenchmark {
    private static final int SMALLEST_REQUEST = 512;

    private StreamMeter meter;
    private long moved;

    @Setup
    public void open() {
        meter = StreamMeter.start();
        meter.opened(new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID("", 1, TaskType.MAP, 0, 0)));
    }

    /** Times one request that takes no time. */
    @Benchmark
    public long request() {
        meter.ready();
        moved += SMALLEST_REQUEST;
        meter.moved(moved);
        return moved;
    }
}
