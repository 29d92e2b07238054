package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.JobCall;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.nodes.Continuity;
import org.spindlebench.runner.nodes.Damage;
import org.spindlebench.runner.nodes.NetworkPath;
import org.spindlebench.runner.nodes.NodeObservation;
import org.spindlebench.runner.plan.PlannedWorkload;
import org.spindlebench.runner.plan.PlannedWorkload.Arrival;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.AuxiliaryJobs.Jars;
import org.spindlebench.runner.run.Cooling.CoolingJobs;
import org.spindlebench.runner.run.StepClock.RunStep;

/** Prepares the jobs of a workload, submits each at its time, watches all, and proves them one after the other. */
final class ConcurrentRuns {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 100;
    private static final double NANOS = 1e9;

    /**
     * The tolerated delay of a submission, in seconds. If the delay is larger, jobs do not run as the workload demands.
     */
    private static final double LATE = 1.0;

    private final ClusterAccess cluster;
    private final Workspace workspace;
    private final JobExecution execution;
    private final RecordAssembler assembler;
    private final CampaignSettings settings;
    private final Interruption interruption;
    private final Progress progress;
    private final AuxiliaryJobs beside;
    private final List<Warning> warnings = new ArrayList<>();
    private Cache cache;
    private Instant start;

    ConcurrentRuns(
            ClusterAccess cluster,
            Workspace workspace,
            JobExecution execution,
            RecordAssembler assembler,
            CampaignSettings settings,
            Interruption interruption,
            Progress progress) {
        this.cluster = cluster;
        this.workspace = workspace;
        this.execution = execution;
        this.assembler = assembler;
        this.settings = settings;
        this.interruption = interruption;
        this.progress = progress;
        this.beside = new AuxiliaryJobs(execution, cluster, workspace, settings, progress);
    }

    /**
     * All jobs of a workload after their end.
     *
     * @param records by run, in the order of submission
     * @param late the seconds by which the client submitted each job late, by run id; jobs that it never submitted are
     *     omitted
     * @param outage the reason why all jobs must be run again: daemons were away or restarted; empty if all were
     *     running
     */
    record Made(Map<RunSpec, RunRecord> records, Map<String, Double> late, Optional<String> outage) {}

    /**
     * Runs the workload.
     *
     * @throws IOException if the jobs cannot be prepared
     */
    Made run(PlannedWorkload workload, Sizing sizing) throws IOException, InterruptedException {
        List<ConcurrentRun> runs = new ArrayList<>();
        Map<InputData, Inputs.Prepared> inputs = new HashMap<>();
        for (Arrival arrival : workload.arrivals(settings.visit())) {
            runs.add(prepare(arrival, sizing.size(arrival.run()), inputs));
        }
        settle(runs.get(0).run());
        progress.note("All jobs of the workload " + workload.name() + ": " + runs.size() + " submissions.");
        Continuity continuity = new Continuity(cluster.roll(), cluster.masters());
        continuity.watch();
        warnings.addAll(continuity.begin());
        execution.awaitRoom();
        List<ConcurrentRun> begun;
        List<String> lost;
        try {
            begun = execute(runs);
            lost = continuity.lost();
        } finally {
            continuity.end();
        }
        Map<String, Double> late = new HashMap<>();
        Map<RunSpec, RunRecord> records = new LinkedHashMap<>();
        for (ConcurrentRun run : begun) {
            Double seconds = run.late(start);
            if (seconds != null) {
                late.put(run.run().spec().id(), seconds);
            }
            run.prove(cluster.histories(), cluster.storage(), settings, lost);
            records.put(run.run().spec(), run.assemble(assembler, cache, warnings));
        }
        for (ConcurrentRun run : begun) {
            removeOutput(run.run().spec());
        }
        Optional<String> outage = lost.isEmpty()
                ? begun.stream().flatMap(run -> run.away().stream()).findFirst()
                : Optional.of(FewNames.of(lost));
        return new Made(records, late, outage);
    }

    private ConcurrentRun prepare(Arrival arrival, SizedRun run, Map<InputData, Inputs.Prepared> inputs)
            throws IOException, InterruptedException {
        Inputs.Prepared input = run.input().isEmpty() ? null : input(run, inputs);
        return new ConcurrentRun(
                arrival, run, run.request(settings.plan().seed(), input, workspace.freshOutput(run)), progress);
    }

    /** Returns a run's prepared input, and looks for each input only once. */
    private Inputs.Prepared input(SizedRun run, Map<InputData, Inputs.Prepared> inputs)
            throws IOException, InterruptedException {
        InputData content = run.input().orElseThrow();
        Inputs.Prepared known = inputs.get(content);
        Inputs.Prepared input = known == null ? beside.inputs(run).prepare(content) : known;
        inputs.put(content, input);
        return input;
    }

    /** Waits for the cluster to settle, cools the caches and collects warnings, once before the first job. */
    private void settle(SizedRun first) throws IOException, InterruptedException {
        CoolingJobs besides = beside.coolingJobs(first);
        settings.cooling().prepare(besides);
        NodeObservation watch =
                new NodeObservation(cluster.probe(), settings.dirtyPages(), settings.directoriesKnown());
        Settling settling = new Settling(
                cluster.storage(), watch::flush, SETTLE_LIMIT, waits -> progress.step(first.spec(), waits));
        settling.await();
        cache = settling.with(settings.cooling().cool(settling.dirty(), besides));
        if (cache.cooled()) {
            Jars.reread(cluster.probe(), besides, first.slots().chosen());
        }
        warnings.addAll(settling.warnings());
        // Traffic cannot be assigned to a single job, so the declared network only gets a warning.
        NetworkPath.check(settings.networkInterface(), null, check -> {}, warnings::add);
        warnings.addAll(settings.warnings());
    }

    /** Submits the jobs, and returns those that began. Jobs are left out only if the user interrupts. */
    private List<ConcurrentRun> execute(List<ConcurrentRun> runs) throws IOException, InterruptedException {
        List<ConcurrentRun> begun = new ArrayList<>();
        List<Future<Void>> ends = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            start = Instant.now();
            long zero = System.nanoTime();
            for (ConcurrentRun run : runs) {
                if (!awaitTime(zero, run.arrival().job().submit())) {
                    break;
                }
                begun.add(run);
                progress.note(String.format(
                        Locale.ROOT,
                        "%8.1f s: %s submitted",
                        seconds(zero),
                        run.arrival().job().name()));
                String tag = settings.tag(run.run().spec().id());
                ends.add(threads.submit((Callable<Void>) () -> {
                    run.execute(execution, tag);
                    return null;
                }));
            }
            awaitEnds(begun, ends, zero);
        } finally {
            threads.shutdownNow();
        }
        return begun;
    }

    /** Waits until a job's time of submission. Returns false if the user interrupts the wait. */
    private boolean awaitTime(long zero, double submit) throws InterruptedException {
        while (!interruption.requested()) {
            double left = submit - seconds(zero);
            if (left <= 0) {
                return true;
            }
            Thread.sleep(Math.min(POLL_MILLIS, Math.max(1, Math.round(left * 1000))));
        }
        return false;
    }

    private void awaitEnds(List<ConcurrentRun> begun, List<Future<Void>> ends, long zero)
            throws IOException, InterruptedException {
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < ends.size(); i++) {
            left.add(i);
        }
        while (!left.isEmpty()) {
            for (Integer i : List.copyOf(left)) {
                if (ended(ends.get(i), POLL_MILLIS / left.size() + 1)) {
                    left.remove(i);
                    noteEnd(begun.get(i), zero);
                }
            }
        }
    }

    private static boolean ended(Future<Void> end, long millis) throws IOException, InterruptedException {
        try {
            end.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("a job's thread ended: " + e.getCause(), e);
        }
    }

    private void noteEnd(ConcurrentRun run, long zero) {
        String name = run.arrival().job().name();
        String how = run.succeeded() ? "ended" : run.submitted() ? "failed" : "could not be submitted";
        Double late = run.late(start);
        progress.note(String.format(
                Locale.ROOT,
                "%8.1f s: %s %s%s",
                seconds(zero),
                name,
                how,
                late == null || late <= LATE ? "" : String.format(Locale.ROOT, " (submitted %.1f s late)", late)));
    }

    private static double seconds(long zero) {
        return (System.nanoTime() - zero) / NANOS;
    }

    private void removeOutput(RunSpec run) {
        try {
            workspace.removeOutput(run.id());
        } catch (IOException e) {
            progress.note("can't remove the output of " + run.id() + " from HDFS: " + FailureMessage.of(e));
        }
    }

    /**
     * One job of a workload, from its request to its record. A separate thread executes it, and the campaign's thread
     * proves it. Its record contains no node metrics, because bytes on a node cannot be assigned to a single job.
     */
    static final class ConcurrentRun {
        private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);
        private static final double MILLIS = 1000.0;

        private final Arrival arrival;
        private final JobRequest request;
        private final JobCall call;
        private final RunCourse course;
        private List<StoredFile> output;
        private String away;

        ConcurrentRun(Arrival arrival, SizedRun run, JobRequest request, Progress progress) {
            this.arrival = arrival;
            this.request = request;
            this.call = run.job().call(request).over(request.configuration());
            this.course = new RunCourse(run, new StepClock(), progress);
        }

        Arrival arrival() {
            return arrival;
        }

        SizedRun run() {
            return course.run();
        }

        /** Submits the job and watches it to its end. If that fails, keeps the error for the record. */
        void execute(JobExecution execution, String tag) throws InterruptedException {
            course.begin(RunStep.RUN);
            try {
                course.keepJob(execution.executeBesideOthers(call, tag, progress -> {}));
            } catch (IOException | RuntimeException | LinkageError e) {
                failed(e);
            }
        }

        private EndedJob job() {
            return course.made(EndedJob.class);
        }

        boolean succeeded() {
            return job() != null && job().succeeded();
        }

        boolean submitted() {
            return job() != null && job().applicationId() != null;
        }

        /** Returns the seconds by which the job was late, at least 0; null if it was not submitted. */
        Double late(Instant start) {
            if (job() == null || job().clientSubmitted() == null) {
                return null;
            }
            double at = Duration.between(start, job().clientSubmitted()).toMillis() / MILLIS;
            return Math.max(0, at - arrival.job().submit());
        }

        /**
         * Reads the history and proves the result.
         *
         * @param lost the daemons that were missing at any time during the workload
         */
        void prove(HistoryReader histories, Storage storage, CampaignSettings settings, List<String> lost)
                throws InterruptedException {
            if (!succeeded()) {
                return;
            }
            try {
                course.begin(RunStep.COLLECT);
                JobHistory history = course.keep(histories.read(job().jobId(), HISTORY_LIMIT));
                course.step(RunStep.VERIFY);
                verify(history, storage, settings, lost);
            } catch (IOException | RuntimeException | LinkageError e) {
                failed(e);
            }
        }

        private void verify(JobHistory history, Storage storage, CampaignSettings settings, List<String> lost)
                throws IOException {
            Consumer<Check> proof = course.proof()::add;
            run().job().verify(new JobCompletion(request, history.counters()), storage, proof);
            output = storage.dataFiles(request.outputPath());
            new DataPlacement(storage, settings).check(request, output, history.tasks(), proof);
            new SettingsInForce(run(), history).check(call.configuration(), output, proof);
            Continuity.check(lost, proof);
            Continuity.check(job(), proof);
            new Damage(storage, settings.tolerance().mostFailedAttempts()).checkAttempts(history.tasks(), proof);
            Damage.checkClock(job(), proof);
        }

        private void failed(Throwable e) {
            course.failed(e);
            away = Outage.of(e).orElse(null);
        }

        /** Returns the error of a missing daemon, or of the client; empty if all answered. */
        Optional<String> away() {
            return Optional.ofNullable(away);
        }

        RunRecord assemble(RecordAssembler assembler, Cache cache, List<Warning> warnings) {
            Steps unknown = new Steps(null, null, null, null, null, null, null, null, null, null);
            JobHistory history = course.made(JobHistory.class);
            course.warnings().addAll(warnings);
            return assembler.assemble(
                    run().spec().id(),
                    new RecordAssembler.RecordContent(
                            run(), cache, null, job(), history, course.proof(), output, null, null, null, unknown),
                    course.outcome());
        }
    }
}
