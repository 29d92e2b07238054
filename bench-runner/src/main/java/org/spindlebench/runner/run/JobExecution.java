package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.spindlebench.runner.cluster.Deadlines;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.JobCall;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.failure.FailureLogReader;
import org.spindlebench.runner.process.Interruption;

/**
 * Submits one job and watches it to its end. Enforces its time limit, reports its progress, and kills it if the user
 * interrupts. Collects evidence if the job fails.
 */
public final class JobExecution {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration AFTER_KILL = Duration.ofSeconds(60);
    private static final double MILLISECOND = 1e6;

    /**
     * The wait for a tool whose application YARN could not kill, or for a tool whose application ended long ago.
     */
    private static final Duration NO_LONGER = Duration.ofSeconds(1);

    private static final Duration AFTER_END = Duration.ofSeconds(30);
    private static final Duration LOOK_LIMIT = Duration.ofMillis(2500);
    private static final Duration LOOK_LIMIT_AFTERWARDS = Duration.ofSeconds(60);

    private final JobSubmitter submitter;
    private final FailureLogReader evidence;
    private final String queue;
    private final String campaignTag;
    private final Duration limit;
    private final Interruption interruption;
    private final Queue<RunningJob> earlier = new ConcurrentLinkedQueue<>();
    /** Nanoseconds for which the next job has waited for earlier jobs. */
    private long waited;

    public JobExecution(
            ClusterAccess cluster, String queue, String campaignTag, Duration limit, Interruption interruption) {
        this.submitter = cluster.submitter();
        this.evidence = cluster.evidence();
        this.queue = queue;
        this.campaignTag = campaignTag;
        this.limit = limit;
        this.interruption = interruption;
    }

    boolean interrupted() {
        return interruption.requested();
    }

    /**
     * Waits until the ApplicationMasters of earlier jobs have left their containers. They sleep for some seconds after
     * their jobs, and Spindle does other work in that time.
     */
    public void awaitRoom() throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (RunningJob job = earlier.poll(); job != null; job = earlier.poll()) {
            job.awaitMaster();
        }
        waited += System.nanoTime() - start;
    }

    /** Runs a job once the room of all earlier ones is free. */
    public EndedJob execute(JobCall call, String runTag, Consumer<JobProgress> listener)
            throws IOException, InterruptedException {
        awaitRoom();
        double seconds = Math.round(waited / MILLISECOND) / 1000.0;
        waited = 0;
        return executeBesideOthers(call, runTag, listener).after(seconds);
    }

    /** Runs a job at once, even if other jobs run. Several threads may do this. */
    EndedJob executeBesideOthers(JobCall call, String runTag, Consumer<JobProgress> listener)
            throws IOException, InterruptedException {
        if (interruption.requested()) {
            throw new IOException(Interruption.REASON);
        }
        RunningJob job = submit(call, runTag);
        interruption.running(job);
        FailureEvidence atLimit;
        try {
            atLimit = watch(job, listener);
        } finally {
            interruption.ended(job);
        }
        earlier.add(job);
        EndedJob ended = job.end();
        if (ended.succeeded() || interruption.requested()) {
            return ended;
        }
        return ended.with(atLimit == null ? look(ended.applicationId(), LOOK_LIMIT_AFTERWARDS) : atLimit);
    }

    /**
     * Submits any job. Checks a tool's settings first, because the tool would refuse them only after its class was sent
     * to the cluster.
     */
    private RunningJob submit(JobCall call, String runTag) throws IOException {
        if (call instanceof ProgramCall program) {
            return submitter.submit(program, queue, campaignTag, runTag);
        }
        ToolCall tool = (ToolCall) call;
        Optional<String> refusal = tool.refusal();
        if (refusal.isPresent()) {
            throw new IOException(runTag + ": " + refusal.get());
        }
        return submitter.submit(tool, queue, campaignTag, runTag);
    }

    private FailureEvidence look(String applicationId, Duration most) throws InterruptedException {
        if (applicationId == null) {
            return FailureEvidence.NONE;
        }
        try {
            return Deadlines.call(() -> evidence.read(applicationId), most, "YARN");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception unread) {
            return new FailureEvidence(List.of(), List.of(), List.of(FailureMessage.of(unread)));
        }
    }

    /**
     * Watches a job until its tool returns, or until waiting is useless.
     *
     * @return evidence about a job at its time limit, collected while it still ran; null for other jobs
     */
    private FailureEvidence watch(RunningJob job, Consumer<JobProgress> listener) throws InterruptedException {
        FailureEvidence atLimit = null;
        long start = System.nanoTime();
        long giveUp = Long.MAX_VALUE;
        boolean killed = false;
        JobProgress seen = JobProgress.SUBMITTING;
        while (!job.await(INTERVAL) && System.nanoTime() - start < giveUp) {
            boolean late = System.nanoTime() - start > limit.toNanos();
            if (!killed && (late || interruption.requested())) {
                seen = seen.applicationId() == null ? job.progress() : seen;
                atLimit = late && !interruption.requested() ? look(seen.applicationId(), LOOK_LIMIT) : null;
                killed = true;
                boolean answered = job.kill(
                        late
                                ? "killed at the limit of " + limit.toSeconds() + " s (--timeout sets it)"
                                : Interruption.REASON);
                giveUp = System.nanoTime() - start + (answered ? AFTER_KILL : NO_LONGER).toNanos();
                continue;
            }
            seen = job.progress();
            listener.accept(seen);
            if (giveUp == Long.MAX_VALUE && seen.ended()) {
                // The tool waits for the JobHistoryServer, which may be away.
                giveUp = System.nanoTime() - start + AFTER_END.toNanos();
            }
        }
        if (!killed) {
            job.giveUp();
        }
        return atLimit;
    }

    /** Thrown if an auxiliary job fails, such as one that prepares an input. */
    static final class JobFailedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient EndedJob job;

        JobFailedException(String label, EndedJob job) {
            super(label + " failed: " + job.diagnostics());
            this.job = job;
        }

        EndedJob job() {
            return job;
        }
    }
}
