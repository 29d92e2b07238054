package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Daemons and an ApplicationMaster are killed in the middle of a run, and a foreign application has the campaign's tag.
 * Runs 5 MapReduce jobs with the profile {@code long}.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class LostDaemonsIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    private Path directory;

    private ClientRun asleep(RealCampaign campaign, int seconds) throws Exception {
        Path suite = Files.writeString(directory.resolve("asleep.yaml"), """
                name: asleep
                bytes_per_node: 1MB
                repeats: 1
                runs:
                  - jobs: [sleep]
                    configuration: {spindle.hold.ms: MILLIS}
                """.replace("MILLIS", seconds + "000"));
        ClientRun client = campaign.client("--suite", suite.toString(), "--slots", "4", "--probe", "off")
                .timeout(LIMIT)
                .start();
        assertThat(Await.within(
                        LIMIT,
                        () -> Files.isDirectory(campaign.out())
                                && campaign.cluster().jvmsWith("YarnChild").size() == 4))
                .as(client::tails)
                .isTrue();
        return client;
    }

    private static RunRecord invalid(RealCampaign campaign, ClientRun client) throws Exception {
        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);
        List<RunRecord> records = campaign.records();
        assertThat(records).singleElement().satisfies(run -> {
            System.out.println(run.status() + " " + run.times().elapsed() + " s " + run.reasons());
            assertThat(run.status()).isEqualTo(Status.INVALID);
        });
        return records.get(0);
    }

    @Test
    void aRunDuringWhichADataNodeDiedDoesNotCountAndIsMadeAgain(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "datanode");
        ClientRun client = asleep(campaign, 15);
        cluster.killDataNode(1);
        try {
            assertThat(aside(campaign, client).reasons())
                    .singleElement()
                    .asString()
                    .containsPattern("same daemons throughout: .* the DataNode 127\\.0\\.0\\.3:\\d+ (is gone"
                            + "|no longer answers); make sure that all of them run");
        } finally {
            cluster.restartDead(LIMIT);
        }
        assertThat(client.waitFor()).as(client::tails).isZero();
    }

    /** Waits for the record that is kept beside, and returns it. */
    private static RunRecord aside(RealCampaign campaign, ClientRun client) throws Exception {
        assertThat(Await.within(LIMIT, () -> campaign.recordFiles().size() == 1))
                .as(client::tails)
                .isTrue();
        RunRecord run = campaign.records().get(0);
        System.out.println(run.status() + " " + run.times().elapsed() + " s " + run.reasons());
        assertThat(run.identity().run()).endsWith(".outage-1");
        assertThat(run.toBeRepeated()).isTrue();
        return run;
    }

    /**
     * The NodeManager's containers go on, so the job may succeed in the same time, or after its tasks were run again.
     */
    @Test
    void aRunDuringWhichANodeManagerDiedDoesNotCountAndIsMadeAgain(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "nodemanager");
        ClientRun client = asleep(campaign, 20);
        cluster.killNodeManager(master(cluster).startsWith("127.0.0.2") ? 1 : 0);
        try {
            assertThat(aside(campaign, client).reasons()).anySatisfy(reason -> assertThat(reason)
                    .containsPattern("same daemons throughout: .* the NodeManager 127\\.0\\.0\\.\\d:\\d+ (is gone"
                            + "|no longer answers)"));
        } finally {
            cluster.restartDead(LIMIT);
        }
        assertThat(client.waitFor()).as(client::tails).isZero();
    }

    /** Returns the host of the only live application's ApplicationMaster. */
    private static String master(ProcessCluster cluster) throws Exception {
        String id = new Applications(cluster.rest())
                .all().stream()
                        .filter(Applications.Application::live)
                        .findFirst()
                        .orElseThrow()
                        .id();
        return cluster.rest()
                .resourceManager("/ws/v1/cluster/apps/" + id)
                .path("app")
                .path("amHostHttpAddress")
                .asText();
    }

    @Test
    void aRunWhoseApplicationMasterWasKilledIsInvalidAlthoughItsJobSucceeded(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "master");
        ClientRun client = asleep(campaign, 10);
        List<ProcessHandle> masters = cluster.jvmsWith("MRAppMaster");
        assertThat(masters).isNotEmpty();
        masters.forEach(ProcessHandle::destroyForcibly);

        assertThat(invalid(campaign, client).reasons()).anySatisfy(reason -> assertThat(reason)
                .startsWith("one ApplicationMaster: expected 1, found 2")
                .contains("yarn applicationattempt -list application_"));
    }

    @Test
    void aFailedRunEndsNoApplicationOfSomebodyElsesThatHasTheCampaignsTag(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "others");
        ClientRun client = asleep(campaign, 60);
        Applications applications = new Applications(cluster.rest());
        String mine = applications.live(campaign.tag()).get(0);
        ClientRun other = cluster.client()
                .jar(cluster.foreignExamplesJar())
                .user("hdfs")
                .arguments(
                        "teragen",
                        "-Dmapreduce.job.tags=" + campaign.tag(),
                        "-Dmapreduce.job.maps=1",
                        "1000000000",
                        "/tmp/endless")
                .timeout(LIMIT)
                .start();
        assertThat(Await.within(LIMIT, () -> applications.live(campaign.tag()).size() == 2))
                .as(other::tails)
                .isTrue();
        cluster.rest().killApplication(mine, ProcessCluster.USER);
        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);
        try {
            assertThat(applications.live(campaign.tag())).hasSize(1).doesNotContain(mine);
        } finally {
            other.kill();
            for (String left : applications.live(campaign.tag())) {
                cluster.rest().killApplication(left, "hdfs");
            }
        }
    }
}
