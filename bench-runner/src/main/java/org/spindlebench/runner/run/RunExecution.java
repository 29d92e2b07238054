package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.series.RunPace;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.JobCall;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.collect.EndedHistories;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.collect.daemon.Masters;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.nodes.Continuity;
import org.spindlebench.runner.nodes.Damage;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeObservation;
import org.spindlebench.runner.nodes.RunStreams;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.AuxiliaryJobs.Jars;
import org.spindlebench.runner.run.Cooling.CoolingJobs;
import org.spindlebench.runner.run.RecordAssembler.RecordContent;
import org.spindlebench.runner.run.RunVerification.Collected;
import org.spindlebench.runner.run.StepClock.RunStep;

/**
 * Makes one run by steps. Each step makes its result from the result of the step before. A step that fails leads to a
 * failed record, never to an exception.
 */
final class RunExecution {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);

    /**
     * The number of times that Spindle reads a history whose server is away from time to time, before it makes the run
     * again.
     */
    private static final int MOST_READS = 5;

    private final EndedHistories histories;
    private final Storage storage;
    private final Probe probe;
    private final Workspace workspace;
    private final JobExecution execution;
    private final AuxiliaryJobs beside;
    private final RecordAssembler assembler;
    private final CampaignSettings settings;
    private final CampaignDirectory directory;
    private final Progress progress;
    private final Masters masters;
    private final Continuity continuity;
    /** Whether the JobHistoryServer stayed away for as long as a run waits for it. */
    private boolean historiesAway;

    private final Damage damage;
    private final RunVerification.Tools tools;
    private final StepClock clock = new StepClock();

    RunExecution(
            ClusterAccess cluster,
            Workspace workspace,
            JobExecution execution,
            RecordAssembler assembler,
            CampaignSettings settings,
            CampaignDirectory directory,
            Progress progress) {
        this.histories = new EndedHistories(cluster.histories());
        this.storage = cluster.storage();
        this.probe = cluster.probe();
        this.masters = cluster.masters();
        this.continuity = new Continuity(cluster.roll(), masters);
        this.damage = new Damage(storage, settings.tolerance().mostFailedAttempts());
        this.workspace = workspace;
        this.execution = execution;
        this.beside = new AuxiliaryJobs(execution, cluster, workspace, settings, progress);
        this.assembler = assembler;
        this.settings = settings;
        this.directory = directory;
        this.progress = progress;
        this.tools = new RunVerification.Tools(storage, settings, beside, damage, progress);
    }

    /**
     * A run that has ended.
     *
     * @param series throughput over time, for the file that the record names; null if the record names none
     * @param evidence the nodes' samples, for the file that the record names; null if the record names none
     * @param outage the reason why the run must be made again: daemons were away or restarted; empty if all were
     *     running
     */
    record Ended(RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence, Optional<String> outage) {}

    /** Returns the missing parts of the cluster; empty if it works as at the first run. */
    List<String> missing() throws InterruptedException {
        return continuity.missing();
    }

    /** A run whose input exists. */
    private record Ready(SizedRun run, AuxiliaryJobs.ReadyInput input, JobRequest request, CoolingJobs besides) {}

    /**
     * A cluster that has settled for a run.
     *
     * @param before the replicas of the input; null for a job without input, or beside others
     * @param watch null for a job beside others, because bytes on a node cannot be assigned to a single job
     */
    private record Settled(Ready ready, Settling settling, Damage.Replicas before, NodeObservation watch) {}

    /**
     * A job that has ended.
     *
     * @param asked the settings that the job should have
     */
    private record Ran(Settled settled, EndedJob job, Map<String, String> asked) {}

    /**
     * The states of daemons and nodes after the job's end.
     *
     * @param lost the daemons that were missing at any time during the run
     * @param stored bytes of all the campaign's files in HDFS; null if unknown
     * @param after the replicas of the input; null for a job that failed or has no input
     * @param evidence the nodes' evidence; null without a probe
     */
    private record Seen(Ran ran, List<String> lost, Long stored, Damage.Replicas after, NodeEvidence evidence) {}

    /** A run whose job overlaps others. A thread of its own executes the job, and the campaign's thread proves it. */
    record BesideOthers(RunCourse course, Settled settled) {
        RunSpec spec() {
            return course.run().spec();
        }
    }

    /** What ended the thread of a job beside others. */
    private record Thrown(Throwable error) {}

    /** Executes jobs that overlap. */
    interface Overlap {
        /** Returns the runs that began. */
        List<BesideOthers> execute(List<BesideOthers> runs) throws IOException, InterruptedException;
    }

    /** The reason why the history of a job that succeeded could not be read. */
    private record Unread(String why) {}

    /** The reason why the run proves nothing, although its daemons may work again. */
    private record Away(String why) {}

    /**
     * Makes a run.
     *
     * @param left the content as which later runs read this run's output if the run is valid; empty if no later run
     *     reads it
     */
    Ended run(SizedRun run, Optional<InputData> left) throws InterruptedException {
        RunCourse course = new RunCourse(run, clock, progress);
        historiesAway = false;
        continuity.watch();
        try {
            course.begin(RunStep.PREPARE);
            Ready ready = prepare(run, beside.ready(run, directory.prepareLog(run.spec())));
            course.begin(RunStep.COOL);
            settings.cooling().prepare(ready.besides());
            course.step(RunStep.SETTLE);
            Settled settled = settle(course, ready);
            course.step(RunStep.COOL);
            course.keep(cool(settled));
            course.step(RunStep.RUN);
            Ran ran = execute(course, settled);
            if (ran.job().succeeded()) {
                course.step(RunStep.FLUSH);
                settled.watch().flushAfterJob();
            }
            course.step(RunStep.COLLECT);
            conclude(course, ran, continuity.lost());
            left.filter(content -> course.status() == Status.OK).ifPresent(content -> leave(course, content));
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(course, e);
        } finally {
            continuity.end();
            removeOutput(run.spec());
        }
        return ended(course, clock.take());
    }

    /**
     * Makes runs whose jobs overlap. All inputs are made first. Then the cluster settles and its caches are cooled once,
     * before the first job.
     *
     * @return the runs that began, in the order of their submission
     * @throws IOException if the jobs cannot be prepared
     */
    Map<RunSpec, Ended> together(List<SizedRun> runs, Overlap overlap) throws IOException, InterruptedException {
        Map<RunSpec, Ended> made = new LinkedHashMap<>();
        continuity.watch();
        historiesAway = false;
        try {
            // If this fails, jobs may still write. Later runs replace what they left.
            List<BesideOthers> begun = overlap.execute(ready(runs));
            List<String> lost = continuity.lost();
            for (BesideOthers run : begun) {
                conclude(run, lost);
                // The bytes and the steps of one of several jobs are not known.
                made.put(run.spec(), ended(run.course(), Steps.UNKNOWN));
            }
            begun.forEach(run -> removeOutput(run.spec()));
        } finally {
            continuity.end();
        }
        return made;
    }

    private List<BesideOthers> ready(List<SizedRun> runs) throws IOException, InterruptedException {
        Map<Optional<InputData>, AuxiliaryJobs.ReadyInput> inputs = new HashMap<>();
        List<Ready> ready = new ArrayList<>();
        for (SizedRun run : runs) {
            if (!inputs.containsKey(run.input())) {
                inputs.put(run.input(), beside.ready(run, directory.prepareLog(run.spec())));
            }
            ready.add(prepare(run, inputs.get(run.input())));
        }
        RunCourse first = new RunCourse(runs.get(0), new StepClock(), progress);
        settings.cooling().prepare(ready.get(0).besides());
        Settled settled = settle(first, ready.get(0));
        Cache cache = cool(settled);
        // Cooling may have run jobs, and a job beside others does not wait for their ApplicationMasters.
        execution.awaitRoom();
        return ready.stream()
                .map(one -> {
                    RunCourse course = new RunCourse(one.run(), new StepClock(), progress);
                    course.warnings().addAll(first.warnings());
                    course.keep(cache);
                    return new BesideOthers(course, new Settled(one, settled.settling(), null, null));
                })
                .toList();
    }

    /** Executes a job beside others, and keeps what ends it. Several threads may do this. */
    void execute(BesideOthers run) throws InterruptedException {
        RunCourse course = run.course();
        course.begin(RunStep.RUN);
        try {
            JobCall call = call(run.settled().ready());
            String tag = settings.tag(run.spec().id());
            EndedJob job = course.keepJob(execution.executeBesideOthers(call, tag, seen -> {}));
            course.keep(new Ran(run.settled(), job, call.configuration()));
        } catch (IOException | RuntimeException | LinkageError e) {
            course.keep(new Thrown(e));
        }
    }

    private void conclude(BesideOthers run, List<String> lost) throws InterruptedException {
        RunCourse course = run.course();
        Thrown thrown = course.made(Thrown.class);
        try {
            if (thrown == null) {
                course.begin(RunStep.COLLECT);
                conclude(course, course.made(Ran.class), lost);
            } else {
                if (!lost.isEmpty()) {
                    course.keep(new Seen(null, lost, null, null, null));
                }
                failed(course, thrown.error());
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(course, e);
        }
    }

    private Ready prepare(SizedRun run, AuxiliaryJobs.ReadyInput input) throws IOException {
        JobRequest request = run.request(settings.plan().seed(), input.read(), workspace.freshOutput(run));
        return new Ready(run, input, request, beside.coolingJobs(run));
    }

    private Settled settle(RunCourse course, Ready ready) throws IOException, InterruptedException {
        course.warnings().addAll(continuity.begin());
        NodeObservation watch = new NodeObservation(probe, settings.dirtyPages(), settings.directoriesKnown());
        Settling settling = new Settling(
                storage,
                watch::flush,
                SETTLE_LIMIT,
                waits -> progress.step(ready.run().spec(), waits));
        settling.await();
        execution.awaitRoom();
        course.warnings().addAll(settling.warnings());
        Damage.Replicas before = damage.replicas(ready.request().inputPath());
        damage.rebuilding().ifPresent(course.warnings()::add);
        return new Settled(ready, settling, before, watch);
    }

    private Cache cool(Settled settled) throws IOException, InterruptedException {
        Ready ready = settled.ready();
        settled.watch().coolingBegins();
        Cache cache = settled.settling()
                .with(settings.cooling().cool(settled.settling().dirty(), ready.besides()));
        settled.watch().coolingEnds();
        if (cache.cooled()) {
            progress.step(ready.run().spec(), "re-read jars");
            Jars.reread(probe, ready.besides(), ready.run().slots().chosen());
        }
        return cache;
    }

    private Ran execute(RunCourse course, Settled settled) throws IOException, InterruptedException {
        Ready ready = settled.ready();
        JobCall call = call(ready);
        EndedJob job = course.keepJob(
                execution.execute(call, settings.tag(ready.run().spec().id()), progress::job));
        return new Ran(settled, job, call.configuration());
    }

    private JobCall call(Ready ready) {
        SizedRun run = ready.run();
        return run.call(ready.request(), ready.input().values(), directory.programLog(run.spec()));
    }

    /** Collects what an ended job left, and proves it. */
    private void conclude(RunCourse course, Ran ran, List<String> lost) throws IOException, InterruptedException {
        Seen seen = course.keep(
                ran.settled().watch() == null ? new Seen(ran, lost, null, null, null) : collect(course, ran, lost));
        JobHistory history = course.keep(history(course, seen));
        if (ran.job().succeeded()) {
            course.step(RunStep.VERIFY);
            verify(course, seen, history);
        }
    }

    private Seen collect(RunCourse course, Ran ran, List<String> lost) throws IOException, InterruptedException {
        Long stored = workspace.storedIfKnown();
        // This much is known even if HDFS does not say what became of the replicas.
        course.keep(new Seen(ran, lost, stored, null, null));
        String input = ran.settled().ready().request().inputPath();
        Damage.Replicas after = ran.job().succeeded() ? damage.replicas(input) : null;
        return new Seen(ran, lost, stored, after, evidence(ran, course.run().spec()));
    }

    /** Collects the nodes' evidence. This must never make a run fail, for any answer of the nodes. */
    private NodeEvidence evidence(Ran ran, RunSpec spec) throws InterruptedException {
        try {
            return ran.settled().watch().evidence(ran.job(), directory.runs(), CampaignDirectory.nodes(spec.id()));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            progress.note("the node metrics of " + spec.id() + " are unknown: " + FailureMessage.of(e));
            return null;
        }
    }

    /** Reads the job's history. While the server of a job that succeeded is away, waits for it as for any daemon. */
    private JobHistory history(RunCourse course, Seen seen) throws IOException, InterruptedException {
        EndedJob job = seen.ran().job();
        if (!job.succeeded()) {
            if (!seen.lost().isEmpty()) {
                Continuity.check(seen.lost(), course.proof()::add);
            }
            return histories.ofFailure(job, progress::note);
        }
        for (int reads = 1; ; reads++) {
            try {
                return histories.read(job, HISTORY_LIMIT);
            } catch (IOException | RuntimeException e) {
                if (!isServerBack(course, e) || reads == MOST_READS) {
                    throw e;
                }
            }
        }
    }

    /** Checks whether a history could not be read because of its server, and the server works again. */
    private boolean isServerBack(RunCourse course, Exception e) throws InterruptedException {
        if (Outage.of(e).isEmpty() && masters.missingForHistories().isEmpty()) {
            return false;
        }
        Unread unread = course.keep(new Unread(
                "its job succeeded, but Spindle could not read the job's history (" + FailureMessage.of(e) + ")"));
        if (historiesAway) {
            return false; // The history of another job that ran at the same time was waited for.
        }
        progress.note(course.run().spec().id() + ": " + unread.why() + ". Spindle waits for the JobHistoryServer");
        historiesAway = !new HealthyAgain(
                        waited -> masters.missingForHistories(), progress::note, execution::interrupted)
                .await(settings.limits().waitForCluster())
                .isEmpty();
        return !historiesAway;
    }

    private void verify(RunCourse course, Seen seen, JobHistory history) throws IOException, InterruptedException {
        Ran ran = seen.ran();
        RunVerification.RunFacts known = new RunVerification.RunFacts(
                ran.job(), course.made(Cache.class), ran.asked(), ran.settled().before(), seen.after(), seen.lost());
        RunVerification proved = course.keep(new RunVerification(
                tools,
                course::begin,
                new Collected(
                        course.run(), known, seen.evidence(), ran.settled().watch(), history)));
        proved.prove(ran.settled().ready().request(), course.proof(), course.warnings());
    }

    /** Leaves the output of a valid run for later runs. */
    private void leave(RunCourse course, InputData content) {
        course.begin(RunStep.CLEAN);
        beside.leave(course.run(), content, course.made(RunVerification.class).done());
    }

    private void failed(RunCourse course, Throwable e) throws InterruptedException {
        course.failed(e);
        Seen seen = course.made(Seen.class);
        boolean known = seen != null && !seen.lost().isEmpty();
        List<String> trouble = !known && !execution.interrupted() ? continuity.trouble() : List.of();
        (trouble.isEmpty() ? Outage.of(e) : Optional.of(FewNames.of(trouble)))
                .ifPresent(why -> course.keep(new Away(why)));
    }

    private Ended ended(RunCourse course, Steps steps) {
        Seen seen = course.made(Seen.class);
        RunVerification proved = course.made(RunVerification.class);
        NodeEvidence first = seen == null ? null : seen.evidence();
        NodeEvidence evidence = proved == null ? first : proved.evidence();
        RunStreams streams = proved == null ? null : proved.streams();
        RecordContent parts = new RecordContent(
                course.run(),
                course.made(Cache.class),
                evidence == null ? null : evidence.section(),
                course.made(EndedJob.class),
                course.made(JobHistory.class),
                course.proof(),
                proved == null ? null : proved.output(),
                streams,
                seen == null ? null : seen.stored(),
                proved == null ? null : proved.dataRatio(),
                steps);
        if (first != null) {
            first.warning().ifPresent(course.warnings()::add);
        }
        course.warnings().addAll(settings.warnings());
        RunRecord made = limited(assembler.assemble(course.run().spec().id(), parts, course.outcome()), evidence);
        return new Ended(made, streams == null ? null : streams.series(), evidence, outage(course));
    }

    /** Adds what limited the run. Samples that cannot be used must not make a run fail. */
    private RunRecord limited(RunRecord made, NodeEvidence evidence) {
        if (evidence == null || evidence.samples() == null || !RunSeries.hasSamples(made)) {
            return made;
        }
        try {
            return made.limited(RunPace.of(made, evidence.samples(), settings.speeds()));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            progress.note("what limited " + made.identity().run() + " is unknown: " + FailureMessage.of(e));
            return made;
        }
    }

    /**
     * Returns the reason why the run proves nothing about its setup, although other runs may prove something; empty if
     * no daemon was away.
     */
    private static Optional<String> outage(RunCourse course) {
        if (course.status() == Status.OK) {
            return Optional.empty();
        }
        Unread unread = course.made(Unread.class);
        if (unread != null && course.made(JobHistory.class) == null) {
            return Optional.of(unread.why());
        }
        Seen seen = course.made(Seen.class);
        return seen == null || seen.lost().isEmpty()
                ? Optional.ofNullable(course.made(Away.class)).map(Away::why)
                : Optional.of(FewNames.of(seen.lost()));
    }

    private void removeOutput(RunSpec spec) {
        clock.begin(spec.id(), RunStep.CLEAN);
        try {
            workspace.removeOutput(spec.id());
        } catch (IOException e) {
            progress.note("can't remove the output of " + spec.id() + " from HDFS: " + FailureMessage.of(e));
        }
    }
}
