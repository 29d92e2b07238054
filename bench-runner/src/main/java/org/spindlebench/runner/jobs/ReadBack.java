package org.spindlebench.runner.jobs;

import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.runner.cluster.ToolCall;

/**
 * A second job that reads a job's output and compares every byte. It costs as much as the first, so it runs only where
 * {@link #KEY} asks for it, after the timed window.
 */
public interface ReadBack {
    /** The setting that asks for it: {@code true} or {@code false}. */
    String KEY = "spindle.read.back";

    /** The call that reads. */
    ToolCall call(JobRequest request);

    /** The checks of what was read. */
    void verify(DoneJob read, Consumer<Check> proof);
}
