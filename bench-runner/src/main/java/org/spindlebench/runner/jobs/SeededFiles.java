package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.HdfsReadBack;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.ReadBack;

/** The common parts of jobs whose maps each fill one file with data from the seed. */
final class SeededFiles {
    /** The kind of data, if the user does not choose another. */
    static final String DATA = "random";

    private SeededFiles() {}

    static ToolCall call(ToolName tool, JobRequest request) {
        return new ToolCall(
                tool,
                List.of(request.outputPath()),
                Map.of(
                        JobKeys.MAPS,
                        String.valueOf(request.maps()),
                        JobKeys.BYTES,
                        String.valueOf(request.bytes()),
                        JobKeys.SEED,
                        String.valueOf(request.seed()),
                        "dfs.replication",
                        String.valueOf(request.replication())));
    }

    static Check count(JobRequest request, Storage storage) throws IOException {
        return Check.equal(
                "files written",
                request.maps(),
                storage.dataFiles(request.outputPath()).size());
    }

    /**
     * Makes the same bytes again from the seed and the kind of data, and compares them with the files.
     *
     * @param written the job that wrote the files, one per map
     */
    record SameBytesReadBack(MeasuredJob written) implements ReadBack {
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
        public void verify(JobCompletion read, Consumer<Check> proof) {
            proof.accept(
                    Check.equal("bytes read back", read.request().bytes(), read.counter(HdfsReadBack.Counter.BYTES)));
            proof.accept(Check.equal("bytes that differ", 0L, read.counter(HdfsReadBack.Counter.MISMATCHES)));
        }
    }
}
