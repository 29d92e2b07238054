package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignOnFakes.InMemory;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;
import org.spindlebench.runner.run.CrashingFiles.Death;
import org.spindlebench.runner.run.CrashingFiles.Fault;
import org.spindlebench.runner.run.CrashingFiles.Unforced;

/**
 * The client dies, the power fails, the disk is full, or HDFS fails at each single step of a campaign. The campaign also
 * meets an outage, and a job whose history is read later. Afterwards each planned run must have one record that counts.
 */
class CrashPointsTest {
    private static final Plan PLAN = Fixtures.plan("teragen", "teragen", "teragen");
    private static final int PLANNED = 3;
    /** The submissions of an undisturbed campaign: the planned runs, and one that meets an outage. */
    private static final int SUBMISSIONS = PLANNED + 1;

    private static final int MOST_STEPS = 1_000;

    @TempDir(factory = InMemory.class)
    private Path results;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A cluster whose second submission meets an outage, and whose history of the next job is away once. */
    private static final class Troubled extends FakeCluster {
        private boolean unread = true;
        private boolean away;

        @Override
        public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            RunningJob job = super.submit(call, queue, campaignTag, runTag);
            if (submitted.size() == 2) {
                throw new IllegalStateException(new ConnectException("connection refused"));
            }
            return job;
        }

        @Override
        public JobHistory read(String jobId, Duration appears) throws IOException {
            if (submitted.size() == SUBMISSIONS && unread) {
                unread = false;
                away = true;
                throw new ConnectException("connection refused");
            }
            return super.read(jobId, appears);
        }

        @Override
        public List<String> missingForHistories() {
            List<String> missing = away ? List.of("the JobHistoryServer (connection refused)") : List.of();
            away = false;
            return missing;
        }
    }

    /** Makes what a client makes, or goes on with it. Returns whether runs are left. */
    private boolean client(CampaignDirectory directory, FakeCluster cluster) throws Exception {
        // Otherwise Spindle would wait for deletions before each of some thousand runs.
        cluster.memory.pendingDeletions(OptionalLong.empty());
        if (Files.exists(directory.plan())) {
            directory.removeUnfinished();
        } else {
            directory.create(PLAN, () -> JsonDocument.write(directory.environment(), Map.of("what", "conditions")));
        }
        CampaignSettings settings = new CampaignSettings(
                PLAN,
                PLAN.first(),
                "default",
                "/base",
                new RunLimits(Duration.ofMinutes(1), Duration.ofMillis(20)),
                new Cooling.NoCooling(),
                null,
                Tolerance.STANDARD,
                GuestLimits.NONE,
                null,
                null,
                Map.of(),
                Collections.emptySortedMap(),
                null,
                List.of(),
                null);
        PrintStream out = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new RunLoop(
                        cluster.access(),
                        settings,
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        new Interruption(),
                        new Progress(out, false, PLANNED, new TimeLeft(PLAN)))
                .run(Fixtures.SOFTWARE);
    }

    private static List<RunRecord> records(CampaignDirectory directory) throws IOException {
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            return records.toList();
        }
    }

    private void allCountOnce(CampaignDirectory directory, String where) throws IOException {
        assertThat(records(directory).stream().filter(run -> !run.toBeRepeated()))
                .as(() -> where + "\n" + err.toString(StandardCharsets.UTF_8))
                .allMatch(run -> run.status() == Status.OK)
                .extracting(run -> run.identity().run())
                .containsExactlyInAnyOrderElementsOf(
                        PLAN.runs().stream().map(RunSpec::id).toList());
    }

    private Path fresh(String name, int step) throws IOException {
        return Files.createDirectories(results.resolve(name + "-" + step));
    }

    /** Returns the content of each record that counts. */
    private static Map<String, String> counted(CampaignDirectory directory) throws IOException {
        Map<String, String> counted = new HashMap<>();
        for (RunSpec run : PLAN.runs()) {
            Path file = directory.runs().resolve(run.id() + ".json");
            if (Files.exists(file)) {
                counted.put(run.id(), Files.readString(file));
            }
        }
        return counted;
    }

    @Test
    void aClientThatDiesAtAnyStepLosesNoRecordAndRepeatsOnlyTheStruckRun() throws Exception {
        int step = 1;
        boolean died = true;
        for (; died && step < MOST_STEPS; step++) {
            String where = "death at step " + step;
            CrashingFiles files = new CrashingFiles(fresh("death", step));
            CampaignDirectory directory =
                    new CampaignDirectory(files.directory().resolve("campaign"));
            Troubled cluster = new Troubled();
            files.failAt(step, Fault.DEATH);
            died = dies(() -> client(directory, cluster));
            files.heal();
            if (died && !Files.exists(directory.plan())) {
                assertThat(cluster.submitted).as(where).isEmpty();
                continue;
            }
            Map<String, String> before = counted(directory);
            if (died) {
                assertThat(client(directory, cluster)).as(where).isFalse();
            }
            allCountOnce(directory, where);
            assertThat(counted(directory)).as(where).containsAllEntriesOf(before);
            assertThat(cluster.submitted).as(where).hasSizeBetween(SUBMISSIONS, SUBMISSIONS + (died ? 1 : 0));
        }
        System.out.println("a client died at each of " + (step - 2) + " steps: 0 runs lost, 0 counted twice, 0 wrongly"
                + " valid");
        assertThat(step).isBetween(40, MOST_STEPS - 1);
    }

    private interface Client {
        boolean run() throws Exception;
    }

    private static boolean dies(Client client) throws Exception {
        try {
            assertThat(client.run()).isFalse();
            return false;
        } catch (Death died) {
            return true;
        }
    }

    /** A run that was said to have ended must be there after a power loss, and all that its record names. */
    @ParameterizedTest
    @EnumSource(Unforced.class)
    void aPowerLossAtAnyStepLosesNoRunThatWasSaidToHaveEnded(Unforced unforced) throws Exception {
        int step = 1;
        boolean died = true;
        for (; died && step < MOST_STEPS; step++) {
            String where = "power loss at step " + step + ", unforced: " + unforced;
            CrashingFiles files = new CrashingFiles(fresh("power" + unforced, step));
            Troubled cluster = new Troubled();
            err.reset();
            files.failAt(step, Fault.DEATH);
            CampaignDirectory lost = new CampaignDirectory(files.directory().resolve("campaign"));
            died = dies(() -> client(lost, cluster));
            int ended = said();
            Path survivors = fresh("survivors" + unforced, step);
            files.powerLoss(survivors, unforced);
            CampaignDirectory directory = new CampaignDirectory(survivors.resolve("campaign"));
            if (!Files.exists(directory.plan())) {
                assertThat(cluster.submitted).as(where).isEmpty();
                continue;
            }
            assertThat(PlanFile.read(directory.plan())).as(where).isEqualTo(PLAN);
            assertThat(directory.environment()).as(where).isNotEmptyFile();
            assertThat(counted(directory)).as(where).hasSizeGreaterThanOrEqualTo(ended);
            assertThat(directory.setDamagedAside()).as(where).isEmpty();
            assertThat(client(directory, cluster)).as(where).isFalse();
            allCountOnce(directory, where);
            assertThat(cluster.submitted).as(where).hasSizeLessThanOrEqualTo(SUBMISSIONS + 1);
        }
        System.out.println("the power failed at each of " + (step - 2) + " steps (unforced: " + unforced
                + "): 0 runs lost, 0 counted twice, 0 wrongly valid");
        assertThat(step).isBetween(40, MOST_STEPS - 1);
    }

    /** Returns how many runs the client has said to have ended. */
    private int said() {
        Matcher ended = Pattern.compile("(?m)^\\[\\d/3\\] teragen .* ok").matcher(err.toString(StandardCharsets.UTF_8));
        return (int) ended.results().count();
    }

    @Test
    void aFullDiskAtAnyStepLeavesNoHalfFileAndLosesNothingThatWasMeasured() throws Exception {
        int step = 1;
        boolean full = true;
        for (; full && step < MOST_STEPS; step++) {
            String where = "full at step " + step;
            CrashingFiles files = new CrashingFiles(fresh("full", step));
            CampaignDirectory directory =
                    new CampaignDirectory(files.directory().resolve("campaign"));
            Troubled cluster = new Troubled();
            err.reset();
            files.failAt(step, Fault.NO_SPACE);
            String said = refused(directory, cluster);
            full = files.failed();
            files.heal();
            if (!Files.exists(directory.plan())) {
                assertThat(cluster.submitted).as(where).isEmpty();
                continue;
            }
            assertThat(directory.setDamagedAside()).as(where).isEmpty();
            int made = cluster.submitted.size();
            int saved = moveBack(said, directory);
            int counted = counted(directory).size();
            client(directory, cluster);
            allCountOnce(directory, where);
            assertThat(cluster.submitted.size() - made).as(where).isLessThanOrEqualTo(PLANNED - counted + 1);
            assertThat(saved).as(where + said).isEqualTo(said.contains("The record is in") ? 1 : 0);
        }
        System.out.println("the disk was full at each of " + (step - 2) + " steps: 0 runs lost, 0 counted twice, 0"
                + " wrongly valid");
        assertThat(step).isBetween(40, MOST_STEPS - 1);
    }

    /** Returns what the client said of the full disk; empty if it ended well. */
    private String refused(CampaignDirectory directory, FakeCluster cluster) throws Exception {
        try {
            client(directory, cluster);
            return "";
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
            return full.getMessage();
        }
    }

    /** Does what the message asks for: moves the record's files to where they belong. */
    private static int moveBack(String said, CampaignDirectory directory) throws IOException {
        Matcher elsewhere = Pattern.compile("The record is in (\\S+)\\. Free").matcher(said);
        if (!elsewhere.find()) {
            return 0;
        }
        Path saved = Path.of(elsewhere.group(1));
        try (Stream<Path> all = Files.list(saved)) {
            for (Path file : all.toList()) {
                Files.write(directory.runs().resolve(file.getFileName().toString()), Files.readAllBytes(file));
                Files.delete(file);
            }
        }
        Files.delete(saved);
        return 1;
    }

    @Test
    void hdfsThatFailsFromAnyCallOnLeavesACampaignThatCanBeFinished() throws Exception {
        int call = 1;
        boolean sound = false;
        for (; !sound && call < MOST_STEPS; call++) {
            String where = "HDFS fails from call " + call;
            CampaignDirectory directory =
                    new CampaignDirectory(fresh("hdfs", call).resolve("campaign"));
            FakeCluster cluster = new FakeCluster();
            cluster.storage = FaultyStorage.failingFrom(cluster.memory, call);
            try {
                client(directory, cluster);
            } catch (IOException gone) {
                assertThat(gone).as(where).hasMessageContaining("HDFS is gone");
            }
            List<RunRecord> made = records(directory);
            sound = made.size() == PLANNED && made.stream().allMatch(run -> run.status() == Status.OK);
            assertThat(made).as(where).allMatch(run -> run.status() != Status.INVALID);
            cluster.storage = cluster.memory;
            directory.setAside(PLAN.runs(), Set.of(Status.FAILED));
            assertThat(client(directory, cluster)).as(where).isFalse();
            allCountOnce(directory, where);
        }
        System.out.println("HDFS failed from each of " + (call - 2) + " calls: 0 runs lost, 0 counted twice, 0 wrongly"
                + " valid");
        assertThat(call).isBetween(20, MOST_STEPS - 1);
    }
}
