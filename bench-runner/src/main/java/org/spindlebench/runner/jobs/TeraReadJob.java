package org.spindlebench.runner.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.teraread.TeraRead;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** HDFS read alone: TeraValidate without its order check and without reducers. */
final class TeraReadJob implements BenchmarkJob {
    @Override
    public String name() {
        return "teraread";
    }

    @Override
    public String summary() {
        return "HDFS read alone: TeraValidate without order check and without reducers";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.NONE;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return "tera";
    }

    @Override
    public long wholeBytes(long bytes, int tasks) {
        return Tera.wholeRows(bytes);
    }

    @Override
    public int outputReplication() {
        return 0;
    }

    @Override
    public Optional<ContentKind> input() {
        return Optional.of(ContentKind.TERA_SORTED);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(ToolName.TERAREAD, List.of(request.inputPath()), Tera.SETTINGS);
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) {
        proof.accept(Check.equal("rows read", done.request().input().records(), done.counter(TeraRead.Counter.ROWS)));
        proof.accept(Check.equal("bytes read", done.request().input().bytes(), done.counter(TeraRead.Counter.BYTES)));
    }
}
