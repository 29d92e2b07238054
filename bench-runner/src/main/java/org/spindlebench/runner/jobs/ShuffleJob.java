package org.spindlebench.runner.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.shuffle.RecordMaker;
import org.spindlebench.jobs.shuffle.ShuffleJob.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** The shuffle alone: records made in memory, drained by the reducers, nothing in HDFS. */
final class ShuffleJob implements BenchmarkJob {
    /** TeraSort shuffles 104 bytes for each row of 100: key, value and their lengths as IFile frames them. */
    private static final double FRAMED = 1.04;

    @Override
    public String name() {
        return "shuffle";
    }

    @Override
    public String summary() {
        return "the shuffle alone: as many bytes as TeraSort shuffles, made in memory, drained, nothing in HDFS";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.BOTH;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return "text";
    }

    @Override
    public Optional<byte[]> sample(long seed, int bytes) {
        return Optional.of(RecordMaker.first(seed, bytes));
    }

    @Override
    public int outputReplication() {
        return 0;
    }

    /** Bytes to shuffle so that Table 3's column reads 1: what TeraSort shuffles for the same bytes of input. */
    static long framedBytes(long bytes) {
        return Math.round(bytes * FRAMED);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(
                ToolName.SHUFFLE,
                List.of(),
                Map.of(
                        "spindle.maps", String.valueOf(request.maps()),
                        "spindle.bytes", String.valueOf(framedBytes(request.bytes())),
                        "spindle.seed", String.valueOf(request.seed()),
                        "mapreduce.job.reduces", String.valueOf(request.reduces())));
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) {
        proof.accept(Check.equal("bytes made", framedBytes(done.request().bytes()), done.counter(Counter.MAP_BYTES)));
        proof.accept(Check.equal(
                "bytes drained and made", done.counter(Counter.MAP_BYTES), done.counter(Counter.REDUCE_BYTES)));
        proof.accept(Check.equal(
                "records drained and made", done.counter(Counter.MAP_RECORDS), done.counter(Counter.REDUCE_RECORDS)));
        proof.accept(Check.equal(
                "checksum of all records, drained and made",
                done.counter(Counter.MAP_CHECKSUM),
                done.counter(Counter.REDUCE_CHECKSUM)));
    }
}
