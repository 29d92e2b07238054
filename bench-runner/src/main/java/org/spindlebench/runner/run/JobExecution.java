package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.RunningJob;
import org.spindlebench.runner.cluster.ToolCall;

/** Submits one job and watches it to its end: the limit, the user's interruption, the progress. */
final class JobExecution {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration AFTER_KILL = Duration.ofSeconds(60);

    private final JobSubmitter submitter;
    private final String queue;
    private final String campaignTag;
    private final Duration limit;
    private final Interruption interruption;

    JobExecution(JobSubmitter submitter, String queue, String campaignTag, Duration limit, Interruption interruption) {
        this.submitter = submitter;
        this.queue = queue;
        this.campaignTag = campaignTag;
        this.limit = limit;
        this.interruption = interruption;
    }

    EndedJob execute(ToolCall call, String runTag, Consumer<JobProgress> listener)
            throws IOException, InterruptedException {
        if (interruption.requested()) {
            throw new IOException(Interruption.REASON);
        }
        RunningJob job = submitter.submit(call, queue, campaignTag, runTag);
        interruption.running(job);
        try {
            watch(job, listener);
        } finally {
            interruption.running(null);
        }
        return job.end();
    }

    private void watch(RunningJob job, Consumer<JobProgress> listener) throws InterruptedException {
        long start = System.nanoTime();
        long giveUp = Long.MAX_VALUE;
        while (!job.await(INTERVAL)) {
            long now = System.nanoTime();
            listener.accept(job.progress());
            boolean late = now - start > limit.toNanos();
            if (giveUp == Long.MAX_VALUE && (late || interruption.requested())) {
                job.kill(
                        late
                                ? "killed at the limit of " + limit.toSeconds() + " s (--timeout sets it)"
                                : Interruption.REASON);
                giveUp = now + AFTER_KILL.toNanos();
            } else if (now > giveUp) {
                return;
            }
        }
    }
}
