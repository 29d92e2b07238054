package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.hdfswrite.HdfsReadBack;
import org.spindlebench.jobs.hdfswrite.HdfsWrite;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** HDFS write alone, one replica, random bytes. */
final class HdfsWriteJob implements BenchmarkJob {
    @Override
    public String name() {
        return "hdfs-write";
    }

    @Override
    public String summary() {
        return "HDFS write alone: random bytes with 1 replica, so no network";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.MAPS;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return "random";
    }

    @Override
    public int outputReplication() {
        return 1;
    }

    @Override
    public Optional<String> sync(Map<String, String> configuration) {
        return Optional.of(configuration.getOrDefault(JobKeys.SYNC, "close"));
    }

    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(
                ToolName.HDFS_WRITE,
                List.of(request.outputPath()),
                Map.of(
                        "spindle.maps", String.valueOf(request.maps()),
                        "spindle.bytes", String.valueOf(request.bytes()),
                        "spindle.seed", String.valueOf(request.seed()),
                        "dfs.replication", String.valueOf(request.replication())));
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("bytes written by the maps", request.bytes(), done.counter(HdfsWrite.Counter.BYTES)));
        proof.accept(Check.equal(
                "files written",
                request.maps(),
                Replicas.output(storage, request.outputPath()).size()));
        Replicas.check(storage, request.outputPath(), request.bytes(), request.replication())
                .forEach(proof);
    }

    @Override
    public Optional<ReadBack> readBack() {
        return Optional.of(new RandomBytesReadBack());
    }

    /** Makes the same bytes from the seed again, and compares. */
    private record RandomBytesReadBack() implements ReadBack {
        @Override
        public ToolCall call(JobRequest request) {
            return new ToolCall(
                    ToolName.HDFS_READ_BACK,
                    List.of(request.outputPath()),
                    Map.of("spindle.seed", String.valueOf(request.seed())));
        }

        @Override
        public void verify(DoneJob read, Consumer<Check> proof) {
            proof.accept(
                    Check.equal("bytes read back", read.request().bytes(), read.counter(HdfsReadBack.Counter.BYTES)));
            proof.accept(Check.equal("bytes that differ", 0L, read.counter(HdfsReadBack.Counter.MISMATCHES)));
        }
    }
}
