package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.ReadBack;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.nodes.Continuity;
import org.spindlebench.runner.nodes.Damage;
import org.spindlebench.runner.nodes.Damage.Replicas;
import org.spindlebench.runner.nodes.DataRatio;
import org.spindlebench.runner.nodes.NetworkPath;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeObservation;
import org.spindlebench.runner.nodes.RunStreams;
import org.spindlebench.runner.run.RunProofs.ProofWarnings;
import org.spindlebench.runner.run.StepClock.RunStep;

/** Proves a run whose job has succeeded by its history, its output and the nodes' metrics. */
final class RunVerification {
    private final Tools tools;
    private final Consumer<RunStep> begin;
    private final SizedRun run;
    private final RunFacts seen;
    private final NodeObservation watch;
    private final JobHistory history;
    private NodeEvidence evidence;
    private JobCompletion done;
    private List<StoredFile> output;
    private RunStreams streams;
    private Double dataRatio;

    /** The sources of proofs for all runs of a campaign. */
    record Tools(Storage storage, CampaignSettings settings, AuxiliaryJobs beside, Damage damage, Progress progress) {}

    /**
     * The observations of the run before its history was read.
     *
     * @param asked the settings that the job should have
     * @param before the replicas of the input when the run began; null for a job without input
     * @param after the replicas of the input when the job had ended
     * @param lost the daemons missing at any time during the run
     */
    record RunFacts(
            EndedJob job, Cache cache, Map<String, String> asked, Replicas before, Replicas after, List<String> lost) {}

    /**
     * The data that was collected from the run.
     *
     * @param evidence the nodes' evidence; null without a probe, or for a job beside others
     * @param watch null for a job beside others, which have taken containers and bandwidth on purpose
     */
    record Collected(SizedRun run, RunFacts seen, NodeEvidence evidence, NodeObservation watch, JobHistory history) {}

    /** @param begin called at the beginning of each step */
    RunVerification(Tools tools, Consumer<RunStep> begin, Collected collected) {
        this.tools = tools;
        this.begin = begin;
        this.run = collected.run();
        this.seen = collected.seen();
        this.evidence = collected.evidence();
        this.watch = collected.watch();
        this.history = collected.history();
    }

    /** Adds checks and warnings. Checks that were found before an exception are added, too. */
    void prove(JobRequest request, List<Check> proof, List<Warning> warnings) throws IOException, InterruptedException {
        Storage storage = tools.storage();
        done = new JobCompletion(request, history.counters());
        Optional.ofNullable(seen.job().program()).ifPresent(program -> program.check(proof::add));
        run.job().verify(done, storage, proof::add);
        run.job().warning(done).ifPresent(warnings::add);
        streams = run.job()
                .streams(done, storage, proof::add)
                .map(moved -> RunStreams.of(moved, seen.job()))
                .orElse(null);
        readBack(request, proof);
        output = storage.dataFiles(request.outputPath());
        new DataPlacement(storage, tools.settings()).check(request, output, history.tasks(), run.hosts(), proof::add);
        seen.job().elsewhere(tools.settings().queue()).ifPresent(warnings::add);
        dataRatio = dataRatio(request);
        new SettingsInForce(run, history).check(seen.asked(), output, proof::add);
        Damage.checkReplicas(seen.before(), seen.after(), proof::add, warnings::add);
        proveByNodes(proof, warnings);
    }

    /** Proves the run with the nodes' metrics, and checks for load from others. */
    private void proveByNodes(List<Check> proof, List<Warning> warnings) throws IOException {
        Proofs found = null;
        if (evidence != null && !evidence.windows().isEmpty()) {
            RunProofs proofs = new RunProofs(run, evidence, seen.job(), history, output, watch);
            found = proofs.find(
                    seen.cache(), LabState.pageCache(tools.settings().laboratory()));
            evidence = evidence.with(found);
            warnings.addAll(ProofWarnings.of(found, run.job().reads()));
            warnings.addAll(ProofWarnings.of(found.cache(), proofs.warmNodes(seen.cache())));
            ProofWarnings.check(found.cache(), proof::add);
        }
        boolean placed = streams == null || streams.streams().stock() == null;
        warnings.addAll(new NodeWarnings(run, history, placed).warnings(evidence));
        Continuity.check(seen.lost(), proof::add);
        Continuity.check(seen.job(), proof::add);
        tools.damage().checkAttempts(history.tasks(), proof::add);
        Damage.checkClock(seen.job(), proof::add);
        NetworkPath.check(tools.settings().networkInterface(), evidence, proof::add, warnings::add);
        if (watch != null) {
            OneWave.check(run, history, proof::add);
            NodeWarnings.Contention.check(
                    history.tasks(), found, tools.settings().tolerance().contended(), proof::add);
            watch.check(evidence, proof::add);
        }
    }

    /** Returns the compressibility of the run's data. A run is also valid without this number. */
    private Double dataRatio(JobRequest request) {
        try {
            return new DataRatio(tools.storage()).of(run.job(), request, output);
        } catch (IOException e) {
            tools.progress()
                    .note("the compressibility of the data of " + run.spec().id() + " is unseen: "
                            + FailureMessage.of(e));
            return null;
        }
    }

    private void readBack(JobRequest request, List<Check> proof) throws IOException, InterruptedException {
        Optional<ReadBack> readBack = run.job().readBack();
        if (readBack.isPresent() && Boolean.parseBoolean(request.configuration().get(JobKeys.READ_BACK))) {
            begin.accept(RunStep.READ_BACK);
            JobCompletion read = tools.beside()
                    .run(run, RunStep.READ_BACK.label(), readBack.get().call(request), request);
            begin.accept(RunStep.VERIFY);
            readBack.get().verify(read, proof::add);
        }
    }

    /** Returns the nodes' evidence, with the proofs if there are any; null without a probe. */
    NodeEvidence evidence() {
        return evidence;
    }

    JobCompletion done() {
        return done;
    }

    /** Returns the output's files; null if they could not be listed. */
    List<StoredFile> output() {
        return output;
    }

    /** Returns the throughput of the maps' streams; null for a job without streams. */
    RunStreams streams() {
        return streams;
    }

    /** Returns the compressibility of the run's data; null if it was not measured. */
    Double dataRatio() {
        return dataRatio;
    }
}
