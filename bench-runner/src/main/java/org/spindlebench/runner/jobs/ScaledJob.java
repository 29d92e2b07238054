package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.scaled.ScaledTool;
import org.spindlebench.jobs.scaled.ScaledTool.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** Reads, shuffles and writes given numbers of bytes, as in a trace. By default, each number is the size of the run. */
final class ScaledJob extends MeasuredJob {
    /**
     * The size of each file in the pool: two blocks of the usual size. Each map makes one file, so smaller files let
     * more maps share the work on a large pool.
     */
    private static final long POOL_FILE_BYTES = 256L << 20;

    private static final int MOST_POOL_FILES = 10_000;

    ScaledJob() {
        super(new Traits(
                "scaled",
                "reads, shuffles and writes given numbers of bytes, with 3 replicas; workloads consist of this job",
                WaveOf.NONE,
                SeededFiles.DATA,
                3,
                ContentKind.DFSIO,
                Set.of(
                        RunSetting.DATA,
                        RunSetting.FILES,
                        RunSetting.INPUT_BYTES,
                        RunSetting.SHUFFLE_BYTES,
                        RunSetting.SHUFFLE_DATA,
                        RunSetting.OUTPUT_BYTES)));
    }

    /** The run's size is the largest of the three numbers, so the map output cannot exceed it. */
    @Override
    public long mapOutput(long bytes) {
        return bytes;
    }

    @Override
    public Long framedMapOutput(JobCompletion done) {
        return done.counter(Counter.MAP_BYTES);
    }

    @Override
    public long outputBytes(long bytes, Map<String, String> configuration) {
        return number(configuration, JobKeys.OUTPUT_BYTES, bytes);
    }

    @Override
    public long inputBytes(long bytes, Map<String, String> configuration) {
        return Math.max(1, number(configuration, JobKeys.INPUT_POOL, bytes));
    }

    @Override
    public int inputFiles(int maps, long inputBytes) {
        return (int) Math.min(MOST_POOL_FILES, (inputBytes + POOL_FILE_BYTES - 1) / POOL_FILE_BYTES);
    }

    @Override
    public String inputVariant(Map<String, String> configuration) {
        return data(configuration);
    }

    @Override
    public Optional<String> insteadOf(RunSetting setting, String value) {
        return setting == RunSetting.SHUFFLE_DATA ? ShuffleJob.insteadOfRecords(value) : Optional.empty();
    }

    @Override
    public ToolCall call(JobRequest request) {
        Map<String, String> own = new HashMap<>();
        own.put(JobKeys.MAPS, String.valueOf(request.maps()));
        own.put(JobKeys.INPUT_BYTES, String.valueOf(asked(request, JobKeys.INPUT_BYTES)));
        own.put(JobKeys.SHUFFLE_BYTES, String.valueOf(asked(request, JobKeys.SHUFFLE_BYTES)));
        own.put(JobKeys.OUTPUT_BYTES, String.valueOf(asked(request, JobKeys.OUTPUT_BYTES)));
        own.put(JobKeys.SEED, String.valueOf(request.seed()));
        own.put("dfs.replication", String.valueOf(request.replication()));
        if (asked(request, JobKeys.SHUFFLE_BYTES) > 0) {
            own.put("mapreduce.job.reduces", String.valueOf(request.reduces()));
        }
        return new ToolCall(ToolName.SCALED, List.of(request.inputPath(), request.outputPath()), own);
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        long shuffle = ScaledTool.shuffledBytes(asked(request, JobKeys.SHUFFLE_BYTES));
        long output = asked(request, JobKeys.OUTPUT_BYTES);
        proof.accept(Check.equal(
                "bytes read by the maps", asked(request, JobKeys.INPUT_BYTES), done.counter(Counter.INPUT_BYTES)));
        proof.accept(Check.equal("bytes read that the seed does not give", 0L, done.counter(Counter.INPUT_MISMATCHES)));
        if (shuffle > 0) {
            proof.accept(Check.equal("bytes made for the shuffle", shuffle, done.counter(Counter.MAP_BYTES)));
            proof.accept(Check.equal("bytes drained and made", shuffle, done.counter(Counter.REDUCE_BYTES)));
            proof.accept(Check.equal(
                    "records drained and made",
                    done.counter(Counter.MAP_RECORDS),
                    done.counter(Counter.REDUCE_RECORDS)));
            proof.accept(Check.equal(
                    "checksum of all records, drained and made",
                    done.counter(Counter.MAP_CHECKSUM),
                    done.counter(Counter.REDUCE_CHECKSUM)));
        }
        proof.accept(Check.equal("bytes written", output, done.counter(Counter.OUTPUT_BYTES)));
        Policies.checkOutput(request, storage, output, proof);
    }

    /** Returns the number for a key; if it is not given, returns all bytes of the run. */
    private static long asked(JobRequest request, String key) {
        return number(request.configuration(), key, request.bytes());
    }

    private static long number(Map<String, String> configuration, String key, long otherwise) {
        String value = configuration.get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
