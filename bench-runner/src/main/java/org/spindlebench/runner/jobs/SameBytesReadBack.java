package org.spindlebench.runner.jobs;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.hdfswrite.HdfsReadBack;
import org.spindlebench.runner.cluster.ToolCall;

/**
 * Makes the same bytes from the seed and the kind of data again, and compares.
 *
 * @param written the job that filled one file per map
 */
record SameBytesReadBack(BenchmarkJob written) implements ReadBack {
    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(
                ToolName.HDFS_READ_BACK,
                List.of(request.outputPath()),
                Map.of(
                        JobKeys.SEED, String.valueOf(request.seed()),
                        JobKeys.DATA, written.data(request.configuration())));
    }

    @Override
    public void verify(DoneJob read, Consumer<Check> proof) {
        proof.accept(Check.equal("bytes read back", read.request().bytes(), read.counter(HdfsReadBack.Counter.BYTES)));
        proof.accept(Check.equal("bytes that differ", 0L, read.counter(HdfsReadBack.Counter.MISMATCHES)));
    }
}
