package org.spindlebench.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedProcessCluster.class)
class ProcessClusterIT {
    private static final Path PARENT = ProcessCluster.projectRoot().resolve("bench-it/target/cluster");
    private static final int ROWS = 10_000;

    @Test
    void theSchedulerSeesTwoHostsAndAllDaemonsRun(ProcessCluster cluster) throws Exception {
        System.out.println("cluster up after " + cluster.startTook().toMillis() + " ms in " + cluster.directory());
        JsonNode nodes = cluster.rest()
                .resourceManager("/ws/v1/cluster/nodes")
                .path("nodes")
                .path("node");
        assertThat(texts(nodes, "nodeHostName")).containsExactlyInAnyOrder("127.0.0.2", "127.0.0.3");
        assertThat(texts(nodes, "state")).containsOnly("RUNNING");
        assertThat(cluster.liveDaemons()).isEqualTo(7);
        // An ApplicationMaster of an earlier test may still linger.
        assertThat(Await.within(Duration.ofSeconds(30), () -> cluster.liveContainerJvms() == 0))
                .isTrue();
        assertThat(cluster.liveProcesses()).hasSize(7);
    }

    @Test
    void anotherVersionsTeraGenRunsItsMapsOnTheWorkers(ProcessCluster cluster) throws Exception {
        ClientRun run = cluster.client()
                .jar(cluster.foreignExamplesJar())
                .arguments(
                        "teragen",
                        "-Dmapreduce.job.maps=2",
                        "-Dmapreduce.map.speculative=false",
                        Integer.toString(ROWS),
                        "smoke")
                .timeout(Duration.ofMinutes(2))
                .run();
        assertThat(run.exitCode()).as(run::tails).isZero();
        assertThat(run.err()).contains("Launched map tasks=2").contains("HDFS: Number of bytes written=" + 100 * ROWS);
        assertThat(hostsOfMaps(cluster, jobOf(run.err()))).hasSize(2).isSubsetOf("127.0.0.2", "127.0.0.3");
        assertThat(hostsOfBlocks(cluster, "/user/bench/smoke/part-m-00000"))
                .containsExactlyInAnyOrder("127.0.0.2", "127.0.0.3");
    }

    @Test
    void anOrdinaryUserHasAnOrdinaryUsersRights(ProcessCluster cluster) throws Exception {
        assertThat(cluster.rest()
                        .nameNode("/webhdfs/v1/tmp?op=GETFILESTATUS&user.name=bench")
                        .path("FileStatus")
                        .path("permission")
                        .asText())
                .isEqualTo("1777");
        assertThatThrownBy(() -> cluster.rest().nameNode("/webhdfs/v1/mr-history/done?op=LISTSTATUS&user.name=bench"))
                .hasMessageContaining("Permission denied");
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void aKilledWorkerIsMissedAndComesBack(ProcessCluster cluster) throws Exception {
        cluster.killNodeManager(1);
        cluster.killDataNode(1);
        assertThat(cluster.liveDaemons()).isEqualTo(5);
        assertThat(Await.within(
                        Duration.ofSeconds(40),
                        () -> cluster.rest().runningNodeManagers() == 1
                                && cluster.rest().liveDataNodes() == 1))
                .as("the masters notice")
                .isTrue();
        cluster.restartDead(Duration.ofSeconds(60));
        assertThat(cluster.liveDaemons()).isEqualTo(7);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void closingInTheMiddleOfAJobLeavesNothingBehind() throws Exception {
        ProcessCluster own =
                ProcessCluster.start(PARENT, ClusterOptions.defaults().withWorkers(1));
        try (own) {
            // There is far too little time for this number of rows.
            own.client()
                    .jar(own.foreignExamplesJar())
                    .arguments("teragen", "-Dmapreduce.job.maps=2", "1000000000", "endless")
                    .start();
            assertThat(Await.within(Duration.ofSeconds(90), () -> own.liveContainerJvms() >= 3))
                    .as("an ApplicationMaster and two maps run")
                    .isTrue();
            own.killNodeManager(0);
            assertThat(own.liveContainerJvms())
                    .as("containers outlive their NodeManager")
                    .isPositive();
        }
        assertThat(own.liveProcesses()).isEmpty();
    }

    @Test
    void aDaemonThatCannotStartIsNamedWithTheEndOfItsLog() {
        ClusterOptions options = ClusterOptions.defaults().withDaemonJvmFlag("-XX:NoSuchFlag");
        assertThatThrownBy(() -> ProcessCluster.start(PARENT, options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("namenode: ended with exit code 1")
                .hasMessageContaining("NoSuchFlag");
    }

    @Test
    void aStartThatTakesTooLongIsGivenUp() {
        ClusterOptions options = ClusterOptions.defaults().withStartLimit(Duration.ofMillis(300));
        assertThatThrownBy(() -> ProcessCluster.start(PARENT, options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("namenode: did not end within");
    }

    private static List<String> hostsOfMaps(ProcessCluster cluster, String job)
            throws IOException, InterruptedException {
        String tasks = "/ws/v1/history/mapreduce/jobs/" + job + "/tasks";
        assertThat(Await.within(
                        Duration.ofSeconds(20),
                        () -> cluster.rest().historyServer(tasks).has("tasks")))
                .as("the history knows " + job)
                .isTrue();
        List<String> ids =
                texts(cluster.rest().historyServer(tasks).path("tasks").path("task"), "id");
        return ids.stream()
                .map(id -> hostOf(cluster, tasks + "/" + id + "/attempts"))
                .toList();
    }

    private static String jobOf(String log) {
        Matcher job = Pattern.compile("job_\\d+_\\d+").matcher(log);
        assertThat(job.find()).isTrue();
        return job.group();
    }

    private static String hostOf(ProcessCluster cluster, String attempts) {
        try {
            JsonNode all =
                    cluster.rest().historyServer(attempts).path("taskAttempts").path("taskAttempt");
            // Some versions write a list of one element as that element.
            JsonNode first = all.isArray() ? all.path(0) : all;
            assertThat(first.has("nodeHttpAddress")).as(all::toString).isTrue();
            return first.path("nodeHttpAddress").asText().replaceAll(":.*", "");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> hostsOfBlocks(ProcessCluster cluster, String file)
            throws IOException, InterruptedException {
        JsonNode blocks = cluster.rest()
                .nameNode("/webhdfs/v1" + file + "?op=GETFILEBLOCKLOCATIONS&user.name=bench")
                .path("BlockLocations")
                .path("BlockLocation");
        return StreamSupport.stream(blocks.path(0).path("hosts").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> texts(JsonNode array, String field) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(node -> node.path(field).asText())
                .toList();
    }
}
