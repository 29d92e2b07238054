package org.spindlebench.runner.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.wordcount.WordCountTool.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** WordCount with a map-side combiner: much CPU, little shuffle. */
final class WordCountJob extends MeasuredJob {
    static final int OUTPUT_REPLICATION = 3;

    /** The combiner leaves 0.07 of the text (Table 3), and more if splits are small. */
    private static final double COMBINED = 0.1;

    /**
     * The output contains each different word once. The text is made so that three replicas of the output have 0.09 of
     * the text's bytes.
     */
    private static final double COUNTED = 0.03;

    /** Above this size, the proof trusts the counter and files' lengths instead of reading the counts from HDFS. */
    static final long READ_BACK_LIMIT = 256L << 20;

    WordCountJob() {
        super(new Traits(
                "wordcount",
                "WordCount with a map-side combiner: much CPU, little shuffle",
                WaveOf.REDUCES,
                "words",
                OUTPUT_REPLICATION,
                ContentKind.TEXT,
                Set.of(RunSetting.OUTPUT_COMPRESSION)));
    }

    @Override
    public long mapOutput(long bytes) {
        return Math.round(bytes * COMBINED);
    }

    @Override
    public long outputBytes(long bytes, Map<String, String> configuration) {
        return Math.round(bytes * COUNTED);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return ofReduces(ToolName.WORDCOUNT, request);
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        long words = request.input().records();
        List<StoredFile> output = storage.dataFiles(request.outputPath());
        proof.accept(Check.equal("sum of counts at the reducers", words, done.counter(Counter.WORDS)));
        Policies.ofReduces(done, output, storage, proof);
        if (Policies.bytes(output) <= READ_BACK_LIMIT) {
            proof.accept(Check.equal("sum of counts read back from HDFS", words, sum(storage, output)));
        }
    }

    private static long sum(Storage storage, List<StoredFile> files) throws IOException {
        long sum = 0;
        for (StoredFile file : files) {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(storage.openDecompressed(file.path()), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    sum += Long.parseLong(line, line.indexOf('\t') + 1, line.length(), 10);
                }
            }
        }
        return sum;
    }
}
