package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Tests what a client says about the cluster before it starts a campaign. Runs 2 MapReduce jobs, which are task checks,
 * and 3 more with the profile {@code long}, which calibrate.
 */
@ExtendWith(SharedProcessCluster.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RealClusterCheckIT {
    private static final String[] QUICK = {"check", "--suite", "quick", "--jobs", "teragen"};
    private static final Duration LATEST = Duration.ofMinutes(3);

    private static ClientRun unanswered;

    @BeforeAll
    static void askAResourceManagerThatIsNotThere(ProcessCluster cluster) throws IOException {
        unanswered = cluster.client()
                .arguments("check", "--suite", "quick", "-jt", "127.0.0.1:" + closedPort())
                .timeout(LATEST)
                .start();
    }

    @Test
    void checkSaysHowManyTasksFitByMemoryAndByBoth(ProcessCluster cluster) throws Exception {
        ClientRun check = client(cluster, "check", "--suite", "quick", "-D", "mapreduce.map.memory.mb=640");
        assertThat(check.exitCode()).as(check::tails).isZero();
        // 640 MiB count as 768, of which 8 fit on a node of 6 GiB; an ApplicationMaster takes the place of one. The 8
        // vcores of a node would allow 8 tasks, too. 12 requests of 512 MiB fit on a node, and the scheduler counts
        // only memory.
        assertThat(check.out())
                .containsPattern("(?m)^  teragen +15 +\\(15, 15; memory\\)$")
                .containsPattern("(?m)^  terasort +23 +\\(23, 15; memory\\)$")
                .containsPattern(
                        "(?m)^  HDFS    1\\.\\d\\d GB at its peak, replicas counted, \\d+\\.\\d % of the free space$")
                .containsPattern("(?m)^  local   at most 0\\.21 GB per node .*, \\d+\\.\\d % of the free space$")
                .containsPattern("(?m)^  queue   \\d+ % of what the queue grants one user$")
                .containsPattern("(?m)^  hours   unknown: no valid run of ")
                .containsPattern(
                        "(?m)^Containers \\(.*teragen.*\\): 7\\.5 containers per node for \\d+ .* the rule of 2 per core; 7\\.5")
                .contains("Nothing prevents the plan from running.");
        assertThat(check.err().trim()).isEqualTo("Running a task to check the nodes ...");
    }

    /** Snappy's library comes with Hadoop; those of LZ4 and Zstandard are missing here. */
    @Test
    void codecsThatAreMissingInATaskAreNamedEachWithItsReason(ProcessCluster cluster) throws Exception {
        Path suite = Files.writeString(cluster.directory().resolve("codecs.yaml"), """
                name: codecs
                description: One job with each codec that needs a library.
                bytes_per_node: 1MB
                repeats: 1
                runs:
                  - {jobs: [shuffle], compression: [snappy, lz4, zstd]}
                """);
        ClientRun check = client(cluster, "check", "--suite", suite.toString());
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).isEqualTo("Running a task to check the nodes ..."),
                        line -> assertThat(line)
                                .startsWith(
                                        "error: compression lz4: org.apache.hadoop.io.compress.Lz4Codec does not work")
                                .contains("net/jpountz/lz4"),
                        line -> assertThat(line)
                                .startsWith("error: compression zstd: org.apache.hadoop.io.compress.ZStandardCodec")
                                .contains("native zStandard library not available", "hadoop checknative"),
                        line -> assertThat(line).isEqualTo("2 problems; nothing was started."));
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
                        line -> assertThat(line).startsWith("error: no container of dfsio-write fits"),
                        line -> assertThat(line).startsWith("error: no container of dfsio-read fits"),
                        line -> assertThat(line).isEqualTo("10 problems; nothing was started."));
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
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void calibrationFindsWhatTheQueueGrantsWhereNodeTotalsMislead(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "calibrated");
        ClientRun calibrate = campaign.client(with(QUICK, "--queue", ProcessCluster.SMALL_QUEUE, "--calibrate"))
                .run();
        assertThat(calibrate.exitCode()).as(calibrate::tails).isZero();
        int granted = Integer.parseInt(found("grants (\\d+) containers of 512 MiB", calibrate.err()));
        // 24 containers of 512 MiB fit on two nodes of 6 GiB. A quarter of them is 6, one of which is the
        // ApplicationMaster's. But the scheduler asks whether the limit is reached before it grants a container, not
        // after.
        assertThat(granted).isBetween(5, 6);
        assertThat(calibrate.out())
                .containsPattern("(?m)^  teragen +" + granted + " +\\(5, 3; calibrated\\)$")
                .containsPattern("(?m)^Calibrated at .*: queue " + ProcessCluster.SMALL_QUEUE + " of 2 NodeManager")
                .containsPattern("(?m)^  hours   0\\.\\d\\d, from the records of quick-");

        assertThat(slots(campaign, "--queue", ProcessCluster.SMALL_QUEUE)).isEqualTo(granted + " (5, 3; calibrated)");
        assertThat(slots(campaign, "--queue", "default")).as("of another queue").isEqualTo("23 (23, 15; memory)");
        assertThat(slots(campaign, "--queue", ProcessCluster.SMALL_QUEUE, "-Dmapreduce.map.memory.mb=1024"))
                .as("of another request")
                .isEqualTo("2 (2, 2; memory)");
        assertThat(slots(campaign, "--queue", ProcessCluster.SMALL_QUEUE, "--slots", "3"))
                .as("the user's own")
                .isEqualTo("3 (5, 3; given)");
        aPlanPastMaxHoursIsRefusedByTheRecordOfTheSmallRun(campaign);
    }

    private static void aPlanPastMaxHoursIsRefusedByTheRecordOfTheSmallRun(RealCampaign campaign) throws Exception {
        Applications applications = new Applications(campaign.cluster().rest());
        int before = applications.all().size();
        ClientRun run = campaign.client(
                        "--suite", "quick", "--jobs", "teragen", "--repeats", "1000", "--max-hours", "1")
                .run();
        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err())
                .containsPattern("error: the plan takes about \\d+\\.\\d hours, and --max-hours permits 1\\.0")
                .contains("1 problem; nothing was started.");
        assertThat(applications.all()).hasSize(before);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void aRunOfUnknownHoursIsKnownByOneSmallRunOfEachJob(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "unasked");
        // More than what Spindle counts as a small plan, though it takes a minute only.
        ClientRun refused = campaign.client(
                        "--suite",
                        "quick",
                        "--jobs",
                        "teragen",
                        "--repeats",
                        "101",
                        "--slots",
                        "4",
                        "--max-hours",
                        "1m")
                .timeout(Duration.ofMinutes(3))
                .run();
        assertThat(refused.exitCode()).as(refused::tails).isEqualTo(2);
        assertThat(refused.err())
                .containsPattern(
                        "says how long teragen takes on these nodes, so Spindle makes one small run of each job")
                .contains("[1/1] teragen none repeat 1 ok")
                .containsPattern("error: the plan takes about 0\\.\\d hours, and --max-hours permits 0\\.0");

        ClientRun known = campaign.client(
                        "--suite",
                        "quick",
                        "--jobs",
                        "teragen",
                        "--repeats",
                        "101",
                        "--slots",
                        "4",
                        "--max-hours",
                        "1m")
                .run();
        assertThat(known.exitCode()).as(known::tails).isEqualTo(2);
        assertThat(known.err()).doesNotContain("small run").contains("--max-hours permits");
    }

    @Test
    void aPlanThatFillsHdfsIsRefusedWithoutYesBeforeAnySmallRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "large");
        Applications applications = new Applications(cluster.rest());
        int before = applications.all().size();
        // This takes half of the free space: the bytes per node, times 2 nodes and 2 replicas or more.
        long free = cluster.rest().remaining();
        ClientRun run = campaign.client(
                        "--suite", "quick", "--jobs", "teragen", "--bytes-per-node", free / 12 + "B", "--repeats", "1")
                .run();
        assertThat(run.exitCode()).as(run::tails).isEqualTo(2);
        assertThat(run.err())
                .containsPattern("error: the plan takes \\d+\\.\\d GB of HDFS, replicas counted: \\d\\d % of the ")
                .contains("permit more with --max-hdfs SIZE or --yes", "1 problem; nothing was started.")
                .doesNotContain("small run");
        assertThat(Files.exists(campaign.out())).isFalse();
        assertThat(applications.all()).hasSize(before);
    }

    @Test
    void aPlanThatExceedsAQuotaAboveTheBaseDirectoryIsRefused(ProcessCluster cluster) throws Exception {
        Applications applications = new Applications(cluster.rest());
        int before = applications.all().size();
        String limited = new RealCampaign(cluster, "limited").base();
        cluster.rest().makeDirectoryWithQuota(limited, ProcessCluster.USER, 100_000_000);

        ClientRun check = client(
                cluster,
                "check",
                "--suite",
                "quick",
                "--jobs",
                "teragen",
                "--bytes-per-node",
                "150MB",
                "--base-dir",
                limited + "/a/b");

        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err())
                .contains("error: the quota of " + limited + " in HDFS permits 0.10 GB, 0.10 GB are left")
                .containsPattern("needs 0\\.[3-9]\\d GB below " + limited + "/a/b at its peak, replicas counted")
                .containsPattern("-setSpaceQuota \\d+ " + limited + "`")
                .contains("1 problem; nothing was started.")
                .doesNotContain("whether a quota of HDFS limits the plan");
        assertThat(applications.all()).hasSize(before);
    }

    /**
     * Returns what a check says about teragen's wave. The check finds no JobHistoryServer, so it ends before it submits
     * anything.
     */
    private static String slots(RealCampaign campaign, String... options) throws Exception {
        ClientRun check = campaign.client(
                        with(with(QUICK, options), "-Dmapreduce.jobhistory.address=127.0.0.1:" + closedPort()))
                .run();
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        return found("(?m)^  teragen +(\\d+ .*)$", check.out()).replaceAll(" +", " ");
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    private static String[] with(String[] first, String... rest) {
        String[] all = Arrays.copyOf(first, first.length + rest.length);
        System.arraycopy(rest, 0, all, first.length, rest.length);
        return all;
    }

    @Test
    void aQueueThatIsNotThereIsAMistakeOfTheUsers(ProcessCluster cluster) throws Exception {
        ClientRun check = client(cluster, "check", "--suite", "quick", "--queue", "nosuch");
        assertThat(check.exitCode()).as(check::tails).isEqualTo(2);
        assertThat(check.err()).isEqualTo("error: there is no queue 'nosuch'; name one with --queue\n");
    }

    /**
     * {@code HadoopClusterTest} tests how often the client tries. The limit here is for a busy machine. The test runs
     * last, because the client waits while the others work.
     */
    @Test
    @Order(Integer.MAX_VALUE)
    void aResourceManagerThatDoesNotAnswerIsSaidSoon() throws Exception {
        assertThat(unanswered.waitFor()).as(unanswered::tails).isEqualTo(3);
        assertThat(unanswered.err())
                .startsWith("error: cannot reach the cluster")
                .contains("HADOOP_CONF_DIR");
        assertThat(unanswered.err().lines()).hasSize(1);
    }

    private static ClientRun client(ProcessCluster cluster, String... arguments)
            throws IOException, InterruptedException {
        return cluster.client().arguments(arguments).run();
    }

    /** Returns a port on which nothing listens. */
    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
