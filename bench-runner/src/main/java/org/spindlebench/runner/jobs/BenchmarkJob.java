package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;

/** A job of the catalog, as the client sees it. Implementations hold no state. */
public interface BenchmarkJob {
    /** The job's name on the command line and in records. */
    String name();

    /** What it does, in one line. */
    String summary();

    /** Which tasks must run in one wave. */
    WaveOf wave();

    /** What kind of data it reads or writes: part of what makes runs comparable. */
    String data();

    /** Replicas of what it writes; 0 when it writes next to nothing. */
    int outputReplication();

    /** The content it reads, or empty when it makes its own data. */
    default Optional<ContentKind> input() {
        return Optional.empty();
    }

    /** The call that runs it. */
    ToolCall call(JobRequest request);

    /**
     * Proves that the run did what was asked.
     *
     * @param done the request, counters and where the output lies
     * @param storage HDFS
     * @param proof takes every check, passed or not, as soon as it is made; at least one
     */
    void verify(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException;

    /** How the output is read back when the user asks; empty where {@link #verify} leaves no byte unread or none is kept. */
    default Optional<ReadBack> readBack() {
        return Optional.empty();
    }
}
