package org.spindlebench.runner.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptReport;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.SignalContainerCommand;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spindlebench.jobs.base.JobKeys;

/**
 * Waits for the hidden end of a job. An ApplicationMaster sleeps for five seconds after YARN reports its application
 * as FINISHED. It still holds its container, so a job that starts in the meantime has less space. Only the state of its
 * attempt shows this: it is FINISHING until the container is gone.
 */
public final class AmTail {
    private static final Logger LOG = LoggerFactory.getLogger(AmTail.class);
    private static final long POLL_MS = 25;

    private final YarnClient yarn;
    private final Configuration conf;
    private final ApplicationAttemptId attempt;
    private boolean signalled;

    private AmTail(YarnClient yarn, Configuration conf, ApplicationAttemptId attempt) {
        this.yarn = yarn;
        this.conf = conf;
        this.attempt = attempt;
        this.signalled = !conf.getBoolean(JobKeys.AM_TAIL_END, false)
                // The ApplicationMaster sends the notification after it has removed its staging directory. A kill
                // could prevent the notification.
                || conf.get("mapreduce.job.end-notification.url") != null;
    }

    /**
     * Waits until the container of the application's last ApplicationMaster is gone.
     *
     * @return the duration of the wait; at least the limit if the container still exists
     */
    public static Duration await(YarnClient yarn, Configuration conf, ApplicationId application, Duration limit)
            throws IOException, YarnException, InterruptedException {
        long start = System.nanoTime();
        AmTail tail = of(yarn, conf, application);
        while (!tail.gone() && System.nanoTime() - start < limit.toNanos()) {
            tail.endWhenDone();
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static AmTail of(YarnClient yarn, Configuration conf, ApplicationId application)
            throws IOException, YarnException {
        try {
            return new AmTail(yarn, conf, yarn.getApplicationReport(application).getCurrentApplicationAttemptId());
        } catch (ApplicationNotFoundException e) {
            // The ResourceManager has forgotten the application, so it ended long ago.
            return new AmTail(yarn, conf, null);
        }
    }

    private boolean gone() throws IOException, YarnException {
        if (attempt == null) {
            return true;
        }
        try {
            return isOver(report().getYarnApplicationAttemptState());
        } catch (ApplicationAttemptNotFoundException | ApplicationNotFoundException e) {
            return true;
        }
    }

    private static boolean isOver(YarnApplicationAttemptState state) {
        return state == YarnApplicationAttemptState.FINISHED
                || state == YarnApplicationAttemptState.FAILED
                || state == YarnApplicationAttemptState.KILLED;
    }

    /** Kills the ApplicationMaster once it has moved the history and then removed its staging directory. */
    private void endWhenDone() throws IOException, YarnException {
        if (signalled || report().getYarnApplicationAttemptState() != YarnApplicationAttemptState.FINISHING) {
            return;
        }
        Path staging = StagingDirectory.of(conf, attempt.getApplicationId());
        if (!FileSystem.get(staging.toUri(), conf).exists(staging)) {
            signalled = true;
            try {
                yarn.signalToContainer(report().getAMContainerId(), SignalContainerCommand.FORCEFUL_SHUTDOWN);
            } catch (YarnException | IOException refused) {
                LOG.debug("The ApplicationMaster of {} ends by itself", attempt, refused);
            }
        }
    }

    private ApplicationAttemptReport report() throws IOException, YarnException {
        return yarn.getApplicationAttemptReport(attempt);
    }

    /** The staging directory of one of this user's MapReduce jobs, which contains its jar, settings and splits. */
    static final class StagingDirectory {
        private StagingDirectory() {}

        static Path of(Configuration conf, ApplicationId application) throws IOException {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            String job = TypeConverter.fromYarn(application).toString();
            return FileSystem.get(conf).makeQualified(new Path(MRApps.getStagingAreaDir(conf, user), job));
        }

        /** Removes the directory of a killed application, because the killed ApplicationMaster could not do so. */
        static boolean remove(Configuration conf, ApplicationId application) throws IOException {
            Path directory = of(conf, application);
            return directory.getFileSystem(conf).delete(directory, true);
        }
    }
}
