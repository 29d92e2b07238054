package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.AmTail.StagingDirectory;
import org.spindlebench.runner.cluster.Deadlines.NoAnswerException;
import org.spindlebench.runner.cluster.EndedJob.ProgramEnd;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ToolJob.TaggedApplications;
import org.spindlebench.runner.cluster.client.ChildProcess;
import org.spindlebench.runner.cluster.client.ClientDirectory;
import org.spindlebench.runner.program.Placeholders;

/**
 * Runs a program of the user in a process of its own. Its applications are the applications with the run's tag. It has
 * ended when its process and all of its applications have ended.
 */
final class ProgramJob implements RunningJob {
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(2);
    private static final Duration END_LIMIT = Duration.ofSeconds(60);
    private static final String MASTER = "the ResourceManager";
    private static final long POLL_MS = 200;
    private static final int MOST_DIAGNOSTICS = 3_000;

    /** The statuses of applications that ended as they should. */
    private static final Set<FinalApplicationStatus> GOOD =
            EnumSet.of(FinalApplicationStatus.SUCCEEDED, FinalApplicationStatus.ENDED);

    private final YarnClient yarn;
    private final Configuration configuration;
    private final ProgramCall call;
    private final String tag;
    private final CountDownLatch returned = new CountDownLatch(1);
    private final Thread thread;

    private volatile Instant submitted;
    private volatile Instant finished;
    private volatile Process process;
    private volatile Integer exitCode;
    private volatile Exception failure;
    private volatile List<ApplicationReport> applications = List.of();
    private volatile String killedBecause;
    /** True if YARN has not answered the request to kill the applications. */
    private volatile boolean unanswered;

    private volatile JobProgress last = new JobProgress(null, "SUBMITTING", 0, 0);

    /** @param tag the tag that only the applications of this call have */
    ProgramJob(YarnClient yarn, Configuration configuration, ProgramCall call, String tag) {
        this.yarn = yarn;
        this.configuration = configuration;
        this.call = call;
        this.tag = tag;
        this.thread = new Thread(this::runProgram, "program-" + tag);
        thread.setDaemon(true);
    }

    void start() {
        submitted = Instant.now();
        thread.start();
    }

    private void runProgram() {
        String own = System.getenv("HADOOP_CONF_DIR");
        try (ClientDirectory conf = ClientDirectory.of(configuration, own == null ? null : Path.of(own))) {
            process = new ChildProcess(call.call(), call.words(), Placeholders.environment(call.values()))
                    .start(conf.path(), call.log());
            if (killedBecause == null) {
                int code = process.waitFor();
                exitCode = killedBecause == null ? (Integer) code : null;
            }
            finished = Instant.now();
            awaitApplications();
        } catch (IOException | InterruptedException | RuntimeException e) {
            failure = e;
        } finally {
            endProcess();
            finished = Objects.requireNonNullElseGet(finished, Instant::now);
            returned.countDown();
        }
    }

    /** Waits for applications that the program did not wait for. The run's time limit also holds for them. */
    private void awaitApplications() throws InterruptedException {
        while (killedBecause == null && !areOver()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    /** Returns whether all applications have ended; false also if the ResourceManager is away. */
    private boolean areOver() {
        try {
            refresh();
            return live().isEmpty();
        } catch (IOException | YarnException away) {
            return false;
        }
    }

    private void refresh() throws IOException, YarnException {
        List<ApplicationReport> found =
                new ArrayList<>(TaggedApplications.find(yarn, tag, EnumSet.allOf(YarnApplicationState.class)));
        found.sort(Comparator.comparingLong(ApplicationReport::getStartTime)
                .thenComparing(ApplicationReport::getApplicationId));
        applications = List.copyOf(found);
    }

    private List<ApplicationReport> live() {
        return applications.stream()
                .filter(each -> TaggedApplications.LIVE.contains(each.getYarnApplicationState()))
                .toList();
    }

    @Override
    public JobProgress progress() {
        try {
            last = Deadlines.call(this::readProgress, LOOK_LIMIT, MASTER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception unreadable) {
            return last;
        }
        return last;
    }

    /** The state is never that of an ended application, because other applications may follow. */
    private JobProgress readProgress() throws IOException, YarnException {
        refresh();
        if (applications.isEmpty()) {
            return last;
        }
        ApplicationReport newest = applications.get(applications.size() - 1);
        return new JobProgress(newest.getApplicationId().toString(), "RUNNING", newest.getProgress(), 0);
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return returned.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void giveUp() {
        // Its state is never that of an ended application, so Spindle abandons it only at its time limit.
    }

    @Override
    public boolean kill(String why) {
        killedBecause = why;
        endProcess();
        try {
            unanswered = true;
            unanswered = !Deadlines.call(this::killApplications, LOOK_LIMIT, MASTER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            killedBecause = why + " (the kill failed: " + FailureMessage.of(e) + ")";
        }
        return !unanswered;
    }

    private boolean killApplications() throws IOException, YarnException {
        refresh();
        for (ApplicationReport application : live()) {
            yarn.killApplication(application.getApplicationId());
        }
        return true;
    }

    /** Kills the process with its children, which are listed before it ends, so that it cannot start others instead. */
    private void endProcess() {
        Process started = process;
        if (started != null) {
            List<ProcessHandle> children = started.descendants().toList();
            started.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public EndedJob end() throws IOException, InterruptedException {
        try {
            Deadlines.io(this::settled, unanswered ? LOOK_LIMIT : END_LIMIT, MASTER);
            return ended();
        } catch (NoAnswerException e) {
            if (killedBecause == null) {
                throw e;
            }
            return ended();
        }
    }

    /**
     * Waits until YARN knows the end of all applications. Kills applications that a killed program had just submitted.
     */
    private boolean settled() throws IOException, YarnException, InterruptedException {
        refresh();
        while (!live().isEmpty()) {
            if (killedBecause != null) {
                killApplications();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            refresh();
        }
        for (ApplicationReport ended : applications) {
            YarnApplicationState state = ended.getYarnApplicationState();
            boolean cut = state == YarnApplicationState.KILLED || state == YarnApplicationState.FAILED;
            if (cut && isMapReduce(ended)) {
                StagingDirectory.remove(configuration, ended.getApplicationId());
            }
        }
        return true;
    }

    private static boolean isMapReduce(ApplicationReport application) {
        return ProgramRun.MAPREDUCE.equals(application.getApplicationType());
    }

    @Override
    public void awaitMaster() throws IOException, InterruptedException {
        for (ApplicationReport application : applications) {
            Configuration conf = new Configuration(configuration);
            // Only MapReduce's ApplicationMasters are known to have nothing left to do.
            conf.setBoolean(
                    JobKeys.AM_TAIL_END, isMapReduce(application) && conf.getBoolean(JobKeys.AM_TAIL_END, false));
            Deadlines.io(
                    () -> AmTail.await(yarn, conf, application.getApplicationId(), END_LIMIT),
                    END_LIMIT.plus(LOOK_LIMIT),
                    MASTER);
        }
    }

    private EndedJob ended() {
        List<Application> all =
                applications.stream().map(ProgramJob::application).toList();
        boolean good = failure == null
                && killedBecause == null
                && Integer.valueOf(0).equals(exitCode)
                && !(call.submits() && all.isEmpty())
                && applications.stream().allMatch(each -> GOOD.contains(each.getFinalApplicationStatus()));
        EndedJob ended = new EndedJob(
                all.isEmpty() ? null : all.get(0).id(),
                all.stream()
                        .filter(each -> each.type().equals(ProgramRun.MAPREDUCE))
                        .map(each -> jobId(each.id()))
                        .findFirst()
                        .orElse(null),
                good,
                good ? "" : diagnostics(),
                submitted,
                finished,
                all.stream()
                        .map(Application::started)
                        .filter(Objects::nonNull)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                all.stream()
                        .map(Application::finished)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null));
        return ended.with(masters(), null).of(new ProgramEnd(call, call.words(), exitCode, all));
    }

    /** Returns MapReduce's id of the job of an application. */
    static String jobId(String applicationId) {
        return applicationId.replaceFirst("^application_", "job_");
    }

    private Integer masters() {
        return applications.stream()
                .map(ApplicationReport::getCurrentApplicationAttemptId)
                .filter(Objects::nonNull)
                .map(attempt -> attempt.getAttemptId())
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static Application application(ApplicationReport report) {
        return new Application(
                report.getApplicationId().toString(),
                report.getName(),
                String.valueOf(report.getApplicationType()),
                String.valueOf(report.getFinalApplicationStatus()),
                EndedJob.instant(report.getStartTime()),
                EndedJob.instant(report.getFinishTime()),
                List.of(),
                null);
    }

    private String diagnostics() {
        List<String> parts = new ArrayList<>();
        if (killedBecause != null) {
            parts.add(killedBecause);
        } else if (failure != null) {
            parts.add(call.name() + " could not be run: " + FailureMessage.of(failure));
        } else if (exitCode != null && exitCode != 0) {
            String said = call.log() == null ? "" : ChildProcess.end(call.log());
            parts.add(call.name() + " ended with exit code " + exitCode + (said.isEmpty() ? "" : ": " + said));
        }
        if (call.submits() && applications.isEmpty() && failure == null && killedBecause == null) {
            parts.add(call.name() + " submitted no application with the tag " + tag
                    + "; give the tags in SPINDLE_TAG to what it submits: spark.yarn.tags for Spark, mapreduce.job.tags for"
                    + " MapReduce, tez.application.tags for Tez");
        }
        applications.stream()
                .filter(each -> !GOOD.contains(each.getFinalApplicationStatus()))
                .map(each -> each.getApplicationId() + " " + each.getFinalApplicationStatus() + ": "
                        + FailureMessage.withoutFrames(String.valueOf(each.getDiagnostics())))
                .forEach(parts::add);
        String all = String.join(". ", parts).strip();
        return all.length() <= MOST_DIAGNOSTICS ? all : all.substring(0, MOST_DIAGNOSTICS) + " ...";
    }
}
