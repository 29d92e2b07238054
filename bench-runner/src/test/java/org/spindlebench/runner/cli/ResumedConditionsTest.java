package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.spindlebench.runner.campaign.ResolvedVisit.ResumedConditions;

class ResumedConditionsTest {
    @Test
    void theSameConditionsPassWhateverIsInUse() {
        assertThatCode(() -> ResumedConditions.requireSame(
                        BegunCampaign.environment(), BegunCampaign.shape(1L << 32, 1L << 30, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void everyDifferenceIsNamedAtOnce() {
        assertThatThrownBy(() ->
                        ResumedConditions.requireSame(BegunCampaign.environment(), BegunCampaign.shape(1L << 33, 0, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NodeManagers: then [a 4096 MiB 4 vcores], now [a 8192 MiB 4 vcores]")
                .hasMessageContaining("DataNodes: then 3, now 2");
    }
}
