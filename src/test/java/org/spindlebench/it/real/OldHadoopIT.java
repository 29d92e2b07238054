package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Runs the suite quick on separate daemons of a Hadoop older than the one that the code is compiled against. Only the
 * profile {@code hadoop-3.2} collects one, and only the profile {@code long} leaves it the time.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
@EnabledIfSystemProperty(named = "spindle.it.old", matches = "true")
class OldHadoopIT {
    @Test
    void everyJobOfQuickIsValid(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "old");
        ClientRun client = campaign.client(
                        "--suite", "quick", "--repeats", "1", "--bytes-per-node", "16MB", "--slots", "2")
                .timeout(Duration.ofMinutes(20))
                .run();

        List<RunRecord> records = campaign.records();
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(records).allSatisfy(run -> assertThat(run.status())
                .as(run.identity().run() + " " + run.reasons())
                .isEqualTo(Status.OK));
        assertThat(records)
                .extracting(run -> run.subject().job())
                .contains("teragen", "terasort", "teravalidate", "teraread", "shuffle", "dfsio-read");
        assertThat(records)
                .extracting(run -> run.software().hadoopCluster())
                .containsOnly(System.getProperty("spindle.hadoop.version"));
        System.out.println(client.out());
    }
}
