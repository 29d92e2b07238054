package org.spindlebench.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.Moments;

/**
 * Kills a campaign's client after a run has finished, interrupts the next client as Ctrl-C does, and resumes the
 * campaign each time. Runs 4 MapReduce jobs, and up to 2 more that are killed. The profile {@code long} also runs the
 * whole quick suite with five kills. {@code ResumedCampaignTest} ends a campaign after every record.
 */
@BesideClusters
class KillAndResumeIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Duration ALL_GONE = Duration.ofSeconds(30);
    private static final Duration PROMPTLY = Duration.ofSeconds(45);
    private static final Pattern ENDED = Pattern.compile("(?m)^\\[\\d+/\\d+] (.*) ok \\d");

    @TempDir
    private Path directory;

    @Test
    void noFinishedRunIsLostOrRepeatedByAKillAndAnInterruption() throws Exception {
        Story story = new Story(
                new SpindleCommand(directory),
                4,
                "--jobs",
                "hdfs-write,shuffle",
                "--repeats",
                "2",
                "--bytes-per-node",
                "4MB",
                "--slots",
                "2");
        story.killAtARandomMoment(1, Duration.ofSeconds(4), 2);
        story.interruptARunningJob();
        story.resumeToTheEnd();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.long", matches = "true")
    void fiveKillsOfAWholeQuickSuiteLoseAndRepeatNothing() throws Exception {
        Story story = new Story(new SpindleCommand(directory), 27);
        for (int kill = 1; kill <= 5; kill++) {
            story.killAtARandomMoment(0, Duration.ofSeconds(90), 20);
        }
        story.resumeToTheEnd();
    }

    /** One campaign and what was known of it after each of its clients. */
    private static final class Story {
        private final SpindleCommand spindle;
        private final int planned;
        private final List<String> options;
        private final Random random;
        private final List<ClientRun> clients = new ArrayList<>();
        private Map<String, String> documents = Map.of();
        private CampaignResults results;

        Story(SpindleCommand spindle, int planned, String... options) throws IOException {
            this.spindle = spindle;
            this.planned = planned;
            this.options = List.of(options);
            this.random = Moments.of(KillAndResumeIT.class);
        }

        /**
         * Kills the client with `kill -9`: at most {@code latest} after the first {@code first} runs have finished, and
         * no later than when {@code last} runs have.
         */
        void killAtARandomMoment(int first, Duration latest, int last) throws Exception {
            ClientRun client = startOrResume();
            try {
                Duration moment = Duration.ofMillis(random.nextInt((int) latest.toMillis()));
                assertThat(Await.within(LIMIT, () -> documents(results).size() >= first))
                        .as(client::tails)
                        .isTrue();
                boolean early = Await.within(moment, () -> documents(results).size() >= last);
                assertThat(client.process().isAlive()).as(client::tails).isTrue();
                assertThat(ourProcesses()).as("the client and its containers").isNotEmpty();
                client.kill();
                System.out.printf(
                        "killed %s, %d ms after %d runs: %d of %d finished%n",
                        early ? "early" : "at random",
                        moment.toMillis(),
                        first,
                        documents(results).size(),
                        planned);
            } finally {
                client.kill();
            }
            assertNothingIsLeft();
            assertNothingWasLostOrRepeated(client);
        }

        /** Interrupts the client as Ctrl-C in a terminal does. */
        void interruptARunningJob() throws Exception {
            ClientRun client = startOrResume();
            int exitCode;
            try {
                assertThat(Await.within(START, () -> ourProcesses().stream().anyMatch(this::isApplicationMaster)))
                        .as("a job runs")
                        .isTrue();
                long asked = System.nanoTime();
                exitCode = client.interrupt();
                assertThat(Await.within(PROMPTLY, () -> !client.process().isAlive()))
                        .as(client::tails)
                        .isTrue();
                System.out.printf("interrupted: ended within %d ms%n", (System.nanoTime() - asked) / 1_000_000);
            } finally {
                client.kill();
            }
            assertThat(client.exitCode()).as(client::tails).isEqualTo(exitCode);
            assertThat(client.err()).contains("--resume " + results.name()).doesNotContainPattern("(?m)^\\s+at [a-z]");
            List<RunRecord> interrupted = results.records().stream()
                    .filter(run -> run.status() == Status.INTERRUPTED)
                    .toList();
            assertThat(interrupted).as(client::tails).hasSize(1);
            assertThat(interrupted.get(0).identity().applicationId()).startsWith("application_");
            assertNothingIsLeft();
            assertNothingWasLostOrRepeated(client);
        }

        void resumeToTheEnd() throws Exception {
            ClientRun client = startOrResume();
            assertThat(client.waitFor()).as(client::tails).isZero();
            assertNothingIsLeft();
            assertNothingWasLostOrRepeated(client);
            List<RunRecord> finished = results.finished();
            assertThat(finished).hasSize(planned).allMatch(run -> run.status() == Status.OK);
            assertThat(finished.stream().map(run -> run.identity().run())).doesNotHaveDuplicates();
            assertThat(runsThatEnded()).hasSize(planned).doesNotHaveDuplicates();
            assertThat(results.records().stream().map(run -> run.identity().applicationId()))
                    .doesNotContainNull()
                    .doesNotHaveDuplicates();
            assertThat(client.out())
                    .contains("Campaign " + results.name() + ": " + planned + " of " + planned
                            + " planned runs have finished");
        }

        /** Starts or resumes the campaign; returns when it has begun its remaining runs. */
        private ClientRun startOrResume() throws Exception {
            List<String> command = new ArrayList<>(List.of("run", "--embedded", "--out", "results"));
            command.addAll(results == null ? List.of("--suite", "quick") : List.of("--resume"));
            if (results == null) {
                command.addAll(options);
            }
            ClientRun client = spindle.start(LIMIT, command.toArray(new String[0]));
            clients.add(client);
            boolean begun = Await.within(
                    START,
                    () -> client.err().contains(" runs to do")
                            || !client.process().isAlive());
            if (!begun) {
                client.kill();
            }
            assertThat(client.err())
                    .as(client::tails)
                    .contains((planned - finished(documents)) + " of " + planned + " runs to do");
            List<CampaignResults> campaigns =
                    CampaignResults.under(spindle.directory().resolve("results"));
            assertThat(campaigns).hasSize(1);
            results = campaigns.get(0);
            assertThat(results.planned()).isTrue();
            return client;
        }

        private void assertNothingIsLeft() throws InterruptedException {
            long start = System.nanoTime();
            boolean gone = Await.within(ALL_GONE, () -> ourProcesses().isEmpty() && isEmpty(spindle.temp()));
            assertThat(ourProcesses()).as("processes after 30 s").isEmpty();
            assertThat(spindle.temp()).isEmptyDirectory();
            assertThat(gone).isTrue();
            System.out.printf("nothing left after %d ms%n", (System.nanoTime() - start) / 1_000_000);
        }

        /** Checks that every earlier document is unchanged, byte for byte, and that every record can be read. */
        private void assertNothingWasLostOrRepeated(ClientRun client) throws IOException {
            Map<String, String> now = documents(results);
            assertThat(now).as(client::tails).containsAllEntriesOf(documents);
            assertThat(results.records()).hasSameSizeAs(now.keySet());
            documents = now;
        }

        /** Returns what the clients said at the end of each run: `[2/4] shuffle none repeat 1 ok 12.3 s`. */
        private List<String> runsThatEnded() throws IOException {
            List<String> runs = new ArrayList<>();
            for (ClientRun client : clients) {
                ENDED.matcher(client.err())
                        .results()
                        .map(found -> found.group(1))
                        .forEach(runs::add);
            }
            return runs;
        }

        private boolean isApplicationMaster(String command) {
            return command.contains("MRAppMaster");
        }

        private List<String> ourProcesses() {
            return ProcessTable.commandsWith(spindle.temp().toString());
        }

        private static Map<String, String> documents(CampaignResults of) throws IOException {
            return of.documents();
        }

        private static long finished(Map<String, String> documents) {
            return documents.keySet().stream()
                    .filter(name -> !name.contains(".interrupted-"))
                    .count();
        }

        private static boolean isEmpty(Path temp) throws IOException {
            try (var entries = Files.list(temp)) {
                return entries.findAny().isEmpty();
            }
        }
    }
}
