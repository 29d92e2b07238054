package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.LoopDevice;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests setups that are node labels, on a cluster of two machines with the label, one with another label and one with
 * none. Runs 4 MapReduce jobs: 2 runs and 2 task checks.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class LabelSetupIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String PLACED = "hosts of every replica";
    private static final String HELD = "hosts of every task";

    @TempDir
    private static Path directory;

    private static final List<LoopDevice> DISKS = new ArrayList<>();
    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        assumeTrue(LoopDevice.isPossible(), "loop devices need root, losetup and mkfs.ext4");
        for (int worker = 1; worker <= 2; worker++) {
            DISKS.add(LoopDevice.make(Files.createDirectory(directory.resolve("disk-" + worker)), 2L << 30));
        }
        cluster = ProcessCluster.start(
                ProcessCluster.projectRoot().resolve("bench-it/target/cluster"),
                ClusterOptions.defaults()
                        .withWorkers(4)
                        .withDisk(1, DISKS.get(0).mountPoint())
                        .withDisk(2, DISKS.get(1).mountPoint())
                        .withNodeLabel(1, "ssd")
                        .withNodeLabel(2, "ssd")
                        .withNodeLabel(3, "hdd")
                        .withYarnSetting("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5"));
        write("one.yaml", """
                name: one
                bytes_per_node: 1MB
                runs:
                  - jobs: [hdfs-write]
                """);
        write("copies.yaml", """
                name: copies
                bytes_per_node: 1MB
                settings: {replication: 2}
                runs:
                  - jobs: [hdfs-write]
                """);
    }

    @AfterAll
    static void endCluster() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        for (LoopDevice disk : DISKS) {
            disk.remove();
        }
    }

    /**
     * All clients of this cluster have the address 127.0.0.1, so HDFS does not know which DataNode is on a writer's
     * host.
     */
    @Test
    void tasksAreOnTheLabelsHostsAndReplicasElsewhereMakeARunInvalid() throws Exception {
        RealCampaign anywhere = new RealCampaign(cluster, "elsewhere");
        ClientRun copied = run(anywhere, "copies.yaml", "default");
        assertThat(copied.exitCode()).as(copied::tails).isEqualTo(1);
        assertThat(anywhere.records()).singleElement().satisfies(one -> {
            assertThat(one.status()).isEqualTo(Status.INVALID);
            assertThat(one.reasons())
                    .anyMatch(reason -> reason.startsWith(PLACED + ": expected hosts of the setup only, found also"));
        });
        cluster.killDataNode(0);
        cluster.killDataNode(3);
        RealCampaign campaign = new RealCampaign(cluster, "labelled-setup");
        ClientRun run = run(campaign, "one.yaml", "default", "hosts: [127.0.0.3, 127.0.0.4]");
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.err()).contains("2 hosts, 2 NodeManagers").contains("2 DataNodes");
        assertThat(campaign.records()).singleElement().satisfies(LabelSetupIT::assertOnLabel);
        assertThat(containerHosts(campaign)).isNotEmpty().isSubsetOf("nodemanager-1", "nodemanager-2");
        assertThat(containerHosts(anywhere)).isNotEmpty().isSubsetOf("nodemanager-1", "nodemanager-2");
    }

    private static void assertOnLabel(RunRecord one) {
        assertThat(one.status()).as(one.reasons().toString()).isEqualTo(Status.OK);
        assertThat(one.proof())
                .filteredOn(check -> check.name().equals(PLACED) || check.name().equals(HELD))
                .hasSize(2)
                .allSatisfy(check -> assertThat(check.passed()).isTrue());
        assertThat(one.evidence().layout())
                .flatExtracting(node -> node.directories())
                .extracting(directory -> Path.of(directory.path()).getFileName().toString())
                .containsExactlyInAnyOrder("datanode-1", "datanode-2", "nodemanager-1", "nodemanager-2");
        assertThat(one.warnings()).extracting(Warning::code).doesNotContain("different-machines");
    }

    @Test
    void aLabelThatTheQueueMayNotUseIsSaidBeforeAnythingStarts() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "closed-label");
        ClientRun run = run(campaign, "one.yaml", ProcessCluster.SMALL_QUEUE);
        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err()).contains("error: node label ssd: the queue small may not use it");
        assertThat(Files.exists(campaign.out())).isFalse();
    }

    @Test
    void hostsOfTheSetupThatTheClusterDoesNotHaveAreNamed() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-such-host");
        ClientRun run = run(campaign, "one.yaml", "default", "hosts: [127.0.0.3, 127.0.0.99]");
        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err()).contains("127.0.0.99").doesNotContain("\tat ");
        assertThat(Files.exists(campaign.out())).isFalse();
    }

    /** Returns the NodeManagers that ran a container of the campaign's jobs, according to their logs. */
    private static List<String> containerHosts(RealCampaign campaign) throws Exception {
        List<String> ids = new Applications(cluster.rest())
                .tagged(campaign.tag()).stream()
                        .map(Applications.Application::id)
                        .toList();
        try (var files = Files.walk(cluster.logDir(), 2)) {
            return files.filter(file -> ids.contains(file.getFileName().toString()))
                    .map(file -> file.getParent().getFileName().toString().replace("-containers", ""))
                    .distinct()
                    .toList();
        }
    }

    private static ClientRun run(RealCampaign campaign, String suite, String queue, String... nodes) throws Exception {
        Path data = cluster.directory().resolve("data");
        // Both machines with the label are in fact this one, so it has a disk of each of their DataNodes.
        Path setup = write("ssd.yaml", """
                name: ssd
                devices:
                  disks: {kind: %s, count: 2, paths: [%s, %s], hdfs_directories: [%s, %s]}
                  system: {kind: hdd, count: 1, split: 2, shuffle_directories: [%s, %s]}
                hdfs: disks
                shuffle: system
                way: {kind: label, label: ssd}
                %s
                """.formatted(
                        DISKS.get(0).kind(),
                        DISKS.get(0).mountPoint(),
                        DISKS.get(1).mountPoint(),
                        DISKS.get(0).mountPoint().resolve("datanode-1"),
                        DISKS.get(1).mountPoint().resolve("datanode-2"),
                        data.resolve("nodemanager-1"),
                        data.resolve("nodemanager-2"),
                        nodes.length == 0 ? "" : "nodes: {" + nodes[0] + "}"));
        return campaign.client(
                        "run",
                        "--suite",
                        cluster.directory().resolve(suite).toString(),
                        "--setup",
                        setup.toString(),
                        "--queue",
                        queue,
                        "--yes")
                .timeout(LIMIT)
                .run();
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(cluster.directory().resolve(name), text);
    }
}
