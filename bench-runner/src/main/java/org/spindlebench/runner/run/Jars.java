package org.spindlebench.runner.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ToolCall;

/**
 * Reads the jars of the JDK and of Hadoop again after a cooling, with a job that has no input or output. The cooling
 * made the jars cold on every node, and reading them is not part of what a run measures.
 */
final class Jars {
    /** How long each map holds its container, so that the first maps still run when the last ones start. */
    private static final int HOLD_MILLIS = 2_000;

    private Jars() {}

    /** Returns a job with as many maps as the run has tasks in a wave, so that they run on the same nodes. */
    static ToolCall reread(int tasks) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(JobKeys.MAPS, String.valueOf(tasks));
        settings.put(JobKeys.BYTES, String.valueOf(tasks));
        settings.put(JobKeys.HOLD_MILLIS, String.valueOf(HOLD_MILLIS));
        settings.put("mapreduce.job.reduces", "0");
        return new ToolCall(ToolName.SLEEP, List.of(), settings);
    }
}
