package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * A cluster that is not what it is configured to be when a campaign begins. Its first NodeManager and its second DataNode
 * have a directory that nobody can make, its third DataNode is dead, its fourth NodeManager is lent by a label that is
 * not exclusive, its scheduler puts the jobs of one user into another queue, and the site has switched on uber mode. Runs
 * 5 MapReduce jobs: 2 runs and 3 task checks.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class StartFaultsIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String MAPPED = "ada";
    private static final String OF_SMALL = "yarn.scheduler.capacity.root." + ProcessCluster.SMALL_QUEUE + ".";
    private static final String CONSUMER = "mapreduce.job.reduce.shuffle.consumer.plugin.class";

    @TempDir
    private static Path directory;

    private static Path file;
    private static Path suite;
    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        file = Files.createFile(directory.resolve("no-directory"));
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults()
                        .withWorkers(4)
                        .withNodeMemoryMb(2048)
                        .withNodeManagerSetting(
                                0,
                                "yarn.nodemanager.local-dirs",
                                directory.resolve("local") + "," + file.resolve("local"))
                        .withDataNodeSetting(
                                1,
                                "dfs.datanode.data.dir",
                                "file://" + directory.resolve("data") + ",file://" + file.resolve("data"))
                        .withDataNodeSetting(1, "dfs.datanode.failed.volumes.tolerated", "1")
                        .withNodeLabel(3, ProcessCluster.LENT_LABEL)
                        .withYarnSetting("mapreduce.job.ubertask.enable", "true")
                        .withYarnSetting("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5")
                        .withSchedulerSetting(
                                "yarn.scheduler.capacity.queue-mappings",
                                "u:" + MAPPED + ":" + ProcessCluster.SMALL_QUEUE)
                        .withSchedulerSetting("yarn.scheduler.capacity.queue-mappings-override.enable", "true")
                        .withSchedulerSetting(OF_SMALL + "user-limit-factor", "4")
                        .withSchedulerSetting(OF_SMALL + "accessible-node-labels", ProcessCluster.LENT_LABEL)
                        .withSchedulerSetting(
                                OF_SMALL + "accessible-node-labels." + ProcessCluster.LENT_LABEL + ".capacity", "0"));
        cluster.killDataNode(2);
        assertThat(Await.within(LIMIT, () -> cluster.rest().liveDataNodes() == 3))
                .isTrue();
        cluster.rest().makeDirectoryWithQuota("/user/" + MAPPED, MAPPED, 10_000_000_000L);
        suite = Files.writeString(directory.resolve("one.yaml"), """
                name: one
                bytes_per_node: 1MB
                runs:
                  - jobs: [hdfs-write]
                """);
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void checkSaysWhatTheClusterLacks() throws Exception {
        ClientRun check = new RealCampaign(cluster, "checked")
                .client("check", "--suite", suite.toString(), "--slots", "2")
                .timeout(LIMIT)
                .run();

        assertThat(check.exitCode()).as(check::tails).isZero();
        assertThat(check.out())
                .containsPattern("warning: storage had failed before the first run, .*HDFS on 127.0.0.3: 1 failed"
                        + " volume\\(s\\), \\S*" + file.resolve("data")
                        + ".*the NodeManager 127.0.0.2:\\d+: 1/2 local-dirs .*"
                        + file.resolve("local"))
                .contains("warning: no DataNode runs on 127.0.0.4: ")
                .doesNotContain("nodes differ in memory", "nodes differ in processors", "native libraries");
        assertThat(check.err()).doesNotContain("YARN ran the job in the queue");
    }

    @Test
    void everyRecordOfAMappedUserHasTheWarningsAndNoUberMode() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "mapped");
        ClientRun run = campaign.client("run", "--suite", suite.toString(), "--slots", "2", "--probe", "yarn", "--yes")
                .user(MAPPED)
                .timeout(LIMIT)
                .run();

        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.err()).contains("warning: YARN ran the job in the queue");
        assertThat(campaign.records()).singleElement().satisfies(one -> {
            assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
            assertThat(one.warnings())
                    .extracting(Warning::code)
                    .contains("storage-failed", "no-data-node", "other-queue")
                    .doesNotContain("unlike-nodes", "native-libraries");
            assertThat(one.evidence().layout()).isNotEmpty().allMatch(node -> node.settings()
                    .containsKey("native.hadoop"));
            assertThat(uberTasks(one)).isZero();
        });
    }

    private static long uberTasks(RunRecord one) {
        return one.counters().values().stream()
                .mapToLong(group -> group.getOrDefault("TOTAL_LAUNCHED_UBERTASKS", 0L))
                .sum();
    }

    /** The counted nodes have room for fewer maps, so YARN lends the fourth node to the others. */
    @Test
    void aRunOnANodeThatWasLentIsInvalid() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "lent");
        ClientRun run = campaign.client("run", "--suite", suite.toString(), "--slots", "14", "--yes")
                .timeout(LIMIT)
                .run();

        assertThat(run.exitCode()).as(run::tails).isEqualTo(1);
        assertThat(campaign.records()).singleElement().satisfies(one -> {
            assertThat(one.status()).isEqualTo(Status.INVALID);
            assertThat(one.reasons())
                    .anyMatch(reason -> reason.startsWith(
                            "hosts of every task: expected counted hosts only, found also 127.0.0.5, for which"));
        });
    }

    @Test
    void aRemoteShuffleIsRefusedBeforeAnythingStarts() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "remote");
        ClientRun run = campaign.client(
                        "run",
                        "--suite",
                        suite.toString(),
                        "--slots",
                        "2",
                        "--yes",
                        "-D" + CONSUMER + "=remote.Shuffle")
                .timeout(LIMIT)
                .run();

        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err())
                .contains("error: " + CONSUMER + ": remote.Shuffle is not Hadoop's own shuffle")
                .contains("give -D '" + CONSUMER + "=org.apache.hadoop.mapreduce.task.reduce.Shuffle'");
        assertThat(Files.exists(campaign.out())).isFalse();
    }
}
