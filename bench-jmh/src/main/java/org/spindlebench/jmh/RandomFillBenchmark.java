package org.spindlebench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.spindlebench.jobs.data.RandomBytes;

/** Filling one buffer of 1 MiB: operations per second are MiB/s. The JDK's own generator is the baseline. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RandomFillBenchmark {
    private final byte[] buffer = new byte[1 << 20];
    private final RandomBytes ours = new RandomBytes(1, 0);
    private final SplittableRandom jdk = new SplittableRandom(1);
    private long offset;

    @Benchmark
    public byte[] ourFill() {
        ours.fill(offset, buffer, buffer.length);
        offset += buffer.length;
        return buffer;
    }

    @Benchmark
    public byte[] splittableRandom() {
        jdk.nextBytes(buffer);
        return buffer;
    }
}
