package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobResult;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.run.JobExecution.JobFailedException;

/**
 * Runs the jobs outside of a run's timed window: they prepare inputs, read output back, and cool caches. If one fails,
 * the run fails.
 */
final class AuxiliaryJobs {
    private static final Duration HISTORY_LIMIT = Duration.ofSeconds(30);

    private final JobExecution execution;
    private final HistoryReader histories;
    private final Storage storage;
    private final Probe probe;
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
        this.probe = cluster.probe();
        this.workspace = workspace;
        this.settings = settings;
        this.progress = progress;
    }

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

    Inputs inputs(SizedRun run) {
        return new Inputs(
                storage,
                workspace.inputs(),
                run.configuration(),
                (label, maker, request) -> run(run, label, maker.call(request), request));
    }

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
        public Optional<SortedMap<String, String>> dropCaches(Duration limit) throws InterruptedException {
            return probe.dropCaches(limit);
        }

        @Override
        public JobResult run(String label, ToolCall call) throws IOException, InterruptedException {
            JobRequest request =
                    new JobRequest(0, 0, 0, 1, settings.plan().seed(), null, null, directory(), run.configuration());
            return AuxiliaryJobs.this.run(run, label, call, request);
        }
    }

    /** The jobs and files that cooling may use before a run's timed window. */
    interface CoolingJobs {
        Storage storage();

        /** Returns a directory of the campaign in HDFS, where the cooling keeps its data between runs. */
        String directory();

        /** Checks whether the user wants to stop. Long operations call it often. */
        boolean interrupted();

        /** Lets the probe drop the caches of all nodes. Returns what {@link Probe#dropCaches} does. */
        Optional<SortedMap<String, String>> dropCaches(Duration limit) throws InterruptedException;

        /**
         * Runs a job, which has this name in messages.
         *
         * @throws IOException if the job fails
         */
        JobResult run(String label, ToolCall call) throws IOException, InterruptedException;
    }

    /**
     * Makes nodes read the jars of the JDK and of Hadoop again after a cooling, which made them cold. Reading them is not
     * part of what a run measures.
     */
    static final class Jars {
        /** The time after which a node stops to read. Jars are a few hundred megabytes. */
        private static final Duration LIMIT = Duration.ofSeconds(60);
        /** How long each map holds its container, so that the first maps still run when the last ones start. */
        private static final int HOLD_MILLIS = 2_000;

        private Jars() {}

        /**
         * Lets the probe read them on every node. Without a probe on every node, a job with as many maps as the run has
         * tasks in a wave does so.
         */
        static void reread(Probe probe, CoolingJobs besides, int tasks) throws IOException, InterruptedException {
            if (!probe.reread(LIMIT)) {
                besides.run("jars", job(Math.max(1, tasks)));
            }
        }

        private static ToolCall job(int tasks) {
            Map<String, String> settings = new TreeMap<>();
            settings.put(JobKeys.MAPS, String.valueOf(tasks));
            settings.put(JobKeys.BYTES, String.valueOf(tasks));
            settings.put(JobKeys.HOLD_MILLIS, String.valueOf(HOLD_MILLIS));
            settings.put("mapreduce.job.reduces", "0");
            return new ToolCall(ToolName.SLEEP, List.of(), settings);
        }
    }
}
