package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;

/** Makes all runs of a plan that have no record yet, one after the other. */
public final class RunLoop {
    private final ClusterAccess cluster;
    private final CampaignSettings settings;
    private final CampaignDirectory directory;
    private final Sizing sizing;
    private final Interruption interruption;
    private final Progress progress;
    private final Workspace workspace;
    private final Recovery recovery;
    private Experience experience = new Experience();
    private final DoubleSummaryStatistics overhead = new DoubleSummaryStatistics();
    private Optional<String> stopped = Optional.empty();
    private boolean atLimit;

    public RunLoop(
            ClusterAccess cluster,
            CampaignSettings settings,
            CampaignDirectory directory,
            Sizing sizing,
            Interruption interruption,
            Progress progress) {
        this.cluster = cluster;
        this.settings = settings;
        this.directory = directory;
        this.sizing = sizing;
        this.interruption = interruption;
        this.progress = progress;
        this.workspace = new Workspace(cluster.storage(), settings);
        this.recovery = new Recovery(cluster, settings, directory, interruption, progress);
    }

    /** Uses, and adds to, what the campaign knows of earlier visits. */
    public RunLoop with(Experience known) {
        experience = known;
        return this;
    }

    /**
     * Kills the applications that an earlier client of this campaign left running. Call this before the cluster's shape
     * is read.
     */
    public static void endLeftovers(JobSubmitter cluster, String tag, Progress progress)
            throws IOException, InterruptedException {
        List<String> killed = cluster.killTagged(tag, Recovery.KILL_LIMIT);
        if (!killed.isEmpty()) {
            progress.note("ended applications that an earlier client left running: " + String.join(", ", killed));
        }
    }

    /**
     * Makes the remaining runs of the visit. In a workload's visit, it first makes the runs of jobs alone, and then
     * runs all jobs at once.
     *
     * @return whether runs are left for {@code --resume}: the user interrupted, or the cluster did not work again
     */
    public boolean run(Software software) throws IOException, InterruptedException {
        Plan plan = settings.plan();
        workspace.open();
        if (settings.storagePolicy() != null) {
            workspace.place(settings.storagePolicy());
        }
        JobExecution jobs = new JobExecution(
                cluster,
                settings.queue(),
                CampaignSettings.campaignTag(plan),
                settings.limits().timeout(),
                interruption);
        RecordAssembler assembler = new RecordAssembler(settings, software);
        RunExecution execution = new RunExecution(cluster, workspace, jobs, assembler, settings, directory, progress);
        boolean left = oneByOne(execution);
        leaveRoom(jobs);
        if (left) {
            return true;
        }
        noteOverhead();
        List<RunSpec> together = settings.visit().together();
        if (together.stream().anyMatch(this::isDue) && stopped.isEmpty()) {
            if (interruption.ending()) {
                return true;
            }
            boolean made =
                    together(execution, together.stream().map(sizing::size).toList());
            leaveRoom(jobs);
            if (!made) {
                return true;
            }
        }
        if (interruption.requested() || recovery.gaveUp() || atLimit) {
            return true;
        }
        // The probe's files are in the workspace, which is removed next.
        cluster.probe().close();
        removeWorkspace();
        return false;
    }

    /** Makes the runs that do not overlap, and returns whether some are left for {@code --resume}. */
    private boolean oneByOne(RunExecution execution) throws IOException, InterruptedException {
        List<SizedRun> due = settings.visit().runs().stream()
                .filter(spec -> spec.isConcurrent() || isDue(spec))
                .map(sizing::size)
                .toList();
        InputUse use = new InputUse(due);
        for (int index = 0; index < due.size() && stopped.isEmpty(); index++) {
            RunSpec spec = due.get(index).spec();
            if (spec.isConcurrent()
                    || experience.stops(settings.visit(), spec, due.get(index).input())) {
                continue;
            }
            if (interruption.ending()) {
                return true;
            }
            Optional<InputData> left =
                    due.get(index).written().isEmpty() ? Optional.empty() : use.left(index, prepared());
            Optional<RunExecution.Ended> made = make(execution, due.get(index), left);
            if (made.isEmpty()) {
                return true;
            }
            RunExecution.Ended ended = made.get();
            save(spec, due.get(index).input(), ended);
            dropInputs(use, index);
            stopped = OneWave.refuted(ended.runRecord());
            stopped.ifPresent(why -> progress.note(
                    "Stopped after " + spec.id() + ", because all further runs would end like it: " + why));
        }
        return false;
    }

    private Optional<RunExecution.Ended> make(RunExecution execution, SizedRun run, Optional<InputData> left)
            throws IOException, InterruptedException {
        RunSpec spec = run.spec();
        return make(
                        execution,
                        spec.job(),
                        () -> experience.expected(settings.visit(), spec),
                        () -> Map.of(spec, execution.run(run, left)))
                .map(made -> made.get(spec));
    }

    /** Runs all jobs of a workload at once. Returns false if they were not made, because the campaign ends first. */
    private boolean together(RunExecution execution, List<SizedRun> runs) throws IOException, InterruptedException {
        Visit visit = settings.visit();
        String workload = settings.plan().suite();
        Optional<Map<RunSpec, RunExecution.Ended>> made =
                make(execution, workload, () -> experience.expected(visit, workload), () -> {
                    long begin = System.nanoTime();
                    Map<RunSpec, RunExecution.Ended> ended = execution.together(
                            runs, ready -> ConcurrentRuns.execute(execution, ready, interruption, progress));
                    experience.took(visit, workload, Duration.ofNanos(System.nanoTime() - begin));
                    return ended;
                });
        for (Map.Entry<RunSpec, RunExecution.Ended> run : made.orElse(Map.of()).entrySet()) {
            save(run.getKey(), Optional.empty(), run.getValue());
        }
        return made.isPresent();
    }

    /** One attempt at a run, or at all runs that belong together. */
    private interface Attempt {
        Map<RunSpec, RunExecution.Ended> make() throws IOException, InterruptedException;
    }

    /** Makes an attempt, and repeats it if it proves nothing. Returns nothing if the campaign ends here. */
    private Optional<Map<RunSpec, RunExecution.Ended>> make(
            RunExecution execution, String job, Supplier<Duration> expected, Attempt attempt)
            throws IOException, InterruptedException {
        while (mayBegin(job, expected.get()) && recovery.await(execution)) {
            Map<RunSpec, RunExecution.Ended> made = attempt.make();
            if (!recovery.isOutage(made) && !isSetAside(made)) {
                return Optional.of(made);
            }
        }
        return Optional.empty();
    }

    /** Waits until the limits of a guest permit a run. Returns false if they permit no further run. */
    private boolean mayBegin(String job, Duration expected) throws InterruptedException {
        if (experience.stopsAll()) {
            atLimit = true;
            return false;
        }
        Optional<String> end = cluster.guard().await(job, expected, progress::note, interruption::ending);
        end.ifPresent(why -> progress.note("Stopped: " + why + ". Resume the campaign when it may go on."));
        atLimit = end.isPresent();
        return !atLimit;
    }

    /** Frees the space that the runs have used, for later steps such as the next visit. */
    private void leaveRoom(JobExecution jobs) throws IOException, InterruptedException {
        if (recovery.gaveUp()) {
            return;
        }
        recovery.strayEnded();
        try {
            jobs.awaitRoom();
        } catch (IOException e) {
            progress.note("can't see whether the last ApplicationMaster has ended: " + FailureMessage.of(e));
        }
    }

    /** Returns the ids of the inputs that exist; none if HDFS does not answer. Then a later run makes its input. */
    private Set<String> prepared() {
        try {
            return workspace.preparedInputs();
        } catch (IOException unknown) {
            return Set.of();
        }
    }

    /** Removes inputs that no later run reads. */
    private void dropInputs(InputUse use, int index) {
        try {
            workspace.removeInputsExcept(use.neededAfter(index, workspace.preparedInputs()));
        } catch (IOException e) {
            progress.note("can't remove inputs that no later run reads: " + FailureMessage.of(e));
        }
    }

    /** Returns why some runs were not made although the user did not interrupt them; empty if all were made. */
    public Optional<String> stopped() {
        return stopped;
    }

    /** Warm-ups of an earlier start no longer have an effect, so they are repeated. */
    private boolean isDue(RunSpec spec) {
        return spec.isWarmUp()
                ? settings.visit().runs().stream().anyMatch(run -> !run.isWarmUp() && !directory.finished(run))
                : !directory.finished(spec);
    }

    /**
     * Sets aside the record of a cooled run that ran warm, once per run. Returns true if the run must be made again.
     */
    private boolean isSetAside(Map<RunSpec, RunExecution.Ended> made) throws IOException {
        boolean again = false;
        for (Map.Entry<RunSpec, RunExecution.Ended> run : made.entrySet()) {
            again |= isSetAside(run.getKey(), run.getValue());
        }
        return again;
    }

    private boolean isSetAside(RunSpec spec, RunExecution.Ended ended) throws IOException {
        CacheProof proof = ended.runRecord().cacheProof();
        if (spec.isWarmUp() || proof == null || !proof.disprovesCooling()) {
            return false;
        }
        Optional<String> name = directory.warmName(spec);
        if (name.isPresent()) {
            directory.write(spec, ended.runRecord().setAside(name.get()), null, ended.evidence());
            progress.note(spec.id()
                    + ": its input came from memory although the caches were cooled; Spindle keeps this record as "
                    + name.get() + " and repeats the run");
        }
        return name.isPresent();
    }

    /** Prints the runner's own time between runs, which helps to plan long campaigns. */
    private void noteOverhead() {
        if (overhead.getCount() > 0) {
            progress.note(String.format(
                    Locale.ROOT,
                    "Spindle's own overhead between runs: %.1f s on average, at most %.1f s, not counting preparing,"
                            + " settling, cooling, cleaning and the wait for ApplicationMasters.",
                    overhead.getAverage(),
                    overhead.getMax()));
        }
    }

    /** An error is only printed, because all records are written and the table is still to be printed. */
    private void removeWorkspace() {
        try {
            workspace.remove();
        } catch (IOException e) {
            progress.note(
                    "can't remove the campaign's directory from HDFS (`clean` tries again): " + FailureMessage.of(e));
        }
    }

    private void save(RunSpec spec, Optional<InputData> input, RunExecution.Ended ended) throws IOException {
        boolean cutShort = interruption.requested() && ended.runRecord().status() == Status.FAILED;
        RunRecord kept = cutShort ? interrupted(spec, ended.runRecord()) : ended.runRecord();
        try {
            directory.write(spec, kept, ended.series(), ended.evidence());
        } catch (IOException e) {
            throw new IOException(saveElsewhere(spec, kept, ended, e), e);
        }
        if (ended.runRecord().status() == Status.FAILED) {
            recovery.failed(ended.runRecord().identity().applicationId() != null);
        }
        if (kept.steps().overhead() != null) {
            overhead.accept(kept.steps().overhead());
        }
        progress.ended(spec, kept);
        List<NodeLayout> layouts = ended.evidence() == null
                ? List.of()
                : ended.evidence().section().layout();
        Long stored = kept.sizes() == null ? null : kept.sizes().stored();
        cluster.guard().ended(stored, layouts);
        experience.ended(settings.visit(), spec, input, kept).ifPresent(progress::note);
    }

    /** Saves a record elsewhere if the campaign's directory cannot be written, and prints its path. */
    private String saveElsewhere(RunSpec spec, RunRecord kept, RunExecution.Ended ended, IOException reason) {
        String message = "Spindle cannot write the record of " + spec.id() + " into " + directory.runs() + " ("
                + FailureMessage.of(reason) + "). ";
        try {
            return message + "The record is in "
                    + directory.writeElsewhere(kept, ended.series(), ended.evidence())
                    + ". Free space, move the files there into " + directory.runs()
                    + ", then use --resume. Without these files --resume makes the run again";
        } catch (IOException nowhere) {
            progress.note(JsonDocument.line(kept));
            return message + "The record was printed to standard error instead. Free space, save the record there"
                    + " as " + spec.id() + ".json, then use --resume. Without it --resume makes the run again";
        }
    }

    private RunRecord interrupted(RunSpec spec, RunRecord ended) {
        return ended.interrupted(directory.interruptedName(spec), Interruption.REASON);
    }
}
