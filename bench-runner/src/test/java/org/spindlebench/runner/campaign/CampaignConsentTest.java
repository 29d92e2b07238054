package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.check.Estimate;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Progress;

/** What a campaign asks before its first run, and what it leaves after its last one. */
class CampaignConsentTest {
    @TempDir
    private Path home;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream both = new PrintStream(err, true, StandardCharsets.UTF_8);
    private final Progress progress = new Progress(both, false, 100, TimeLeft.ofNothing());
    private FakeVisits visits = new FakeVisits(new FakeCluster(), progress);
    private Optional<String> answer = Optional.empty();
    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(home.resolve("conf/setups"));
        for (String name : List.of("one", "two")) {
            Files.writeString(home.resolve("conf/setups/" + name + ".yaml"), """
                    name: %s
                    devices:
                      hdd: {kind: hdd, count: 1}
                    hdfs: hdd
                    shuffle: hdd
                    way: {kind: as-is}
                    """.formatted(name));
        }
    }

    /** Returns the request for a campaign of three runs. */
    private CampaignRequest request(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "--suite", "quick", "--jobs", "teragen"));
        words.addAll(List.of(more));
        Session session = new Session(home);
        session.run(words.toArray(String[]::new));
        assertThat(session.err()).isEmpty();
        CampaignRequest asked = session.actions.runs.get(0);
        return CampaignsOnFakes.printingTo(asked, both, both);
    }

    private int run(CampaignRequest request) throws Exception {
        Consent consent =
                new Consent(both, answer.map(text -> new BufferedReader(new StringReader(text))), pauses::add);
        return new CampaignRunner(request, visits, progress, consent).run();
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aShortCampaignAsksNothing() throws Exception {
        assertThat(run(request())).isZero();
        assertThat(pauses).isEmpty();
        assertThat(err()).doesNotContain("Begin?");
    }

    @Test
    void aReportThatCannotBeWrittenFailsNoRun() throws Exception {
        visits = new FakeVisits(new FakeCluster(), progress) {
            @Override
            public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
                    throws IOException, InterruptedException, ClusterUnreachableException {
                VisitEnd end = super.run(visit, experience, interruption);
                Files.createDirectories(
                        visit.directory().root().resolve("report.html").resolve("in the way"));
                return end;
            }
        };
        CampaignRequest request = request();

        assertThat(run(request)).isZero();
        assertThat(err())
                .contains("warning: no report was written, but all records are saved: ")
                .contains("To write it: spindle report");
    }

    @Test
    void aLongCampaignBeginsOnlyIfTheUserAgrees() throws Exception {
        visits.time = new Estimate.Time(2 * 3600.0, List.of("earlier"), List.of(), false);
        answer = Optional.of("n\n");
        CampaignRequest request = request();

        assertThat(run(request)).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(err())
                .contains("All runs take about 2.0 hours. Begin? [y/n]")
                .contains("error: you did not agree to the estimate");
        assertThat(request.directory().root()).doesNotExist();

        answer = Optional.of("y\n");
        assertThat(run(request)).isZero();
        assertThat(request.plan().runs()).hasSize(3).allMatch(made -> request.directory()
                .finished(made));
    }

    @Test
    void withoutATerminalItBeginsAfterAPauseAndWithYesAtOnce() throws Exception {
        visits.time = new Estimate.Time(2 * 3600.0, List.of("earlier"), List.of(), false);

        assertThat(run(request())).isZero();
        assertThat(pauses).containsExactly(Duration.ofSeconds(30));
        assertThat(err()).contains("Spindle begins in 30 s", "--max-hours");

        pauses.clear();
        assertThat(run(request("--yes", "--out", "b"))).isZero();
        assertThat(pauses).isEmpty();
    }

    @Test
    void hoursPastTheLimitAreRefusedWhateverTheUserAgreesTo() throws Exception {
        visits.time = new Estimate.Time(2 * 3600.0, List.of("earlier"), List.of(), false);
        answer = Optional.of("y\n");
        CampaignRequest request = request("--max-hours", "1");

        assertThat(run(request)).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(err())
                .contains("error: the plan takes about 2.0 hours, and --max-hours permits 1.0")
                .doesNotContain("Begin?");
    }

    @Test
    void ofAnExperimentTheHoursOfAllVisitsCount() throws Exception {
        visits.time = new Estimate.Time(1200.0, List.of("earlier"), List.of(), true);
        answer = Optional.of("n\n");

        assertThat(run(request("--setup", "one", "--setup", "two", "--visits", "2")))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(err()).contains("All runs take about 1.3 hours. Begin? [y/n]");
    }
}
