package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignDirectory;

/** A campaign goes on without a worker that stays away. */
class WithoutHostTest {
    private static final int WRONG_USAGE = 2;
    /** Two jobs in three blocks. */
    private static final String LINE = "run --suite quick --jobs teragen,hdfs-write --repeats 3";

    @TempDir
    private Path directory;

    private CampaignDirectory campaign;

    /** Begins a campaign on the host a, which makes some runs. */
    private Plan begin(String line, int made) throws IOException {
        Session session = new Session(directory);
        session.run(line.split(" "));
        CampaignRequest request = session.actions.runs.get(0);
        campaign = BegunCampaign.write(request);
        BegunCampaign.writeEnvironment(campaign.environment());
        for (RunSpec run : request.plan().runs().subList(0, made)) {
            Files.writeString(campaign.runs().resolve(run.id() + ".json"), "{}");
        }
        return request.plan();
    }

    private CampaignRequest resumed(String... more) {
        Session session = new Session(directory);
        session.run(more);
        assertThat(session.err()).isEmpty();
        return session.actions.runs.get(0);
    }

    @Test
    void itBeginsAtTheNextWholeBlockWithSizesAndInputsOfItsOwn() throws IOException {
        Plan begun = begin(LINE, 3);
        int block = begun.runs().size() / 3;
        assertThat(block).isGreaterThan(1);

        CampaignRequest request = resumed("run", "--resume", "--without", "a");

        Plan.Visit visit = request.plan().first();
        List<RunSpec> left = visit.runs();
        assertThat(left.subList(0, 3)).isEqualTo(begun.runs().subList(0, 3));
        List<RunSpec> next = left.subList(3, left.size());
        int first = 1 + begun.runs().get(2).block();
        assertThat(next)
                .extracting(RunSpec::id)
                .isEqualTo(begun.runs().stream()
                        .filter(run -> run.block() >= first)
                        .map(RunSpec::id)
                        .toList());
        assertThat(next).allMatch(run -> "1".equals(run.settings().get(Plan.WITHOUT_HOSTS)));
        assertThat(request.plan().workspace(visit)).isEqualTo(begun.campaign() + "-without-1");
        assertThat(Plan.campaignOf(request.plan().workspace(visit))).isEqualTo(begun.campaign());
        assertThat(request.plan().workspacesBefore(visit)).containsExactly(begun.campaign());
        assertThat(request.plan().conditions(visit)).isEqualTo("without-1");
        assertThat(request.source().reductions().orElseThrow().hosts()).containsExactly("a");
    }

    @Test
    void onlyRunsWithoutItAreMadeAgain() throws IOException {
        Plan begun = begin(LINE, 3);

        Plan left = resumed("run", "--resume", begun.campaign(), "--without", "a", "--retry", "failed")
                .plan();

        assertThat(left.latest()).isNotEmpty().allMatch(run -> run.settings().containsKey(Plan.WITHOUT_HOSTS));
        assertThat(left.runs()).hasSize(3 + left.latest().size());
        assertThat(begun.latest()).isEqualTo(begun.runs());
    }

    @Test
    void aVisitOfAWorkloadThatIsNotWholeIsLeftOutWhole() throws IOException {
        BegunCampaign.writeSetups(directory, "one", "two");
        Plan begun = begin("run --workload example --setup one --setup two", 1);
        BegunCampaign.writeEnvironment(campaign.ofSetup(begun, "one").environment());

        Plan left = resumed("run", "--resume", "--without", "a").plan();

        assertThat(left.first().together()).isNotEmpty();
        assertThat(left.visits()).hasSize(begun.visits().size() - 2).allMatch(visit -> visit.withoutHosts() == 1);
        assertThat(left.workspacesBefore(left.visits().get(0)))
                .as("also of the visits that are left out")
                .contains(begun.campaign() + "-visit-1", begun.campaign() + "-visit-2");
    }

    @Test
    void laterStartsGoOnWithoutIt() throws IOException {
        begin(LINE, 1);
        CampaignRequest first = resumed("run", "--resume", "--without", "a");
        first.source().reductions().orElseThrow().write(campaign);

        CampaignRequest again = resumed("run", "--resume");
        assertThat(again.plan()).isEqualTo(first.plan());
        assertThat(again.source().reductions()).isEqualTo(first.source().reductions());
        assertThat(resumed("run", "--resume", "--without", "a").plan()).isEqualTo(first.plan());
    }

    @ParameterizedTest
    @CsvSource({
        "run --resume --without b,                          1, the campaign began without such a host",
        "run --resume --without a,                          6, no whole block is left",
        "run --suite quick --without a,                     1, a new campaign leaves no host out"
    })
    void whatCannotBeMeantIsRefused(String line, int made, String reason) throws IOException {
        begin(LINE, made);
        Session session = new Session(directory);

        assertThat(session.run(line.split(" "))).isEqualTo(WRONG_USAGE);
        assertThat(session.err()).contains("--without: " + reason, "1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void aWorkloadOnOneSetupKeepsItsHosts() throws IOException {
        begin("run --workload example", 1);
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume", "--without", "a")).isEqualTo(WRONG_USAGE);
        assertThat(session.err()).contains("the jobs of a workload belong together", "1 problem;");
    }

    @Test
    void aClusterThatSpindleStartsKeepsItsHosts() throws IOException {
        begin(LINE + " --embedded", 1);
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume", "--without", "a")).isEqualTo(WRONG_USAGE);
        assertThat(session.err())
                .contains("--without: a cluster that Spindle starts is on this host only", "1 problem;");
    }
}
