package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** Stock TeraValidate: reads sorted rows and checks their order. It returns 0 on unsorted rows: its report decides. */
final class TeraValidateJob implements BenchmarkJob {
    @Override
    public String name() {
        return "teravalidate";
    }

    @Override
    public String summary() {
        return "stock TeraValidate: reads sorted rows from HDFS and checks their order";
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
        return new ToolCall(ToolName.TERAVALIDATE, List.of(request.inputPath(), request.outputPath()), Tera.SETTINGS);
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        Tera.Report report = Tera.Report.read(storage, request.outputPath());
        String first = report.errors().isEmpty() ? "none" : report.errors().get(0);
        proof.accept(Check.equal("rows read", request.input().records(), done.task("MAP_INPUT_RECORDS")));
        proof.accept(Check.equal("rows out of order", "none", first));
        proof.accept(Check.equal(
                "checksum of TeraValidate and TeraGen", request.input().checksum(), report.checksum()));
    }
}
