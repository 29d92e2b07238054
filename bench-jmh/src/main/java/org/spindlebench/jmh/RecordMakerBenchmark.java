package org.spindlebench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.spindlebench.jobs.shuffle.RecordChecksum;
import org.spindlebench.jobs.shuffle.RecordMaker;

/** Making 1 MiB of the shuffle's records: operations per second are MiB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RecordMakerBenchmark {
    private final RecordMaker maker = new RecordMaker(1, 0, Long.MAX_VALUE);
    private final RecordChecksum checksum = new RecordChecksum();

    @Benchmark
    public long make() {
        long end = maker.made() + (1 << 20);
        while (maker.made() < end) {
            maker.next();
        }
        return maker.made();
    }

    @Benchmark
    public long makeAndSum() {
        long end = maker.made() + (1 << 20);
        while (maker.made() < end) {
            maker.next();
            checksum.add(maker.key(), maker.value());
        }
        return checksum.sum();
    }
}
