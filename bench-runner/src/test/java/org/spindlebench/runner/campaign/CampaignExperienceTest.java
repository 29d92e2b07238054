package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;

/** What a campaign learns in one visit holds for the others. */
class CampaignExperienceTest extends CampaignsOnFakes {
    /** Visits that note their setup, on a cluster where jobs fail under some of the setups. */
    private final class FailingVisits extends FakeVisits {
        private final List<Duration> expected = new ArrayList<>();

        FailingVisits(Predicate<String> fails, String diagnostics) {
            super(
                    new FakeCluster() {
                        @Override
                        public EndedJob end(int submission) {
                            return fails.test(visited) ? Fixtures.ended(false, diagnostics) : super.end(submission);
                        }
                    },
                    progress);
        }

        @Override
        public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
                throws IOException, InterruptedException, ClusterUnreachableException {
            visited = visit.setup().name();
            expected.add(experience.expected(visit.visit(), visit.visit().runs().get(0)));
            return super.run(visit, experience, interruption);
        }

        private long made(String setup) {
            return said.stream().filter(("run " + setup)::equals).count();
        }
    }

    private String visited;

    @Test
    void aJobThatCannotSucceedUnderOneSetupStopsThereAfterThreeVisitsAndTheOthersGoOn() throws Exception {
        CampaignRequest request = experiment("one two", "--visits", "6");
        int runsOfAVisit = request.plan().visits().get(0).runs().size();
        FailingVisits failing = new FailingVisits("one"::equals, "Compression codec a.B not found");
        visits = failing;

        assertThat(run(request)).isEqualTo(ExitCode.RUN_FAILED.code());

        assertThat(runsOfAVisit).isEqualTo(1);
        assertThat(failing.made("one")).isEqualTo(3);
        assertThat(failing.made("two")).isEqualTo(6);
        assertThat(err())
                .contains("Spindle makes no further run of teragen (", "under setup one", "a node lacks the codec")
                .contains("Spindle did not make all runs", "Resume with: spindle run --resume");

        visits = new FailingVisits("none"::equals, "");
        CampaignRequest resumed = request("run", "--resume", request.plan().campaign());
        run(resumed);
        assertThat(recorded(resumed)).isEqualTo(planned(request));
    }

    @Test
    void aCauseOfTheWholeClusterEndsAnExperimentAfterThreeRuns() throws Exception {
        CampaignRequest request = experiment("one two", "--visits", "6");
        FailingVisits failing = new FailingVisits(
                any -> true,
                "The DiskSpace quota of /user/me is exceeded: quota = 1 B = 1 B but diskspace consumed = 2 B");
        visits = failing;

        assertThat(run(request)).isEqualTo(ExitCode.RUN_FAILED.code());

        assertThat(failing.cluster.submitted).hasSize(3);
        assertThat(err()).contains("Spindle makes no further run of any job", "a quota of HDFS is used up");
    }

    @Test
    void aVisitKnowsHowLongTheRunsOfEarlierVisitsTook() throws Exception {
        FailingVisits noting = new FailingVisits("none"::equals, "");
        visits = noting;
        CampaignRequest request = experiment("one two", "--visits", "2");

        run(request);

        assertThat(noting.expected.subList(0, 2)).as("first visits").containsOnly(Duration.ZERO);
        assertThat(noting.expected.subList(2, 4))
                .as("second visits")
                .allMatch(known -> known.compareTo(Duration.ZERO) > 0);
    }
}
