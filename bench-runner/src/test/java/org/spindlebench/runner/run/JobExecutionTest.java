package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;
import org.spindlebench.runner.cluster.JobSubmitter.JobProgress;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.process.Interruption;

class JobExecutionTest {
    private static final ToolCall CALL = new ToolCall(ToolName.SHUFFLE, List.of(), Map.of());

    private final FakeCluster cluster = new FakeCluster();
    private final Interruption interruption = new Interruption();
    private final List<JobProgress> seen = new ArrayList<>();

    private EndedJob execute(Duration limit) throws Exception {
        return new JobExecution(cluster.access(), "default", "tag", limit, interruption)
                .execute(CALL, "run", seen::add);
    }

    @Test
    void aJobIsWatchedToItsEnd() throws Exception {
        assertThat(execute(Duration.ofMinutes(1)).succeeded()).isTrue();

        assertThat(seen).extracting(JobProgress::map).containsExactly(0.5);
        assertThat(cluster.kills).isEmpty();
    }

    /** Whoever submits a job does so here, whatever its kind. */
    @ParameterizedTest
    @CsvSource({
        "SHUFFLE, spindle.maps",
        "HDFS_WRITE, spindle.maps",
        "SLEEP, spindle.maps",
        "DECOY_WRITE, spindle.maps",
        "SCALED, spindle.maps",
        "TERAGEN, mapreduce.job.maps"
    })
    void aJobOfMoreMapsThanThatMakeDataIsNotSubmitted(ToolName tool, String key) throws Exception {
        JobExecution execution =
                new JobExecution(cluster.access(), "default", "tag", Duration.ofMinutes(1), interruption);
        ToolCall most = new ToolCall(tool, List.of("9", "/out"), Map.of(key, "100000", "dfs.replication", "1"));
        ToolCall more = new ToolCall(tool, List.of("9", "/out"), Map.of(key, "100001", "dfs.replication", "1"));

        assertThat(execution.execute(most, "run", seen::add).succeeded()).isTrue();
        assertThatThrownBy(() -> execution.execute(more, "run", seen::add))
                .isInstanceOf(IOException.class)
                .hasMessage("run: a job of 100001 maps, but a job that makes data has at most 100000");
        assertThat(cluster.submitted).hasSize(1);
    }

    @Test
    void aJobIsSubmittedOnlyWhenTheApplicationMastersOfEarlierOnesAreGone() throws Exception {
        List<Integer> goneBefore = new ArrayList<>();
        FakeCluster counting = new FakeCluster() {
            @Override
            public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                goneBefore.add(awaited.size());
                return super.submit(call, queue, campaignTag, runTag);
            }
        };
        JobExecution execution =
                new JobExecution(counting.access(), "default", "tag", Duration.ofMinutes(1), interruption);

        assertThat(execution.execute(CALL, "run", seen::add).amWait()).isNotNegative();
        execution.execute(CALL, "run", seen::add);
        assertThat(execution.executeBesideOthers(CALL, "run", seen::add).amWait())
                .as("jobs of a workload wait for none")
                .isNull();
        execution.awaitRoom();

        assertThat(goneBefore).containsExactly(0, 1, 1);
        assertThat(counting.awaited).containsExactly(1, 2, 3);
    }

    @Test
    void aJobPastItsLimitIsKilledAndTheReasonNamesTheOption() throws Exception {
        EndedJob ended = execute(Duration.ZERO);

        assertThat(ended.succeeded()).isFalse();
        assertThat(ended.diagnostics()).isEqualTo("killed at the limit of 0 s (--timeout sets it)");
    }

    @Test
    void aJobPastItsLimitIsLookedAtWhileItLives() throws Exception {
        cluster.found = new FailureEvidence(List.of("it waits"), List.of(), List.of());

        assertThat(execute(Duration.ZERO).evidence().findings()).containsExactly("it waits");
        assertThat(cluster.looked).containsExactly("application_1_0001 alive");
    }

    @Test
    void aJobThatFailedIsLookedAtAfterItsEndAndASuccessfulOneIsNot() throws Exception {
        execute(Duration.ofMinutes(1));
        assertThat(cluster.looked).isEmpty();

        FakeCluster failing = new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return Fixtures.ended(false, "Task failed");
            }
        };
        new JobExecution(failing.access(), "default", "tag", Duration.ofMinutes(1), interruption)
                .execute(CALL, "run", seen::add);
        assertThat(failing.looked).containsExactly("application_1_0001 alive");
    }

    @Test
    void afterAnInterruptionNoJobIsSubmitted() {
        interruption.request(Duration.ZERO);

        assertThatThrownBy(() -> execute(Duration.ofMinutes(1))).hasMessage(Interruption.REASON);
        assertThat(cluster.submitted).isEmpty();
    }

    @Test
    void anInterruptionKillsTheRunningJobAndWaitsForTheRecord() throws Exception {
        interruption.running(cluster.submit(CALL, "default", "tag", "run"));
        CountDownLatch asked = new CountDownLatch(1);
        boolean[] recorded = new boolean[1];
        Thread signal = new Thread(() -> {
            asked.countDown();
            recorded[0] = interruption.request(Duration.ofSeconds(30));
        });
        signal.start();
        asked.await();
        interruption.campaignEnded();
        signal.join();

        assertThat(recorded[0]).isTrue();
        assertThat(interruption.requested()).isTrue();
        assertThat(cluster.kills).containsExactly(Interruption.REASON);
    }

    @Test
    void anInterruptionThatNobodyRecordsEndsAtItsLimit() {
        assertThat(interruption.request(Duration.ofMillis(20))).isFalse();
    }

    @Test
    void aJobThatStartsAfterTheWishToStopIsKilledAtOnce() {
        interruption.request(Duration.ZERO);

        interruption.running(cluster.submit(CALL, "default", "tag", "run"));

        assertThat(cluster.kills).containsExactly(Interruption.REASON);
    }
}
