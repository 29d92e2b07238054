package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.tera.TeraSample;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.jobs.Tera.RowsJob;

/** Stock TeraSort, which reads, shuffles and writes the same bytes once each. */
public final class TeraSortJob extends RowsJob {
    TeraSortJob() {
        super(new Traits(
                "terasort",
                "stock TeraSort: reads, shuffles and writes (1 replica) the same bytes",
                WaveOf.REDUCES,
                "tera",
                1,
                ContentKind.TERA));
    }

    @Override
    public Optional<ContentKind> written() {
        return Optional.of(ContentKind.TERA_SORTED);
    }

    @Override
    public ToolCall call(JobRequest request) {
        Map<String, String> settings = new TreeMap<>(Tera.SETTINGS);
        settings.put("mapreduce.job.reduces", String.valueOf(request.reduces()));
        // TeraSort itself sets this key to the same value.
        settings.put("dfs.replication", String.valueOf(request.replication()));
        settings.put("mapreduce.terasort.output.replication", String.valueOf(request.replication()));
        settings.put(TeraSample.KEY, String.valueOf(sampledKeys(request.configuration(), request.reduces())));
        return new ToolCall(ToolName.TERASORT, List.of(request.inputPath(), request.outputPath()), settings);
    }

    /**
     * Returns the number of keys that the client samples for the given number of reduces. This is the user's number if
     * there is one. Otherwise it is the stock number, or a larger number if the stock number is too small.
     */
    public static long sampledKeys(Map<String, String> configuration, int reduces) {
        String asked = configuration.get(TeraSample.KEY);
        return asked == null ? TeraSample.keys(reduces) : Long.parseLong(asked.trim());
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("rows read", request.input().records(), done.task("MAP_INPUT_RECORDS")));
        proof.accept(Check.equal("rows written", request.input().records(), done.task("REDUCE_OUTPUT_RECORDS")));
        Policies.checkOutput(request, storage, request.input().bytes(), proof);
    }
}
