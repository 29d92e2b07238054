package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.daemon.Roll;

/** Tests campaigns whose cluster fails for a while. */
class OutageTest extends CampaignOnFakes {
    private static final String NAME_NODE = "the NameNode (connection refused)";

    /** A cluster that misses a master as often as a test asks for, at each look. */
    private static class Away extends FakeCluster {
        final Deque<List<String>> masters = new ArrayDeque<>();
        final Deque<List<String>> history = new ArrayDeque<>();

        @Override
        public List<String> missingForJobs() {
            return masters.isEmpty() ? List.of() : masters.remove();
        }

        @Override
        public List<String> missingForHistories() {
            return history.isEmpty() ? List.of() : history.remove();
        }
    }

    private List<String> names(Status status) throws IOException {
        return records().stream()
                .filter(run -> run.status() == status)
                .map(run -> run.identity().run())
                .toList();
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aRunThatMetAnOutageIsKeptBesideAndMadeAgainInItsPlace() throws Exception {
        Away cluster = new Away() {
            @Override
            public EndedJob end(int submission) {
                if (submission == 2) {
                    masters.add(List.of(NAME_NODE));
                    masters.add(List.of(NAME_NODE));
                    return Fixtures.ended(false, "its maps could not write");
                }
                return super.end(submission);
            }

            @Override
            public Roll roll() {
                return new Roll(new TreeMap<>(Map.of("the DataNode a", submitted.size() < 2 ? 1L : 2L)));
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(4);
        String second = PLAN.runs().get(1).id();
        assertThat(names(Status.FAILED)).containsExactly(second + ".outage-1");
        assertThat(names(Status.OK))
                .containsExactlyElementsOf(
                        PLAN.runs().stream().map(run -> run.id()).toList());
        assertThat(records())
                .filteredOn(RunRecord::toBeRepeated)
                .singleElement()
                .satisfies(run -> assertThat(run.identity().tryOf()).isEqualTo(second));
        assertThat(said()).contains("the DataNode a was restarted", "keeps this record as " + second + ".outage-1");
    }

    @Test
    void aCampaignWaitsForTheClusterAndGivesUpAtItsLimitSoThatItCanBeResumed() throws Exception {
        Away never = new Away() {
            @Override
            public List<String> missingForJobs() {
                return submitted.isEmpty() ? List.of() : List.of(NAME_NODE);
            }
        };

        assertThat(run(never)).isTrue();

        assertThat(never.submitted).hasSize(1);
        assertThat(records()).hasSize(1);
        assertThat(said())
                .contains("Spindle stops: after 1 s (--wait-for-cluster) the cluster is still not whole: " + NAME_NODE);
        assertThat(never.memory.exists("/base")).as("inputs stay for --resume").isTrue();

        assertThat(run(new FakeCluster())).isFalse();
        assertThat(names(Status.OK)).hasSize(3);
    }

    @Test
    void whatAClientMeetsWithoutItsDaemonIsAnOutageEvenIfAllAnswerAgain() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                RunningJob job = super.submit(call, queue, campaignTag, runTag);
                if (submitted.size() == 1) {
                    throw new IllegalStateException(new ConnectException("connection refused"));
                }
                return job;
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(names(Status.FAILED)).containsExactly(PLAN.runs().get(0).id() + ".outage-1");
        assertThat(names(Status.OK)).hasSize(3);
    }

    @Test
    void aRunThatMeetsAnOutageAtEachAttemptIsFailedAtLast() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                super.submit(call, queue, campaignTag, runTag);
                throw new IllegalStateException(new ConnectException("connection refused"));
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(3 * 6);
        assertThat(records())
                .filteredOn(run -> !run.toBeRepeated())
                .hasSize(3)
                .allMatch(run -> run.status() == Status.FAILED);
    }

    @Test
    void aHistoryIsReadWhenItsServerIsBackAndTheJobIsNotMadeAgain() throws Exception {
        Away cluster = new Away() {
            private int reads;

            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                if (++reads <= 2) {
                    history.add(List.of("the JobHistoryServer (connection refused)"));
                    throw new ConnectException("connection refused");
                }
                return super.read(jobId, appears);
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(3);
        assertThat(names(Status.OK)).hasSize(3);
        assertThat(records()).hasSize(3);
    }

    /** A cluster whose JobHistoryServer is away for as long as a test wants. */
    private static final class WithoutHistories extends FakeCluster {
        private boolean away = true;
        private boolean forgotten;

        @Override
        public JobHistory read(String jobId, Duration appears) throws IOException {
            if (away) {
                throw new ConnectException("connection refused");
            }
            if (forgotten) {
                forgotten = false;
                throw new IOException("the JobHistoryServer does not know " + jobId);
            }
            return super.read(jobId, appears);
        }

        @Override
        public List<String> missingForHistories() {
            // The first run begins before the server is away.
            return away && !submitted.isEmpty() ? List.of("the JobHistoryServer (connection refused)") : List.of();
        }
    }

    private WithoutHistories leftByAnEarlierClient() throws Exception {
        WithoutHistories cluster = new WithoutHistories();
        assertThat(run(cluster)).as("runs are left").isTrue();
        assertThat(cluster.submitted).hasSize(1);
        assertThat(records()).isEmpty();
        assertThat(said())
                .contains(
                        "its job succeeded, but Spindle cannot read the job's history yet (connection refused)",
                        "Spindle stops: after 1 s (--wait-for-cluster) the cluster is still not whole: the JobHistoryServer");
        cluster.away = false;
        return cluster;
    }

    @Test
    void aHistoryThatAClientCouldNotReadIsReadByTheNextClientAndTheJobIsNotMadeAgain() throws Exception {
        WithoutHistories cluster = leftByAnEarlierClient();

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(3);
        assertThat(names(Status.OK))
                .containsExactlyElementsOf(
                        PLAN.runs().stream().map(run -> run.id()).toList());
        assertThat(records()).hasSize(3).allMatch(run -> run.failure() == null);
        RunRecord first = records().get(0);
        assertThat(first.steps().run()).as("of the first client").isNotNull();
        assertThat(first.steps().verify()).as("of the second client").isNotNull();
        assertThat(first.proof())
                .extracting(Check::name)
                .containsAll(proofOf(records().get(1)));
        assertThat(directory.root().resolve("uncollected")).isEmptyDirectory();
    }

    private static List<String> proofOf(RunRecord run) {
        return run.proof().stream().map(Check::name).toList();
    }

    @Test
    void aRunIsMadeAgainWhoseHistoryTheServerHasForgottenMeanwhile() throws Exception {
        WithoutHistories cluster = leftByAnEarlierClient();
        cluster.forgotten = true;

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(4);
        assertThat(names(Status.OK)).hasSize(3);
        assertThat(names(Status.FAILED)).containsExactly(PLAN.runs().get(0).id() + ".outage-1");
        assertThat(said())
                .contains("the evidence of its earlier attempt can no longer be had: collect: the JobHistory");
    }

    @Test
    void aRunIsMadeAgainWhoseOutputIsNoLongerThere() throws Exception {
        WithoutHistories cluster = leftByAnEarlierClient();
        cluster.memory.delete("/base/campaign/runs/" + PLAN.runs().get(0).id());

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(4);
        assertThat(names(Status.OK)).hasSize(3);
        assertThat(said()).contains("can no longer be had: collect: the output is no longer in HDFS");
    }

    @Test
    void whatAnEarlierClientKeptAndSomebodyDamagedIsSaidAndTheRunIsMadeAgain() throws Exception {
        WithoutHistories cluster = leftByAnEarlierClient();
        Files.writeString(
                directory.root().resolve("uncollected/" + PLAN.runs().get(0).id() + ".json"), "{\"schema\": 1");

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(4);
        assertThat(names(Status.OK)).hasSize(3);
        assertThat(said()).contains("can no longer be had: collect: ", ".json: line 1");
    }
}
