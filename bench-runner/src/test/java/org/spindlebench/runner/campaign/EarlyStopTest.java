package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Experiment.StopCondition;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SavedLooks;

class EarlyStopTest {
    private static final int VISITS = 10;

    @TempDir
    Path results;

    private Plan plan;
    private CampaignDirectory directory;

    @BeforeEach
    void plan() throws IOException {
        plan = plan(new StopCondition(0.05, 6));
        directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(plan);
    }

    @Test
    void narrowIntervalsOfEnoughVisitsEndIt() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");

        assertThat(EarlyStop.at(directory, plan, 5)).as("fewer than it needs").isEmpty();
        assertThat(EarlyStop.at(directory, plan, 6)).hasValueSatisfying(end -> {
            assertThat(end.blocks()).isEqualTo(6);
            assertThat(end.describe()).contains("within 5 % of its speed-up after 6 visits");
        });
    }

    @Test
    void oneWideIntervalKeepsItGoing() throws IOException {
        record(6, run -> run.job().equals("terasort") ? 100 + 60 * (run.index() % 3) : 100 + run.index() % 2, "ok");

        assertThat(EarlyStop.at(directory, plan, 6)).isEmpty();
    }

    @Test
    void aBlockThatIsNotCompleteIsNotLookedAt() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");
        Plan.Visit last = plan.visits().get(11);
        Files.delete(directory.runs().resolve(last.runs().get(0).id() + ".json"));

        assertThat(EarlyStop.at(directory, plan, 6)).isEmpty();
    }

    @Test
    void runsOfABlockThatHasBegunChangeNothing() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");
        write(plan.visits().get(12), plan.visits().get(12).runs().get(0), 900, "ok");

        assertThat(EarlyStop.at(directory, plan, 6)).isPresent();
    }

    @Test
    void visitsWithoutAValidRunDoNotCount() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");
        Plan.Visit visit = plan.visits().get(0);
        write(visit, visit.runs().get(0), 100, "invalid");

        assertThat(EarlyStop.at(directory, plan, 6)).isEmpty();
    }

    @Test
    void aDamagedRecordEndsNothing() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");
        Files.writeString(directory.runs().resolve(plan.runs().get(0).id() + ".json"), "{");

        assertThat(EarlyStop.at(directory, plan, 6)).isEmpty();
    }

    @Test
    void withoutARuleNothingEnds() throws IOException {
        record(6, run -> 100 + run.index() % 2, "ok");

        assertThat(EarlyStop.at(directory, plan(null), 6)).isEmpty();
    }

    @Test
    void aDeclaredLookThatDecidesEverySpeedUpEndsItAndIsRecorded() throws IOException {
        plan = plan(StopCondition.decided(4), List.of(4, 6, 10));
        record(6, run -> (isOfSetup("b", run) ? 50 : 100) + run.index() % 2, "ok");

        assertThat(EarlyStop.at(directory, plan, 5)).as("no look").isEmpty();
        assertThat(SavedLooks.of(directory).looks()).isEmpty();
        assertThat(EarlyStop.at(directory, plan, 4)).hasValueSatisfying(end -> {
            assertThat(end.rule()).isNull();
            assertThat(end.describe()).contains("decided after 4 visits to each setup");
        });
        assertThat(SavedLooks.of(directory).looks()).singleElement().satisfies(look -> {
            assertThat(look.visits()).isEqualTo(4);
            assertThat(look.claims())
                    .filteredOn(claim -> claim.about().kind().equals("job"))
                    .hasSize(2)
                    .allMatch(claim -> claim.verdict() == Verdict.FASTER && claim.look() == 1);
        });
        Looks next = SavedLooks.of(directory).at(plan, 6, 0.95);
        assertThat(next.number()).isEqualTo(2);
        assertThat(next.earlier()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(next.share()).isLessThan(0.6);
        assertThat(SavedLooks.of(directory).at(plan, 4, 0.95).earlier())
                .as("the look itself, again")
                .isEmpty();
    }

    @Test
    void aLookThatLeavesASpeedUpOpenGoesOn() throws IOException {
        plan = plan(StopCondition.decided(4), List.of(4, 6, 10));
        record(4, run -> 100 + 40 * (run.index() % 3), "ok");

        assertThat(EarlyStop.at(directory, plan, 4)).isEmpty();
        assertThat(SavedLooks.of(directory).looks()).hasSize(1);
    }

    @Test
    void aFurtherLookClaimsLessAndKeepsWhatWasClaimed() throws IOException {
        record(6, run -> (isOfSetup("b", run) && run.job().equals("terasort") ? 50 : 100) + run.index() % 3, "ok");
        Findings first = EarlyStop.findings(directory, plan, 4);
        SavedLooks.of(directory).and(4, first).write(directory);

        Findings now = EarlyStop.findings(directory, plan, 6);

        assertThat(now.comparisons())
                .filteredOn(one -> one.job().equals("terasort"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.claim().words()).isEqualTo("faster: at an earlier look");
                    assertThat(one.claim().ratio())
                            .isEqualTo(first.comparisons()
                                    .filter(earlier -> earlier.job().equals("terasort"))
                                    .findFirst()
                                    .orElseThrow()
                                    .claim()
                                    .ratio());
                });
        assertThat(Reports.text(now))
                .contains("This is look 2 at this campaign, and a verdict needs p below 1 % instead of 5 %")
                .contains("claimed-earlier");
        assertThat(Reports.text(first)).doesNotContain("This is look");
    }

    @ParameterizedTest
    @CsvSource({"111, 4, beyond the limit: teragen", "100, 0, ok: no job is slower by more than 5 %"})
    void aGateHasTheLookOfTheReport(double slower, int alone, String verdict) throws IOException {
        record(6, run -> (isOfSetup("b", run) ? slower : 100) + 3 * (run.index() * 7 % 5), "ok");
        Session session = new Session(results);
        String[] gate = {"compare", "campaign:a", "campaign:b", "--fail-if-slower", "5"};
        assertThat(session.run(gate)).isEqualTo(alone);
        assertThat(session.out()).doesNotContain("This is look");
        assertThat(session.err()).contains(verdict);

        look(4);

        Session further = new Session(results);
        assertThat(further.run(gate)).as("p is from 1 to 5 %").isEqualTo(5);
        assertThat(further.out())
                .contains("This is look 2 at this campaign, and a verdict needs p below 1 % instead of 5 %");
        for (int visits : List.of(1, 2, 3)) {
            look(visits);
        }
        Session last = new Session(results);
        assertThat(last.run("compare", "campaign:a", "campaign:b", "--fail-if-slower", "50"))
                .isEqualTo(5);
        assertThat(last.out()).contains("This is look 5 at this campaign, and nothing new is claimed");
    }

    @Test
    void campaignsThatAreReportedTogetherHaveTheStrictestShare() throws IOException {
        record(6, run -> (isOfSetup("b", run) ? 50 : 100) + run.index() % 3, "ok");
        CampaignDirectory first = directory;
        directory = new CampaignDirectory(results.resolve("other"));
        directory.create(plan);
        record(6, run -> (isOfSetup("b", run) ? 50 : 100) + run.index() % 3, "ok");
        Session once = new Session(results);
        assertThat(once.run("compare", "campaign:a", "other:b")).isZero();
        assertThat(once.out()).doesNotContain("strictest");
        SavedLooks.of(first).and(4, EarlyStop.findings(first, plan, 4)).write(first);
        Session both = new Session(results);
        assertThat(both.run("compare", "campaign:a", "other:b")).isZero();
        assertThat(both.out())
                .contains("2 campaigns are reported together, and at least one has several looks. The strictest share"
                        + " holds: a verdict needs p below 1 % instead of 5 %.")
                .doesNotContain("at an earlier look");
        assertThat(SavedStudy.of(List.of(directory.root(), first.root()), results, new Problems())
                        .study()
                        .looks())
                .as("a report of both")
                .isEqualTo(new Looks(2, 0.2, List.of(), 2));
    }

    @Test
    void aComparisonKeepsWhatTheReportHadClaimed() throws IOException {
        record(6, run -> (isOfSetup("b", run) ? 50 : 100) + run.index() % 3, "ok");
        SavedLooks.of(directory).and(4, EarlyStop.findings(directory, plan, 4)).write(directory);
        Session session = new Session(results);
        assertThat(session.run("compare", "campaign:a", "campaign:b")).isZero();
        assertThat(session.out()).contains("faster: at an earlier look");
        Files.writeString(directory.looks(), "{");
        assertThat(new Session(results).run("compare", "campaign:a", "campaign:b"))
                .as("as a report does")
                .isEqualTo(2);
    }

    private void look(int visits) throws IOException {
        List<SavedLooks.SavedLook> looks =
                new ArrayList<>(SavedLooks.of(directory).looks());
        looks.add(new SavedLooks.SavedLook(visits, List.of()));
        new SavedLooks(1, 0, looks).write(directory);
    }

    @Test
    void aPartOfABlockIsMoreThanTheLookBefore() throws IOException {
        record(4, run -> 100 + run.index() % 2, "ok");
        assertThat(SavedLooks.seen(plan, directory::finished)).isEqualTo(4);
        write(plan.visits().get(8), plan.visits().get(8).runs().get(0), 100, "ok");
        assertThat(SavedLooks.seen(plan, directory::finished)).isEqualTo(5);
        Files.delete(directory.runs().resolve(plan.runs().get(0).id() + ".json"));
        assertThat(SavedLooks.seen(plan, directory::finished))
                .as("although a run before is missing")
                .isEqualTo(5);
    }

    private boolean isOfSetup(String setup, RunSpec run) {
        return plan.visits().stream()
                .anyMatch(visit -> visit.setup().equals(setup) && visit.runs().contains(run));
    }

    private static Plan plan(StopCondition stop) {
        return plan(stop, List.of());
    }

    private static Plan plan(StopCondition stop, List<Integer> looks) {
        Suite.SuiteEntry entry = new Suite.SuiteEntry(
                List.of("teragen", "terasort"),
                List.of(Compression.NONE),
                Map.of(),
                1,
                List.of(Size.perNode(1_000_000)),
                Map.of(),
                "");
        return Planner.plan(
                        "e",
                        new Experiment.VisitShape(VisitOrder.ABBA, VISITS, 1, 0, stop, looks),
                        List.of("a", "b"),
                        new Suite("s.yaml", "s", "", Map.of(), List.of(entry)),
                        PlanOptions.of("campaign", "", 7),
                        new Problems())
                .orElseThrow();
    }

    private void record(int blocks, ToDoubleFunction<RunSpec> seconds, String status) throws IOException {
        for (Plan.Visit visit : plan.visits().subList(0, 2 * blocks)) {
            for (RunSpec run : visit.runs()) {
                write(visit, run, seconds.applyAsDouble(run), status);
            }
        }
    }

    /** Writes a record with everything that a comparison needs. */
    private void write(Plan.Visit visit, RunSpec run, double seconds, String status) throws IOException {
        Files.writeString(directory.runs().resolve(run.id() + ".json"), """
                {"schema": 1, "identity": {"campaign": "campaign", "run": "%s", "suite": "s"},
                 "position": {"index": %d, "total": %d, "block": %d, "repeat": %d, "seed": 7, "visit": %d},
                 "subject": {"job": "%s", "setup": "%s", "settings": {%s}},
                 "status": "%s", "reasons": [%s], "times": {"elapsed": %s}}
                """.formatted(
                        run.id(),
                        run.index(),
                        plan.total(),
                        run.block(),
                        run.repeat(),
                        visit.number(),
                        run.job(),
                        visit.setup(),
                        run.settings().entrySet().stream()
                                .map(setting -> "\"" + setting.getKey() + "\": \"" + setting.getValue() + "\"")
                                .collect(Collectors.joining(", ")),
                        status,
                        status.equals("ok") ? "" : "\"a reason\"",
                        seconds));
    }
}
