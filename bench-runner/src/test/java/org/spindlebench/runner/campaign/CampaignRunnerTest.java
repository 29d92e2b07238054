package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.cli.BegunCampaign;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.setup.PendingRestore;

/** Tests campaigns of every kind, on visits that a test can make fail. */
class CampaignRunnerTest extends CampaignsOnFakes {
    @Test
    void aCampaignOfOneSetupIsCheckedOnceAndVisitedOnce() throws Exception {
        CampaignRequest request = request("run", "--suite", "quick", "--jobs", "teragen", "--setup", "one");

        assertThat(run(request)).isZero();

        assertThat(visits.said).containsExactly("check one", "run one");
        assertThat(recorded(request)).hasSize(3).isEqualTo(planned(request));
        assertThat(PlanFile.read(request.directory().plan())).isEqualTo(request.plan());
        assertThat(request.directory().setup()).exists();
        assertThat(request.directory().root().resolve("report.html")).isNotEmptyFile();
        assertThat(err())
                .contains("HTML report: " + request.directory().root().resolve("report.html"))
                .contains("spindle report " + request.directory().root() + " --open");
    }

    @Test
    void whatAProblemKeepsFromRunningLeavesNothing() throws Exception {
        visits.problems = List.of("too little space");
        CampaignRequest request = experiment("one two");

        assertThat(run(request)).isEqualTo(ExitCode.WRONG_USAGE.code());

        assertThat(visits.said).containsExactly("check one", "check two");
        assertThat(err())
                .contains("error: setup one: too little space", "error: setup two: too little space")
                .contains("2 problems; nothing was started.");
        assertThat(request.directory().root()).doesNotExist();
    }

    @Test
    void anExperimentVisitsItsSetupsInThePlansOrderAndReports() throws Exception {
        CampaignRequest request = experiment("one two");

        assertThat(run(request)).isZero();

        List<String> order = request.plan().visits().stream()
                .map(visit -> "run " + visit.setup())
                .toList();
        assertThat(visits.said.subList(0, 2)).containsExactly("check one", "check two");
        assertThat(visits.said.subList(2, 6)).isEqualTo(order);
        assertThat(recorded(request)).isEqualTo(planned(request));
        assertThat(request.directory().root().resolve("report.json")).exists();
        assertThat(request.directory().ofSetup("two").setup()).exists();
        assertThat(request.directory().options()).exists();
    }

    @Test
    void aSetupThatFailsKeepsNoOtherFromBeingMeasured() throws Exception {
        visits = new FakeVisits(cluster, progress) {
            @Override
            public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
                    throws IOException, InterruptedException, ClusterUnreachableException {
                if (visit.setup().name().equals("old")) {
                    throw new IOException("the disk is gone");
                }
                return super.run(visit, experience, interruption);
            }
        };
        CampaignRequest request = experiment("old new");

        assertThat(run(request)).isEqualTo(ExitCode.RUN_FAILED.code());

        assertThat(recorded(request)).hasSize(2).allMatch(run -> run.endsWith("-new"));
        assertThat(err())
                .contains("error: not all runs were made under setup old: the disk is gone")
                .contains("After correcting this, resume with: spindle run --resume "
                        + request.plan().campaign());
    }

    @Test
    void commandsChangeTheClusterForEachVisitAndChangeItBack() throws Exception {
        CampaignRequest request = experiment("old new");

        assertThat(run(request)).isZero();

        List<String> expected = new ArrayList<>();
        for (Visit visit : request.plan().visits()) {
            expected.addAll(List.of("apply " + visit.setup(), "verify " + visit.setup(), "restore " + visit.setup()));
        }
        assertThat(commands()).isEqualTo(expected);
        assertThat(PendingRestore.file(request.directory().root())).doesNotExist();
    }

    @Test
    void aChangedSetupAloneIsChangedBackAlsoWhenItsRunsFail() throws Exception {
        visits = new FakeVisits(cluster, progress) {
            @Override
            public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
                    throws IOException {
                throw new IOException("the cluster is gone");
            }
        };
        CampaignRequest request =
                request("run", "--suite", "quick", "--jobs", "teragen", "--setup", "new", "--allow-disruptive");

        assertThatThrownBy(() -> run(request)).hasMessage("the cluster is gone");

        assertThat(commands()).containsExactly("apply new", "verify new", "restore new");
        assertThat(visits.said).containsExactly("check new");
        assertThat(request.directory().plan()).exists();
    }

    @Test
    void aClusterThatIsNotThereIsSaidAsThat() {
        visits = new FakeVisits(cluster, progress) {
            @Override
            public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption)
                    throws ClusterUnreachableException {
                throw new ClusterUnreachableException("nobody answers", null);
            }
        };

        assertThatThrownBy(() -> run(request("run", "--suite", "quick", "--jobs", "teragen")))
                .isInstanceOf(ClusterUnreachableException.class);
    }

    /** However many records a client writes before it dies, the resumed experiment has one record for each run. */
    @Test
    void anExperimentThatEndedAfterAnyRecordIsResumedToItsPlan() throws Exception {
        for (int records = 0; records < 4; records++) {
            int last = records;
            FakeCluster dying = new FakeCluster() {
                @Override
                public EndedJob end(int submission) {
                    if (submission > last) {
                        throw new AssertionError("killed");
                    }
                    return super.end(submission);
                }
            };
            FakeVisits healthy = visits;
            CampaignRequest request = experiment("one two", "--repeats", "1", "--out", "results-" + records);
            visits = new FakeVisits(dying, progress);
            assertThatThrownBy(() -> run(request)).hasMessage("killed");
            assertThat(recorded(request)).hasSize(records);
            visits = healthy;

            CampaignRequest resumed =
                    request("run", "--resume", request.plan().campaign(), "--out", "results-" + records);
            assertThat(resumed.plan()).isEqualTo(request.plan());
            assertThat(run(resumed)).isZero();

            assertThat(recorded(resumed)).isEqualTo(planned(request));
        }
    }

    /** Whoever wants to know how a run comes about reads these classes, from the command line to the submission. */
    @Test
    void aRunPassesAtMostTenClassesOnItsWayToYarn() throws Exception {
        Set<String> passed = new LinkedHashSet<>();
        FakeCluster noting = new FakeCluster() {
            @Override
            public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
                StackWalker.getInstance().forEach(frame -> passed.add(frame.getClassName()));
                return super.submit(call, queue, campaignTag, runTag);
            }
        };
        visits = new FakeVisits(noting, progress);

        new Session(home)
                .run(
                        action -> ClusterAction.guarded(
                                System.err, () -> run(((CampaignRunner.CampaignAction) action).request())),
                        "run",
                        "--suite",
                        "quick",
                        "--jobs",
                        "teragen",
                        "--setup",
                        "one",
                        "--allow-disruptive");

        Set<String> ours = passed.stream()
                .filter(name -> name.startsWith("org.spindlebench."))
                .map(name -> name.replaceAll(".*\\.|\\$.*", ""))
                .filter(name -> !List.of(
                                "FakeCluster",
                                "CampaignsOnFakes",
                                "Session",
                                getClass().getSimpleName())
                        .contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        // With the launcher, which a test in one JVM does not have, ten.
        assertThat(ours)
                .contains("CampaignRunner", "FakeVisits", "RunLoop", "RunExecution", "JobExecution", "Main")
                .hasSizeLessThanOrEqualTo(9);
    }

    /** A worker stays away in the third visit. Blocks of visits are 1 and 2, 3 and 4, 5 and 6. */
    @Test
    void withoutAHostTheNextWholeBlockIsMadeAndItsRunsAreNeverPooledWithEarlierOnes() throws Exception {
        FakeCluster dying = new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                if (submission > 3) {
                    throw new AssertionError("killed");
                }
                return super.end(submission);
            }
        };
        FakeVisits healthy = visits;
        CampaignRequest request = experiment("one two", "--visits", "3");
        visits = new FakeVisits(dying, progress);
        assertThatThrownBy(() -> run(request)).hasMessage("killed");
        for (String setup : List.of("one", "two")) {
            BegunCampaign.writeEnvironment(
                    request.directory().ofSetup(request.plan(), setup).environment());
        }
        visits = healthy;

        CampaignRequest resumed = request("run", "--resume", request.plan().campaign(), "--without", "a");
        assertThat(run(resumed)).as(err()).isZero();

        List<String> ids = planned(request);
        assertThat(recorded(resumed)).containsExactly(ids.get(0), ids.get(1), ids.get(2), ids.get(4), ids.get(5));
        try (Stream<RunRecord> records = Records.read(request.directory().root())) {
            assertThat(Runs.of(records).cells())
                    .extracting(cell -> cell.subject().settings().get(Plan.WITHOUT_HOSTS) + " "
                            + cell.counts().ok())
                    .containsExactlyInAnyOrder("null 2", "null 1", "1 1", "1 1");
        }
        assertThat(DigestJournal.read(request.directory().digests()).last("reduced.json"))
                .isPresent();
        assertThat(run(request("run", "--resume", request.plan().campaign())))
                .as("all is made")
                .isZero();
    }

    @Test
    void runsOfAWorkloadOverlapAndItsMakespanIsPrinted() throws Exception {
        Plan workload = Fixtures.workload(0.1);
        CampaignRequest other = request("run", "--suite", "quick", "--jobs", "teragen");
        ChosenSetup setup = new ChosenSetup("setup", Optional.empty(), "");
        CampaignRequest request = new CampaignRequest(
                Command.RUN,
                other.options(),
                workload,
                List.of(setup),
                new CampaignFile(ConfKind.WORKLOAD, "name: w\n", Optional.empty(), Optional.empty()),
                other.generic(),
                other.out(),
                other.err());

        assertThat(run(request)).isZero();

        CampaignDirectory directory = request.directory();
        assertThat(Set.copyOf(recorded(request))).isEqualTo(new HashSet<>(planned(request)));
        assertThat(Files.readString(directory.source(ConfKind.WORKLOAD))).isEqualTo("name: w\n");
        assertThat(err()).contains("makespan of w", "slow-down of w");
        List<String> recorded = recorded(request);
        int submitted = cluster.submitted.size();

        assertThat(run(request("run", "--resume", request.plan().campaign())))
                .as("nothing is left to make")
                .isZero();
        assertThat(recorded(request)).isEqualTo(recorded);
        assertThat(cluster.submitted).hasSize(submitted);
    }

    private CampaignRequest visitedWorkload(String... more) throws IOException {
        Files.writeString(home.resolve("w.yaml"), """
                name: w
                repeats: 1
                jobs:
                  - {name: a, class: x, arrival: 0, input: 0, output: 1MB}
                  - {name: b, class: y, arrival: 0, input: 0, output: 2MB}
                """);
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--workload",
                "w.yaml",
                "--visits",
                "2",
                "--setup",
                "old",
                "--setup",
                "new",
                "--allow-disruptive"));
        arguments.addAll(List.of(more));
        CampaignRequest asked = request(arguments.toArray(String[]::new));
        Plan plan = ofTeraGen(asked.plan());
        return new CampaignRequest(
                asked.command(),
                asked.options(),
                plan,
                asked.setups(),
                asked.source(),
                asked.generic(),
                asked.out(),
                asked.err());
    }

    /** Replaces each job by one that the fake cluster can run. */
    private static Plan ofTeraGen(Plan plan) {
        RunSpec teragen = Fixtures.spec(1, "teragen", 500);
        List<Visit> visits = plan.visits().stream()
                .map(visit -> new Visit(
                        visit.setup(),
                        visit.number(),
                        visit.runs().stream()
                                .map(run -> new RunSpec(
                                        run.id(),
                                        run.index(),
                                        run.block(),
                                        run.repeat(),
                                        teragen.job(),
                                        teragen.size(),
                                        run.settings(),
                                        teragen.configuration()))
                                .toList()))
                .toList();
        return plan.with(visits);
    }

    @Test
    void aWorkloadVisitsItsSetupsAndEachVisitHasItsMakespan() throws Exception {
        CampaignRequest request = visitedWorkload();

        assertThat(run(request)).as(this::err).isZero();

        assertThat(recorded(request)).isEqualTo(planned(request)).hasSize(4 * (2 + 2));
        assertThat(commands()).hasSize(4 * 3);
        CampaignDirectory directory = request.directory();
        assertThat(Files.readString(directory.source(ConfKind.WORKLOAD))).contains("name: w");
        assertThat(directory.options()).exists();
        JsonNode report = JsonMapper.builder()
                .build()
                .readTree(directory.root().resolve("report.json").toFile());
        assertThat(StreamSupport.stream(report.path("cells").spliterator(), false)
                        .filter(cell -> cell.path("metric").asText().equals("makespan")))
                .hasSize(2)
                .allMatch(cell -> cell.path("n").asInt() == 2);
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            assertThat(records).allSatisfy(run -> assertThat(run.identity().run())
                    .endsWith("-"
                            + request.plan()
                                    .visits()
                                    .get(run.position().visit() - 1)
                                    .setup()));
        }
        assertThat(directory.root().resolve("report.json")).exists();
    }

    /** Wherever the client dies, a resumed workload keeps whole visits and makes all runs of the others again. */
    @Test
    void aResumedWorkloadKeepsWholeVisitsAndMakesTheOthersAgain() throws Exception {
        for (int last = 4; last < 8; last++) {
            int submissions = last;
            FakeCluster dying = new FakeCluster() {
                @Override
                public EndedJob end(int submission) {
                    if (submission > submissions) {
                        throw new AssertionError("killed");
                    }
                    return super.end(submission);
                }
            };
            FakeVisits healthy = visits;
            visits = new FakeVisits(dying, progress);
            CampaignRequest request = visitedWorkload("--out", "results-" + last);
            try {
                run(request);
            } catch (AssertionError killed) {
                assertThat(killed).hasMessage("killed");
            }
            List<String> before = recorded(request);
            visits = healthy;

            CampaignRequest resumed = request(
                    "run", "--resume", request.plan().campaign(), "--out", "results-" + last, "--allow-disruptive");
            assertThat(resumed.plan()).isEqualTo(request.plan());
            assertThat(run(resumed)).as(this::err).isZero();

            List<String> after = recorded(resumed);
            assertThat(after).containsAll(planned(request));
            List<String> whole = planned(request).subList(0, 4);
            assertThat(after).noneMatch(run -> whole.stream().anyMatch(one -> run.startsWith(one + ".")));
            before.stream().filter(run -> !whole.contains(run)).forEach(run -> assertThat(after)
                    .contains(run + ".interrupted-1"));
        }
    }
}
