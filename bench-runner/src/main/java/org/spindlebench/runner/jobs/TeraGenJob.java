package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** Stock TeraGen: HDFS writes with the usual replication, over the network. */
final class TeraGenJob implements BenchmarkJob {
    @Override
    public String name() {
        return "teragen";
    }

    @Override
    public String summary() {
        return "stock TeraGen: writes rows to HDFS with 3 replicas, over the network";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.MAPS;
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
        return 3;
    }

    @Override
    public Optional<String> sync(Map<String, String> configuration) {
        return Tera.sync(configuration);
    }

    @Override
    public ToolCall call(JobRequest request) {
        Map<String, String> settings = new TreeMap<>(Tera.SETTINGS);
        settings.put("mapreduce.job.maps", String.valueOf(request.maps()));
        settings.put("dfs.replication", String.valueOf(request.replication()));
        return new ToolCall(ToolName.TERAGEN, List.of(String.valueOf(request.rows()), request.outputPath()), settings);
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("rows generated", request.rows(), done.task("MAP_OUTPUT_RECORDS")));
        proof.accept(Check.equal("checksum counted", true, Tera.checksum(done) != null));
        Replicas.check(storage, request.outputPath(), request.rows() * Tera.ROW_BYTES, request.replication())
                .forEach(proof);
    }
}
