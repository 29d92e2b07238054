package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SavedLooks;

/** A campaign that decided too little is extended by further visits. */
class ExtendedCampaignTest {
    private static final int WRONG_USAGE = 2;

    @TempDir
    private Path directory;

    private CampaignDirectory campaign;
    private Plan begun;

    @BeforeEach
    void begin() throws IOException {
        BegunCampaign.writeSetups(directory, "one", "two");
        Session session = new Session(directory);
        session.run("run --suite quick --jobs teragen,hdfs-write --setup one --setup two --visits 4".split(" "));
        CampaignRequest request = session.actions.runs.get(0);
        campaign = BegunCampaign.write(request);
        begun = request.plan();
    }

    private CampaignRequest resumed(String... more) {
        Session session = new Session(directory);
        session.run(more);
        assertThat(session.err()).isEmpty();
        return session.actions.runs.get(0);
    }

    @Test
    void theFirstVisitsStayAndFurtherOnesFollowInTurns() {
        Plan extended =
                resumed("run", "--resume", begun.campaign(), "--visits", "7").plan();
        assertThat(extended.visits()).hasSize(14).startsWith(begun.visits().toArray(Plan.Visit[]::new));
        assertThat(extended.visits())
                .extracting(Plan.Visit::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 14).boxed().toList());
        List<RunSpec> runs = extended.runs();
        assertThat(runs).extracting(RunSpec::id).doesNotHaveDuplicates().isSorted();
        assertThat(runs).extracting(RunSpec::index).doesNotHaveDuplicates().isSorted();
        for (String setup : begun.setups()) {
            List<Plan.Visit> own = extended.visits().stream()
                    .filter(visit -> visit.setup().equals(setup))
                    .toList();
            assertThat(own).hasSize(7);
            assertThat(own.stream()
                            .flatMap(visit -> visit.runs().stream())
                            .filter(run -> run.job().equals("teragen"))
                            .map(RunSpec::repeat))
                    .containsExactly(1, 2, 3, 4, 5, 6, 7);
        }
        assertThat(extended.shape().visits()).isEqualTo(7);
    }

    @Test
    void anExtensionIsKeptAndASecondOneBuildsOnIt() throws IOException {
        CampaignRequest first = resumed("run", "--resume", begun.campaign(), "--visits", "6");
        first.source().looks().orElseThrow().write(campaign);
        assertThat(resumed("run", "--resume", begun.campaign()).plan()).isEqualTo(first.plan());
        CampaignRequest second = resumed("run", "--resume", begun.campaign(), "--visits", "8");
        assertThat(second.plan().visits()).startsWith(first.plan().visits().toArray(Plan.Visit[]::new));
        assertThat(resumed("run", "--resume", begun.campaign(), "--visits", "6")
                        .source()
                        .looks())
                .as("nothing is added")
                .isEmpty();
        assertThat(SavedLooks.of(campaign).visits()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | the campaign has 4 visits to each setup, and loses none
            0 | not
            """)
    void fewerVisitsAreRefused(String visits, String reason) {
        Session session = new Session(directory);
        assertThat(session.run("run", "--resume", begun.campaign(), "--visits", visits))
                .isEqualTo(WRONG_USAGE);
        assertThat(session.err()).contains(reason).contains("--visits");
        assertThat(session.actions.runs).isEmpty();
    }
}
