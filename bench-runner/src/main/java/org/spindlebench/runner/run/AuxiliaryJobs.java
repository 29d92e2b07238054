package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobResult;
import org.spindlebench.runner.run.JobExecution.JobFailedException;

/** Jobs outside of the timed window of a run: they make inputs, read back, and cool. A failure of one is a failure of the run. */
final class AuxiliaryJobs {
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);

    private final JobExecution execution;
    private final HistoryReader histories;
    private final Storage storage;
    private final Workspace workspace;
    private final CampaignSettings settings;
    private final Progress progress;

    AuxiliaryJobs(
            JobExecution execution,
            ClusterAccess cluster,
            Workspace workspace,
            CampaignSettings settings,
            Progress progress) {
        this.execution = execution;
        this.histories = cluster.histories();
        this.storage = cluster.storage();
        this.workspace = workspace;
        this.settings = settings;
        this.progress = progress;
    }

    /** Runs one, for a run. */
    JobResult run(SizedRun run, String label, ToolCall made, JobRequest request)
            throws IOException, InterruptedException {
        progress.step(run.spec(), label);
        ToolCall call = made.over(request.configuration());
        EndedJob ended = execution.execute(call, settings.tag(run.spec().id() + "-" + label), progress::job);
        if (!ended.succeeded()) {
            throw new JobFailedException(label, ended);
        }
        return new JobResult(
                request, histories.read(ended.jobId(), HISTORY_LIMIT).counters());
    }

    /** The inputs of the campaign, made with a run's settings. */
    Inputs inputs(SizedRun run) {
        return new Inputs(
                storage,
                workspace.inputs(),
                run.configuration(),
                (label, maker, request) -> run(run, label, maker.call(request), request));
    }

    /** What a cooling may use before a run. */
    CoolingJobs coolingJobs(SizedRun run) {
        return new ForCooling(run);
    }

    private final class ForCooling implements CoolingJobs {
        private final SizedRun run;

        ForCooling(SizedRun run) {
            this.run = run;
        }

        @Override
        public Storage storage() {
            return storage;
        }

        @Override
        public String directory() {
            return workspace.cacheFillDirectory();
        }

        @Override
        public boolean interrupted() {
            return execution.interrupted();
        }

        @Override
        public JobResult run(String label, ToolCall call) throws IOException, InterruptedException {
            JobRequest request =
                    new JobRequest(0, 0, 0, 1, settings.plan().seed(), null, null, directory(), run.configuration());
            return AuxiliaryJobs.this.run(run, label, call, request);
        }
    }

    /** What a cooling may use of the cluster before the timed window of a run. */
    interface CoolingJobs {
        Storage storage();

        /** A directory of the campaign's in HDFS, for what the cooling keeps from run to run. */
        String directory();

        /** Whether the user wants to end: what takes long looks at it often. */
        boolean interrupted();

        /**
         * Runs a job.
         *
         * @param label what it is, for progress and messages
         * @throws IOException when it fails
         */
        JobResult run(String label, ToolCall call) throws IOException, InterruptedException;
    }
}
