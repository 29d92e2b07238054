package org.spindlebench.runner.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.synthetic.SyntheticConfig;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.plan.Slots.Request;

/**
 * A wave of tasks that sleep, as large as a run's own.
 *
 * @param kind {@code map} or {@code reduce}: whose containers
 * @param task their request, normalised
 * @param am the ApplicationMaster's, normalised
 * @param configuration the run's settings
 * @param expected tasks that were thought to run at once
 */
record SleepWave(String kind, Request task, Request am, Map<String, String> configuration, int expected) {
    private static final int LEAST = 4;

    /** More tasks than are thought to fit, so that the queue and not the job ends the wave. */
    int firstTasks() {
        return Math.min(SyntheticConfig.MAX_MAPS, Math.max(LEAST, expected + expected / 4 + 2));
    }

    ToolCall call(int tasks, long holdMillis) {
        boolean maps = kind.equals("map");
        int mapTasks = maps ? tasks : 1;
        Map<String, String> own = new TreeMap<>();
        own.put(JobKeys.MAPS, String.valueOf(mapTasks));
        own.put(JobKeys.BYTES, String.valueOf(mapTasks));
        own.put(JobKeys.HOLD_MILLIS, String.valueOf(holdMillis));
        own.put("mapreduce.job.reduces", maps ? "0" : String.valueOf(tasks));
        // A map that still runs would take a reduce's place.
        own.put("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
        return new ToolCall(ToolName.SLEEP, List.of(), own).over(configuration);
    }
}
