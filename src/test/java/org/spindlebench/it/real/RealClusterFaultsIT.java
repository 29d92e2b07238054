package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.Moments;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Tests jobs that are killed, users who lose patience, and clients that die, with the profile {@code long}. The profile
 * {@code soak} adds 20 kills of a longer campaign.
 */
@ExtendWith(SharedProcessCluster.class)
class RealClusterFaultsIT {
    private static final int KILLS = 3;
    private static final int SOAK_KILLS = 20;
    private static final Duration SOAK_LATEST = Duration.ofSeconds(45);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String[] TINY = {"--suite", "quick", "--bytes-per-node", "4MB", "--slots", "2", "--seed", "7"};

    /** {@code KillAndResumeIT} does this on an embedded cluster in every build. */
    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void aClientKilledInMidRunLosesAndRepeatsNothingAndLeavesNoApplicationToTheNext(ProcessCluster cluster)
            throws Exception {
        Random random = Moments.of(RealClusterFaultsIT.class);
        RealCampaign campaign = new RealCampaign(cluster, "kills");
        Applications applications = new Applications(cluster.rest());
        KilledCampaign killed =
                new KilledCampaign(campaign, with(TINY, "--jobs", "shuffle,hdfs-write", "--repeats", "2"));
        for (int kill = 0; kill < KILLS; kill++) {
            awaitRun(campaign, applications, kill, killed.client());
            Thread.sleep(random.nextInt(2_000));
            killed.killAndResume();
        }
        killed.endAsPlanned();
        nothingIsLeftInHdfs(campaign);
    }

    /**
     * Kills happen at any moment: while a client starts, prepares, runs, is between two runs, or cleans up after the
     * one before it.
     */
    @Test
    @EnabledIfSystemProperty(named = "spindle.it.soak", matches = "true")
    void twentyKillsAtRandomMomentsLoseAndRepeatNothing(ProcessCluster cluster) throws Exception {
        Random random = Moments.of(RealClusterFaultsIT.class);
        RealCampaign campaign = new RealCampaign(cluster, "soak");
        KilledCampaign killed = new KilledCampaign(campaign, with(TINY, "--repeats", "4"));
        for (int kill = 1; kill <= SOAK_KILLS; kill++) {
            Duration moment = Duration.ofMillis(random.nextInt((int) SOAK_LATEST.toMillis()));
            boolean early = Await.within(moment, () -> killed.finished() >= killed.planned() - 1);
            System.out.printf(
                    "kill %d after %d ms%s: %d of %d runs finished%n",
                    kill, moment.toMillis(), early ? " at most" : "", killed.finished(), killed.planned());
            killed.killAndResume();
        }
        killed.endAsPlanned();
        nothingIsLeftInHdfs(campaign);
    }

    /** Waits until this number of runs has finished and the next one is on its way. */
    private static void awaitRun(RealCampaign campaign, Applications applications, int finished, ClientRun client)
            throws InterruptedException {
        assertThat(Await.within(
                        LIMIT,
                        () -> campaign.recordFiles().size() >= finished
                                && campaign.begun()
                                && !applications.live(campaign.tag()).isEmpty()))
                .as(client::tails)
                .isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void aJobKilledFromOutsideFailsAndTheSuiteGoesOn(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "outside");
        Applications applications = new Applications(cluster.rest());
        ClientRun client = campaign.client(with(TINY, "--jobs", "shuffle,hdfs-write", "--repeats", "1"))
                .start();
        awaitRun(campaign, applications, 0, client);
        String victim = applications.live(campaign.tag()).get(0);
        cluster.rest().killApplication(victim, ProcessCluster.USER);
        assertThat(client.waitFor()).as(client::tails).isEqualTo(1);

        RunRecord failed = campaign.records().stream()
                .filter(run -> run.status() == Status.FAILED)
                .findFirst()
                .orElseThrow();
        assertThat(failed.identity().applicationId()).isEqualTo(victim);
        assertThat(failed.reasons())
                .singleElement()
                .asString()
                .contains(victim + " KILLED", "was killed by user bench");
        assertThat(failed.times().elapsed()).isPositive();
        assertThat(campaign.records())
                .hasSize(2)
                .filteredOn(run -> run.status() == Status.OK)
                .hasSize(1);
        String job = failed.subject().job();
        assertThat(client.out())
                .containsPattern("(?m)^" + job + " +0 of 1 \\(1 failed\\)")
                .contains(failed.identity().run() + " of " + campaign.id() + " is left out of the statistics (failed");
        assertThat(client.err()).contains("failed").doesNotContain("\tat ");
        nothingIsLeftInHdfs(campaign);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void controlCKillsTheApplicationAndRecordsTheRunAndCleanRemovesWhatIsLeft(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "impatience");
        Applications applications = new Applications(cluster.rest());
        ClientRun client = campaign.client(with(TINY, "--jobs", "shuffle")).start();
        awaitRun(campaign, applications, 0, client);
        String running = applications.live(campaign.tag()).get(0);
        int exitCode = client.interrupt();
        assertThat(client.waitFor()).as(client::tails).isEqualTo(exitCode);

        assertThat(applications.tagged(campaign.tag()))
                .filteredOn(application -> !application.state().equals("FINISHED"))
                .extracting(Applications.Application::id, Applications.Application::state)
                .containsExactly(tuple(running, "KILLED"));
        assertThat(campaign.records()).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(Status.INTERRUPTED);
            assertThat(run.reasons()).containsExactly("interrupted by the user");
            assertThat(run.identity().applicationId()).isEqualTo(running);
        });
        assertThat(client.err()).contains("Resume with: ", " --resume " + campaign.id());
        cleanRemovesTheCampaignOnly(campaign);
        noStagingIsLeft(campaign);
    }

    private static void nothingIsLeftInHdfs(RealCampaign campaign) throws Exception {
        assertThat(campaign.cluster().rest().children(campaign.base())).isEmpty();
        noStagingIsLeft(campaign);
    }

    /** Checks that no jar or splits of a killed job are left, which its ApplicationMaster could not remove. */
    private static void noStagingIsLeft(RealCampaign campaign) throws Exception {
        List<String> jobs = new Applications(campaign.cluster().rest())
                .tagged(campaign.tag()).stream()
                        .map(application -> application.id().replace("application", "job"))
                        .toList();
        assertThat(jobs).isNotEmpty();
        assertThat(campaign.cluster().rest().children("/user/" + ProcessCluster.USER + "/.staging"))
                .doesNotContainAnyElementsOf(jobs);
    }

    private static void cleanRemovesTheCampaignOnly(RealCampaign campaign) throws Exception {
        ProcessCluster cluster = campaign.cluster();
        String left = campaign.base() + "/" + campaign.id();
        assertThat(cluster.rest().children(campaign.base())).containsExactly("_spindle_base", campaign.id());
        cluster.rest().writeFile(campaign.base() + "/mine.txt", ProcessCluster.USER, "not Spindle's");
        cluster.rest().writeFile(campaign.base() + "/quick-1/data.txt", ProcessCluster.USER, "only named like it");
        List<String> before = cluster.rest().children(campaign.base());

        ClientRun dry = clean(campaign, "--dry-run");
        assertThat(dry.out()).isEqualTo("would remove " + left + "\n");
        assertThat(cluster.rest().children(campaign.base())).isEqualTo(before);

        assertThat(clean(campaign).out()).isEqualTo("removed " + left + "\n");
        assertThat(cluster.rest().children(campaign.base())).containsExactly("mine.txt", "quick-1");
        assertThat(cluster.rest().children(campaign.base() + "/quick-1")).containsExactly("data.txt");

        assertThat(clean(campaign).out()).isEqualTo("Spindle has no data under " + campaign.base() + ".\n");
    }

    private static ClientRun clean(RealCampaign campaign, String... options) throws Exception {
        ClientRun run = campaign.cluster()
                .client()
                .arguments(with(new String[] {"clean", "--base-dir", campaign.name()}, options))
                .run();
        assertThat(run.exitCode()).as(run::tails).isZero();
        return run;
    }

    private static String[] with(String[] first, String... rest) {
        String[] all = Arrays.copyOf(first, first.length + rest.length);
        System.arraycopy(rest, 0, all, first.length, rest.length);
        return all;
    }
}
