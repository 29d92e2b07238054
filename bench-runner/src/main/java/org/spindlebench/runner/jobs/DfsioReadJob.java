package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.dfsio.DfsioCounter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;

/** Each map reads one of the files that dfsio-write wrote. */
final class DfsioReadJob implements BenchmarkJob {
    @Override
    public String name() {
        return "dfsio-read";
    }

    @Override
    public String summary() {
        return "one file per map read from HDFS as by TestDFSIO, with throughput over time";
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
        return 0;
    }

    @Override
    public Optional<ContentKind> input() {
        return Optional.of(ContentKind.DFSIO);
    }

    @Override
    public String inputVariant(Map<String, String> configuration) {
        return SeededFiles.data(configuration) + Policies.variant(configuration);
    }

    @Override
    public Set<RunSetting> ownSettings() {
        return Dfsio.OF_FILES;
    }

    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(ToolName.DFSIO_READ, List.of(request.inputPath(), request.outputPath()), Map.of());
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) {
        InputManifest input = done.request().input();
        proof.accept(Check.equal("files read", input.records(), done.counter(DfsioCounter.FILES)));
        proof.accept(Check.equal("bytes read", input.bytes(), done.counter(DfsioCounter.BYTES)));
        proof.accept(Check.equal("checksum read and written", input.checksum(), Dfsio.checksum(done)));
    }

    @Override
    public Optional<Streams> streams(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.of(Dfsio.streams(done, storage, proof));
    }
}
