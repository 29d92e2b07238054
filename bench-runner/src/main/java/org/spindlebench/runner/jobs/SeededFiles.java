package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** What all have in common that fill one file per map from the seed. */
final class SeededFiles {
    private SeededFiles() {}

    /** The kind of data, where a job lets the user choose. */
    static String data(Map<String, String> configuration) {
        return configuration.getOrDefault(JobKeys.DATA, "random");
    }

    /** When they are forced to the medium, where a job lets the user choose. */
    static String sync(Map<String, String> configuration) {
        return configuration.getOrDefault(JobKeys.SYNC, "block");
    }

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
}
