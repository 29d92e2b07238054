package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;

/**
 * A campaign that a fault strikes while its first job lives. At the end, each planned run must have one record that
 * counts, and no run that the fault struck may count.
 */
final class StruckCampaign {
    static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration RESTART = Duration.ofMinutes(3);

    private final RealCampaign campaign;
    private final ClientRun client;
    private final Instant begun = Instant.now();
    private Instant struck = Instant.MAX;
    private Instant whole = Instant.MIN;

    private StruckCampaign(RealCampaign campaign, ClientRun client) {
        this.campaign = campaign;
        this.client = client;
    }

    /** Begins a campaign of tiny HDFS writes, and returns when YARN has the first run's job. */
    static StruckCampaign begin(ProcessCluster cluster, String name, int repeats, String... options) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, name);
        return begin(
                campaign,
                campaign.client(words(repeats, "off", options)).timeout(LIMIT).start());
    }

    /** Returns the arguments of such a campaign's client, and more of them. */
    static String[] words(int repeats, String probe, String... options) {
        return Stream.concat(
                        Stream.of(
                                "--suite",
                                "quick",
                                "--jobs",
                                "hdfs-write",
                                "--bytes-per-node",
                                "4MB",
                                "--slots",
                                "2",
                                "--seed",
                                "7",
                                "--repeats",
                                String.valueOf(repeats),
                                "--probe",
                                probe),
                        Stream.of(options))
                .toArray(String[]::new);
    }

    /** Begins a campaign of one job whose four maps sleep, and returns when all of them do. */
    static StruckCampaign asleep(ProcessCluster cluster, Path directory, String name, int seconds, String... options)
            throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, name);
        StruckCampaign begun = begin(
                campaign,
                campaign.client(sleeping(directory, seconds, options))
                        .timeout(LIMIT)
                        .start());
        assertThat(Await.within(LIMIT, () -> cluster.jvmsWith("YarnChild").size() == 4))
                .as(begun.client::tails)
                .isTrue();
        return begun;
    }

    /** Returns the arguments of such a campaign's client, and more of them. */
    static String[] sleeping(Path directory, int seconds, String... options) throws IOException {
        Path suite = Files.writeString(directory.resolve("asleep.yaml"), """
                name: asleep
                bytes_per_node: 1MB
                repeats: 1
                runs:
                  - jobs: [sleep]
                    configuration: {spindle.hold.ms: MILLIS}
                """.replace("MILLIS", seconds + "000"));
        return Stream.concat(
                        Stream.of("--suite", suite.toString(), "--slots", "4", "--probe", "off"), Stream.of(options))
                .toArray(String[]::new);
    }

    /** Returns the campaign of a client once YARN has the first run's job. */
    static StruckCampaign begin(RealCampaign campaign, ClientRun client) throws Exception {
        assertThat(Await.within(LIMIT, () -> hasFirstJob(campaign)))
                .as(client::tails)
                .isTrue();
        return new StruckCampaign(campaign, client);
    }

    private static boolean hasFirstJob(RealCampaign campaign) throws IOException, InterruptedException {
        if (!campaign.begun() || !Files.exists(campaign.directory().resolve("plan.json"))) {
            return false;
        }
        String prefix = campaign.tag() + "_001";
        return new Applications(campaign.cluster().rest())
                .all().stream().anyMatch(each -> each.live() && each.tags().contains(prefix));
    }

    RealCampaign campaign() {
        return campaign;
    }

    ClientRun client() {
        return client;
    }

    /** What strikes a campaign. */
    interface Fault {
        void strike() throws Exception;
    }

    /**
     * Strikes. A run whose job lived at any time between now and the end of the repair must not count.
     *
     * @param repair makes the cluster whole again
     */
    void strike(Fault fault, Fault repair) throws Exception {
        struck = Instant.now();
        try {
            fault.strike();
        } finally {
            repair.strike();
            whole = Instant.now();
        }
    }

    /** Kills a daemon, and starts it again after a time. */
    void away(Part part, Duration howLong) throws Exception {
        strike(
                () -> {
                    campaign.cluster().kill(part);
                    Thread.sleep(howLong.toMillis());
                },
                () -> campaign.cluster().restartDead(RESTART));
    }

    /** Makes a daemon hang for a time. */
    void hangs(Part part, Duration howLong) throws Exception {
        strike(
                () -> {
                    campaign.cluster().pause(part);
                    Thread.sleep(howLong.toMillis());
                },
                () -> campaign.cluster().goOn(part));
    }

    /** Lets runs count whose job lived while the fault struck, because no job needs what it struck. */
    void harmless() {
        struck = Instant.MAX;
        whole = Instant.MIN;
    }

    List<RunRecord> allValid(int planned) throws Exception {
        return allValid(client, planned);
    }

    /**
     * Waits for the last client. Checks that each planned run has one valid record, that none of them was struck, and
     * that nothing is left in HDFS and YARN.
     *
     * @return the records that are kept beside
     */
    List<RunRecord> allValid(ClientRun last, int planned) throws Exception {
        assertThat(last.waitFor()).as(last::tails).isZero();
        List<RunRecord> records = campaign.records();
        List<RunRecord> counted =
                records.stream().filter(run -> !run.toBeRepeated()).toList();
        List<RunRecord> aside = records.stream().filter(RunRecord::toBeRepeated).toList();
        long names =
                counted.stream().map(run -> run.identity().run()).distinct().count();
        List<String> wrong = counted.stream()
                .filter(run -> run.status() == Status.OK && isStruck(run))
                .map(run -> run.identity().run())
                .toList();
        System.out.printf(
                Locale.ROOT,
                "FAULT %s: %d s, %d planned, %d kept beside, %d lost, %d counted twice, %d wrongly valid%n",
                campaign.name(),
                Duration.between(begun, Instant.now()).toSeconds(),
                planned,
                aside.size(),
                planned - names,
                counted.size() - names,
                wrong.size());
        aside.forEach(
                run -> System.out.println("  " + run.identity().run() + " " + run.status() + " " + run.reasons()));
        assertThat(counted).as(last::tails).hasSize(planned).allMatch(run -> run.status() == Status.OK);
        assertThat(names).isEqualTo(planned);
        assertThat(wrong).isEmpty();
        leavesNothing();
        return aside;
    }

    private boolean isStruck(RunRecord run) {
        return run.times().yarnStarted().isBefore(whole)
                && run.times().yarnFinished().isAfter(struck);
    }

    private void leavesNothing() throws IOException, InterruptedException {
        assertThat(campaign.cluster().rest().children(campaign.base())).isEmpty();
        assertThat(new Applications(campaign.cluster().rest()).live(campaign.tag()))
                .isEmpty();
    }

    /** Starts a client that resumes the campaign. */
    ClientRun resume(String... options) throws IOException {
        return campaign.client(Stream.concat(Stream.of("--resume", campaign.id()), Stream.of(options))
                        .toArray(String[]::new))
                .timeout(LIMIT)
                .start();
    }

    /** Checks that no two jobs of a run lived at the same time. */
    void noneTwiceAtOnce(String run) throws IOException, InterruptedException {
        List<Applications.Application> attempts = new Applications(
                        campaign.cluster().rest())
                .ofRun(campaign, run).stream()
                        .sorted((one, other) -> Long.compare(one.started(), other.started()))
                        .toList();
        for (int i = 1; i < attempts.size(); i++) {
            assertThat(attempts.get(i).started())
                    .isGreaterThanOrEqualTo(attempts.get(i - 1).finished());
        }
    }
}
