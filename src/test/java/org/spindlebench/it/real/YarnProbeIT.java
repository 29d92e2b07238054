package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Tests the node probe as an application on a cluster of separate daemons. Its two NodeManagers are hosts to YARN, but
 * one node to the kernel.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class YarnProbeIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String PROBE = "org.spindlebench.jobs.probe.yarn.NodeProbe";

    @Test
    void aContainerThatIsKilledIsNoticedAndComesBackAndNothingStays(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "probed");
        ClientRun client = campaign.client(
                        "--suite",
                        "quick",
                        "--jobs",
                        "hdfs-write",
                        "--bytes-per-node",
                        "8MB",
                        "--repeats",
                        "3",
                        "--probe",
                        "yarn",
                        "--slots",
                        "2",
                        "--yes")
                .timeout(LIMIT)
                .start();
        Applications applications = new Applications(cluster.rest());
        assertThat(Await.within(LIMIT, () -> campaign.begun() && isRunning(applications, campaign.tag() + "_001")))
                .as(client::tails)
                .isTrue();
        List<ProcessHandle> watching = cluster.jvmsWith(PROBE);
        assertThat(watching)
                .as("one container watches the node, whatever its hosts")
                .hasSize(1);
        watching.get(0).destroyForcibly();

        assertThat(client.waitFor())
                .as("a run without what --probe yarn asks for is invalid" + client.tails())
                .isEqualTo(1);
        assertThat(client.err())
                .containsPattern("warning: the probe on 127\\.0\\.0\\.[23] ended: container_\\S+ ended with 137");
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(3);
        assertNotWatchedThroughout(records.get(0));
        assertThat(records.get(0).status()).isEqualTo(Status.INVALID);
        assertThat(records.get(0).reasons()).anyMatch(reason -> reason.startsWith("watched: "));
        assertThat(records.get(2).status()).isEqualTo(Status.OK);
        assertWatched(records.get(2));

        assertThat(applications.live(campaign.tag() + "_probe")).isEmpty();
        assertThat(Await.within(
                        Duration.ofSeconds(30), () -> cluster.jvmsWith(PROBE).isEmpty()))
                .isTrue();
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }

    private static boolean isRunning(Applications applications, String tag) throws IOException, InterruptedException {
        return applications.all().stream()
                .anyMatch(app -> app.tags().contains(tag) && app.state().equals("RUNNING"));
    }

    @Test
    void checkAsksEveryNodeForAdviceAndLeavesNothing(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "looked-at");
        ClientRun check = cluster.client()
                .arguments(
                        "check",
                        "--advice",
                        "--suite",
                        "quick",
                        "--jobs",
                        "teragen",
                        "--probe",
                        "yarn",
                        "--slots",
                        "4",
                        "--base-dir",
                        campaign.name())
                .timeout(LIMIT)
                .run();
        assertThat(check.exitCode()).as(check::tails).isZero();
        assertThat(check.out())
                .contains("Starting a probe on 2 hosts")
                .containsPattern("(?m)^Containers \\(teragen\\): \\d\\.\\d containers per node for \\d+ ")
                .containsPattern("(?m)^advice: .*127\\.0\\.0\\.2.*: ")
                .contains("Nothing prevents the plan from running.");
        assertThat(cluster.jvmsWith(PROBE)).isEmpty();
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }

    private static void assertWatched(RunRecord run) {
        assertThat(run.evidence().probe()).isEqualTo("yarn");
        assertThat(run.evidence().missing()).as(run.warnings().toString()).isEmpty();
        assertThat(run.evidence().nodes()).singleElement().satisfies(node -> {
            assertThat(node.node()).isEqualTo("127.0.0.2");
            assertThat(node.from()).isBeforeOrEqualTo(run.times().yarnStarted());
            assertThat(node.to()).isAfterOrEqualTo(run.times().yarnFinished());
            assertThat(node.cpu().busy()).isBetween(0.0, 1.0);
            assertThat(node.devices()).isNotEmpty();
        });
    }

    private static void assertNotWatchedThroughout(RunRecord run) {
        assertThat(run.evidence().missing()).containsExactly("127.0.0.2");
        assertThat(run.warnings()).extracting(Warning::code).contains("evidence-incomplete");
    }
}
