package org.spindlebench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;

/** Measures the time to fill 1 MiB with each kind of data. The median of single fills is robust against other load. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DataFillBenchmark {
    private final byte[] buffer = new byte[1 << 20];

    @Param({"random", "text", "tera", "1.5x", "2.5x", "10x"})
    public String kind;

    private FileData data;
    private long offset;

    @Setup
    public void open() {
        data = DataKind.parse(kind).file(1, 0);
    }

    @Benchmark
    public byte[] fill() {
        data.fill(offset, buffer, buffer.length);
        offset += buffer.length;
        return buffer;
    }
}
