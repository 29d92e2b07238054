package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ClusterOptions;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Jobs fail in ways that users meet, on a cluster that checks memory. Each failure is explained with the last lines of
 * its containers. Runs 5 MapReduce jobs with the profile {@code long}: a task check and four jobs that fail.
 */
@EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
class FailedJobsIT {
    private static final Duration LIMIT = Duration.ofMinutes(6);
    private static final String SHUFFLE_THREADS = "mapreduce.shuffle.max.threads";
    private static final String SEED = "9";
    private static final String FEW_ADDRESSES = "-XX:CompressedClassSpaceSize=32m -XX:ReservedCodeCacheSize=32m";

    /**
     * With this seed, the first run is the shuffle, whose settings the task check takes; its maps are in order. The
     * last run is the one that hangs.
     */
    private static final String SUITE = """
            name: failures
            bytes_per_node: 1MB
            repeats: 1
            configuration:
              mapreduce.map.maxattempts: 1
              mapreduce.reduce.maxattempts: 1
              mapreduce.am.max-attempts: 1
            runs:
              - jobs: [shuffle]
                purpose: reduces need more physical memory than they ask for
                configuration:
                  mapreduce.reduce.memory.mb: 256
                  mapreduce.reduce.java.opts: -Xms250m -Xmx250m -XX:+AlwaysPreTouch SMALL
              - jobs: [hdfs-write]
                purpose: maps reserve more virtual memory than they may
                configuration:
                  mapreduce.map.memory.mb: 256
                  mapreduce.map.java.opts: -Xmx100m -XX:CompressedClassSpaceSize=3g
              - jobs: [teragen]
                purpose: maps hang before their first line, waiting for a debugger
                configuration:
                  mapreduce.map.java.opts: -agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0
              - jobs: [hdfs-write]
                purpose: nobody says where MapReduce lies
                settings: {sync: none}
                configuration:
                  mapreduce.application.classpath: $HADOOP_MAPRED_HOME/share/hadoop/mapreduce/*
                  yarn.application.classpath: /nowhere/*
            """.replace("SMALL", FEW_ADDRESSES);

    @TempDir
    private static Path directory;

    private static ProcessCluster cluster;
    private static ClientRun client;
    private static Map<String, RunRecord> records;

    @BeforeAll
    static void runThemAll() throws Exception {
        cluster = ProcessCluster.start(ProcessCluster.projectRoot().resolve("bench-it/target/cluster"), strict());
        Path suite = Files.writeString(directory.resolve("failures.yaml"), SUITE);
        RealCampaign campaign = new RealCampaign(cluster, "failures");
        client = campaign.client(
                        "--suite",
                        suite.toString(),
                        "--slots",
                        "2",
                        "--seed",
                        SEED,
                        "--timeout",
                        "90s",
                        "--wait-for-cluster",
                        "5s",
                        "--allow-setting",
                        "mapreduce.map.java.opts,mapreduce.application.classpath,yarn.application.classpath")
                .timeout(LIMIT)
                .start();
        spoilALocalDirectoryDuringTheLastRun(campaign);
        client.waitFor();
        records = campaign.records().stream()
                .collect(Collectors.toMap(run -> run.identity().run().substring(4), Function.identity()));
    }

    private static ClusterOptions strict() throws IOException {
        ClusterOptions options = ClusterOptions.defaults()
                .withYarnSetting("yarn.nodemanager.container-monitor.interval-ms", "500")
                // By default, the NodeManager leaves memory to cgroups and kills nothing, whatever its checks find.
                .withYarnSetting("yarn.nodemanager.resource.memory.enforced", "false")
                .withYarnSetting("yarn.nodemanager.vmem-pmem-ratio", "8")
                .withYarnSetting("yarn.nodemanager.disk-health-checker.interval-ms", "1000")
                .withNodeManagerSetting(1, SHUFFLE_THREADS, "7");
        for (int worker = 0; worker < options.workers(); worker++) {
            options = options.withNodeManagerSetting(worker, "yarn.nodemanager.vmem-check-enabled", "true")
                    .withNodeManagerSetting(
                            worker,
                            "yarn.nodemanager.local-dirs",
                            localDirectory(worker).toString());
        }
        return options;
    }

    private static Path localDirectory(int worker) {
        return directory.resolve("local" + worker);
    }

    /** Spoils the directory of the worker without the ApplicationMaster, because losing this would end the job. */
    private static void spoilALocalDirectoryDuringTheLastRun(RealCampaign campaign) throws Exception {
        Applications applications = new Applications(cluster.rest());
        assertThat(Await.within(
                        LIMIT,
                        () -> campaign.recordFiles().size() == 3
                                && !master(applications.live(campaign.tag())).isEmpty()))
                .as(client::tails)
                .isTrue();
        int other = master(applications.live(campaign.tag())).startsWith("127.0.0.2") ? 1 : 0;
        Files.move(localDirectory(other), directory.resolve("away"));
        Files.writeString(localDirectory(other), "no directory");
    }

    /** Returns the host of the only live application's ApplicationMaster, or an empty text if it has none. */
    private static String master(List<String> live) throws IOException, InterruptedException {
        return live.isEmpty()
                ? ""
                : cluster.rest()
                        .resourceManager("/ws/v1/cluster/apps/" + live.get(0))
                        .path("app")
                        .path("amHostHttpAddress")
                        .asText("");
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void allFailAndTheCampaignGoesOn() throws Exception {
        assertThat(client.exitCode()).as(client::tails).isEqualTo(1);
        assertThat(records).hasSize(4);
        assertThat(records.values()).extracting(RunRecord::status).containsOnly(Status.FAILED);
        assertThat(client.err()).doesNotContain("\tat ");
    }

    @Test
    void aReduceKilledForPhysicalMemoryIsExplainedByTheKeysOfReduces() {
        RunRecord killed = records.get("shuffle-none");
        assertThat(causes(killed)).containsOnlyKeys("memory-physical");
        assertThat(causes(killed).get("memory-physical"))
                .contains("raise mapreduce.reduce.memory.mb,", "mapreduce.reduce.java.opts", "'PHYSICAL' memory limit");
        assertThat(killed.reasons()).contains(causes(killed).get("memory-physical"));
        assertThat(log(killed, "diagnostics"))
                .anySatisfy(said -> assertThat(said.attempt()).contains("_r_"));
    }

    @Test
    void aMapKilledForVirtualMemoryIsExplainedByTheNodeManagersKeys() {
        RunRecord killed = records.get("hdfs-write-none");
        assertThat(causes(killed)).containsOnlyKeys("memory-virtual");
        assertThat(causes(killed).get("memory-virtual"))
                .contains("yarn.nodemanager.vmem-check-enabled", "mapreduce.map.memory.mb", "'VIRTUAL' memory limit");
    }

    @Test
    void aMissingHadoopMapredHomeIsExplainedFromTheApplicationMastersOutput() {
        RunRecord homeless = records.get("hdfs-write-none-sync-none");
        assertThat(causes(homeless)).containsOnlyKeys("mapred-home");
        assertThat(causes(homeless).get("mapred-home")).contains("HADOOP_MAPRED_HOME=", "yarn.app.mapreduce.am.env");
        assertThat(log(homeless, "stderr")).singleElement().satisfies(said -> assertThat(said.container())
                .endsWith("_000001"));
    }

    @Test
    void aHungJobIsKilledAtItsLimitWithTheLastLinesOfTheContainersThatRan() {
        RunRecord hung = records.get("teragen-none.outage-1");
        assertThat(hung.reasons().get(0)).startsWith("killed at the limit of 90 s (--timeout sets it)");
        assertThat(log(hung, "stdout"))
                .isNotEmpty()
                .allSatisfy(said ->
                        assertThat(said.lines()).singleElement().asString().startsWith("Listening for"));
        assertThat(log(hung, "syslog"))
                .anySatisfy(said -> assertThat(said.container()).endsWith("_000001"));
    }

    /** Spindle keeps this record aside, because a node was lost, and waits in vain until the node is whole again. */
    @Test
    void aBadLocalDirectoryIsExplainedByTheNodesHealth() {
        RunRecord hung = records.get("teragen-none.outage-1");
        assertThat(causes(hung)).containsOnlyKeys("local-dirs");
        assertThat(causes(hung).get("local-dirs")).contains("yarn.nodemanager.local-dirs", "1/1 local-dirs");
        assertThat(hung.reasons()).anySatisfy(reason -> assertThat(reason).contains("is unhealthy: 1/1 local-dirs"));
    }

    /** No client knows the daemons' own settings. */
    @Test
    void theDaemonsOwnSettingsAreKeptAndNodesThatDifferAreAWarningInEveryRecord() throws Exception {
        JsonNode daemons = new ObjectMapper()
                .readTree(new RealCampaign(cluster, "failures")
                        .directory()
                        .resolve("environment.json")
                        .toFile())
                .path("daemons");
        assertThat(daemons.at("/nameNodes/0/settings").has("dfs.namenode.name.dir"))
                .isTrue();
        assertThat(daemons.path("nodeManagers")).hasSize(2).allSatisfy(node -> {
            boolean second = node.path("node").asText().startsWith("127.0.0.3:");
            assertThat(node.path("settings").path(SHUFFLE_THREADS).asText()).isEqualTo(second ? "7" : "0");
            assertThat(node.path("settings").path("yarn.nodemanager.local-dirs").asText())
                    .isEqualTo(localDirectory(second ? 1 : 0).toString());
        });
        assertThat(daemons.path("dataNodes")).hasSize(2).allSatisfy(node -> assertThat(
                        node.path("settings").path("dfs.datanode.data.dir").asText())
                .startsWith("[DISK]file:///"));
        assertThat(records.values()).allSatisfy(run -> assertThat(run.warnings())
                .filteredOn(warning -> warning.code().equals("nodes-differ"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .startsWith("NodeManagers differ in " + SHUFFLE_THREADS + ": 0 on 127.0.0.2:")));
    }

    @Test
    void eachRunBeganWithNothingLeftToDelete() {
        assertThat(records.values())
                .allSatisfy(run -> assertThat(run.cache().pendingDeletions()).isZero());
    }

    @Test
    void whatIsKeptOfLogsIsSmallAndWithoutStackTraces() {
        assertThat(records.values()).allSatisfy(run -> assertThat(run.failure().logs())
                .hasSizeBetween(1, 15)
                .allSatisfy(
                        said -> assertThat(said.lines()).hasSizeBetween(1, 20).allSatisfy(line -> assertThat(line)
                                .hasSizeLessThan(310)
                                .doesNotStartWith("\tat "))));
        assertThat(records.values())
                .allSatisfy(run ->
                        assertThat(run.warnings()).extracting(Warning::code).doesNotContain("container-logs-unread"));
    }

    private static Map<String, String> causes(RunRecord run) {
        return run.failure().causes().stream().collect(Collectors.toMap(Cause::code, Cause::message));
    }

    private static List<ContainerLog> log(RunRecord run, String file) {
        return run.failure().logs().stream()
                .filter(said -> said.file().equals(file))
                .toList();
    }
}
