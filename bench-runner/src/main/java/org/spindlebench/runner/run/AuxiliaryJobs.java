package org.spindlebench.runner.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory.HistoryReader;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.SuiteProgram;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.run.Cooling.CoolingJobs;
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

    JobCompletion run(SizedRun run, String label, ToolCall made, JobRequest request)
            throws IOException, InterruptedException {
        progress.step(run.spec(), label);
        ToolCall call = made.over(request.configuration());
        EndedJob ended = execution.execute(call, settings.tag(run.spec().id() + "-" + label), progress::job);
        if (!ended.succeeded()) {
            throw new JobFailedException(label, ended);
        }
        return new JobCompletion(
                request, histories.read(ended.jobId(), HISTORY_LIMIT).counters());
    }

    Inputs inputs(SizedRun run) {
        return new Inputs(
                storage,
                workspace.inputs(),
                run.configuration(),
                (label, maker, request) -> run(run, label, maker.call(request), request));
    }

    /**
     * Returns the data that a run reads; makes the data if necessary. The calls that make the data of a user's program
     * are made once per visit.
     *
     * @param log the file for the output of these calls
     */
    ReadyInput ready(SizedRun run, Path log) throws IOException, InterruptedException {
        Inputs.Prepared made =
                run.input().isEmpty() ? null : inputs(run).prepare(run.input().get());
        return run.job() instanceof SuiteProgram own
                ? new ProgramInput(run, own, log).ready(made)
                : new ReadyInput(made, Map.of());
    }

    /**
     * The input of a run.
     *
     * @param read the data that the run reads; null if the run reads none
     * @param values the values of placeholders for a user's program
     */
    record ReadyInput(Inputs.Prepared read, Map<Placeholder, String> values) {}

    /** Finds and makes the data that a user's program reads. */
    private final class ProgramInput {
        private static final ObjectMapper JSON = new ObjectMapper();
        private static final String MANIFEST = "/manifest.json";

        private final SizedRun run;
        private final SuiteProgram job;
        private final Path log;

        ProgramInput(SizedRun run, SuiteProgram job, Path log) {
            this.run = run;
            this.job = job;
            this.log = log;
        }

        ReadyInput ready(Inputs.Prepared made) throws IOException, InterruptedException {
            Program program = run.spec().program();
            boolean exists = program.input() != null && program.input().path() != null;
            Inputs.Prepared input = exists ? existing(program.input().path()) : made;
            Map<Placeholder, String> values = new EnumMap<>(Placeholder.class);
            if (input != null) {
                values.put(Placeholder.INPUT, input.path());
            }
            if (program.prepare().isEmpty()) {
                return new ReadyInput(input, values);
            }
            Inputs.Prepared prepared = prepared(input, values);
            values.put(Placeholder.PREPARED, prepared.path());
            return new ReadyInput(prepared, values);
        }

        private Inputs.Prepared existing(String path) throws IOException {
            workspace.refuseOwn(path);
            Map<String, Long> files = lengths(path);
            if (files.isEmpty()) {
                throw new IOException("the input " + path + " of " + job.name() + " has no files in HDFS; name a path"
                        + " with data in `input`");
            }
            return new Inputs.Prepared(path, manifest("path " + path, files));
        }

        /** Finds the data that an earlier run of this visit prepared, or prepares it. */
        private Inputs.Prepared prepared(Inputs.Prepared input, Map<Placeholder, String> values)
                throws IOException, InterruptedException {
            String home = workspace.prepared(job.name() + "-" + id());
            String data = home + "/data";
            if (storage.exists(home + MANIFEST)) {
                InputManifest known = read(home + MANIFEST);
                if (known != null && known.files().equals(lengths(data))) {
                    return new Inputs.Prepared(data, known);
                }
            }
            storage.delete(home);
            storage.mkdirs(data);
            if (run.erasureCoding().isPresent()) {
                storage.setErasureCoding(home, run.erasureCoding().get().name());
            }
            make(run.request(settings.plan().seed(), input, data), values);
            Map<String, Long> files = lengths(data);
            if (files.isEmpty()) {
                throw new IOException("the calls of `prepare` of " + job.name() + " left no files in HDFS; they should"
                        + " write below " + Placeholder.PREPARED.written());
            }
            InputManifest manifest = manifest(home, files);
            storage.write(home + MANIFEST, JSON.writeValueAsBytes(manifest));
            return new Inputs.Prepared(data, manifest);
        }

        private void make(JobRequest request, Map<Placeholder, String> values)
                throws IOException, InterruptedException {
            int number = 0;
            for (ProgramCall call : job.preparing(request, request.outputPath())) {
                number++;
                progress.step(run.spec(), "prepare " + number);
                EndedJob ended = execution.execute(
                        call.over(request.configuration())
                                .with(run.placeholders())
                                .with(values)
                                .to(log),
                        settings.tag(run.spec().id() + "-prepare-" + number),
                        progress::job);
                if (!ended.succeeded()) {
                    throw new JobFailedException("prepare", ended);
                }
            }
        }

        /** Returns a name that is different for different data. */
        private String id() {
            String all = run.spec().program().prepare() + " "
                    + run.spec().program().input() + " " + run.bytes() + " " + run.maps() + " " + run.reduces() + " "
                    + settings.plan().seed() + " " + run.configuration();
            return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8))
                    .toString()
                    .substring(0, 8);
        }

        private InputManifest read(String file) throws IOException {
            try (InputStream in = storage.open(file)) {
                return JSON.readValue(in, InputManifest.class);
            } catch (JsonProcessingException garbled) {
                return null;
            }
        }

        private static InputManifest manifest(String id, Map<String, Long> files) {
            long bytes = files.values().stream().mapToLong(Long::longValue).sum();
            return new InputManifest(id, bytes, 0, null, files);
        }

        private Map<String, Long> lengths(String directory) throws IOException {
            Map<String, Long> lengths = new TreeMap<>();
            storage.dataFiles(directory).forEach(file -> lengths.put(file.path(), file.length()));
            return lengths;
        }
    }

    /**
     * Leaves the output of a run as the input of later runs. If this fails, the later runs make their input themselves.
     */
    void leave(SizedRun run, InputData content, JobCompletion done) {
        String why;
        try {
            if (inputs(run).adopt(content, done)) {
                return;
            }
            why = "";
        } catch (IOException e) {
            why = ": " + FailureMessage.of(e);
        }
        progress.note("the output of " + run.spec().id() + " cannot be an input of later runs" + why);
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
        public JobCompletion run(String label, ToolCall call) throws IOException, InterruptedException {
            JobRequest request =
                    new JobRequest(0, 0, 0, 1, settings.plan().seed(), null, null, directory(), run.configuration());
            return AuxiliaryJobs.this.run(run, label, call, request);
        }
    }

    /**
     * Makes nodes read the jars of the JDK and of Hadoop again after a cooling, because the cooling made them cold. A
     * run's measurement does not include reading them.
     */
    static final class Jars {
        /** The time after which a node stops reading. Jars are a few hundred megabytes. */
        private static final Duration LIMIT = Duration.ofSeconds(60);
        /**
         * The time for which each map holds its container, so that the first maps still run when the last ones start.
         */
        private static final int HOLD_MILLIS = 2_000;

        private Jars() {}

        /**
         * Makes the probe read the jars on every node. Without a probe on every node, a job reads the jars. It has as
         * many maps as the run has tasks in a wave.
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
