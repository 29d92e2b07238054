package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;

/** The second of two NameNodes dies in the middle of a campaign, which needs only the active one. */
@EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
class StandbyIT {
    @Test
    void aStandbyNameNodeThatDiesCostsNoRunAndNoWait() throws Exception {
        Path parent = ProcessCluster.projectRoot().resolve("bench-it/target/cluster");
        try (ProcessCluster cluster =
                ProcessCluster.start(parent, ClusterOptions.defaults().withStandby())) {
            StruckCampaign struck = StruckCampaign.begin(cluster, "no-standby", 4);
            cluster.kill(Part.STANDBY);

            assertThat(struck.allValid(4)).isEmpty();
            assertThat(struck.client().err()).doesNotContain("waits until");
            assertThat(struck.campaign().records())
                    .flatExtracting(run -> run.warnings())
                    .filteredOn(warning -> warning.code().equals("masters-changed"))
                    .hasSize(1);
        }
    }
}
