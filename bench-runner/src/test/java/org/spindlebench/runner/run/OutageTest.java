package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.daemon.ClusterMembership;

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
            public ClusterMembership roll() {
                return new ClusterMembership(new TreeMap<>(Map.of("the DataNode a", submitted.size() < 2 ? 1L : 2L)));
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

    /** A cluster whose JobHistoryServer is away after the first job, for as long as a test wants. */
    private static class WithoutHistories extends FakeCluster {
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

        /** From now on the server works, and has forgotten the last job. */
        void setForgotten() {
            away = false;
            forgotten = true;
        }

        @Override
        public List<String> missingForHistories() {
            return away && !submitted.isEmpty() ? List.of("the JobHistoryServer (connection refused)") : List.of();
        }
    }

    @Test
    void aRunWhoseHistoryCannotBeReadInTimeIsMadeAgainByTheNextClient() throws Exception {
        WithoutHistories cluster = new WithoutHistories();
        Path earlier = Files.createDirectories(directory.root().resolve("uncollected"));
        Files.writeString(earlier.resolve(PLAN.runs().get(0).id() + ".json"), "of an earlier version");

        assertThat(run(cluster)).as("runs are left").isTrue();
        assertThat(cluster.submitted).hasSize(1);
        String kept = PLAN.runs().get(0).id() + ".outage-1";
        assertThat(names(Status.FAILED)).containsExactly(kept);
        assertThat(said())
                .contains(
                        "its job succeeded, but Spindle could not read the job's history (connection refused)",
                        "Spindle waits for the JobHistoryServer",
                        "Spindle stops: after 1 s (--wait-for-cluster) the cluster is still not whole: the JobHistoryServer");

        cluster.away = false;
        assertThat(run(cluster)).isFalse();
        assertThat(cluster.submitted).hasSize(4);
        assertThat(names(Status.FAILED)).containsExactly(kept);
        assertThat(names(Status.OK))
                .containsExactlyElementsOf(
                        PLAN.runs().stream().map(run -> run.id()).toList());
    }

    @Test
    void aRunIsMadeAgainWhoseHistoryTheServerHasForgottenWhileItWasAway() throws Exception {
        WithoutHistories cluster = new WithoutHistories() {
            @Override
            public List<String> missingForHistories() {
                List<String> missing = super.missingForHistories();
                if (!missing.isEmpty()) {
                    setForgotten();
                }
                return missing;
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(cluster.submitted).hasSize(4);
        assertThat(names(Status.OK)).hasSize(3);
        assertThat(names(Status.FAILED)).containsExactly(PLAN.runs().get(0).id() + ".outage-1");
    }
}
