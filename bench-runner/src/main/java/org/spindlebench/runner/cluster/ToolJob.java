package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.runner.cluster.AmTail.StagingDirectory;
import org.spindlebench.runner.cluster.Deadlines.NoAnswerException;
import org.spindlebench.runner.cluster.EndedJob.ObservedLife;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;

/**
 * Runs a tool in a thread of this process. Stock tools submit and wait in one call without returning a handle, so
 * Spindle finds the application by its tag.
 */
final class ToolJob implements RunningJob {
    private static final Logger LOG = LoggerFactory.getLogger(ToolJob.class);
    /** The limit of diagnostics in characters. YARN's diagnostics may list all processes of a container. */
    private static final int MOST_DIAGNOSTICS = 3_000;

    private static final Duration AM_LIMIT = Duration.ofSeconds(60);

    /** The time limit of a look at the job. It keeps the job's own time limit valid if a daemon is away. */
    private static final Duration LOOK_LIMIT = Duration.ofMillis(1500);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(3);

    private static final Duration RETURN_LIMIT = Duration.ofSeconds(10);

    private static final String MASTER = "the ResourceManager";

    private static final long POLL_MS = 50;

    private static final String CLIENT_POLL = "mapreduce.client.completion.pollinterval";
    private static final int CLIENT_POLL_MS = 500;

    private final HadoopCluster cluster;
    private final YarnClient yarn;
    private final Configuration configuration;
    private final ToolCall call;
    private final String tag;
    private final CountDownLatch returned = new CountDownLatch(1);
    private final Thread thread;

    private final Sightings sightings = new Sightings();
    private volatile Instant submitted;
    private volatile Instant finished;
    private volatile int exitCode = -1;
    private volatile Throwable failure;
    private volatile ApplicationReport application;
    private volatile String killedBecause;
    /** True if YARN has not answered the request to kill the application. */
    private volatile boolean unanswered;
    /** True if the application's staging directory must still be removed. */
    private volatile boolean stagingLeft;

    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile JobProgress last = JobProgress.SUBMITTING;

    ToolJob(HadoopCluster cluster, YarnClient yarn, Configuration configuration, ToolCall call, String tag) {
        this.cluster = cluster;
        this.yarn = yarn;
        this.configuration = configuration;
        this.call = call;
        this.tag = tag;
        this.thread = new Thread(this::runTool, "job-" + tag);
        thread.setDaemon(true);
    }

    /**
     * Makes MapReduce's client ask twice a second whether the job has ended, unless the user sets an interval. Hadoop's
     * default is five seconds, so on average a campaign would lose half of this interval in each run.
     */
    static void noticeTheEndSoon(Configuration job) {
        String[] sources = job.getPropertySources(CLIENT_POLL);
        if (sources == null || Arrays.stream(sources).allMatch(source -> source.endsWith("mapred-default.xml"))) {
            job.setInt(CLIENT_POLL, CLIENT_POLL_MS);
        }
    }

    void start() {
        submitted = Instant.now();
        sightings.begin();
        thread.start();
    }

    private void runTool() {
        try {
            exitCode = ToolRunner.run(
                    configuration, call.tool().create(), call.arguments().toArray(new String[0]));
        } catch (Exception | LinkageError e) {
            failure = e;
        } finally {
            finished = Instant.now();
            returned.countDown();
        }
    }

    @Override
    public JobProgress progress() {
        if (!looking.compareAndSet(false, true)) {
            // Spindle cannot end a thread that waits for an answer, so there is only one such thread.
            return last;
        }
        try {
            last = Deadlines.call(
                    () -> {
                        try {
                            return readProgress();
                        } finally {
                            looking.set(false);
                        }
                    },
                    LOOK_LIMIT,
                    MASTER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception unreadable) {
            return last;
        }
        return last;
    }

    private JobProgress readProgress() throws IOException, YarnException, InterruptedException {
        refreshApplication();
        if (application == null) {
            return last;
        }
        String id = application.getApplicationId().toString();
        String state = application.getYarnApplicationState().toString();
        if (application.getYarnApplicationState() != YarnApplicationState.RUNNING) {
            return new JobProgress(id, state, last.map(), last.reduce());
        }
        Job job = cluster.mapReduce().getJob(jobId());
        JobStatus status = job == null ? null : job.getStatus();
        return status == null
                ? new JobProgress(id, state, last.map(), last.reduce())
                : new JobProgress(id, state, status.getMapProgress(), status.getReduceProgress());
    }

    private JobID jobId() {
        return TypeConverter.fromYarn(application.getApplicationId());
    }

    /** Reads the application's state, and kills an application that was submitted only after the request to kill it. */
    private void refreshApplication() throws IOException, YarnException {
        long asked = System.nanoTime();
        if (application != null) {
            application = yarn.getApplicationReport(application.getApplicationId());
        } else {
            List<ApplicationReport> found =
                    TaggedApplications.find(yarn, tag, EnumSet.allOf(YarnApplicationState.class));
            if (found.isEmpty()) {
                return;
            }
            application = found.get(0);
            if (killedBecause != null) {
                yarn.killApplication(application.getApplicationId());
            }
        }
        sightings.saw(
                TaggedApplications.LIVE.contains(application.getYarnApplicationState()), asked, System.nanoTime());
    }

    /** The times at which the client saw the application, by its own clock in nanoseconds. */
    private static final class Sightings {
        private static final double NANOS = 1e9;

        private long begun;
        private boolean any;
        private long first;
        private long alive;
        private boolean over;
        private long ended;

        synchronized void begin() {
            begun = System.nanoTime();
        }

        synchronized void saw(boolean live, long asked, long answered) {
            if (!any) {
                any = true;
                first = answered;
                alive = asked;
            }
            if (live) {
                alive = Math.max(alive, asked);
            } else if (!over) {
                over = true;
                ended = answered;
            }
        }

        /** Returns the bounds of the application's time; null if its end was not seen. */
        synchronized ObservedLife span() {
            return over ? new ObservedLife(Math.max(0, alive - first) / NANOS, (ended - begun) / NANOS) : null;
        }
    }

    @Override
    public boolean await(Duration limit) throws InterruptedException {
        return returned.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void giveUp() throws InterruptedException {
        if (returned.getCount() > 0) {
            thread.interrupt();
            await(RETURN_LIMIT);
        }
    }

    @Override
    public boolean kill(String why) {
        killedBecause = why;
        if (application == null) {
            // Ends a submission that waits for a master. Otherwise it would come through once the master is back.
            thread.interrupt();
        }
        try {
            unanswered = true;
            Deadlines.call(this::refreshed, LOOK_LIMIT, MASTER);
            unanswered = false;
            // YARN returns from a kill only after the application has ended.
            Deadlines.call(this::killApplication, KILL_LIMIT, MASTER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            killedBecause = why + " (the kill failed: " + FailureMessage.of(e) + ")";
        }
        return !unanswered;
    }

    private boolean refreshed() throws IOException, YarnException {
        refreshApplication();
        return true;
    }

    private boolean killApplication() throws IOException, YarnException {
        if (application != null) {
            yarn.killApplication(application.getApplicationId());
        }
        return true;
    }

    @Override
    public EndedJob end() throws IOException, InterruptedException {
        try {
            Deadlines.io(this::settled, unanswered ? LOOK_LIMIT : AM_LIMIT, MASTER);
            removeStaging(KILL_LIMIT);
            return ended();
        } catch (NoAnswerException e) {
            if (killedBecause == null) {
                throw e;
            }
            return ended();
        }
    }

    /**
     * Waits until YARN knows the end. The tool returns shortly before that, when the ApplicationMaster reports the end.
     */
    private boolean settled() throws IOException, YarnException, InterruptedException {
        refreshApplication();
        while (application != null && TaggedApplications.LIVE.contains(application.getYarnApplicationState())) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            refreshApplication();
        }
        stagingLeft = application != null
                && (application.getYarnApplicationState() == YarnApplicationState.KILLED
                        || application.getYarnApplicationState() == YarnApplicationState.FAILED);
        return true;
    }

    /**
     * Removes the files that a killed ApplicationMaster left. A NameNode that hangs must not delay the end of a run.
     */
    private void removeStaging(Duration limit) throws InterruptedException {
        if (!stagingLeft) {
            return;
        }
        try {
            Deadlines.call(() -> StagingDirectory.remove(configuration, application.getApplicationId()), limit, "HDFS");
            stagingLeft = false;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception away) {
            LOG.debug("The staging directory of {} is removed before the next job", tag, away);
        }
    }

    @Override
    public void awaitMaster() throws IOException, InterruptedException {
        removeStaging(RETURN_LIMIT);
        if (application != null) {
            Deadlines.io(
                    () -> AmTail.await(yarn, configuration, application.getApplicationId(), AM_LIMIT),
                    AM_LIMIT.plus(LOOK_LIMIT),
                    MASTER);
        }
    }

    private EndedJob ended() {
        boolean accepted = application != null;
        boolean succeeded = !toolFailed()
                && killedBecause == null
                && accepted
                && application.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED;
        EndedJob ended = new EndedJob(
                accepted ? application.getApplicationId().toString() : null,
                accepted ? jobId().toString() : null,
                succeeded,
                succeeded ? "" : diagnostics(),
                submitted,
                finished,
                accepted ? EndedJob.instant(application.getStartTime()) : null,
                accepted ? EndedJob.instant(application.getFinishTime()) : null);
        return ended.with(masters(), sightings.span()).in(accepted ? application.getQueue() : null);
    }

    /**
     * A tool also fails if it can't read counters from the JobHistoryServer, which does not mean that its job failed.
     * Spindle reads them itself, perhaps later.
     */
    private boolean toolFailed() {
        if (finished == null) {
            return true;
        }
        return failure == null ? exitCode != 0 : Outage.of(failure).isEmpty();
    }

    private Integer masters() {
        return application == null || application.getCurrentApplicationAttemptId() == null
                ? null
                : (Integer) application.getCurrentApplicationAttemptId().getAttemptId();
    }

    private String diagnostics() {
        StringBuilder text = new StringBuilder();
        if (killedBecause != null) {
            text.append(killedBecause).append(". ");
        }
        if (failure != null) {
            text.append(Refusal.of(failure).orElseGet(() -> FailureMessage.withoutTrace(failure.toString())))
                    .append(". ");
        } else if (exitCode != 0) {
            text.append(call.tool()).append(" returned ").append(exitCode).append(". ");
        }
        if (application == null) {
            text.append("No application was submitted.");
        } else {
            text.append(application.getApplicationId())
                    .append(' ')
                    .append(application.getFinalApplicationStatus())
                    .append(": ")
                    .append(FailureMessage.withoutFrames(String.valueOf(application.getDiagnostics())));
        }
        String all = text.toString().strip();
        return all.length() <= MOST_DIAGNOSTICS ? all : all.substring(0, MOST_DIAGNOSTICS) + " ...";
    }

    /** Finds applications by tag, because stock tools return no handle to their job. */
    static final class TaggedApplications {
        static final Set<YarnApplicationState> LIVE = EnumSet.of(
                YarnApplicationState.NEW,
                YarnApplicationState.NEW_SAVING,
                YarnApplicationState.SUBMITTED,
                YarnApplicationState.ACCEPTED,
                YarnApplicationState.RUNNING);

        static final Set<YarnApplicationState> KILLED = EnumSet.of(YarnApplicationState.KILLED);

        private TaggedApplications() {}

        /** Returns this user's applications with the tag. Anybody can give the same tag to his own. */
        static List<ApplicationReport> find(YarnClient yarn, String tag, Set<YarnApplicationState> states)
                throws IOException, YarnException {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            GetApplicationsRequest request = GetApplicationsRequest.newInstance();
            request.setApplicationTags(Set.of(tag.toLowerCase(Locale.ROOT)));
            request.setApplicationStates(EnumSet.copyOf(states));
            return yarn.getApplications(request).stream()
                    .filter(found -> user.equals(found.getUser()))
                    .toList();
        }

        /** Returns the applications whose tag begins with the prefix. */
        static List<ApplicationReport> beginning(YarnClient yarn, String prefix, Set<YarnApplicationState> states)
                throws IOException, YarnException {
            GetApplicationsRequest request = GetApplicationsRequest.newInstance();
            request.setApplicationStates(EnumSet.copyOf(states));
            return yarn.getApplications(request).stream()
                    .filter(found -> found.getApplicationTags().stream().anyMatch(tag -> tag.startsWith(prefix)))
                    .toList();
        }
    }
}
