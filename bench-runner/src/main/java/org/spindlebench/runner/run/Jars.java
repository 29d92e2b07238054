package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.AuxiliaryJobs.CoolingJobs;

/**
 * Makes nodes read the jars of the JDK and of Hadoop again after a cooling, which made them cold. Reading them is not
 * part of what a run measures.
 */
final class Jars {
    /** The time after which a node stops to read. Jars are a few hundred megabytes. */
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** How long each map holds its container, so that the first maps still run when the last ones start. */
    private static final int HOLD_MILLIS = 2_000;

    private Jars() {}

    /**
     * Lets the probe read them on every node. Without a probe on every node, a job with as many maps as the run has
     * tasks in a wave does so.
     */
    static void reread(Probe probe, CoolingJobs besides, int tasks) throws IOException, InterruptedException {
        if (!probe.reread(LIMIT)) {
            besides.run("jars", job(Math.max(1, tasks)));
        }
    }

    private static ToolCall job(int tasks) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(JobKeys.MAPS, String.valueOf(tasks));
        settings.put(JobKeys.BYTES, String.valueOf(tasks));
        settings.put(JobKeys.HOLD_MILLIS, String.valueOf(HOLD_MILLIS));
        settings.put("mapreduce.job.reduces", "0");
        return new ToolCall(ToolName.SLEEP, List.of(), settings);
    }
}
