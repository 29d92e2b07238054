package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.workload.WorkloadTimes;
import org.spindlebench.analysis.workload.WorkloadTimes.JobResponse;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.plan.PlannedWorkload;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;

/** Tests a workload of three jobs that end only when all of them have started. */
@Timeout(60)
class ConcurrentRunsTest {
    private static final double LAST_ARRIVAL = 0.3;

    @TempDir
    private Path results;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interruption interruption = new Interruption();

    /** The first job runs alone. Then each job waits for the other two, or until it is killed. */
    private class MeetingCluster extends FakeCluster {
        final CountDownLatch meeting = new CountDownLatch(3);
        final int failing;
        private int submissions;

        MeetingCluster(int failing) {
            this.failing = failing;
        }

        @Override
        public synchronized RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            RunningJob alone = super.submit(call, queue, campaignTag, runTag);
            return submissions++ == 0 ? alone : new MeetingJob(submissions - 1 == failing);
        }

        private final class MeetingJob implements RunningJob {
            private final Instant submitted = Instant.now();
            private final CountDownLatch killed = new CountDownLatch(1);
            private final boolean fails;
            private boolean met;

            MeetingJob(boolean fails) {
                this.fails = fails;
                meeting.countDown();
            }

            @Override
            public JobProgress progress() {
                return new JobProgress("application_1_0001", "RUNNING", 0, 0);
            }

            @Override
            public boolean await(Duration limit) throws InterruptedException {
                met = meeting.await(limit.toMillis(), TimeUnit.MILLISECONDS);
                return met || killed.getCount() == 0;
            }

            @Override
            public boolean kill(String why) {
                killed.countDown();
                return true;
            }

            @Override
            public void awaitMaster() {}

            @Override
            public void giveUp() {}

            @Override
            public EndedJob end() {
                boolean succeeded = met && !fails;
                return new EndedJob(
                        "application_1_0001",
                        "job_1_0001",
                        succeeded,
                        succeeded ? "" : "out of disk",
                        submitted,
                        Instant.now(),
                        submitted,
                        Instant.now().plusMillis(20));
            }
        }
    }

    private CampaignDirectory run(FakeCluster cluster) throws Exception {
        PlannedWorkload workload = Fixtures.workload(LAST_ARRIVAL);
        CampaignDirectory directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(workload.plan());
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(workload.plan(), new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        interruption,
                        new Progress(
                                new PrintStream(err, true, StandardCharsets.UTF_8), false, 4, TimeLeft.ofNothing()))
                .run(Fixtures.SOFTWARE);
        return directory;
    }

    private static List<RunRecord> records(CampaignDirectory directory) throws IOException {
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            return records.toList();
        }
    }

    private static WorkloadTimes figures(CampaignDirectory directory) throws IOException {
        return JsonDocument.read(
                directory.workload(Fixtures.workload(LAST_ARRIVAL).plan().first()),
                WorkloadTimes.class,
                WorkloadTimes.SCHEMA);
    }

    @Test
    void allJobsRunAtOnceAndEachHasARecordAndItsFigures() throws Exception {
        MeetingCluster cluster = new MeetingCluster(0);

        CampaignDirectory directory = run(cluster);

        assertThat(records(directory)).hasSize(4).allMatch(run -> run.status() == Status.OK);
        WorkloadTimes figures = figures(directory);
        assertThat(figures.mostAtOnce()).isEqualTo(3);
        assertThat(figures.invalid()).isEmpty();
        assertThat(figures.makespan()).isBetween(LAST_ARRIVAL - 0.05, 30.0);
        assertThat(figures.jobs()).extracting(JobResponse::name).containsExactly("job0", "job1", "job2");
        assertThat(figures.jobs()).allSatisfy(job -> {
            // The run alone took 10 s.
            assertThat(job.alone()).isEqualTo(10.0);
            assertThat(job.aloneRuns()).isEqualTo(1);
            assertThat(job.slowDown()).isEqualTo(job.response() / 10);
            assertThat(job.late()).isBetween(0.0, 10.0);
        });
        assertThat(figures.jobs().get(0).response())
                .isGreaterThan(figures.jobs().get(2).response());
        assertThat(cluster.memory.exists("/base")).isFalse();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("s: job2 submitted")
                .contains("s: job0 ended");
    }

    @Test
    void aJobThatFailsMakesTheMakespanInvalidAndNoOtherJob() throws Exception {
        CampaignDirectory directory = run(new MeetingCluster(2));

        assertThat(records(directory))
                .extracting(RunRecord::status)
                .containsExactly(Status.OK, Status.OK, Status.FAILED, Status.OK);
        WorkloadTimes figures = figures(directory);
        assertThat(figures.makespan()).isNull();
        assertThat(figures.invalid()).containsExactly("job1: out of disk");
        assertThat(figures.jobs().get(1).response()).isNull();
        assertThat(figures.jobs().get(2).slowDown()).isNotNull();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("s: job1 failed");
    }

    @Test
    void anInterruptionKillsAllThatRunAndSubmitsNoMore() throws Exception {
        Duration soon = Duration.ofMillis(1);
        MeetingCluster cluster = new MeetingCluster(0) {
            @Override
            public synchronized RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                RunningJob job = super.submit(call, queue, campaignTag, runTag);
                if (meeting.getCount() == 1) {
                    new Thread(() -> interruption.request(soon)).start();
                }
                return job;
            }
        };

        CampaignDirectory directory = run(cluster);

        assertThat(records(directory))
                .extracting(RunRecord::status)
                .containsExactly(Status.OK, Status.INTERRUPTED, Status.INTERRUPTED);
        WorkloadTimes figures = figures(directory);
        assertThat(figures.makespan()).isNull();
        assertThat(figures.invalid()).hasSize(3).allMatch(reason -> reason.contains("interrupted"));
    }
}
