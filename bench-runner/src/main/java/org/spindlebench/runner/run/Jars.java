package org.spindlebench.runner.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ToolCall;

/**
 * A cooling makes the JDK and Hadoop's jars cold on every node, too, and reading them again is no part of what a run measures: a job without
 * input or output does so before.
 */
final class Jars {
    /** Long enough for the first containers to be held until the last have started. */
    private static final int HOLD_MILLIS = 2_000;

    private Jars() {}

    /** As many maps as the run has tasks in a wave, so that they come to the same nodes. */
    static ToolCall reread(int tasks) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(JobKeys.MAPS, String.valueOf(tasks));
        settings.put(JobKeys.BYTES, String.valueOf(tasks));
        settings.put(JobKeys.HOLD_MILLIS, String.valueOf(HOLD_MILLIS));
        settings.put("mapreduce.job.reduces", "0");
        return new ToolCall(ToolName.SLEEP, List.of(), settings);
    }
}
