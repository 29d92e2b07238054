package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
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
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.nodes.Continuity;
import org.spindlebench.runner.nodes.Damage;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.Watch;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.AuxiliaryJobs.CoolingJobs;
import org.spindlebench.runner.run.AuxiliaryJobs.Jars;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.RecordAssembler.Parts;
import org.spindlebench.runner.run.RunVerification.Collected;
import org.spindlebench.runner.run.RunVerification.Judgement;
import org.spindlebench.runner.run.RunVerification.Seen;
import org.spindlebench.runner.run.StepClock.RunStep;

/** Makes one run. A step that fails leads to a failed record, never to an exception. */
final class RunExecution {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);

    /** How often Spindle reads a history whose server is away from time to time, before it makes the run again. */
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
        Attempt attempt = new Attempt(run);
        continuity.watch();
        try {
            attempt.measure();
            left.ifPresent(attempt::leave);
        } catch (IOException | RuntimeException | LinkageError e) {
            attempt.failed(e);
        } finally {
            continuity.end();
            removeOutput(run.spec());
        }
        return new Ended(
                assembler.assemble(run.spec().id(), attempt.parts(clock.take()), attempt.outcome()),
                attempt.proved == null || attempt.proved.streams() == null
                        ? null
                        : attempt.proved.streams().series(),
                attempt.evidence(),
                attempt.outage());
    }

    private void removeOutput(RunSpec spec) {
        clock.begin(spec.id(), RunStep.CLEAN);
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
        private final Watch watch = new Watch(probe, settings.dirtyPages(), settings.directoriesKnown());
        private final Judgement judgement = new Judgement();
        private final List<Check> proof = judgement.proof();
        private final List<Warning> warnings = judgement.warnings();
        private RunStep step;
        private String away;
        private Cache cache;
        private NodeEvidence evidence;
        private Damage.Replicas before;
        private Damage.Replicas after;
        private EndedJob job;
        private List<String> lost = List.of();
        private JobHistory history;
        private Map<String, String> asked;
        private RunVerification proved;
        private Long stored;
        private Double emulator;
        private String unread;

        Attempt(SizedRun run) {
            this.run = run;
            this.besides = beside.coolingJobs(run);
        }

        void measure() throws IOException, InterruptedException {
            begin(RunStep.PREPARE);
            AuxiliaryJobs.ReadyInput input = ready();
            JobRequest request = run.request(settings.plan().seed(), input.read(), workspace.freshOutput(run));
            prepareCooling();
            settle(request);
            execute(run.call(request, input.values(), directory.programLog(run.spec())), request);
            if (job.succeeded()) {
                history = collected();
                verify(request);
            } else {
                history = histories.ofFailure(job, progress::note);
                if (!lost.isEmpty()) {
                    Continuity.check(lost, proof::add);
                }
            }
        }

        private void verify(JobRequest request) throws IOException, InterruptedException {
            step(RunStep.VERIFY);
            Seen seen = new Seen(job, cache, asked, before, after, lost, emulator);
            proved = new RunVerification(tools, this::begin, new Collected(run, seen, evidence, watch, history));
            proved.prove(request, proof, warnings);
        }

        /** Leaves the output of a valid run for later ones. */
        void leave(Content content) {
            if (judgement.status() == Status.OK) {
                begin(RunStep.CLEAN);
                beside.leave(run, content, proved.done());
            }
        }

        private void begin(RunStep next) {
            step = next;
            clock.begin(run.spec().id(), next);
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
            before = damage.replicas(request.inputPath());
            damage.rebuilding().ifPresent(warnings::add);
            step(RunStep.COOL);
            watch.coolingBegins();
            cache = settling.with(settings.cooling().cool(settling.dirty(), besides));
            watch.coolingEnds();
            if (cache.cooled()) {
                progress.step(run.spec(), "re-read jars");
                Jars.reread(probe, besides, run.slots().chosen());
            }
        }

        private void execute(JobCall call, JobRequest request) throws IOException, InterruptedException {
            step(RunStep.RUN);
            asked = call.configuration();
            Double emulatedBefore = Laboratory.cpuSeconds(settings.laboratory());
            job = judgement.of(execution.execute(call, settings.tag(run.spec().id()), progress::job));
            Double emulatedAfter = Laboratory.cpuSeconds(settings.laboratory());
            emulator = emulatedBefore == null || emulatedAfter == null ? null : emulatedAfter - emulatedBefore;
            if (job.succeeded()) {
                step(RunStep.FLUSH);
                watch.flushAfterJob();
            }
            step(RunStep.COLLECT);
            lost = continuity.lost();
            stored = workspace.storedIfKnown();
            after = job.succeeded() ? damage.replicas(request.inputPath()) : null;
            evidence = evidenceOfNodes();
        }

        /** Reads the history of a job that succeeded. While its server is away, waits for it as for any daemon. */
        private JobHistory collected() throws IOException, InterruptedException {
            for (int reads = 1; ; reads++) {
                try {
                    return histories.read(job, HISTORY_LIMIT);
                } catch (IOException | RuntimeException e) {
                    if (!isServerBack(e) || reads == MOST_READS) {
                        throw e;
                    }
                }
            }
        }

        /** Checks whether a history could not be read because of its server, and the server works again. */
        private boolean isServerBack(Exception e) throws InterruptedException {
            if (Outage.of(e).isEmpty() && masters.missingForHistories().isEmpty()) {
                return false;
            }
            unread = "its job succeeded, but Spindle could not read the job's history (" + FailureMessage.of(e) + ")";
            progress.note(run.spec().id() + ": " + unread + ". Spindle waits for the JobHistoryServer");
            return new HealthyAgain(waited -> masters.missingForHistories(), progress::note, execution::interrupted)
                    .await(settings.limits().waitForCluster())
                    .isEmpty();
        }

        /** Collects the nodes' evidence. This must never make a run fail, whatever the nodes return. */
        private NodeEvidence evidenceOfNodes() throws InterruptedException {
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

        private AuxiliaryJobs.ReadyInput ready() throws IOException, InterruptedException {
            return beside.ready(run, directory.prepareLog(run.spec()));
        }

        private NodeEvidence evidence() {
            return proved == null ? evidence : proved.evidence();
        }

        Parts parts(Steps steps) {
            return new Parts(
                    run,
                    cache,
                    evidence() == null ? null : evidence().section(),
                    job,
                    history,
                    proof,
                    proved == null ? null : proved.output(),
                    proved == null ? null : proved.streams(),
                    stored,
                    proved == null ? null : proved.dataRatio(),
                    steps);
        }

        Outcome outcome() {
            if (evidence != null) {
                evidence.warning().ifPresent(warnings::add);
            }
            warnings.addAll(settings.warnings());
            return judgement.outcome();
        }

        /** Returns why the run shows nothing of its setup, although others may; empty if no daemon was away. */
        Optional<String> outage() {
            if (judgement.status() == Status.OK) {
                return Optional.empty();
            }
            if (unread != null && history == null) {
                return Optional.of(unread);
            }
            return lost.isEmpty() ? Optional.ofNullable(away) : Optional.of(FewNames.of(lost));
        }

        void failed(Throwable e) throws InterruptedException {
            judgement.failed(step, e);
            List<String> trouble = lost.isEmpty() && !execution.interrupted() ? continuity.trouble() : List.of();
            away = trouble.isEmpty() ? Outage.of(e).orElse(null) : FewNames.of(trouble);
        }
    }
}
