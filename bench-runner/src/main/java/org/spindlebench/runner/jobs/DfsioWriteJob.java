package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.dfsio.DfsioCounter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;

/** TestDFSIO's shape with honest data: each map writes a file of its own. */
final class DfsioWriteJob implements BenchmarkJob {
    @Override
    public String name() {
        return "dfsio-write";
    }

    @Override
    public String summary() {
        return "one file per map written to HDFS as by TestDFSIO, with honest data and throughput over time";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.MAPS;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return SeededFiles.data(configuration);
    }

    @Override
    public int outputReplication() {
        return 3;
    }

    @Override
    public Optional<String> sync(Map<String, String> configuration) {
        return Optional.of(SeededFiles.sync(configuration));
    }

    @Override
    public Set<RunSetting> ownSettings() {
        Set<RunSetting> settings = new TreeSet<>(Dfsio.OF_FILES);
        settings.add(RunSetting.SYNC);
        return settings;
    }

    @Override
    public ToolCall call(JobRequest request) {
        return SeededFiles.call(ToolName.DFSIO_WRITE, request);
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("bytes written by the maps", request.bytes(), done.counter(DfsioCounter.BYTES)));
        proof.accept(Check.equal("checksum counted", true, Dfsio.checksum(done) != null));
        proof.accept(SeededFiles.count(request, storage));
        new Policies(storage, request.outputPath(), request.configuration())
                .check(request.bytes(), request.replication(), proof);
    }

    @Override
    public Optional<ReadBack> readBack() {
        return Optional.of(new SameBytesReadBack(this));
    }

    @Override
    public Optional<Streams> streams(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.of(Dfsio.streams(done, storage, proof));
    }
}
