package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.StorageChoice;

/** What Spindle chooses on a cluster if the line names a suite and nothing else. */
class BareLineTest {
    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    private CampaignRequest begun(String... arguments) {
        assertThat(session.run(arguments)).as(session.err()).isEqualTo(Recorded.CODE);
        return session.actions.runs.get(0);
    }

    @Test
    void theBareLineChoosesSizesAndCooling() {
        CampaignRequest request = begun("--suite", "full");

        assertThat(request.chosen()).isEqualTo(new StorageChoice(true, true));
        assertThat(request.options().saved().texts()).doesNotContainKeys("--cold", "--bytes-per-node");
    }

    @Test
    void whatTheLineStatesIsNotChosen() {
        assertThat(begun("--suite", "full", "--bytes-per-node", "1GB").chosen())
                .isEqualTo(new StorageChoice(false, true));
    }

    @Test
    void aStatedCoolingIsKept() {
        assertThat(begun("--suite", "full", "--cold", "off").chosen()).isEqualTo(new StorageChoice(true, false));
    }

    @Test
    void otherSuitesAndClustersThatSpindleStartsKeepTheirSizes() {
        assertThat(begun("--suite", "quick").chosen()).isEqualTo(StorageChoice.NOTHING);
        session = new Session(directory);
        assertThat(begun("run", "--suite", "full", "--embedded").chosen()).isEqualTo(StorageChoice.NOTHING);
    }

    @Test
    void aPlanSaysThatItsSizesAreTheLeast() {
        assertThat(session.run("plan", "--suite", "full")).isZero();
        assertThat(session.out()).contains("sizes      at least these; `check` and `run` take 1.5 times");
        session = new Session(directory);
        assertThat(session.run("plan", "--suite", "full", "--bytes-per-node", "1GB"))
                .isZero();
        assertThat(session.out()).doesNotContain("at least these");
    }
}
