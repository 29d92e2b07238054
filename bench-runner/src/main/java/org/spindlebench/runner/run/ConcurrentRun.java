package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.record.Cache;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Steps;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.HistoryReader;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.jobs.DoneJob;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.plan.PlannedWorkload.Arrival;

/**
 * One job of a workload, from its request to its record. It is executed in a thread of its own, and proved in the campaign's. What nodes did is not said of it:
 * nobody can tell whose bytes they were.
 */
final class ConcurrentRun {
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);
    private static final double MILLIS = 1000.0;

    private final Arrival arrival;
    private final SizedRun run;
    private final JobRequest request;
    private final ToolCall call;
    private final List<Check> proof = new ArrayList<>();
    private EndedJob job;
    private JobHistory history;
    private List<StoredFile> output;
    private String failure;

    ConcurrentRun(Arrival arrival, SizedRun run, JobRequest request) {
        this.arrival = arrival;
        this.run = run;
        this.request = request;
        this.call = run.job().call(request).over(request.configuration());
    }

    Arrival arrival() {
        return arrival;
    }

    SizedRun run() {
        return run;
    }

    /** Submits the job and watches it to its end. What fails is kept for the record. */
    void execute(JobExecution execution, String tag) throws InterruptedException {
        try {
            job = execution.execute(call, tag, progress -> {});
        } catch (IOException | RuntimeException | LinkageError e) {
            failure = Step.RUN.label() + ": " + FailureMessage.of(e);
        }
    }

    /** Whether it was submitted and succeeded. */
    boolean succeeded() {
        return job != null && job.succeeded();
    }

    /** Whether an application came of it. */
    boolean submitted() {
        return job != null && job.applicationId() != null;
    }

    /** Seconds by which its submission came after its time, not below 0; null where there was none. */
    Double late(Instant start) {
        if (job == null || job.clientSubmitted() == null) {
            return null;
        }
        double at = Duration.between(start, job.clientSubmitted()).toMillis() / MILLIS;
        return Math.max(0, at - arrival.job().submit());
    }

    /**
     * Reads the history and proves the result.
     *
     * @param lost daemons that were away
     */
    void prove(HistoryReader histories, Storage storage, CampaignSettings settings, List<String> lost) {
        if (!succeeded()) {
            return;
        }
        Step step = Step.COLLECT;
        try {
            history = histories.read(job.jobId(), HISTORY_LIMIT);
            step = Step.VERIFY;
            run.job().verify(new DoneJob(request, history.counters()), storage, proof::add);
            output = storage.dataFiles(request.outputPath());
            new DataPlacement(storage, settings).check(request, output, proof::add);
            new SettingsInForce(run, history).check(call.configuration(), output, proof::add);
            Continuity.check(lost, proof::add);
            Continuity.check(job, proof::add);
        } catch (IOException | RuntimeException | LinkageError e) {
            failure = step.label() + ": " + FailureMessage.of(e);
        }
    }

    RunRecord assemble(RecordAssembler assembler, Cache cache, List<Warning> doubts) {
        Steps unknown = new Steps(null, null, null, null, null, null, null, null, null, null);
        RecordAssembler.Parts parts =
                new RecordAssembler.Parts(run, cache, null, job, history, proof, output, null, null, null, unknown);
        EndedJob culprit = job != null && !job.succeeded() ? job : null;
        return assembler.assemble(run.spec().id(), parts, new Outcome(status(), reasons(), culprit, doubts));
    }

    private Status status() {
        if (failure != null || !succeeded()) {
            return Status.FAILED;
        }
        return proof.stream().allMatch(Check::passed) ? Status.OK : Status.INVALID;
    }

    private List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (job != null && !job.succeeded()) {
            reasons.addAll(Explanation.of(job).reasons());
        }
        proof.stream()
                .filter(check -> !check.passed())
                .map(check -> check.name() + ": expected " + check.expected() + ", found " + check.actual())
                .forEach(reasons::add);
        if (failure != null) {
            reasons.add(failure);
        }
        return reasons;
    }
}
