package org.spindlebench.runner.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cli.MadeRecords;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;

class ReportCommandTest {
    private static final String EXPERIMENT = """
            name: mine
            figure: Figure 2
            suite: quick
            setups: [my/hdd.yaml, my/ssd.yaml]
            hypotheses:
              - {says: SSDs sort faster, jobs: [terasort], baseline: hdd-11, contender: ssd, expect: faster}
              - {says: alike, jobs: [teragen], baseline: hdd-11, contender: ssd, expect: alike, by: 0.1}
            """;

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void aReportIsAPageMarkdownJsonAndATableOfEachList() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);

        assertThat(session.run("report", "runs.csv", "--baseline", "hdd-11", "--out", "mine"))
                .isZero();

        assertThat(session.out())
                .contains("terasort: ssd is faster than hdd-11: 1.641x [1.585, 1.698] as fast.")
                .contains("report.html");
        assertThat(files("mine"))
                .contains("report.html", "report.md", "report.json", "report-cells.csv", "report-comparisons.csv")
                .as("a list that is empty")
                .doesNotContain("report-cost.csv");
        JsonNode report = json(directory.resolve("mine/report.json"));
        assertThat(report.get("schema").asInt()).isEqualTo(1);
        JsonNode one = report.get("comparisons").get(0);
        assertThat(one.get("speedup").asDouble()).isCloseTo(1.64081503711894, within(1e-13));
        assertThat(one.get("n_baseline").asInt()).isEqualTo(5);
        assertThat(Files.readAllLines(directory.resolve("mine/report-comparisons.csv")))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("job,settings.compression,baseline,contender,n_baseline");
    }

    @Test
    void aCopyOfAFileUnderAnotherNameIsRefused() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("backup.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "runs.csv", "backup.csv")).isEqualTo(2);
        assertThat(session.err()).contains("a copy of runs.csv: its runs would be counted twice");
        assertThat(session.run("import", "csv", "runs.csv", "backup.csv", "--out", "imported"))
                .isEqualTo(2);
        assertThat(session.err()).contains("a copy of runs.csv: its runs would be counted twice");
    }

    @Test
    void aResultsDirectoryGetsItsReportItself() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.run("import", "csv", "runs.csv", "--out", "results");

        assertThat(session.run("report", "results")).isZero();
        assertThat(files("results")).contains("runs.jsonl", "report.md", "report.json");
        assertThat(session.run("report", "results"))
                .as("its own files are no records")
                .isZero();
    }

    @Test
    void recordsOfACampaignGetNoReportAmongThem() throws IOException {
        new MadeRecords(directory.resolve("results/made"), "made", 2).runs("hdd", "/data", 1, 10, 11);
        session.write("results/made/plan.json", "{}");
        assertThat(session.run("report", "results/made", "--out", "results/made/runs"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--out: the records of a campaign are there");
    }

    @Test
    void settingsAreIgnoredInAnyCase() throws IOException {
        session.write("runs.csv", "job,setup,duration_s,Codec\nsort,hdd,4,a\nsort,ssd,5,b\n");
        assertThat(session.run("report", "runs.csv", "--ignore", "Codec")).isZero();
        assertThat(session.err()).doesNotContain("no run has this setting");
        assertThat(session.out()).doesNotContain("codec");
    }

    /** Returns what a command prints on standard output. */
    private String printed(String... args) {
        Session own = new Session(directory);
        assertThat(own.run(args)).as(own.err()).isZero();
        return own.out();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--columns job=benchmark", "--unit ms", "--wide hdd,ssd", "--decimal comma", "--time-zone UTC"})
    void whatIsSaidAboutCsvFilesIsRefusedForRecords(String option) throws IOException {
        new MadeRecords(directory.resolve("results/made"), "made", 2).runs("hdd", "/data", 1, 10, 11);
        String[] words = option.split(" ");
        assertThat(session.run("report", "results", words[0], words[1])).isEqualTo(2);
        assertThat(session.err()).contains(words[0] + ": only for CSV files, and none is given");
    }

    @Test
    void eachFormatIsAllOfStandardOutput() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(printed("report", "runs.csv", "--format", "csv", "--out", "mine")
                        .lines()
                        .toList())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("terasort,hdd-11,ssd,415.52");
        assertThat(printed("report", "runs.csv", "--format", "markdown", "--out", "mine"))
                .contains("| terasort | 415.5 s |")
                .doesNotContain("Written:");
        assertThat(printed("compare", "runs.csv:hdd-11", "runs.csv:ssd", "--format", "csv"))
                .startsWith("job,")
                .contains(",faster");
        assertThat(printed("report", "runs.csv", "--format", "json", "--out", "mine"))
                .isEqualTo(Files.readString(directory.resolve("mine/report.json")));
    }

    @Test
    void anUnknownFormatAndTwoFormatsAreRefused() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "runs.csv", "--format", "xml", "--out", "mine"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--format: not a format", "text, csv, markdown or json; tidy for `report`");
        assertThat(session.run("report", "runs.csv", "--format", "csv", "--json", "--out", "mine"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--json: is short for --format json");
        assertThat(directory.resolve("mine")).doesNotExist();
    }

    @Test
    void jsonOnStdoutIsTheReport() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "runs.csv", "--json", "--out", "mine")).isZero();
        assertThat(session.out()).isEqualTo(Files.readString(directory.resolve("mine/report.json")));
    }

    @Test
    void pricesAndWorkloadsEnterTheReport() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("mix.yaml", "name: mine\ndescription: all of it sorts.\nshares:\n  terasort: 100\n");
        assertThat(session.run("report", "runs.csv", "--prices", "cloudera-2014", "--mix", "mix.yaml"))
                .isZero();
        JsonNode report = json(directory.resolve("report/report.json"));
        assertThat(report.get("mix").get(0).get("speedup").asDouble()).isCloseTo(1.64081503711894, within(1e-12));
        assertThat(report.get("cost")).anySatisfy(cost -> {
            assertThat(cost.get("measure").asText()).isEqualTo("device_price_per_performance");
            assertThat(cost.get("setup").asText()).isEqualTo("ssd");
            assertThat(cost.get("value").asDouble()).isCloseTo(14000 / 4400.0 / 1.64081503711894, within(1e-9));
            assertThat(cost.get("low").asDouble()).isLessThan(cost.get("value").asDouble());
        });
    }

    @Test
    void anyResultsAreJudgedByAnExperimentAndShownNextToPrintedNumbers() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("mine.yaml", """
                name: mine
                suite: quick
                setups: [ssd, hdd-11]
                hypotheses:
                  - {says: "SSDs sort faster", jobs: [terasort], baseline: hdd-11, contender: ssd, expect: faster}
                """);
        assertThat(session.run("report", "runs.csv", "--experiment", "mine.yaml", "--references", "cloudera-2014"))
                .isZero();
        JsonNode report = json(directory.resolve("report/report.json"));
        assertThat(report.get("hypotheses")).singleElement().satisfies(one -> {
            assertThat(one.get("verdict").asText()).isEqualTo("supported");
            assertThat(one.has("p_screen")).as("stated after the runs").isTrue();
        });
        assertThat(report.at("/comparisons/0/baseline").asText())
                .as("the experiment's first setup")
                .isEqualTo("ssd");
        assertThat(Files.readString(directory.resolve("report/report.md"))).contains("Printed");
        assertThat(session.run("report", "runs.csv", "--experiment", "sandisc", "--references", "cloudera"))
                .isEqualTo(2);
        assertThat(session.err()).contains("sandisc", "cloudera", "2 problems; nothing was written.");
    }

    @Test
    void whatAnExperimentOrAListNeedsIsSaid() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("mine.yaml", """
                name: mine
                suite: quick
                setups: [hdd-11, ssd]
                hypotheses:
                  - says: "SSDs cost less"
                    measure: cost_per_job
                    jobs: [terasort]
                    baseline: hdd-11
                    contender: ssd
                    expect: lower
                """);
        session.write("printed.yaml", """
                name: printed
                source: a page
                date: 2014
                results:
                  - {where: Table 1, job: terasrot, setup: ssd, measure: duration, value: 300}
                  - {where: Table 1, job: teragen, setup: ssd, measure: duration, value: 300}
                """);
        assertThat(session.run("report", "runs.csv", "--experiment", "mine.yaml", "--references", "printed.yaml"))
                .isZero();
        assertThat(session.err())
                .contains(
                        "warning: --references: no run has the job terasrot (did you mean terasort?)",
                        "warning: 1 hypothesis about costs cannot be judged without a price list: add --prices")
                .doesNotContain("teragen");
    }

    @Test
    void onlyRunsThatWereAskedForCount() throws IOException {
        session.write(
                "runs.csv", Session.HEADER + Session.TERASORT + "wordcount,hdd-11,10,none\nwordcount,ssd,10,snappy\n");
        assertThat(session.run("report", "runs.csv", "--where", "job=terasort", "--out", "mine"))
                .isZero();
        assertThat(json(directory.resolve("mine/report.json")).get("cells")).hasSize(2);
        assertThat(session.run("report", "runs.csv", "--across", "compression", "--out", "all"))
                .isZero();
        assertThat(json(directory.resolve("all/report.json")).get("comparisons"))
                .anySatisfy(one -> assertThat(
                                one.at("/across/compression/contender").asText())
                        .isEqualTo("snappy"));
    }

    @Test
    void everyMistakeIsInOneReportAndNothingIsWritten() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run(
                        "report",
                        "none",
                        "runs.csv",
                        "runs.csv",
                        "--prices",
                        "cloudera-2015",
                        "--mix",
                        "evn",
                        "--where",
                        "job",
                        "--by",
                        "sizes.node",
                        "--confidence",
                        "95",
                        "--out",
                        "mine"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains(
                        "none: no such file", "runs.csv: given twice", "cloudera-2015", "evn", "--where", "sizes.node")
                .contains("--confidence", "7 problems; nothing was written.");
        assertThat(directory.resolve("mine")).doesNotExist();
    }

    @Test
    void resultsThatCannotBeUnderstoodAreNamedWithoutAStackTrace() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.write("broken.jsonl", "{\"schema\":1\n");
        assertThat(session.run("report", "broken.jsonl")).isEqualTo(2);
        assertThat(session.run("report", "runs.csv", "--baseline", "hdd")).isEqualTo(2);
        assertThat(session.run("report", "runs.csv", "--prices", "sandisk-2014"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("broken.jsonl: line 1", "no run used setup 'hdd'; the results have hdd-11, ssd")
                .contains("prices none of the measured setups")
                .doesNotContain("\tat ");
        assertThat(directory.resolve("report")).doesNotExist();
    }

    @Test
    void whatAnExperimentAsksIsAnswered() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.run("import", "csv", "runs.csv", "--out", "results");
        session.write("results/experiment.yaml", EXPERIMENT);

        assertThat(session.run("report", "results")).isZero();

        assertThat(session.out())
                .contains("Figure 2: duration over that of hdd-11, lower is better")
                .contains("  supported: SSDs sort faster");
        JsonNode report = json(directory.resolve("results/report.json"));
        assertThat(report.get("figure").asText()).isEqualTo("Figure 2");
        assertThat(report.at("/hypotheses/0/verdict").asText()).isEqualTo("supported");
        assertThat(report.at("/hypotheses/1/verdict").asText()).isEqualTo("undecided");
        assertThat(files("results")).contains("report-hypotheses.csv");
    }

    @Test
    void theAnswerOfAPartSaysSo() throws IOException {
        new MadeRecords(directory.resolve("results/part"), "part", 5).runs("hdd", "/data", 1, 10, 11);
        assertThat(session.run("report", "results/part")).as(session::err).isZero();
        assertThat(session.out())
                .contains("2 valid runs in 1 cell")
                .contains("not finished: 2 of 5 planned runs of campaign part have ended");
    }

    @Test
    void theBaselineIsTheExperimentsFirstSetup() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.run("import", "csv", "runs.csv", "--out", "results");
        session.write("results/experiment.yaml", EXPERIMENT);
        Plan plan = new Plan(
                Plan.SCHEMA,
                "results",
                "quick",
                "mine",
                List.of("ssd", "hdd-11"),
                Experiment.VisitShape.DEFAULT,
                List.of(),
                1,
                List.of(new Plan.Visit("hdd-11", 1, List.of())),
                null);
        session.write("results/plan.json", PlanFile.json(plan));

        session.run("report", "results");
        assertThat(json(directory.resolve("results/report.json"))
                        .get("baseline")
                        .asText())
                .isEqualTo("ssd");
        session.run("report", "results", "--baseline", "hdd-11");
        assertThat(json(directory.resolve("results/report.json"))
                        .get("baseline")
                        .asText())
                .isEqualTo("hdd-11");
    }

    @Test
    void aBrokenExperimentIsNamedAndNothingIsWritten() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        session.run("import", "csv", "runs.csv", "--out", "results");
        session.write("results/experiment.yaml", EXPERIMENT + "hypothesis: 1\n");

        assertThat(session.run("report", "results")).isEqualTo(2);
        assertThat(session.err()).contains("experiment.yaml:", "unknown key", "nothing was written.");
        assertThat(files("results")).doesNotContain("report.json");
    }

    @Test
    void howSpeedUpsDependOnASettingIsAskedByName() throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT + Session.TERASORT.replace("none", "snappy"));

        assertThat(session.run("report", "runs.csv", "--interaction", "compression", "--out", "mine"))
                .isZero();

        assertThat(session.out()).contains("How speed-ups depend on compression", "the same within 5 %, 1.000x");
        JsonNode one = json(directory.resolve("mine/report.json")).at("/interactions/0");
        assertThat(one.get("ratio").asDouble()).isEqualTo(1);
        assertThat(one.at("/second/value").asText()).isEqualTo("snappy");
        assertThat(session.run("report", "runs.csv", "--interaction", "comprssion", "--out", "other"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--interaction comprssion: no run has this setting");
        assertThat(directory.resolve("other")).doesNotExist();
    }

    @Test
    void anEmptyDirectoryIsNoReport() throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "empty")).isEqualTo(2);
        assertThat(session.run("report", "runs.csv", "--where", "job=sort")).isEqualTo(2);
        assertThat(session.err()).contains("no run was found in", "empty", "fits --where job=sort; job is terasort");
        assertThat(files("empty")).isEmpty();
    }

    @Test
    void withoutResultsThereIsAHint() {
        assertThat(session.run("report")).isEqualTo(2);
        assertThat(session.err()).contains("no results given");
    }

    private List<String> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(Files.readString(file));
    }
}
