package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
@TestInstance(Lifecycle.PER_CLASS)
class SecuredClusterIT {
    private ProcessCluster cluster;

    @BeforeAll
    void start() throws Exception {
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults().withKerberos());
    }

    @AfterAll
    void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private List<String> keytab() {
        return List.of(
                "--keytab", cluster.kdc().keytab(ProcessCluster.USER).toString(), "--principal", ProcessCluster.USER);
    }

    @Test
    void quickRunsWithAKeytab() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "keytab");
        ClientRun client = campaign.client(
                        "--suite", "quick", "--jobs", "terasort", "--bytes-per-node", "4MB", "--slots", "2", "--repeats", "1",
                        "--keytab", keytab().get(1), "--principal", ProcessCluster.USER)
                .timeout(Duration.ofMinutes(15))
                .run();
        System.out.println(client.out() + client.err());
        assertThat(client.exitCode()).as(client::tails).isZero();
        assertThat(campaign.records()).allMatch(run -> run.status() == Status.OK);
        for (RunRecord run : campaign.records()) {
            System.out.println(run.identity().run() + " " + run.warnings());
        }
    }
}
