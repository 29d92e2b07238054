package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/** What a client says about the cluster before it submits anything: no MapReduce job. */
@ExtendWith(SharedProcessCluster.class)
class RealClusterCheckIT {

    @Test
    void checkSaysHowManyTasksFitByMemoryAndByBoth(ProcessCluster cluster) throws Exception {
        ClientRun check = client(cluster, "check", "--suite", "quick", "-D", "mapreduce.map.memory.mb=640");
        assertThat(check.exitCode()).as(check::tails).isZero();
        // 640 MiB count as 768, of which 8 fit on a node of 6 GiB, and on one of them stands an ApplicationMaster; 8
        // vcores a node would do for 8 tasks too. Of 512 MiB there are 12 a node, and the scheduler counts memory
        // alone.
        assertThat(check.out())
                .containsPattern("(?m)^  teragen +15 +\\(15, 15; memory\\)$")
                .containsPattern("(?m)^  terasort +23 +\\(23, 15; memory\\)$")
                .contains("Nothing keeps the plan from running.");
        assertThat(check.err().trim()).isEqualTo("Looking around in a task ...");
    }

    @Test
    void checkReportsAllProblemsAtOnceAndSubmitsNothing(ProcessCluster cluster) throws Exception {
        Applications applications = new Applications(cluster.rest());
        int before = applications.all().size();
        ClientRun check = client(
                cluster,
                "check",
                "--suite",
                "quick",
                "-Dmapreduce.map.memory.mb=7000",
                "-Dmapreduce.map.cpu.vcores=64",
                "-Dmapreduce.reduce.java.opts=-Xmx512m",
                "-Dyarn.app.mapreduce.am.resource.mb=2048",
                "-Dyarn.app.mapreduce.am.command-opts=-Xmx4g",
                "-Dmapreduce.jobhistory.address=127.0.0.1:" + closedPort());
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("error: mapreduce.jobhistory.address: no JobHistoryServer"),
                        line -> assertThat(line).startsWith("error: mapreduce.map.memory.mb: 7000 MiB exceeds"),
                        line -> assertThat(line).startsWith("error: mapreduce.map.cpu.vcores: 64 exceeds"),
                        line -> assertThat(line).startsWith("error: mapreduce.reduce.java.opts: a heap of 512 MiB"),
                        line -> assertThat(line)
                                .startsWith("error: yarn.app.mapreduce.am.command-opts: a heap of 4096"),
                        line -> assertThat(line).startsWith("error: no container of teragen fits"),
                        line -> assertThat(line).startsWith("error: no container of shuffle fits"),
                        line -> assertThat(line).startsWith("error: no container of hdfs-write fits"),
                        line -> assertThat(line).isEqualTo("8 problem(s); nothing was started."));
        assertThat(applications.all()).hasSize(before);
    }

    @Test
    void aRunIsRefusedWithTheSameProblemsAndLeavesNoCampaign(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "refused");
        int before = new Applications(cluster.rest()).all().size();
        ClientRun run = campaign.client("--suite", "quick", "-D", "mapreduce.map.memory.mb=7000", "--slots", "2")
                .run();
        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err()).contains("mapreduce.map.memory.mb: 7000 MiB exceeds the largest container, 6144 MiB");
        assertThat(run.out()).isEmpty();
        assertThat(Files.exists(campaign.out())).isFalse();
        assertThat(new Applications(cluster.rest()).all()).hasSize(before);
    }

    @Test
    void aQueueThatIsNotThereIsAMistakeOfTheUsers(ProcessCluster cluster) throws Exception {
        ClientRun check = client(cluster, "check", "--suite", "quick", "--queue", "nosuch");
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err()).isEqualTo("error: there is no queue 'nosuch'; name one with --queue\n");
    }

    @Test
    void aResourceManagerThatDoesNotAnswerIsSaidWithinAMinute(ProcessCluster cluster) throws Exception {
        long begin = System.nanoTime();
        ClientRun check = client(cluster, "check", "--suite", "quick", "-jt", "127.0.0.1:" + closedPort());
        assertThat(check.exitCode()).as(check::tails).isEqualTo(3);
        assertThat(check.err())
                .startsWith("error: the cluster can't be reached")
                .contains("HADOOP_CONF_DIR");
        assertThat(check.err().lines()).hasSize(1);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
    }

    private static ClientRun client(ProcessCluster cluster, String... arguments)
            throws IOException, InterruptedException {
        return cluster.client().arguments(arguments).run();
    }

    /** One on which nobody listens. */
    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
