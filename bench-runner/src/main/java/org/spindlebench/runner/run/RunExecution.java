package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.cluster.DataNodeControl;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.jobs.BenchmarkJob.ReadBack;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobResult;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.nodes.Continuity;
import org.spindlebench.runner.nodes.Damage;
import org.spindlebench.runner.nodes.DataRatio;
import org.spindlebench.runner.nodes.NetworkPath;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.Rebuilding;
import org.spindlebench.runner.nodes.StreamFigures;
import org.spindlebench.runner.nodes.Watch;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.AuxiliaryJobs.CoolingJobs;
import org.spindlebench.runner.run.JobExecution.JobFailedException;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.RecordAssembler.Parts;
import org.spindlebench.runner.run.RunProofs.ProofWarnings;
import org.spindlebench.runner.run.StepClock.RunStep;

/** Makes one run. A step that fails leads to a failed record, never to an exception. */
final class RunExecution {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

    private final Storage storage;
    private final Probe probe;
    private final Workspace workspace;
    private final JobExecution execution;
    private final AuxiliaryJobs beside;
    private final RecordAssembler assembler;
    private final CampaignSettings settings;
    private final CampaignDirectory directory;
    private final Progress progress;
    private final Continuity continuity;
    private final Damage damage;
    private final DataNodeControl dataNodes;
    private final StepClock clock = new StepClock();

    RunExecution(
            ClusterAccess cluster,
            Workspace workspace,
            JobExecution execution,
            RecordAssembler assembler,
            CampaignSettings settings,
            CampaignDirectory directory,
            Progress progress) {
        this.storage = cluster.storage();
        this.probe = cluster.probe();
        this.continuity = new Continuity(cluster.roll(), cluster.masters());
        this.damage = new Damage(storage, settings.tolerance().mostFailedAttempts());
        this.dataNodes = cluster.dataNodes();
        this.workspace = workspace;
        this.execution = execution;
        this.beside = new AuxiliaryJobs(execution, cluster, workspace, settings, progress);
        this.assembler = assembler;
        this.settings = settings;
        this.directory = directory;
        this.progress = progress;
    }

    /**
     * A run that has ended.
     *
     * @param series throughput over time, for the file that the record names; null if it names none
     * @param evidence the nodes' samples, for the file that the record names; null if it names none
     * @param outage why the run must be made again: daemons were away or restarted; empty if none was
     */
    record Ended(RunRecord runRecord, ThroughputSeries series, NodeEvidence evidence, Optional<String> outage) {}

    /** Returns what the cluster misses now; empty if it works as at the first run. */
    List<String> missing() throws InterruptedException {
        return continuity.missing();
    }

    /**
     * Makes a run.
     *
     * @param left the content as which later runs read this run's output if the run is valid; empty if none does
     */
    Ended run(SizedRun run, Optional<Content> left) throws InterruptedException {
        RunSpec spec = run.spec();
        Attempt attempt = new Attempt(run);
        continuity.watch();
        try {
            attempt.measure();
            // What was written while a DataNode was away is placed differently.
            left.filter(content -> !spec.isDamaged()).ifPresent(attempt::leave);
        } catch (IOException | RuntimeException | LinkageError e) {
            attempt.failed(e);
        } finally {
            attempt.startDataNode();
            continuity.end();
            removeOutput(spec);
        }
        RunRecord runRecord = assembler.assemble(spec.id(), attempt.parts(clock.take()), attempt.outcome());
        return new Ended(
                runRecord,
                attempt.streams == null ? null : attempt.streams.series(),
                attempt.evidence,
                attempt.outage());
    }

    private void removeOutput(RunSpec spec) {
        clock.begin(RunStep.CLEAN);
        try {
            workspace.removeOutput(spec.id());
        } catch (IOException e) {
            progress.note("can't remove the output of " + spec.id() + " from HDFS: " + FailureMessage.of(e));
        }
    }

    /** One attempt at a run. Its fields are listed in the order in which they are set. */
    private final class Attempt {
        private final SizedRun run;
        private final CoolingJobs besides;
        private final Rebuilding rebuilding;
        private final Watch watch = new Watch(probe, settings.dirtyPages(), settings.directoriesKnown());
        private final List<Check> proof = new ArrayList<>();
        private final List<Warning> warnings = new ArrayList<>();
        private RunStep step;
        private String failure;
        private String away;
        private Cache cache;
        private NodeEvidence evidence;
        private Damage.Replicas replicas;
        private EndedJob job;
        private EndedJob culprit;
        private List<String> lost = List.of();
        private JobHistory history;
        private Map<String, String> asked;
        private JobResult done;
        private List<StoredFile> output;
        private StreamFigures streams;
        private Long stored;
        private Double dataRatio;
        private Double emulator;

        Attempt(SizedRun run) {
            this.run = run;
            this.besides = beside.coolingJobs(run);
            this.rebuilding = new Rebuilding(
                    storage,
                    dataNodes,
                    new Rebuilding.Waits(
                            settings.limits().waitForCluster(),
                            settings.limits().timeout()),
                    progress::note,
                    execution::interrupted);
        }

        void measure() throws IOException, InterruptedException {
            begin(RunStep.PREPARE);
            Inputs.Prepared input = input();
            String directory = workspace.freshOutput(run);
            JobRequest request = run.request(settings.plan().seed(), input, directory);
            prepareCooling();
            settle(request);
            execute(request);
            if (!job.succeeded() && !lost.isEmpty()) {
                Continuity.check(lost, proof::add);
            }
            if (job.succeeded()) {
                step(RunStep.VERIFY);
                done = new JobResult(request, history.counters());
                run.job().verify(done, storage, proof::add);
                run.job().warning(done).ifPresent(warnings::add);
                streams = run.job()
                        .streams(done, storage, proof::add)
                        .map(moved -> StreamFigures.of(moved, job))
                        .orElse(null);
                readBack(request);
                output = storage.dataFiles(directory);
                new DataPlacement(storage, settings).check(request, output, history.tasks(), proof::add);
                dataRatio = new DataRatio(storage)
                        .ifKnown(
                                run.job(),
                                request,
                                output,
                                why -> progress.note("the compressibility of the data of "
                                        + run.spec().id() + " is unknown: " + why));
                new SettingsInForce(run, history).check(asked, output, proof::add);
                prove();
                checkReplicas(request);
            }
        }

        /** Checks the replicas of the input, which HDFS rebuilds during a damaged run. */
        private void checkReplicas(JobRequest request) throws IOException, InterruptedException {
            if (!run.spec().isDamaged()) {
                damage.checkReplicas(request.inputPath(), replicas, proof::add, warnings::add);
                return;
            }
            step(RunStep.DAMAGE);
            rebuilding.awaitRecovery();
            rebuilding.check(rebuilding.measured(history, job), proof::add);
        }

        /** Stops a DataNode for a damaged run. All others must stay. */
        private void stopDataNode(String input) throws IOException, InterruptedException {
            step(RunStep.DAMAGE);
            continuity.expectAway(
                    rebuilding.choose(input, replicas == null ? Map.of() : replicas.byHost(), settings.hosts()));
            rebuilding.stop();
        }

        /** Starts the DataNode again that was stopped for this run. Whatever fails here makes the run fail. */
        void startDataNode() throws InterruptedException {
            if (!run.spec().isDamaged()) {
                return;
            }
            begin(RunStep.DAMAGE);
            try {
                rebuilding.startAgain();
            } catch (IOException | RuntimeException e) {
                if (failure == null) {
                    failed(e);
                }
            }
            continuity.expectAway(null);
        }

        /** Leaves the output of a valid run for later ones. If this fails, they make their input themselves. */
        void leave(Content content) {
            if (status() != Status.OK) {
                return;
            }
            begin(RunStep.CLEAN);
            try {
                if (beside.inputs(run).adopt(content, done)) {
                    return;
                }
                progress.note("the output of " + run.spec().id() + " cannot be an input of later runs");
            } catch (IOException e) {
                progress.note("the output of " + run.spec().id() + " cannot be an input of later runs: "
                        + FailureMessage.of(e));
            }
        }

        /** Proves the run with the nodes' metrics, and checks for load from others. */
        private void prove() {
            Proofs found = null;
            if (evidence != null && !evidence.windows().isEmpty()) {
                found = new RunProofs(run, evidence, job, history, output, watch).find(cache, emulator);
                evidence = evidence.with(found);
                warnings.addAll(ProofWarnings.of(found, run.input().isPresent()));
                ProofWarnings.check(found.cache(), proof::add);
            }
            Continuity.check(lost, proof::add);
            Continuity.check(job, proof::add);
            damage.checkAttempts(history.tasks(), proof::add);
            Damage.checkClock(job, proof::add);
            OneWave.check(run, history, proof::add);
            RunProofs.Contention.check(
                    history.tasks(), found, settings.tolerance().contended(), proof::add);
            NetworkPath.check(settings.networkInterface(), evidence, proof::add, warnings::add);
            watch.check(evidence, proof::add);
        }

        private void readBack(JobRequest request) throws IOException, InterruptedException {
            Optional<ReadBack> readBack = run.job().readBack();
            if (readBack.isPresent()
                    && Boolean.parseBoolean(request.configuration().get(ReadBack.KEY))) {
                begin(RunStep.READ_BACK);
                JobResult read = beside.run(run, step.label(), readBack.get().call(request), request);
                begin(RunStep.VERIFY);
                readBack.get().verify(read, proof::add);
            }
        }

        private void begin(RunStep next) {
            step = next;
            clock.begin(next);
        }

        private void step(RunStep next) {
            begin(next);
            progress.step(run.spec(), next.label());
        }

        /** Prepares the cooling. Its time counts as cooling, not as preparing the input. */
        private void prepareCooling() throws IOException, InterruptedException {
            begin(RunStep.COOL);
            settings.cooling().prepare(besides);
        }

        private void settle(JobRequest request) throws IOException, InterruptedException {
            step(RunStep.SETTLE);
            warnings.addAll(continuity.begin());
            Settling settling =
                    new Settling(storage, watch::flush, SETTLE_LIMIT, waits -> progress.step(run.spec(), waits));
            settling.await();
            execution.awaitRoom();
            warnings.addAll(settling.warnings());
            replicas = damage.replicas(request.inputPath());
            damage.rebuilding().ifPresent(warnings::add);
            if (run.spec().isDamaged()) {
                stopDataNode(request.inputPath());
            }
            step(RunStep.COOL);
            watch.coolingBegins();
            cache = settling.with(settings.cooling().cool(settling.dirty(), besides));
            watch.coolingEnds();
            if (cache.cooled()) {
                progress.step(run.spec(), "re-read jars");
                Jars.reread(probe, besides, run.slots().chosen());
            }
        }

        private void execute(JobRequest request) throws IOException, InterruptedException {
            step(RunStep.RUN);
            ToolCall call = run.job().call(request).over(request.configuration());
            asked = call.configuration();
            Double emulatedBefore = Laboratory.cpuSeconds(settings.laboratory());
            job = execution.execute(call, settings.tag(run.spec().id()), progress::job);
            Double emulatedAfter = Laboratory.cpuSeconds(settings.laboratory());
            emulator = emulatedBefore == null || emulatedAfter == null ? null : emulatedAfter - emulatedBefore;
            culprit = job.succeeded() ? null : job;
            if (job.succeeded()) {
                step(RunStep.FLUSH);
                watch.flushAfterJob();
            }
            step(RunStep.COLLECT);
            lost = continuity.lost();
            stored = workspace.storedIfKnown();
            evidence = evidence();
            if (job.succeeded()) {
                history = execution.history(job, settings.limits().waitForCluster(), progress::note);
            } else if (job.jobId() != null) {
                history = execution.historyOfFailure(job, progress::note);
            }
        }

        /** Collects the nodes' evidence. This must never make a run fail, whatever the nodes return. */
        private NodeEvidence evidence() throws InterruptedException {
            try {
                return watch.evidence(
                        job,
                        directory.runs(),
                        CampaignDirectory.nodes(run.spec().id()));
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                progress.note("the node metrics of " + run.spec().id() + " are unknown: " + FailureMessage.of(e));
                return null;
            }
        }

        private Inputs.Prepared input() throws IOException, InterruptedException {
            if (run.input().isEmpty()) {
                return null;
            }
            return beside.inputs(run).prepare(run.input().get());
        }

        Parts parts(Steps steps) {
            return new Parts(
                    run,
                    cache,
                    evidence == null ? null : evidence.section(),
                    job,
                    history,
                    proof,
                    output,
                    streams,
                    stored,
                    dataRatio,
                    rebuilding.measured(history, job),
                    steps);
        }

        Outcome outcome() {
            if (culprit != null) {
                Explanation.of(culprit).warning().ifPresent(warnings::add);
            }
            if (evidence != null) {
                evidence.warning().ifPresent(warnings::add);
            }
            warnings.addAll(settings.warnings());
            return new Outcome(status(), reasons(), culprit, warnings);
        }

        private Status status() {
            if (failure != null || !job.succeeded()) {
                return Status.FAILED;
            }
            return Check.failed(proof).isEmpty() ? Status.OK : Status.INVALID;
        }

        /** Returns why the run shows nothing of its setup, although others may; empty if no daemon was away. */
        Optional<String> outage() {
            if (status() == Status.OK) {
                return Optional.empty();
            }
            return lost.isEmpty() ? Optional.ofNullable(away) : Optional.of(FewNames.of(lost));
        }

        void failed(Throwable e) throws InterruptedException {
            failure = step.label() + ": " + FailureMessage.of(e);
            List<String> trouble = lost.isEmpty() && !execution.interrupted() ? continuity.trouble() : List.of();
            away = trouble.isEmpty() ? Outage.of(e).orElse(null) : FewNames.of(trouble);
            if (e instanceof JobFailedException other) {
                culprit = other.job();
            }
        }

        private List<String> reasons() {
            if (failure == null && !job.succeeded()) {
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
}
