package org.spindlebench.runner.jobs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** Runs one wave of sleeping maps. If its duration differs between two setups, the cause is not their storage. */
final class SleepControlJob extends MeasuredJob {
    /** The default number of milliseconds that each map sleeps. */
    private static final String USUAL = "10000";

    private static final String JOB_COUNTER = "org.apache.hadoop.mapreduce.JobCounter";

    SleepControlJob() {
        super(new Traits(
                "sleep",
                "a control without data: one wave of maps that sleep " + JobKeys.HOLD_MILLIS + " ms (default 10000)",
                WaveOf.MAPS,
                "none",
                0,
                null));
    }

    @Override
    public ToolCall call(JobRequest request) {
        Map<String, String> own = new HashMap<>();
        own.put(JobKeys.MAPS, String.valueOf(request.maps()));
        own.put(JobKeys.BYTES, String.valueOf(request.maps()));
        own.put(JobKeys.HOLD_MILLIS, request.configuration().getOrDefault(JobKeys.HOLD_MILLIS, USUAL));
        own.put("mapreduce.job.reduces", "0");
        return new ToolCall(ToolName.SLEEP, List.of(), own);
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) {
        proof.accept(Check.equal(
                "maps that slept", (long) done.request().maps(), done.counter(JOB_COUNTER, "TOTAL_LAUNCHED_MAPS")));
    }
}
