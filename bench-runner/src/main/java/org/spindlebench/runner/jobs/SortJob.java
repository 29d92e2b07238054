package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.shuffle.ShuffleRecords;
import org.spindlebench.jobs.sort.SortTool.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** Hadoop's Sort on random text of varying record lengths, hashed to reduces and written to SequenceFiles. */
final class SortJob extends MeasuredJob {
    /**
     * An output below this share of its input counts as compressed. If the numbers of files differ, so do the sizes of
     * headers and marks, but by much less than compression saves.
     */
    private static final double AS_LARGE = 0.95;

    /** The size of data with a smaller ratio does not show whether the data was compressed. */
    private static final double COMPRESSIBLE = 1.1;

    private static final String DEFAULT_DATA = ShuffleRecords.TEXT.toString();

    SortJob() {
        super(new Traits(
                "sort",
                "MapReduce Sort on random text: reads, shuffles and writes (1 replica) the same records",
                WaveOf.REDUCES,
                DEFAULT_DATA,
                1,
                ContentKind.RANDOM_TEXT,
                Set.of(RunSetting.OUTPUT_COMPRESSION, RunSetting.DATA)));
    }

    @Override
    public Optional<String> insteadOf(RunSetting setting, String value) {
        if (setting != RunSetting.DATA) {
            return Optional.empty();
        }
        return value.equals("tera")
                ? Optional.of("random, text or a ratio such as 2.5x, or the job terasort")
                : ShuffleJob.insteadOfRecords(value);
    }

    @Override
    public String inputVariant(Map<String, String> configuration) {
        String data = data(configuration);
        return data.equals(DEFAULT_DATA) ? "" : data;
    }

    @Override
    public Long framedMapOutput(JobCompletion done) {
        return done.counter(Counter.BYTES);
    }

    @Override
    public ToolCall call(JobRequest request) {
        return ofReduces(ToolName.SORT, request);
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        long records = request.input().records();
        proof.accept(Check.equal("records read", records, done.task("MAP_INPUT_RECORDS")));
        proof.accept(Check.equal("records written", records, done.counter(Counter.RECORDS)));
        Long checksum = done.counter(Counter.CHECKSUM);
        proof.accept(Check.equal(
                "checksum of all records, made and written",
                request.input().checksum(),
                checksum == null ? null : Long.toHexString(checksum)));
        proof.accept(Check.equal("keys out of order", 0L, done.counter(Counter.OUT_OF_ORDER)));
        List<StoredFile> output = storage.dataFiles(request.outputPath());
        Policies.ofReduces(done, output, storage, proof);
        double ratio = ShuffleRecords.kind(data(request.configuration())).ratio();
        if (ratio == 0 || ratio >= COMPRESSIBLE) {
            proof.accept(compression(request, Policies.bytes(output)));
        }
    }

    /** Checks the output's size. The input is not compressed, and the output has the same records. */
    private static Check compression(JobRequest request, long bytes) {
        boolean asked =
                RunSetting.OUTPUT_COMPRESSION.in(request.configuration()).isPresent();
        boolean smaller = bytes < AS_LARGE * request.input().bytes();
        return new Check(
                "size of the output",
                asked ? "less than the input's" : "the input's",
                bytes + " of " + request.input().bytes() + " bytes",
                asked == smaller);
    }
}
