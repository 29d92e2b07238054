package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.guest.Guard;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.plan.Plan;
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
    private boolean left;

    /** The first job runs alone. Then each job waits for the other two, or until it is killed. */
    private class MeetingCluster extends FakeCluster {
        final CountDownLatch meeting = new CountDownLatch(3);
        final int failing;
        /** The number of a job that the client submits 2 s after its time. */
        int late;

        private int submissions;

        MeetingCluster(int failing) {
            this.failing = failing;
        }

        @Override
        public synchronized RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            RunningJob alone = super.submit(call, queue, campaignTag, runTag);
            if (call.tool() == ToolName.SLEEP) {
                return alone; // It re-reads jars after the caches were cooled.
            }
            return submissions++ == 0 ? alone : new MeetingJob(submissions - 1 == failing, submissions - 1 == late);
        }

        private final class MeetingJob implements RunningJob {
            private final Instant submitted;
            private final CountDownLatch killed = new CountDownLatch(1);
            private final boolean fails;
            private boolean met;

            MeetingJob(boolean fails, boolean isLate) {
                this.fails = fails;
                this.submitted = Instant.now().plusSeconds(isLate ? 2 : 0);
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
        return run(cluster, new Cooling.NoCooling());
    }

    private CampaignDirectory run(FakeCluster cluster, Cooling cooling) throws Exception {
        Plan workload = Fixtures.workload(LAST_ARRIVAL);
        CampaignDirectory directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(workload);
        left = new RunLoop(
                        cluster.access(),
                        Fixtures.settings(workload, cooling),
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

    private static RunRecord job(CampaignDirectory directory, String name) throws IOException {
        return records(directory).stream()
                .filter(run -> name.equals(run.subject().settings().get("workload_job")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the numbers of the workload, by name. */
    private static Map<String, Double> numbers(CampaignDirectory directory) throws IOException {
        Runs runs = Runs.of(records(directory).stream());
        return Findings.of(runs, ComparisonOptions.standard()).workloads().stream()
                .filter(CellSummary::isMeasured)
                .collect(Collectors.toMap(cell -> cell.subject().job(), cell -> cell.observations()
                        .mean()));
    }

    @Test
    void allJobsRunAtOnceAndEachHasARecordAndItsFigures() throws Exception {
        MeetingCluster cluster = new MeetingCluster(0);

        CampaignDirectory directory = run(cluster);

        assertThat(records(directory)).hasSize(4).allMatch(run -> run.status() == Status.OK);
        Map<String, Double> numbers = numbers(directory);
        assertThat(numbers.get("makespan of w")).isBetween(LAST_ARRIVAL - 0.05, 30.0);
        assertThat(numbers)
                .containsOnlyKeys(
                        "makespan of w",
                        "slow-down of w",
                        "slow-down of w, class x",
                        "slow-down of w, job job0",
                        "slow-down of w, job job1",
                        "slow-down of w, job job2");
        for (String name : List.of("job0", "job1", "job2")) {
            RunRecord job = job(directory, name);
            // The run alone took 10 s.
            assertThat(numbers.get("slow-down of w, job " + name))
                    .isCloseTo(job.times().elapsed() / 10, within(1e-9));
            assertThat(job.steps()).isEqualTo(RunRecord.Steps.UNKNOWN);
            assertThat(job.proof())
                    .as("proved as if it had run alone, but others take containers on purpose")
                    .isNotEmpty()
                    .allMatch(Check::passed)
                    .noneMatch(check -> check.name().startsWith("contended"));
        }
        assertThat(job(directory, "job0").times().elapsed())
                .isGreaterThan(job(directory, "job2").times().elapsed());
        assertThat(job(directory, "job2").times().yarnStarted())
                .isBefore(job(directory, "job0").times().yarnFinished());
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
        assertThat(job(directory, "job1").reasons()).containsExactly("out of disk");
        assertThat(numbers(directory)).containsOnlyKeys("slow-down of w, job job0", "slow-down of w, job job2");
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
        assertThat(records(directory).subList(1, 3))
                .allSatisfy(run -> assertThat(run.reasons()).anyMatch(reason -> reason.contains("interrupted")));
        assertThat(numbers(directory)).isEmpty();
    }

    @Test
    void aCampaignThatEndsWhileItWaitsForTheWorkloadLeavesItToBeResumed() throws Exception {
        MeetingCluster cluster = new MeetingCluster(0) {
            @Override
            public Guard guard() {
                return new Guard(new GuestLimits(null, null, null, Instant.EPOCH, null, 0.5), true, storage, () -> {
                    if (meeting.getCount() == 3 && alone) {
                        interruption.endAfterRun();
                    }
                    alone = true;
                    return 0;
                });
            }

            private boolean alone;
        };

        CampaignDirectory directory = run(cluster);

        assertThat(records(directory)).hasSize(1);
        assertThat(left).as("runs are left for --resume").isTrue();
    }

    @Test
    void aJobThatWasSubmittedLateSaysSo() throws Exception {
        MeetingCluster slow = new MeetingCluster(0);
        slow.late = 3;

        CampaignDirectory directory = run(slow);

        assertThat(job(directory, "job2").warnings())
                .filteredOn(warning -> warning.code().equals("submitted-late"))
                .hasSize(1);
        assertThat(job(directory, "job0").warnings())
                .noneMatch(warning -> warning.code().equals("submitted-late"));
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("s: job2 ended (submitted ");
    }

    @Test
    void noJobBeginsBeforeTheJobOfTheCoolingHasLeftTheCluster() throws Exception {
        List<Integer> awaitedBefore = new ArrayList<>();
        MeetingCluster cluster = new MeetingCluster(0) {
            @Override
            public synchronized RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                if (call.tool() != ToolName.SLEEP) {
                    awaitedBefore.add(awaited.size());
                }
                return super.submit(call, queue, campaignTag, runTag);
            }
        };

        run(cluster, new Cooling.CoolingCommand("true"));

        // Each of both coolings runs a job. Those at once begin when both are gone, and the job that ran alone.
        assertThat(awaitedBefore).hasSize(4);
        assertThat(awaitedBefore.subList(1, 4)).containsOnly(3);
    }

    @Test
    void aHistoryServerThatStaysAwayIsWaitedForOnce() throws Exception {
        MeetingCluster cluster = new MeetingCluster(0) {
            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                if (meeting.getCount() == 3) {
                    return super.read(jobId, appears);
                }
                throw new ConnectException("refused");
            }

            @Override
            public List<String> missingForHistories() {
                return meeting.getCount() == 3 ? List.of() : List.of("the JobHistoryServer");
            }
        };

        CampaignDirectory directory = run(cluster);

        assertThat(left).isTrue();
        assertThat(err.toString(StandardCharsets.UTF_8).split("waits for the JobHistoryServer", -1))
                .as("three jobs at once")
                .hasSize(2);
        assertThat(records(directory).stream().filter(RunRecord::toBeRepeated)).hasSize(3);
    }
}
