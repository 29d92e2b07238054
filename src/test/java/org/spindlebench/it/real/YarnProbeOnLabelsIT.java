package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Tests the node probe on hosts with node labels: one without, two with the same, one with another. To the kernel, all
 * of them are one node.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class YarnProbeOnLabelsIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String PROBE = "org.spindlebench.jobs.probe.yarn.NodeProbe";

    private static final String RELEASED = ".* releases container_\\S+ on 127\\.0\\.0\\.3, label 'ssd'";

    private static ProcessCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        ClusterOptions options = ClusterOptions.defaults()
                .withWorkers(4)
                .withNodeMemoryMb(12288)
                .withNodeLabel(1, "ssd")
                .withNodeLabel(2, "ssd")
                .withNodeLabel(3, "hdd")
                .withYarnSetting("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5")
                // Requests without a label get this one.
                .withYarnSetting("yarn.scheduler.capacity.root.default.default-node-label-expression", "ssd")
                // The queue may use this label, but has none of the label's capacity.
                .withYarnSetting("yarn.scheduler.capacity.root.small.accessible-node-labels", "hdd")
                .withYarnSetting("yarn.scheduler.capacity.root.small.accessible-node-labels.hdd.maximum-capacity", "0")
                // A NodeManager that is stopped for a while is not lost.
                .withYarnSetting("yarn.nm.liveness-monitor.expiry-interval-ms", "120000");
        cluster = ProcessCluster.start(ProcessCluster.projectRoot().resolve("bench-it/target/cluster"), options);
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static ClientRun start(RealCampaign campaign, String queue) throws Exception {
        return campaign.client(
                        "--suite",
                        "quick",
                        "--jobs",
                        "hdfs-write",
                        "--bytes-per-node",
                        "8MB",
                        "--repeats",
                        "1",
                        "--probe",
                        "yarn",
                        "--queue",
                        queue,
                        "--slots",
                        "2",
                        "--yes")
                .timeout(LIMIT)
                .start();
    }

    @Test
    void everyHostHasItsContainerWhateverItsLabelAndNoHostKeepsTwo() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "labelled");
        ClientRun client = start(campaign, "default");
        letOneHostOfTheLabelBeOfferedFirst(client);
        assertThat(client.waitFor()).as(client::tails).isZero();
        assertThat(client.err()).contains("Starting a probe on 4 hosts").doesNotContain("no probe on");
        assertThat(client.err())
                .as("a job that asks for no label gets the queue's")
                .containsPattern("Cluster: .*, 2 host\\(s\\), 2 NodeManager\\(s\\), ");
        RunRecord run = onlyRun(campaign);
        assertThat(run.evidence().missing()).as(run.warnings().toString()).isEmpty();
        assertThat(shuffleDirectories(run))
                .as("each host told where it spills")
                .containsExactlyInAnyOrder("nodemanager-0", "nodemanager-1", "nodemanager-2", "nodemanager-3");

        String id = new Applications(cluster.rest())
                .tagged(campaign.tag() + "_probe")
                .get(0)
                .id();
        List<String> said = saidByProbe(id);
        assertThat(said)
                .filteredOn(line -> line.contains(" keeps "))
                .map(line -> line.replaceFirst(".* keeps container_\\S+ on ", ""))
                .containsExactlyInAnyOrder(
                        "127.0.0.2, label ''",
                        "127.0.0.3, label 'ssd'",
                        "127.0.0.4, label 'ssd'",
                        "127.0.0.5, label 'hdd'");
        assertThat(said).as("one host got the containers of both").anyMatch(line -> line.matches(RELEASED));
        assertNothingStays(campaign);
    }

    @Test
    void hostsOfLabelsThatTheQueueMayNotUseAreNamedBeforeTheFirstRunAndMissing() throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "not-allowed");
        ClientRun client = start(campaign, ProcessCluster.SMALL_QUEUE);
        assertThat(client.waitFor()).as(client::tails).isZero();
        assertThat(client.err())
                .contains("Starting a probe on 1 host")
                .containsPattern("Cluster: .*, 1 host\\(s\\), 1 NodeManager\\(s\\), ")
                .contains("warning: no probe on 127.0.0.3, 127.0.0.4: the queue small may not use the node label ssd;")
                .contains("warning: no probe on 127.0.0.5: the queue small may not use the node label hdd;");
        assertThat(client.err().indexOf("warning: no probe on"))
                .as("before the first run")
                .isLessThan(client.err().indexOf("[1/1]"));
        RunRecord run = onlyRun(campaign);
        assertThat(run.evidence().missing()).containsExactlyInAnyOrder("127.0.0.3", "127.0.0.4", "127.0.0.5");
        assertThat(run.evidence().nodes()).singleElement().satisfies(node -> assertThat(node.node())
                .isEqualTo("127.0.0.2"));
        assertThat(run.warnings()).extracting(Warning::code).contains("evidence-incomplete");
        assertNothingStays(campaign);
    }

    private static RunRecord onlyRun(RealCampaign campaign) throws IOException {
        List<RunRecord> records = campaign.records();
        assertThat(records).singleElement().extracting(RunRecord::status).isEqualTo(Status.OK);
        return records.get(0);
    }

    private static List<String> shuffleDirectories(RunRecord run) {
        return run.evidence().layout().stream()
                .flatMap(node -> node.directories().stream())
                .filter(directory -> directory.role().equals("shuffle"))
                .map(directory -> Path.of(directory.path()).getFileName().toString())
                .toList();
    }

    /** Stops the other host's NodeManager until the probe has given back a container too many. */
    private static void letOneHostOfTheLabelBeOfferedFirst(ClientRun client) throws Exception {
        ProcessHandle held = cluster.jvmsWith("/daemon-conf/nodemanager-2" + File.pathSeparator)
                .get(0);
        assertThat(Await.within(LIMIT, () -> client.err().contains("Starting a probe")))
                .as(client::tails)
                .isTrue();
        signal(held, "STOP");
        try {
            assertThat(Await.within(Duration.ofSeconds(100), () -> saidByProbe("application_").stream()
                            .anyMatch(line -> line.matches(RELEASED))))
                    .as(client::tails)
                    .isTrue();
        } finally {
            signal(held, "CONT");
        }
    }

    private static void signal(ProcessHandle process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Returns the standard output of an application's ApplicationMaster, which NodeManagers keep. */
    private static List<String> saidByProbe(String application) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(cluster.logDir())) {
            for (Path file : files.filter(file -> file.toString().contains("/" + application)
                            && file.toString().endsWith("_000001/stdout"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    private static void assertNothingStays(RealCampaign campaign) throws Exception {
        assertThat(new Applications(cluster.rest()).live(campaign.tag() + "_probe"))
                .isEmpty();
        assertThat(Await.within(
                        Duration.ofSeconds(30), () -> cluster.jvmsWith(PROBE).isEmpty()))
                .isTrue();
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
    }
}
