package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;

/**
 * A campaign's client ends after any record, in either way, and a later client does so, too. When resumed, the campaign
 * makes the rest of its plan, and no run twice.
 */
class ResumedCampaignTest extends CampaignOnFakes {
    private static final Plan FOUR = Fixtures.plan("teragen", "teragen", "teragen", "teragen");
    private static final int RUNS = FOUR.runs().size();

    /** How a client ends while a job runs. */
    enum End {
        INTERRUPTED,
        DEAD
    }

    private static final class ClientIsDead extends Error {
        private static final long serialVersionUID = 1;
    }

    /** A cluster on which the client ends during a job, after this number of other jobs. */
    private final class EndingCluster extends FakeCluster {
        private final int after;
        private final End end;
        private final Interruption stop = new Interruption();
        private final List<String> runs = new ArrayList<>();

        EndingCluster(int after, End end) {
            this.after = after;
            this.end = end;
            // The number of pending deletions is unknown, so that no client waits for them.
            memory.pendingDeletions(OptionalLong.empty());
        }

        @Override
        public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            runs.add(runTag);
            return super.submit(call, queue, campaignTag, runTag);
        }

        @Override
        public void whileRunning(int submission) {
            if (submission > after && end == End.DEAD) {
                throw new ClientIsDead();
            }
            if (submission > after) {
                stop.request(Duration.ZERO);
            }
        }

        /** Runs one client from start to end, and returns the tags of the runs that it submitted. */
        List<String> client() {
            directory = new CampaignDirectory(directory.root());
            Throwable thrown = catchThrowable(() -> ResumedCampaignTest.this.run(this, FOUR, stop));
            if (end == End.DEAD && after < RUNS) {
                assertThat(thrown).isInstanceOf(ClientIsDead.class);
            } else {
                assertThat(thrown).isNull();
            }
            return runs;
        }
    }

    static Stream<Arguments> ends() {
        return Stream.of(End.values())
                .flatMap(first -> IntStream.range(0, RUNS).boxed().flatMap(after -> Stream.of(End.values())
                        .flatMap(second -> IntStream.range(0, RUNS - after)
                                .mapToObj(later -> Arguments.of(after, first, later, second)))));
    }

    @Override
    @BeforeEach
    void create() throws IOException {
        directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(FOUR);
    }

    @ParameterizedTest(name = "{1} after {0} records, {3} after {2} more")
    @MethodSource("ends")
    void whatIsLeftOfThePlanIsMadeAndNothingTwice(int after, End first, int later, End second) throws Exception {
        List<String> one = new EndingCluster(after, first).client();
        List<String> kept = finished();
        List<String> two = new EndingCluster(later, second).client();
        List<String> more = finished();
        List<String> three = new EndingCluster(RUNS, End.DEAD).client();

        List<String> planned = FOUR.runs().stream().map(RunSpec::id).toList();
        // Each client submits the run that its end cut short, and no earlier run.
        assertThat(kept).isEqualTo(planned.subList(0, after));
        assertThat(more).isEqualTo(planned.subList(0, after + later));
        assertThat(finished()).isEqualTo(planned);
        assertThat(List.of(one.size(), two.size(), three.size()))
                .containsExactly(after + 1, later + 1, RUNS - after - later);
        assertThat(directory.root().resolve("runs")).isDirectoryNotContaining(ResumedCampaignTest::isUnfinished);
    }

    private static boolean isUnfinished(Path file) {
        return file.getFileName().toString().endsWith(".tmp");
    }

    /** Returns the runs with a valid record, in order. A run that was made twice is listed twice. */
    private List<String> finished() throws Exception {
        return records().stream()
                .filter(run -> run.status() == Status.OK)
                .map(run -> run.identity().run())
                .sorted()
                .toList();
    }
}
