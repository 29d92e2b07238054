package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Daemons die or hang in the middle of a campaign, and come back. Every planned run must end with one record that
 * counts, and no run that met the outage may count. The profile {@code faults} adds the longer outages.
 */
@ExtendWith(SharedProcessCluster.class)
class OutagesIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration RESTART = Duration.ofMinutes(3);

    private static ClientRun begin(RealCampaign campaign, int repeats, String... options) throws Exception {
        ClientRun client = campaign.client(Stream.concat(
                                Stream.of(
                                        "--suite",
                                        "quick",
                                        "--jobs",
                                        "hdfs-write",
                                        "--bytes-per-node",
                                        "4MB",
                                        "--slots",
                                        "2",
                                        "--probe",
                                        "off",
                                        "--seed",
                                        "7",
                                        "--repeats",
                                        String.valueOf(repeats)),
                                Stream.of(options))
                        .toArray(String[]::new))
                .timeout(LIMIT)
                .start();
        Applications applications = new Applications(campaign.cluster().rest());
        assertThat(Await.within(
                        LIMIT,
                        () -> campaign.begun()
                                && Files.exists(campaign.directory().resolve("plan.json"))
                                && !applications.live(campaign.tag()).isEmpty()))
                .as(client::tails)
                .isTrue();
        return client;
    }

    /** Checks that each planned run has one valid record, and returns the records that are kept beside. */
    private static List<RunRecord> allValid(RealCampaign campaign, ClientRun client, int planned) throws Exception {
        assertThat(client.waitFor()).as(client::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records)
                .filteredOn(run -> !run.toBeRepeated())
                .as(client::tails)
                .hasSize(planned)
                .allMatch(run -> run.status() == Status.OK);
        List<RunRecord> aside = records.stream().filter(RunRecord::toBeRepeated).toList();
        aside.forEach(run ->
                System.out.println(campaign.name() + ": " + run.identity().run() + " " + run.reasons()));
        assertThat(campaign.cluster().rest().children(campaign.base())).isEmpty();
        assertThat(new Applications(campaign.cluster().rest()).live(campaign.tag()))
                .isEmpty();
        return aside;
    }

    private static void away(ProcessCluster cluster, Part part, Duration howLong) throws Exception {
        cluster.kill(part);
        try {
            Thread.sleep(howLong.toMillis());
        } finally {
            cluster.restartDead(RESTART);
        }
    }

    private static void hangs(ProcessCluster cluster, Part part, Duration howLong) throws Exception {
        cluster.pause(part);
        try {
            Thread.sleep(howLong.toMillis());
        } finally {
            cluster.goOn(part);
        }
    }

    @Test
    void aNameNodeThatIsAwayForAWhileCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-namenode");
        ClientRun client = begin(campaign, 2);
        away(cluster, Part.NAME_NODE, Duration.ofSeconds(15));

        assertThat(allValid(campaign, client, 2)).hasSizeLessThanOrEqualTo(2);
        assertThat(client.err()).contains("Spindle waits for that");
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNameNodeThatIsAwayForNinetySecondsCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-namenode-long");
        ClientRun client = begin(campaign, 6);
        away(cluster, Part.NAME_NODE, Duration.ofSeconds(90));

        assertThat(allValid(campaign, client, 6)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNameNodeThatHangsForNinetySecondsCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "namenode-hangs");
        ClientRun client = begin(campaign, 3);
        hangs(cluster, Part.NAME_NODE, Duration.ofSeconds(90));

        assertThat(allValid(campaign, client, 3)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aHistoryServerThatIsAwayWhenTheJobEndsCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-history");
        ClientRun client = begin(campaign, 1);
        away(cluster, Part.JOB_HISTORY_SERVER, Duration.ofSeconds(40));

        assertThat(allValid(campaign, client, 1)).as("the job itself succeeded").isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aHistoryServerThatHangsWhenTheJobEndsCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "history-hangs");
        ClientRun client = begin(campaign, 2);
        hangs(cluster, Part.JOB_HISTORY_SERVER, Duration.ofSeconds(60));

        assertThat(allValid(campaign, client, 2))
                .as("the jobs themselves succeeded")
                .isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aResourceManagerWithoutRecoveryThatDiesCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-resourcemanager");
        ClientRun client = begin(campaign, 2);
        away(cluster, Part.RESOURCE_MANAGER, Duration.ofSeconds(20));

        assertThat(allValid(campaign, client, 2)).hasSizeBetween(1, 2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aResourceManagerThatHangsCostsNoRun(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "resourcemanager-hangs");
        ClientRun client = begin(campaign, 2);
        hangs(cluster, Part.RESOURCE_MANAGER, Duration.ofSeconds(60));

        assertThat(allValid(campaign, client, 2)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aTimeLimitIsKeptWhileTheResourceManagerHangs(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "limit");
        ClientRun client = begin(campaign, 1, "--timeout", "20s", "--wait-for-cluster", "1s");
        long begin = System.nanoTime();
        cluster.pause(Part.RESOURCE_MANAGER);
        try {
            assertThat(client.waitFor()).as(client::tails).isNotZero();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            System.out.println("the client of a run with a limit of 20 s ended after " + took);
            assertThat(took).isLessThan(Duration.ofSeconds(90));
        } finally {
            cluster.goOn(Part.RESOURCE_MANAGER);
        }
        Thread.sleep(Duration.ofSeconds(10).toMillis());
        ClientRun resumed = campaign.client("--resume").timeout(LIMIT).start();
        allValid(campaign, resumed, 1);
    }

    @Test
    void aDataNodeThatDiesDuringARunMakesSpindleRepeatIt(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "no-datanode");
        ClientRun client = begin(campaign, 1);
        away(cluster, Part.DATA_NODE, Duration.ofSeconds(15));

        assertThat(allValid(campaign, client, 1)).hasSizeBetween(1, 2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNodeManagerThatHangsDuringARunMakesSpindleRepeatIt(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "nodemanager-hangs");
        ClientRun client = begin(campaign, 1);
        hangs(cluster, Part.NODE_MANAGER, Duration.ofSeconds(60));

        assertThat(allValid(campaign, client, 1)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aClientOfCopiedResultsIsRefusedWhileTheFirstRuns(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "copied");
        ClientRun first = begin(campaign, 1);
        Path copy = cluster.directory().resolve("results-of-a-copy");
        copy(campaign.out(), copy);

        ClientRun second = cluster.client()
                .arguments("run", "--resume", campaign.id(), "--out", copy.toString(), "--base-dir", campaign.name())
                .run();

        assertThat(second.exitCode()).as(second::tails).isEqualTo(1);
        assertThat(second.err())
                .contains("error: another client uses " + campaign.base() + "/" + campaign.id() + "-lease in HDFS")
                .doesNotContain("\tat ");
        assertThat(allValid(campaign, first, 1)).isEmpty();
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path target = to.resolve(from.relativize(each));
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(each, target);
                }
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientThatIsStoppedFromAnotherTerminalEndsAfterItsRunAndCanBeResumed(ProcessCluster cluster)
            throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "stopped");
        ClientRun client = begin(campaign, 2);
        ClientRun status = cluster.client()
                .arguments("status", campaign.id(), "--out", campaign.out().toString())
                .run();
        assertThat(status.out()).contains(campaign.id() + ": 0 of 2 runs made", "running as process");
        ClientRun remote = cluster.client()
                .arguments("status", "--hdfs", "--base-dir", campaign.name())
                .run();
        assertThat(remote.out()).contains(campaign.id() + ": run by process ");
        ClientRun stop = cluster.client()
                .arguments("stop", campaign.id(), "--hdfs", "--base-dir", campaign.name())
                .run();
        assertThat(stop.exitCode()).as(stop::tails).isZero();

        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);
        assertThat(campaign.records()).singleElement().matches(run -> run.status() == Status.OK);
        ClientRun resumed = campaign.client("--resume").timeout(LIMIT).start();
        assertThat(allValid(campaign, resumed, 2)).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientWhoseTerminalIsClosedGoesOn(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "hung-up");
        ClientRun client = begin(campaign, 1);
        new ProcessBuilder("kill", "-HUP", Long.toString(client.process().pid()))
                .start()
                .waitFor();

        assertThat(allValid(campaign, client, 1)).isEmpty();
    }
}
