package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.stockdfsio.Direction;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;

/** Stock TestDFSIO {@code -write}: zero bytes, never forced to the medium. For comparison with what others published. */
final class TestDfsioWriteJob implements BenchmarkJob {
    @Override
    public String name() {
        return "testdfsio-write";
    }

    @Override
    public String summary() {
        return "stock TestDFSIO -write: one file of zero bytes per map";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.MAPS;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return TestDfsio.DATA;
    }

    @Override
    public int outputReplication() {
        return 3;
    }

    @Override
    public Optional<String> sync(Map<String, String> configuration) {
        return Optional.of("none");
    }

    @Override
    public long wholeBytes(long bytes, int tasks) {
        return TestDfsio.equalFiles(bytes, tasks);
    }

    @Override
    public Set<RunSetting> ownSettings() {
        return Set.of(RunSetting.FILES, RunSetting.STORAGE_POLICY, RunSetting.ERASURE_CODING);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return TestDfsio.call(
                Direction.WRITE,
                request.outputPath(),
                request,
                Map.of("dfs.replication", String.valueOf(request.replication())));
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        TestDfsio.checkSums(done, storage, "HDFS_BYTES_WRITTEN", proof);
        List<StoredFile> files = storage.dataFiles(request.outputPath());
        proof.accept(Check.equal("files written", request.maps(), files.size()));
        List<Long> lengths =
                files.stream().map(StoredFile::length).distinct().sorted().toList();
        proof.accept(Check.equal("length of every file", List.of(request.bytes() / request.maps()), lengths));
        new Policies(storage, request.outputPath(), request.configuration())
                .check(request.bytes(), request.replication(), proof);
    }

    @Override
    public Optional<Streams> streams(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.of(TestDfsio.streams(done, storage));
    }
}
