package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.LoopDevice;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/** What strikes a client in the middle of a campaign: other clients, a pause, a closed terminal, a full disk. */
@ExtendWith(SharedProcessCluster.class)
class ClientFaultsIT {
    /** The time after which a client looks at its lease before it removes anything, and somewhat more. */
    private static final Duration NO_LONGER_FRESH = Duration.ofSeconds(75);
    /** More than a lease lasts. */
    private static final Duration LONG_AGO = Duration.ofMinutes(6);

    private static final int MOST_TRIES = 6;

    @TempDir
    private Path directory;

    @Test
    void aClientOfCopiedResultsIsRefusedWhileTheFirstRuns(ProcessCluster cluster) throws Exception {
        StruckCampaign first = StruckCampaign.begin(cluster, "copied", 1);
        RealCampaign campaign = first.campaign();
        Path copy = cluster.directory().resolve("results-of-a-copy");
        copy(campaign.out(), copy);

        ClientRun second = cluster.client()
                .arguments("run", "--resume", campaign.id(), "--out", copy.toString(), "--base-dir", campaign.name())
                .run();

        assertThat(second.exitCode()).as(second::tails).isEqualTo(1);
        assertThat(second.err())
                .contains("error: another client uses " + campaign.base() + "/" + campaign.id() + "-lease in HDFS")
                .doesNotContain("\tat ");
        assertThat(first.allValid(1)).isEmpty();
    }

    private static void copy(Path from, Path to) throws IOException {
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

    /** Two clients begin at once until both give their campaigns the same name, which has seconds. */
    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void ofTwoClientsThatBeginInOneSecondOneIsRefused(ProcessCluster cluster) throws Exception {
        for (int attempt = 1; attempt <= MOST_TRIES; attempt++) {
            List<RealCampaign> both = List.of(
                    new RealCampaign(cluster, "twins-" + attempt + "-a"),
                    new RealCampaign(cluster, "twins-" + attempt + "-b"));
            List<ClientRun> clients =
                    List.of(twin(both.get(0), "twins-" + attempt), twin(both.get(1), "twins-" + attempt));
            assertThat(Await.within(
                            StruckCampaign.LIMIT,
                            () -> begunOrEnded(both.get(0), clients.get(0))
                                    && begunOrEnded(both.get(1), clients.get(1))))
                    .as(() -> clients.get(0).tails() + clients.get(1).tails())
                    .isTrue();
            if (!both.get(0).begun() || !both.get(1).begun()) {
                oneIsRefused(both, clients);
                return;
            }
            assertThat(both.get(0).id())
                    .as("both write")
                    .isNotEqualTo(both.get(1).id());
            for (ClientRun client : clients) {
                client.interrupt();
                client.waitFor();
            }
        }
        throw new AssertionError("no two of " + MOST_TRIES + " pairs of clients began in the same second");
    }

    /** A client that is refused leaves no directory of its campaign. */
    private static boolean begunOrEnded(RealCampaign campaign, ClientRun client) throws IOException {
        return campaign.begun() || !client.process().isAlive();
    }

    private static ClientRun twin(RealCampaign campaign, String base) throws IOException {
        String[] words =
                StruckCampaign.words(1, "off", "--yes", "--out", campaign.out().toString(), "--base-dir", base);
        return campaign.cluster()
                .client()
                .arguments(words)
                .timeout(StruckCampaign.LIMIT)
                .start();
    }

    private static void oneIsRefused(List<RealCampaign> both, List<ClientRun> clients) throws Exception {
        for (ClientRun client : clients) {
            client.waitFor();
        }
        int refused = clients.get(0).exitCode() == 0 ? 1 : 0;
        ClientRun loser = clients.get(refused);
        assertThat(clients.get(1 - refused).exitCode())
                .as(clients.get(1 - refused)::tails)
                .isZero();
        assertThat(loser.exitCode()).as(loser::tails).isEqualTo(1);
        assertThat(loser.err())
                .containsPattern("error: .*(belongs to another campaign of this name|another client)")
                .doesNotContain("\tat ");
        assertThat(both.get(refused).begun()).isFalse();
        assertThat(loser.err()).contains(both.get(1 - refused).id());
        assertThat(both.get(1 - refused).records()).singleElement().matches(run -> run.status() == Status.OK);
        System.out.println("FAULT two clients in one second: 1 planned, 0 lost, 0 counted twice, 0 wrongly valid; "
                + loser.err().lines().filter(line -> line.startsWith("error: ")).toList());
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientThatWasPausedForNinetySecondsGoesOn(ProcessCluster cluster) throws Exception {
        RealCampaign campaign = new RealCampaign(cluster, "paused");
        StruckCampaign struck = StruckCampaign.begin(
                campaign,
                campaign.client(StruckCampaign.words(2, "yarn"))
                        .timeout(StruckCampaign.LIMIT)
                        .start());
        signal(struck.client(), "STOP");
        Thread.sleep(Duration.ofSeconds(90).toMillis());
        signal(struck.client(), "CONT");

        if (struck.client().waitFor() != 0) {
            List<RunRecord> records = campaign.records();
            System.out.println("paused: "
                    + records.stream()
                            .map(run -> run.identity().run() + " " + run.status() + " " + run.reasons())
                            .toList());
            struck.allValid(struck.resume("--retry", "failed,invalid"), 2);
        } else {
            struck.allValid(2);
        }
        struck.noneTwiceAtOnce("001-hdfs-write-none");
    }

    private static void signal(ClientRun client, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(client.process().pid()))
                .start()
                .waitFor();
    }

    /**
     * While the first client is paused, its lease ends, and a client of another gateway (here with processes of its
     * own) takes over the campaign. The test does not wait for five minutes: it sets back the time of the last renewal.
     */
    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientWhoseCampaignAnotherOneTookOverMeanwhileEndsAndTouchesNothing(ProcessCluster cluster) throws Exception {
        assumeTrue(LoopDevice.isPossible(), "needs root, for processes of their own");
        StruckCampaign first = StruckCampaign.begin(cluster, "taken-over", 3);
        RealCampaign campaign = first.campaign();
        signal(first.client(), "STOP");
        int submitted = new Applications(cluster.rest()).tagged(campaign.tag()).size();
        Thread.sleep(NO_LONGER_FRESH.toMillis());
        String lease = campaign.base() + "/" + campaign.id() + "-lease";
        for (String file : cluster.rest().children(lease)) {
            cluster.rest()
                    .setModified(
                            lease + "/" + file, Instant.now().minus(LONG_AGO).toEpochMilli());
        }
        RealCampaign second = new RealCampaign(cluster, "taken-over-by-another");
        copy(campaign.out(), second.out());
        ClientRun other = cluster.client()
                .through("unshare", "--pid", "--fork", "--mount-proc")
                .arguments(
                        "run",
                        "--resume",
                        campaign.id(),
                        "--out",
                        second.out().toString(),
                        "--base-dir",
                        campaign.name())
                .timeout(StruckCampaign.LIMIT)
                .start();
        assertThat(Await.within(StruckCampaign.LIMIT, () -> second.recordFiles().stream()
                        .anyMatch(file -> file.getFileName().toString().startsWith("001-"))))
                .as(other::tails)
                .isTrue();
        signal(first.client(), "CONT");

        assertThat(first.client().waitFor()).as(first.client()::tails).isEqualTo(1);
        assertThat(first.client().err())
                .contains("another client has taken over", "This client ends at once, and leaves everything as it is")
                .doesNotContain("\tat ");
        assertThat(other.waitFor()).as(other::tails).isZero();
        assertThat(second.records()).hasSize(3).allMatch(run -> run.status() == Status.OK && run.failure() == null);
        assertThat(campaign.records()).isEmpty();
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
        first.noneTwiceAtOnce("001-hdfs-write-none");
        assertThat(new Applications(cluster.rest()).tagged(campaign.tag()))
                .as("the first client submitted nothing after its pause, and the other one each run once")
                .hasSize(submitted + 3);
        System.out.println("FAULT taken-over: 3 planned, 0 lost, 0 counted twice, 0 wrongly valid");
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aFullDirectoryOfResultsLosesNothingThatWasMeasured(ProcessCluster cluster) throws Exception {
        assumeTrue(LoopDevice.isPossible(), "needs root, to mount a small file system");
        RealCampaign campaign = new RealCampaign(cluster, "full");
        Files.createDirectories(campaign.out());
        command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", campaign.out().toString());
        try {
            StruckCampaign struck = StruckCampaign.begin(
                    campaign,
                    campaign.client(StruckCampaign.words(2, "off"))
                            .timeout(StruckCampaign.LIMIT)
                            .start());
            Path filler = campaign.directory().resolve("filler");
            fill(filler);

            assertThat(struck.client().waitFor()).as(struck.client()::tails).isEqualTo(1);
            assertThat(struck.client().err())
                    .contains("error: Spindle cannot write the record of 001-hdfs-write-none", "No space left")
                    .doesNotContain("\tat ");
            assertThat(campaign.recordFiles()).isEmpty();
            Files.delete(filler);
            assertThat(moveBack(struck.client().err(), campaign.directory().resolve("runs")))
                    .isTrue();
            String kept = Files.readString(campaign.recordFiles().get(0));
            assertThat(struck.allValid(struck.resume(), 2)).isEmpty();
            assertThat(campaign.recordFiles().get(0)).hasContent(kept);
            assertThat(new Applications(cluster.rest()).ofRun(campaign, "001-hdfs-write-none"))
                    .hasSize(1);
        } finally {
            command("umount", "-l", campaign.out().toString());
        }
    }

    private static void command(String... words) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }

    /** Writes until the file system is full. */
    private static void fill(Path file) throws IOException {
        for (int block = 1 << 16; block > 0; block /= 2) {
            byte[] bytes = new byte[block];
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(bytes);
                }
            } catch (IOException full) {
                assertThat(full).hasMessageContaining("No space left");
            }
        }
    }

    /** Does what the message asks for. Returns whether it asks for anything. */
    private static boolean moveBack(String said, Path runs) throws IOException {
        Matcher elsewhere = Pattern.compile("The record is in (\\S+)\\. Free space, move the files")
                .matcher(said);
        if (!elsewhere.find()) {
            return false;
        }
        try (Stream<Path> saved = Files.list(Path.of(elsewhere.group(1)))) {
            for (Path file : saved.toList()) {
                Files.copy(file, runs.resolve(file.getFileName()));
                Files.delete(file);
            }
        }
        return true;
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientThatIsStoppedFromAnotherTerminalEndsAfterItsRunAndCanBeResumed(ProcessCluster cluster)
            throws Exception {
        StruckCampaign stopped = StruckCampaign.asleep(cluster, directory, "stopped", 25, "--repeats", "2");
        RealCampaign campaign = stopped.campaign();
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

        assertThat(stopped.client().waitFor()).as(stopped.client()::tails).isEqualTo(1);
        assertThat(campaign.records()).singleElement().matches(run -> run.status() == Status.OK);
        assertThat(stopped.allValid(stopped.resume(), 2)).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aClientWhoseTerminalIsClosedGoesOn(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "hung-up", 1);
        signal(struck.client(), "HUP");

        assertThat(struck.allValid(1)).isEmpty();
    }
}
