package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.stockdfsio.Direction;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;

/** Stock TestDFSIO {@code -read}, of what its {@code -write} wrote. It works below its input: there its files must lie. */
final class TestDfsioReadJob implements BenchmarkJob {
    @Override
    public String name() {
        return "testdfsio-read";
    }

    @Override
    public String summary() {
        return "stock TestDFSIO -read: one file of zero bytes per map, not where it lies";
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
        return 0;
    }

    @Override
    public long wholeBytes(long bytes, int tasks) {
        return TestDfsio.equalFiles(bytes, tasks);
    }

    @Override
    public Optional<ContentKind> input() {
        return Optional.of(ContentKind.TESTDFSIO);
    }

    @Override
    public String inputVariant(Map<String, String> configuration) {
        return TestDfsio.DATA + Policies.variant(configuration);
    }

    @Override
    public Set<RunSetting> ownSettings() {
        return Set.of(RunSetting.FILES, RunSetting.STORAGE_POLICY, RunSetting.ERASURE_CODING);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return TestDfsio.call(Direction.READ, request.inputPath(), request, Map.of());
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        TestDfsio.checkSums(done, storage, "HDFS_BYTES_READ", proof);
        proof.accept(Check.equal(
                "bytes that were written", request.bytes(), request.input().bytes()));
        proof.accept(Check.equal(
                "bytes of the files in HDFS", request.bytes(), Replicas.bytes(storage.dataFiles(request.inputPath()))));
    }

    @Override
    public Optional<Streams> streams(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.of(TestDfsio.streams(done, storage));
    }
}
