package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ClientRun;

/**
 * A campaign whose clients are killed and then followed by one that resumes, and what was known of it after each of
 * them.
 */
final class KilledCampaign {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(30);

    private final RealCampaign campaign;
    private final Applications applications;
    private final Map<Path, String> finished = new HashMap<>();
    private ClientRun client;

    /** Starts the first client and returns when there is a campaign to resume. */
    KilledCampaign(RealCampaign campaign, String... options) throws Exception {
        this.campaign = campaign;
        this.applications = new Applications(campaign.cluster().rest());
        this.client = campaign.client(options).timeout(END).start();
        assertThat(Await.within(START, () -> campaign.begun() && Files.exists(plan())))
                .as(client::tails)
                .isTrue();
    }

    private Path plan() throws IOException {
        return campaign.directory().resolve("plan.json");
    }

    int planned() throws IOException {
        return new ObjectMapper().readTree(plan().toFile()).at("/visits/0/runs").size();
    }

    int finished() {
        return campaign.recordFiles().size();
    }

    ClientRun client() {
        return client;
    }

    /**
     * Kills the client with `kill -9`, and starts another that resumes. Returns when that one has ended what the first
     * left running.
     */
    void killAndResume() throws Exception {
        resume(kill());
    }

    /** Kills the client with `kill -9`. Returns the applications that it leaves running. */
    List<String> kill() throws Exception {
        assertThat(client.process().isAlive()).as(client::tails).isTrue();
        client.kill();
        List<String> orphans = applications.live(campaign.tag());
        assertNothingWasLostOrChanged();
        keepFinished();
        return orphans;
    }

    /** Remembers all records that there are. From now on, they must stay as they are. */
    void keepFinished() throws IOException {
        for (Path file : campaign.recordFiles()) {
            finished.putIfAbsent(file, Files.readString(file));
        }
    }

    /** Starts a client that resumes, and returns when it has ended the applications that the one before left. */
    void resume(List<String> orphans, String... options) throws Exception {
        client = campaign.client(
                        Stream.concat(Stream.of("--resume"), Stream.of(options)).toArray(String[]::new))
                .timeout(END)
                .start();
        awaitEnd(orphans);
    }

    /**
     * The resumed client ends what it found before it starts anything: no application of its own lives at the same time
     * as an orphan.
     */
    private void awaitEnd(List<String> orphans) throws IOException, InterruptedException {
        assertThat(Await.within(START, () -> applications.all().stream()
                        .filter(application -> orphans.contains(application.id()))
                        .noneMatch(Applications.Application::live)))
                .as(client::tails)
                .isTrue();
        List<Applications.Application> all = applications.all();
        for (String orphan : orphans) {
            Applications.Application ended = all.stream()
                    .filter(application -> application.id().equals(orphan))
                    .findFirst()
                    .orElseThrow();
            // An orphan that was about to end by itself may be faster.
            assertThat(ended.state()).isIn("KILLED", "FINISHED");
            assertThat(all)
                    .filteredOn(other -> other.started() > ended.started())
                    .allMatch(later -> later.started() >= ended.finished());
        }
    }

    /**
     * Waits for the last client. Checks that every planned run has one valid record, and that none was run again once
     * it had one.
     */
    void endAsPlanned() throws Exception {
        assertThat(client.waitFor()).as(client::tails).isZero();
        assertNothingWasLostOrChanged();
        List<RunRecord> records = campaign.records();
        assertThat(records)
                .extracting(run -> run.identity().run())
                .doesNotHaveDuplicates()
                .hasSize(planned());
        assertThat(records).allMatch(run -> run.status() == Status.OK);
        for (RunRecord run : records) {
            assertThat(lastApplicationOf(run).id()).isEqualTo(run.identity().applicationId());
        }
        assertThat(applications.live(campaign.tag())).isEmpty();
    }

    /** Checks that the earlier records are still there, byte for byte. */
    void assertNothingWasLostOrChanged() {
        for (Map.Entry<Path, String> before : finished.entrySet()) {
            assertThat(before.getKey()).hasContent(before.getValue());
        }
    }

    /**
     * Returns the run's last application. Each try of a run has its own tag, which begins with the names of the
     * campaign and the run.
     */
    private Applications.Application lastApplicationOf(RunRecord run) throws IOException, InterruptedException {
        return tries(run.identity().run()).stream()
                .max(Comparator.comparing(Applications.Application::started))
                .orElseThrow();
    }

    /** Returns the applications that tried to make a run, without those of jobs outside of its timed window. */
    List<Applications.Application> tries(String run) throws IOException, InterruptedException {
        String tries = campaign.tag() + "_" + run.toLowerCase(Locale.ROOT) + "_";
        return applications.all().stream()
                .filter(application ->
                        List.of(application.tags().split(",")).stream().anyMatch(tag -> tag.startsWith(tries)))
                .toList();
    }
}
