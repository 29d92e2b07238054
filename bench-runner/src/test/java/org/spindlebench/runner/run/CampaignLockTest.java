package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.plan.PlanFile;

class CampaignLockTest {
    @TempDir
    private Path campaign;

    @Test
    void aSecondClientIsRefusedUntilTheFirstHasEnded() throws Exception {
        Files.writeString(campaign.resolve(PlanFile.NAME), "{}");
        CampaignLock first = CampaignLock.take(campaign);
        assertThatThrownBy(() -> CampaignLock.take(campaign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another client is running the campaign " + campaign.getFileName());
        first.close();
        CampaignLock.take(campaign).close();
    }
}
