package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.spindlebench.analysis.record.Cache;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HadoopCluster;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.DoneJob;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.RecordAssembler.Parts;

/** One run from its prepared input to its record. A step that fails makes a failed record, never an exception. */
final class RunExecution {
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);
    private static final Duration HISTORY_LIMIT_OF_FAILED = Duration.ofSeconds(5);

    private final HadoopCluster cluster;
    private final Storage storage;
    private final Workspace workspace;
    private final JobExecution execution;
    private final RecordAssembler assembler;
    private final CampaignSettings settings;
    private final Progress progress;

    RunExecution(
            HadoopCluster cluster,
            Workspace workspace,
            JobExecution execution,
            RecordAssembler assembler,
            CampaignSettings settings,
            Progress progress) {
        this.cluster = cluster;
        this.storage = cluster.storage();
        this.workspace = workspace;
        this.execution = execution;
        this.assembler = assembler;
        this.settings = settings;
        this.progress = progress;
    }

    RunRecord run(SizedRun run) throws InterruptedException {
        RunSpec spec = run.spec();
        Attempt attempt = new Attempt(run);
        try {
            attempt.measure();
            return assembler.assemble(spec.id(), attempt.parts(), attempt.status(), attempt.reasons());
        } catch (IOException | RuntimeException e) {
            // Hadoop's clients throw unchecked ones, too; one failure must not end the night.
            return assembler.assemble(spec.id(), attempt.parts(), Status.FAILED, List.of(FailureMessage.of(e)));
        } finally {
            removeOutput(spec);
        }
    }

    private void removeOutput(RunSpec spec) {
        try {
            workspace.removeOutput(spec.id());
        } catch (IOException e) {
            progress.note("can't remove the output of " + spec.id() + " from HDFS: " + FailureMessage.of(e));
        }
    }

    private DoneJob make(SizedRun run, String label, ContentMaker maker, JobRequest request)
            throws IOException, InterruptedException {
        progress.step(run.spec(), label);
        ToolCall call = maker.call(request).over(request.configuration());
        EndedJob ended = execution.execute(call, settings.tag(run.spec().id() + "-" + label), progress::job);
        if (!ended.succeeded()) {
            throw new IOException(label + " failed: " + ended.diagnostics());
        }
        return new DoneJob(request, Collectors.collect(cluster, ended.jobId()).counters());
    }

    /** The parts of one try, in the order in which they come to be. */
    private final class Attempt {
        private final SizedRun run;
        private final List<Check> proof = new ArrayList<>();
        private Cache cache;
        private EndedJob job;
        private JobHistory history;
        private List<StoredFile> output;

        Attempt(SizedRun run) {
            this.run = run;
        }

        void measure() throws IOException, InterruptedException {
            Inputs.Prepared input = input();
            String directory = workspace.freshOutput(run.spec().id());
            JobRequest request = new JobRequest(
                    run.bytes(),
                    run.tasks(),
                    run.replication(),
                    settings.plan().seed(),
                    input == null ? null : input.path(),
                    input == null ? null : input.manifest(),
                    directory,
                    run.spec().configuration());
            progress.step(run.spec(), "settle");
            Long dirty =
                    settings.dirtyPages() == null ? null : settings.dirtyPages().settle(SETTLE_LIMIT);
            cache = settings.cooling().cool(dirty);
            progress.step(run.spec(), "run");
            ToolCall call = run.job().call(request).over(request.configuration());
            job = execution.execute(call, settings.tag(run.spec().id()), progress::job);
            history = history();
            if (job.succeeded()) {
                progress.step(run.spec(), "verify");
                proof.addAll(run.job().verify(new DoneJob(request, history.counters()), storage));
                output = storage.files(directory).stream()
                        .filter(file ->
                                !file.name().startsWith("_") && !file.name().startsWith("."))
                        .toList();
            }
        }

        /** A killed application often leaves none, and its diagnostics say more than that. */
        private JobHistory history() throws IOException {
            if (job.jobId() == null) {
                return null;
            }
            try {
                return job.succeeded()
                        ? Collectors.collect(cluster, job.jobId())
                        : Collectors.collect(cluster, job.jobId(), HISTORY_LIMIT_OF_FAILED);
            } catch (IOException e) {
                if (job.succeeded()) {
                    throw e;
                }
                return null;
            }
        }

        private Inputs.Prepared input() throws IOException, InterruptedException {
            if (run.input().isEmpty()) {
                return null;
            }
            Inputs inputs = new Inputs(
                    storage,
                    workspace.inputs(),
                    settings.preparation(),
                    (label, maker, request) -> make(run, label, maker, request));
            return inputs.prepare(run.input().get());
        }

        Parts parts() {
            return new Parts(run, cache, job, history, proof, output);
        }

        Status status() {
            if (!job.succeeded()) {
                return Status.FAILED;
            }
            return reasons().isEmpty() ? Status.OK : Status.INVALID;
        }

        List<String> reasons() {
            if (!job.succeeded()) {
                return List.of(job.diagnostics());
            }
            return proof.stream()
                    .filter(check -> !check.passed())
                    .map(check -> check.name() + ": expected " + check.expected() + ", found " + check.actual())
                    .toList();
        }
    }
}
