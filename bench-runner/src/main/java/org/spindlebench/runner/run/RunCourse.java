package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.run.JobExecution.JobFailedException;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.StepClock.RunStep;

/**
 * The course of one run: its steps and its proofs. Each step makes one result from the results before it. A step that
 * fails is the last step; its failure is part of the record.
 */
final class RunCourse {
    private final SizedRun run;
    private final StepClock clock;
    private final Progress progress;
    private final List<Check> proof = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final Map<Class<?>, Object> made = new HashMap<>();
    private RunStep step;
    private EndedJob culprit;
    private String failure;

    RunCourse(SizedRun run, StepClock clock, Progress progress) {
        this.run = run;
        this.clock = clock;
        this.progress = progress;
    }

    SizedRun run() {
        return run;
    }

    /** Returns the checks so far, to which others can be added. */
    List<Check> proof() {
        return proof;
    }

    /** Returns the warnings so far, to which others can be added. */
    List<Warning> warnings() {
        return warnings;
    }

    /** Begins the next step, which the user sees. */
    void step(RunStep next) {
        begin(next);
        progress.step(run.spec(), next.label());
    }

    /** Begins a step, or a part of one, whose time counts separately. */
    void begin(RunStep next) {
        step = next;
        clock.begin(run.spec().id(), next);
    }

    /** Keeps a result, which replaces an earlier one of its class. */
    <T> T keep(T result) {
        if (result != null) {
            made.put(result.getClass(), result);
        }
        return result;
    }

    /** Returns the result of a class; null if no step has made one. */
    <T> T made(Class<T> type) {
        return type.cast(made.get(type));
    }

    /** Keeps the run's own job, and returns it. */
    EndedJob keepJob(EndedJob ended) {
        culprit = ended.succeeded() ? null : ended;
        return keep(ended);
    }

    /** Keeps the error that ended the run in its last step. */
    void failed(Throwable e) {
        failure = step.label() + ": " + FailureMessage.of(e);
        if (e instanceof JobFailedException other) {
            culprit = other.job();
        }
    }

    private boolean succeeded() {
        EndedJob job = made(EndedJob.class);
        return job != null && job.succeeded();
    }

    Status status() {
        if (failure != null || !succeeded()) {
            return Status.FAILED;
        }
        return Check.failed(proof).isEmpty() ? Status.OK : Status.INVALID;
    }

    Outcome outcome() {
        if (culprit != null) {
            Explanation.of(culprit).warning().ifPresent(warnings::add);
        }
        return new Outcome(status(), reasons(), culprit, warnings);
    }

    private List<String> reasons() {
        EndedJob job = made(EndedJob.class);
        if (failure == null && job != null && !job.succeeded()) {
            List<String> reasons = new ArrayList<>(Explanation.of(job).reasons());
            reasons.addAll(Check.failed(proof));
            return reasons;
        }
        List<String> reasons = new ArrayList<>(Check.failed(proof));
        if (failure != null) {
            reasons.add(failure);
            if (culprit != null) {
                reasons.addAll(Explanation.of(culprit).besides());
            }
        }
        return reasons;
    }
}
