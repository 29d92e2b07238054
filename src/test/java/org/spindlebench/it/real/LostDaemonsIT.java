package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Runs some ten MapReduce jobs with the profile {@code faults}.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
class LostDaemonsIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String SECOND_WORKER = "127.0.0.3";

    @TempDir
    private Path directory;

    private static RunRecord invalid(StruckCampaign struck) throws Exception {
        ClientRun client = struck.client();
        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);
        List<RunRecord> records = struck.campaign().records();
        assertThat(records).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(Status.INVALID);
        });
        return records.get(0);
    }

    @Test
    void aRunDuringWhichADataNodeDiedDoesNotCountAndIsMadeAgain(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(cluster, directory, "datanode", 15);
        struck.strike(
                () -> {
                    cluster.killDataNode(1);
                    assertThat(aside(struck).reasons())
                            .singleElement()
                            .asString()
                            .containsPattern("same daemons throughout: .* the DataNode 127\\.0\\.0\\.3:\\d+ (is gone"
                                    + "|no longer answers); make sure that all of them run");
                },
                () -> cluster.restartDead(LIMIT));
        assertThat(struck.allValid(1)).hasSize(1);
    }

    /** Waits for the record that is kept beside, and returns it. */
    private static RunRecord aside(StruckCampaign struck) throws Exception {
        RealCampaign campaign = struck.campaign();
        assertThat(Await.within(LIMIT, () -> campaign.recordFiles().size() == 1))
                .as(struck.client()::tails)
                .isTrue();
        RunRecord run = campaign.records().get(0);
        assertThat(run.identity().run()).endsWith(".outage-1");
        assertThat(run.toBeRepeated()).isTrue();
        return run;
    }

    /**
     * The NodeManager's containers go on, so the job may succeed in the same time, or after its tasks were run again.
     */
    @Test
    void aRunDuringWhichANodeManagerDiedDoesNotCountAndIsMadeAgain(ProcessCluster cluster) throws Exception {
        // An ApplicationMaster tries for three minutes to end containers on a NodeManager that is gone.
        StruckCampaign struck = StruckCampaign.asleep(
                cluster, directory, "nodemanager", 20, "-D", "yarn.client.nodemanager-connect.max-wait-ms=5000");
        struck.strike(
                () -> {
                    cluster.killNodeManager(master(cluster).startsWith("127.0.0.2") ? 1 : 0);
                    assertThat(aside(struck).reasons()).anySatisfy(reason -> assertThat(reason)
                            .containsPattern(
                                    "same daemons throughout: .* the NodeManager 127\\.0\\.0\\.\\d:\\d+ (is gone"
                                            + "|no longer answers)"));
                },
                () -> cluster.restartDead(LIMIT));
        assertThat(struck.allValid(1)).hasSize(1);
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
    void aRunWhoseApplicationMasterWasKilledIsInvalidAndCanBeMadeAgain(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(cluster, directory, "master", 10);
        List<ProcessHandle> masters = cluster.jvmsWith("MRAppMaster");
        assertThat(masters).isNotEmpty();
        struck.strike(
                () -> masters.forEach(ProcessHandle::destroyForcibly),
                () -> assertThat(invalid(struck).reasons()).anySatisfy(reason -> assertThat(reason)
                        .startsWith("one ApplicationMaster: expected 1, found 2")
                        .contains("yarn applicationattempt -list application_")));

        assertThat(struck.allValid(struck.resume("--retry", "invalid"), 1)).hasSize(1);
    }

    @Test
    void aFailedRunEndsNoApplicationOfSomebodyElsesThatHasTheCampaignsTag(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(cluster, directory, "others", 40);
        RealCampaign campaign = struck.campaign();
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
        assertThat(struck.client().waitFor()).as(struck.client()::tails).isEqualTo(1);
        try {
            assertThat(applications.live(campaign.tag())).hasSize(1).doesNotContain(mine);
        } finally {
            other.kill();
            for (String left : applications.live(campaign.tag())) {
                cluster.rest().killApplication(left, "hdfs");
            }
        }
        assertThat(struck.allValid(struck.resume("--retry", "failed"), 1)).hasSize(1);
    }

    /** Neither daemon of the worker comes back before the campaign ends. */
    @Test
    void aCampaignGoesOnWithoutAWorkerThatStaysAway(ProcessCluster cluster) throws Exception {
        StruckCampaign begun = StruckCampaign.begin(cluster, "stays-away", 3);
        RealCampaign campaign = begun.campaign();
        assertThat(Await.within(LIMIT, () -> campaign.recordFiles().size() == 1))
                .as(begun.client()::tails)
                .isTrue();
        cluster.killNodeManager(1);
        cluster.killDataNode(1);
        try {
            assertThat(begun.client().interrupt())
                    .as(begun.client()::tails)
                    .isEqualTo(begun.client().waitFor());

            ClientRun waiting = begun.resume("--wait-for-cluster", "20s");
            assertThat(waiting.waitFor()).as(waiting::tails).isEqualTo(2);
            assertThat(waiting.err()).contains("--without " + SECOND_WORKER);

            List<RunRecord> aside = begun.allValid(begun.resume("--without", SECOND_WORKER), 3);
            assertThat(aside).allMatch(RunRecord::toBeRepeated);
        } finally {
            cluster.restartDead(LIMIT);
        }
        assertThat(campaign.records().stream().filter(run -> !run.toBeRepeated()))
                .extracting(run -> run.subject().settings().get("without_hosts"))
                .containsExactly(null, "1", "1");
    }
}
