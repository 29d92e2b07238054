package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;

class ExperimentTest {
    /** Before an experiment, Spindle says how likely it is to decide its hypotheses. */
    private static final String ODDS = "decided    how likely .*|( +[0-9]+ %)+( {3}.*)?";

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() throws IOException {
        session = new Session(directory);
        for (String name : List.of("a", "b", "one", "two")) {
            write("conf/setups/" + name + ".yaml", setup(name));
        }
    }

    @Test
    void severalSetupsAreVisitedInTurns() {
        Plan plan = begun("--suite", "quick", "--setup", "a", "--setup", "b", "--visits", "2");

        assertThat(plan.campaign()).isEqualTo("quick-20260304-050607");
        assertThat(plan.setups()).containsExactly("a", "b");
        assertThat(plan.visits()).extracting(Visit::number).containsExactly(1, 2, 3, 4);
        List<String> visited = plan.visits().stream().map(Visit::setup).toList();
        assertThat(visited.get(0)).isEqualTo(visited.get(3)).isNotEqualTo(visited.get(1));
        assertThat(visited.get(1)).isEqualTo(visited.get(2));
    }

    @Test
    void everyVisitHasEveryCellAndEveryRunAnIdOfItsOwn() {
        Plan plan = begun("--suite", "quick", "--setup", "a", "--setup", "b", "--visits", "3");
        int cells = plan.runs().size() / 6;

        assertThat(plan.runs()).extracting(RunSpec::id).doesNotHaveDuplicates().isSorted();
        assertThat(plan.visits()).allSatisfy(visit -> assertThat(visit.runs())
                .extracting(run -> run.job() + run.settings())
                .hasSize(cells)
                .doesNotHaveDuplicates());
        assertThat(plan.total()).isEqualTo(6 * cells);
    }

    @Test
    void aStudyIsColdUnlessTheUserSaysOtherwise() throws IOException {
        write("cold.yaml", "name: cold\ncold: evict\nbytes_per_node: 64MB\nruns: [{jobs: [terasort]}]\n");
        write("study.yaml", "name: study\nsuite: cold.yaml\nsetups: [a, b]\n");
        write("other.yaml", "name: other\nsuite: cold.yaml\nsetups: [a, b]\ncold: local\n");

        assertThat(cold("--experiment", "study.yaml")).isEqualTo("evict");
        assertThat(cold("--experiment", "other.yaml")).isEqualTo("local");
        assertThat(cold("--experiment", "other.yaml", "--cold", "off")).isEqualTo("off");
        assertThat(cold("--suite", "quick", "--setup", "a", "--setup", "b")).isEqualTo("off");
        assertThat(cold("--suite", "cold.yaml", "--setup", "a")).isEqualTo("evict");
    }

    @Test
    void aResumedStudyIsAsColdAsItBegan() throws IOException {
        write("cold.yaml", "name: cold\ncold: evict\nbytes_per_node: 64MB\nruns: [{jobs: [terasort]}]\n");
        session.run("--suite", "cold.yaml", "--setup", "one", "--setup", "two");

        assertThat(session.actions.runs.get(0).options().saved().texts()).containsEntry("--cold", "evict");
    }

    private String cold(String... arguments) throws IOException {
        Session fresh = new Session(directory);
        fresh.run(arguments);
        assertThat(fresh.err()).isEmpty();
        return fresh.actions.runs.get(0).options().measuring.cold().text();
    }

    @Test
    void aFileSaysWhatIsComparedAndHow() throws IOException {
        write("mine/study.yaml", """
                name: study
                suite: quick
                setups: [one.yaml, b]
                order: blocks
                visits: 2
                repeats: 2
                warm_ups: 1
                """);
        write("mine/one.yaml", setup("one"));

        Plan plan = begun("--experiment", "mine/study.yaml");

        assertThat(plan.setups()).containsExactly("one", "b");
        assertThat(session.actions.runs.get(0).source().text()).startsWith("name: study");
        assertThat(session.actions.runs.get(0).setups().get(0).declared()).isPresent();
        Visit second = plan.visits().stream()
                .filter(visit -> visit.setup().equals("one"))
                .toList()
                .get(1);
        assertThat(second.runs().stream().map(RunSpec::repeat).distinct()).containsExactly(0, 3, 4);
        assertThat(second.runs().get(0).id()).endsWith("-one-warm-up");
        assertThat(plan.total())
                .as("warm-ups have no record that a report reads, and none is missing")
                .isEqualTo((int)
                        plan.runs().stream().filter(run -> run.repeat() > 0).count())
                .isLessThan(plan.runs().size());
    }

    @Test
    void aSetupOfTheUserTakesThePlaceOfTheOneOfItsName() throws IOException {
        write("my-ssd.yaml", setup("ssd"));

        begun("--experiment", "new-cluster", "--setup", "my-ssd.yaml");

        CampaignRequest request = session.actions.runs.get(0);
        assertThat(request.setups()).extracting(ChosenSetup::name).containsExactly("hdd-11", "ssd");
        assertThat(request.setups().get(1).text()).isEqualTo(setup("ssd"));
        assertThat(request.cluster(request.setups().get(0))).isEqualTo(Cluster.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--experiment new-cluster --setup other.yaml",
                "--experiment new-cluster --setup mere-label",
                "--experiment new-cluster --suite quick",
                "--experiment no-such",
                "--setup a --setup b",
                "--suite quick --setup a --setup a",
                "--suite quick --setup a --setup mere-label",
                "--suite quick --setup a --visits 2",
                "--suite quick --setup a --setup b --visits 0",
                "--suite quick --setup a --setup b --timeout never"
            })
    void whatCannotBeMeantIsOneProblem(String line) throws IOException {
        write("other.yaml", setup("other"));

        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err()).contains("1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void theSavedExperimentIsResumedWithItsSetups() throws IOException {
        write("one.yaml", setup("one"));
        Plan plan = begun("--suite", "quick", "--setup", "one.yaml", "--setup", "two", "--visits", "1");
        save(plan);
        Files.writeString(directory.resolve("conf/setups/one.yaml"), "changed since");
        Session later = new Session(directory);

        later.run("run", "--resume");

        assertThat(later.err()).isEmpty();
        CampaignRequest request = later.actions.runs.get(0);
        assertThat(request.plan()).isEqualTo(plan);
        assertThat(request.options().isResumed()).isTrue();
        assertThat(request.setups().get(0).text()).isEqualTo(setup("one"));
        assertThat(request.setups().get(1).text()).isEqualTo(setup("two"));
    }

    @Test
    void whatWasGivenWhenItWasBegunHoldsForEveryVisit() throws IOException {
        session.run("--suite", "quick", "--setup", "one", "--setup", "two", "--slots", "8", "--cold", "local");
        CampaignRequest begun = session.actions.runs.get(0);
        save(begun.plan());
        JsonDocument.write(
                directory.resolve("results/" + begun.plan().campaign() + "/options.json"),
                begun.options().saved());
        Session later = new Session(directory);
        Session other = new Session(directory);

        later.run("run", "--resume", "--slots", "8");

        assertThat(later.err()).isEmpty();
        CampaignArguments resumed = later.actions.runs.get(0).options();
        assertThat(resumed.cluster.slots).isEqualTo(8);
        assertThat(resumed.measuring.cold).isEqualTo(begun.options().measuring.cold);
        assertThat(other.run("run", "--resume", "--slots", "9", "--queue", "q")).isEqualTo(2);
        assertThat(other.err())
                .contains("--slots: the campaign began with another value", "allowed  8")
                .contains("--queue: the campaign began with another value", "allowed  not given")
                .contains("2 problems;");
    }

    @Test
    void aCoolingCommandThatOnlyItsFilesNameIsShownAndHasToBeAllowed() throws IOException {
        session.run("--suite", "quick", "--setup", "one", "--setup", "two", "--cold", "command=drop them");
        CampaignRequest begun = session.actions.runs.get(0);
        save(begun.plan());
        Path saved = directory.resolve("results/" + begun.plan().campaign());
        JsonDocument.write(saved.resolve("options.json"), begun.options().saved());

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("by a command in ", "options.json: `drop them`", "1 problem;");
        assertThat(session.run("run", "--resume", "--cold", "command=drop them"))
                .isEqualTo(Recorded.CODE);
        Session later = new Session(directory);
        assertThat(later.run("run", "--resume", "--allow-disruptive")).isEqualTo(Recorded.CODE);
    }

    @Test
    void aBaseDirectoryThatItsOptionsFileNamesIsCheckedLikeAUsers() throws IOException {
        session.run("--suite", "quick", "--setup", "one", "--setup", "two", "--base-dir", "mine");
        CampaignRequest begun = session.actions.runs.get(0);
        save(begun.plan());
        Path options = directory.resolve("results/" + begun.plan().campaign() + "/options.json");
        JsonDocument.write(options, begun.options().saved());
        Files.writeString(options, Files.readString(options).replace("\"mine\"", "\"/user/me/../you\""));

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("--base-dir: not a directory of Spindle's own");
    }

    @Test
    void aSetupWhoseNameLeadsElsewhereIsRefused() throws IOException {
        Plan plan = begun("--suite", "quick", "--setup", "one", "--setup", "two");
        save(plan);
        Path file = directory.resolve("results/" + plan.campaign() + "/plan.json");
        Files.writeString(file, Files.readString(file).replace("\"two\"", "\"../two\""));
        Session later = new Session(directory);

        assertThat(later.run("run", "--resume", plan.campaign())).isEqualTo(2);
        assertThat(later.err()).contains("the setup `../two` is not usable");
    }

    @Test
    void aSavedExperimentWithoutTheCopyOfASetupIsNotResumed() throws IOException {
        Plan plan = begun("--suite", "quick", "--setup", "one", "--setup", "two");
        save(plan);
        Files.delete(directory.resolve("results/" + plan.campaign() + "/setups/one/setup.yaml"));
        Session later = new Session(directory);

        assertThat(later.run("run", "--resume")).isEqualTo(2);
        assertThat(later.err()).contains("setup.yaml", "no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seed 1", "--setup one", "--jobs teragen", "-D a=b"})
    void aSavedExperimentKeepsItsPlan(String option) throws IOException {
        save(begun("--suite", "quick", "--setup", "one", "--setup", "two"));
        Session later = new Session(directory);

        assertThat(later.run(("run --resume " + option).split(" "))).isEqualTo(2);
        assertThat(later.err())
                .contains("the campaign began with another value")
                .contains("1 problem;");
    }

    @Test
    void aSavedExperimentMayBeNamedAgainAndNoOther() throws IOException {
        String text = "name: study\nsuite: quick\nsetups: [one, two]\n";
        write("study.yaml", text);
        Plan plan = begun("--experiment", "study.yaml");
        save(plan);
        write("results/" + plan.campaign() + "/experiment.yaml", text);
        Session later = new Session(directory);

        later.run("run", "--experiment", "study.yaml", "--resume");
        assertThat(later.err()).isEmpty();
        assertThat(later.actions.runs.get(0).plan().campaign()).isEqualTo(plan.campaign());

        write("study.yaml", text + "visits: 3\n");
        Session changed = new Session(directory);
        assertThat(changed.run("run", "--experiment", "study.yaml", "--resume")).isEqualTo(2);
        assertThat(changed.err()).contains("the campaign began with another text of this file");
    }

    @Test
    void thePlanIsPrintedByVisits() {
        session.run("plan", "--suite", "quick", "--setup", "a", "--setup", "b", "--visits", "1", "--seed", "7");

        assertThat(session.out())
                .contains("setups     a, b (the first is the baseline)")
                .contains("abba")
                .contains("setup confounded with time")
                .containsPattern("run +block +visit +job")
                .contains("  1 b  ", "  2 a  ");
    }

    @Test
    void aRuleToStopIsPrintedWithWhatItCovers() throws IOException {
        write("study.yaml", """
                name: study
                suite: quick
                setups: [a, b]
                visits: 20
                stop: {within: 0.05, at_least: 6}
                """);

        session.run("plan", "--experiment", "study.yaml");

        assertThat(session.out())
                .contains("as soon as every interval is within 5 % of its speed-up")
                .containsPattern("at a CV of 3 % it ends after 6\\.[0-9] visits on average")
                .containsPattern(
                        "at a CV of 5 % .* an interval of 95 % then covers the truth in 9[34]\\.[0-9] % of experiments \\(simulated, \\+- 0\\.[345]\\)")
                .containsPattern("at a CV of 10 % it ends after 1[0-9]\\.[0-9] visits");

        session.run("plan", "--experiment", "study.yaml", "--json");
        assertThat(session.out()).containsPattern("\"cv\" : 0.05,\\s+\"confidence\" : 0.95,\\s+\"covered\" : 0\\.9");
    }

    /** 4 TB hold 1.33 TB in 3 copies, 2 TB in 2, and 2.67 TB of RS-6-3, which takes 9 units for 6. */
    @Test
    void usableCapacityIsThatOfHowTheRunsStoreFiles() throws IOException {
        write("disk.yaml", """
                name: disk
                devices: {disk: {kind: hdd, count: 1, capacity: 4TB}}
                hdfs: disk
                shuffle: disk
                way: {kind: as-is}
                """);
        write("flash.yaml", """
                name: flash
                devices: {flash: {kind: ssd, count: 1, capacity: 2TB}}
                hdfs: flash
                shuffle: flash
                way: {kind: as-is}
                """);
        write("coded.yaml", """
                name: coded
                bytes_per_node: 64MB
                runs:
                  - {jobs: [teragen, terasort], settings: {erasure_coding: RS-6-3-1024k}}
                  - {jobs: [teragen], settings: {replication: 2}}
                """);
        write("study.yaml", "name: study\nsuite: coded.yaml\nsetups: [disk.yaml, flash.yaml]\n");

        session.run("plan", "--experiment", "study.yaml");

        assertThat(session.err()).isEmpty();
        assertThat(session.out())
                .contains("usable: capacity of the devices to which HDFS writes, for 2 copies.")
                .containsPattern("disk +1 HDD +4 +2 ")
                .contains("usable TB for files of RS-6-3-1024k: disk 2.67, flash 1.33");
    }

    @Test
    void aHypothesisIsAboutJobsOfTheSuite() throws IOException {
        write("study.yaml", """
                name: study
                suite: quick
                setups: [a, b]
                hypotheses:
                  - {says: it, jobs: [terasort, terasrt], baseline: a, contender: b, expect: faster}
                """);

        assertThat(session.run("--experiment", "study.yaml")).isEqualTo(2);
        assertThat(session.err())
                .contains("hypotheses: a job that the suite quick does not have")
                .contains("terasrt")
                .contains("1 problem; nothing was started.");
    }

    /** Saves the campaign that the session has begun. */
    private void save(Plan plan) throws IOException {
        CampaignRequest begun = session.actions.runs.get(0);
        assertThat(begun.plan()).isEqualTo(plan);
        BegunCampaign.write(begun);
    }

    private Plan begun(String... arguments) {
        session.run(arguments);
        assertThat(session.err().lines().filter(line -> !line.matches(ODDS))).isEmpty();
        return session.actions.runs.get(0).plan();
    }

    private static String setup(String name) {
        return """
                name: %s
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: {kind: as-is}
                """.formatted(name);
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
