package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.RunExecution.BesideOthers;

/** Submits the jobs of a workload, each at its time and in a thread of its own, and waits for all of them. */
final class ConcurrentRuns {
    private static final long POLL_MILLIS = 100;
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1000.0;

    /**
     * The tolerated delay of a submission, in seconds. If the delay is larger, jobs do not run as the workload demands.
     */
    private static final double LATE = 1.0;

    private final RunExecution execution;
    private final Interruption interruption;
    private final Progress progress;
    private final Instant start = Instant.now();
    private final long zero = System.nanoTime();
    private int running;

    private ConcurrentRuns(RunExecution execution, Interruption interruption, Progress progress) {
        this.execution = execution;
        this.interruption = interruption;
        this.progress = progress;
    }

    /** Executes jobs, and returns those that began. Jobs are left out only if the user interrupts. */
    static List<BesideOthers> execute(
            RunExecution execution, List<BesideOthers> runs, Interruption interruption, Progress progress)
            throws IOException, InterruptedException {
        progress.note("All jobs of the workload: " + runs.size() + " submissions.");
        return new ConcurrentRuns(execution, interruption, progress).submit(runs);
    }

    private List<BesideOthers> submit(List<BesideOthers> runs) throws IOException, InterruptedException {
        List<BesideOthers> begun = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        ExecutorCompletionService<BesideOthers> ends = new ExecutorCompletionService<>(threads);
        try {
            for (BesideOthers run : runs) {
                if (!awaitTime(run.spec().arrival(), ends)) {
                    break;
                }
                begun.add(run);
                note(run, "submitted");
                running++;
                ends.submit(() -> {
                    execution.execute(run);
                    return run;
                });
            }
            while (running > 0) {
                noteEnd(ends.take());
            }
        } finally {
            threads.shutdownNow();
        }
        return begun;
    }

    /** Waits until a job's time of submission, and notes jobs that end. Returns false if the user interrupts the wait. */
    private boolean awaitTime(double submit, CompletionService<BesideOthers> ends)
            throws IOException, InterruptedException {
        while (!interruption.requested()) {
            double left = submit - seconds();
            if (left <= 0) {
                return true;
            }
            long wait = Math.min(POLL_MILLIS, Math.max(1, Math.round(left * 1000)));
            Future<BesideOthers> ended = ends.poll(wait, TimeUnit.MILLISECONDS);
            if (ended != null) {
                noteEnd(ended);
            }
        }
        return false;
    }

    private void noteEnd(Future<BesideOthers> ended) throws IOException, InterruptedException {
        running--;
        try {
            noteEnd(ended.get());
        } catch (ExecutionException e) {
            throw new IOException("a job's thread ended: " + e.getCause(), e);
        }
    }

    private void noteEnd(BesideOthers run) {
        EndedJob job = run.course().made(EndedJob.class);
        boolean submitted = job != null && job.applicationId() != null;
        String how = job != null && job.succeeded() ? "ended" : submitted ? "failed" : "could not be submitted";
        Instant at = job == null ? null : job.clientSubmitted();
        double late = at == null
                ? 0
                : Duration.between(start, at).toMillis() / MILLIS - run.spec().arrival();
        if (late > LATE) {
            how += String.format(Locale.ROOT, " (submitted %.1f s late)", late);
            run.course()
                    .warnings()
                    .add(new Warning(
                            "submitted-late",
                            "the client submitted this job more than a second after its time in the workload, so it"
                                    + " overlapped other jobs than planned"));
        }
        note(run, how);
    }

    private void note(BesideOthers run, String what) {
        progress.note(String.format(
                Locale.ROOT, "%8.1f s: %s %s", seconds(), run.spec().workloadJob(), what));
    }

    private double seconds() {
        return (System.nanoTime() - zero) / NANOS;
    }
}
