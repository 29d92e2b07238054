package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;

class ReportsTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    Path directory;

    @Test
    void the_markdown_is_the_golden_file() throws IOException {
        StoredText.hold("sample-report.md", Reports.markdown(sample()));
    }

    /** Checks the numbers that follow from the durations above with another library than the one that made them. */
    @Test
    void figures_of_the_golden_file_are_right() {
        String row = Reports.markdown(sample())
                .lines()
                .filter(line -> line.startsWith("| terasort | 5, 5 |"))
                .findFirst()
                .orElseThrow();
        double slow = Mean.of(SLOW).getAsDouble();
        double fast = Mean.of(FAST).getAsDouble();
        double p = TTest.withDefaults()
                .test(
                        DoubleStream.of(SLOW).map(Math::log).toArray(),
                        DoubleStream.of(FAST).map(Math::log).toArray())
                .getPValue();
        assertThat(row)
                .contains(
                        String.format(
                                Locale.ROOT,
                                "| %.2f +- %.2f | %.2f +- %.2f | %.3f ",
                                slow,
                                StandardDeviation.of(SLOW).getAsDouble(),
                                fast,
                                StandardDeviation.of(FAST).getAsDouble(),
                                fast / slow),
                        String.format(Locale.ROOT, "| %.3fx ", slow / fast),
                        String.format(Locale.ROOT, "| %.2e |", p));
    }

    @Test
    void the_answer_is_the_golden_file() throws IOException {
        StoredText.hold("sample-answer.txt", Reports.text(sample()));
    }

    @Test
    void figures_do_not_follow_the_locale() {
        Locale before = Locale.getDefault();
        String expected = Reports.markdown(sample());
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Reports.markdown(sample())).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void every_list_of_the_json_is_a_table_with_the_same_figures() throws IOException {
        for (String list : List.of("sweeps", "tasks", "cost", "quadrants", "mix", "drift", "hypotheses", "workloads")) {
            Files.writeString(directory.resolve("report-" + list + ".csv"), "of an older report");
        }
        Files.writeString(directory.resolve("report.html"), "<meta name=\"generator\" content=\"Spindle\">");
        List<Path> files = Reports.write(directory, sample());
        JsonNode report = new ObjectMapper().readTree(Files.readString(directory.resolve("report.json")));
        List<String> names = new ArrayList<>(List.of("report.html", "report.md", "report.json"));
        for (Map.Entry<String, JsonNode> section : report.properties()) {
            if (section.getValue().isArray()
                    && !section.getValue().isEmpty()
                    && !section.getKey().equals("campaigns")) {
                names.add("report-" + section.getKey() + ".csv");
                List<String> lines = Files.readAllLines(directory.resolve(names.get(names.size() - 1)));
                assertThat(lines)
                        .as(section.getKey())
                        .hasSize(section.getValue().size() + 1);
            }
        }
        assertThat(files).extracting(file -> file.getFileName().toString()).containsExactlyElementsOf(names);
        assertThat(names).contains("report-cells.csv", "report-comparisons.csv", "report-suite.csv");
        try (Stream<Path> there = Files.list(directory)) {
            assertThat(there).as("those of an older report are gone").containsExactlyInAnyOrderElementsOf(files);
        }
        String speedup = report.get("comparisons").get(0).get("speedup").asText();
        assertThat(directory.resolve("report-comparisons.csv")).content().contains("," + speedup + ",");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.html", "report.md", "report.json", "report-budget.csv"})
    void what_somebody_else_wrote_is_not_replaced(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, "<html>of somebody's own</html>");

        assertThatThrownBy(() -> Reports.write(directory, sample()))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(file + " was not written by Spindle");
        assertThat(directory)
                .isDirectoryContaining(file::equals)
                .isDirectoryNotContaining(other -> !other.equals(file));
        assertThat(file).hasContent("<html>of somebody's own</html>");
    }

    @Test
    void an_older_report_is_replaced() throws IOException {
        Reports.write(directory, sample());

        assertThat(Reports.write(directory, sample())).isNotEmpty();
    }

    @Test
    void no_name_is_a_formula_of_a_spreadsheet() throws IOException {
        List<String> names = List.of("=HYPERLINK(1)", "+1", "-1", "@a", "\tb", "a=b");
        Measured runs = new Measured();
        names.forEach(setup -> runs.runs("terasort", setup, 12, 11, 10));

        Reports.write(directory, runs.findings());

        assertThat(directory.resolve("report-cells.csv"))
                .content()
                .contains("\"'=HYPERLINK(1)\"", "\"'+1\"", "\"'-1\"", "\"'@a\"", "\"'\tb\"", ",a=b,");
        // A negative number is not escaped.
        assertThat(directory.resolve("report-drift.csv")).content().containsPattern(",-[0-9.]+,");
    }

    @Test
    void what_does_not_exist_is_absent_from_the_json() throws IOException {
        Findings single = new Measured()
                .runs("terasort", "hdd", 10)
                .runs("terasort", "ssd", 5)
                .findings();
        JsonNode one = new ObjectMapper()
                .readTree(Reports.json(single))
                .get("comparisons")
                .get(0);
        assertThat(one.get("speedup").asDouble()).isEqualTo(2);
        assertThat(one.get("basis").asText()).isEqualTo("single-run");
        for (String absent : List.of("low", "high", "normalised_low", "p", "p_holm", "detectable", "paired")) {
            assertThat(one.has(absent)).as(absent).isFalse();
        }
        assertThat(Reports.json(single)).doesNotContain("NaN", "Infinity", "null");
    }

    @Test
    void warnings_name_the_cells_they_are_about() throws IOException {
        JsonNode report = new ObjectMapper().readTree(Reports.json(sample()));
        List<String> ids = report.get("cells").findValuesAsText("id");
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(report.get("warnings")).isNotEmpty().allSatisfy(warning -> {
            assertThat(warning.get("code").asText()).matches("[a-z-]+");
            warning.get("cells").forEach(cell -> assertThat(ids).contains(cell.asText()));
        });
        assertThat(report.get("warnings"))
                .filteredOn(warning -> warning.get("code").asText().equals("not-comparable"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.get("cells")).hasSize(2));
    }

    @Test
    void hostile_names_stay_text() throws IOException {
        String name = "ssd | `x` <script>alert(1)</script> \u202e\u001b[31m \"quoted\",\nnext";
        Findings findings = new Measured()
                .runs("tera|sort", "hdd", SLOW)
                .runs("tera|sort", name, FAST)
                .findings();
        String markdown = Reports.markdown(findings);
        assertThat(markdown).doesNotContain("<script>", "\u001b", "`x`");
        assertThat(markdown.lines().filter(line -> line.startsWith("| tera\\|sort")))
                .isNotEmpty();
        assertThat(Reports.text(findings)).doesNotContain("\u001b");
        Reports.write(directory, findings);
        assertThat(new ObjectMapper()
                        .readTree(Files.readString(directory.resolve("report.json")))
                        .get("comparisons")
                        .get(0)
                        .get("contender")
                        .asText())
                .isEqualTo(name);
    }

    @Test
    void ratios_beyond_all_sense_have_few_digits() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 1e9, 1.1e9, 1e9)
                .runs("terasort", "ssd", 0.001, 0.0011, 0.001)
                .findings();
        assertThat(Reports.text(findings))
                .containsPattern(
                        "ssd is faster than hdd: 1\\.00e\\+12x \\[\\d\\.\\d\\de\\+1[12], \\d\\.\\d\\de\\+12\\]")
                .containsPattern("terasort +287037 h +5.6 % +0.001033 s");
    }

    @Test
    void nothing_measured_and_one_setup_are_reports_too() {
        Findings nothing = Findings.of(Runs.of(Stream.empty()), ComparisonOptions.standard());
        assertThat(Reports.markdown(nothing)).contains("0 valid runs in 0 cells");
        assertThat(Reports.json(nothing)).contains("\"cells\": []");
        Findings alone = new Measured().runs("terasort", "hdd", SLOW).findings();
        assertThat(Reports.text(alone))
                .contains("\n\nhdd\n\njob")
                .containsPattern("job +mean +CV +95 % interval +n +to see 5 %")
                .containsPattern("terasort +415\\.5 s +2\\.5 % ");
        assertThat(Reports.markdown(alone)).contains("415.52");
    }

    @Test
    void a_long_table_is_cut_and_says_where_the_rest_is() {
        Measured runs = new Measured();
        for (int size = 0; size < 250; size++) {
            runs.with("block_size", Integer.toString(size)).runs("terasort", "hdd", 10 + size);
        }
        assertThat(Reports.markdown(runs.findings())).contains("50 more rows: report-cells.csv.");
    }

    @Test
    void what_an_experiment_asks_is_answered() throws IOException {
        Findings findings = study();
        JsonNode report = new ObjectMapper().readTree(Reports.json(findings));
        assertThat(report.get("figure").asText()).isEqualTo("Figure 2");
        JsonNode interaction = report.get("interactions").get(0);
        assertThat(interaction.get("setting").asText()).isEqualTo("compression");
        assertThat(interaction.at("/second/value").asText()).isEqualTo("snappy");
        assertThat(interaction.get("basis").asText()).isEqualTo("interval");
        assertThat(interaction.get("low").asDouble())
                .isLessThan(interaction.get("ratio").asDouble());
        JsonNode hypotheses = report.get("hypotheses");
        assertThat(hypotheses.findValuesAsText("verdict")).containsExactly("supported", "undecided", "supported");
        assertThat(hypotheses.get(0).has("by")).isFalse();
        assertThat(hypotheses.get(0).has("from")).isFalse();
        assertThat(hypotheses.at("/1/evidence/0/lacks").asText()).isEqualTo("not both setups have valid runs");
        assertThat(hypotheses.at("/1/evidence/0").has("speedup")).isFalse();
        assertThat(hypotheses.at("/2/evidence/0/interaction").asDouble()).isLessThan(1);
        assertThat(Reports.json(findings)).doesNotContain("NaN", "Infinity", "null");
        assertThat(Reports.markdown(findings))
                .contains("## Figure 2 (compression=none): duration over that of hdd-11, lower is better")
                .contains("| terasort | 1 | 0.609 \\[0.589, 0.631\\] |")
                .contains("## Hypotheses", "## How speed-ups depend on a setting");
        assertThat(Reports.text(findings))
                .contains("  supported: SSDs sort faster", "    ssd against hdd-11, expected: faster")
                .contains("  undecided: alike when they read", "alike within 5.0 %")
                .contains("smaller difference under compression=snappy than under compression=none")
                .contains("terasort  1       0.609 [0.589, 0.631]")
                .contains("1.641x [1.585, 1.698] as fast as hdd-11 with none and");
        assertThat(Reports.write(directory, findings))
                .extracting(file -> file.getFileName().toString())
                .contains("report-interactions.csv", "report-hypotheses.csv");
    }

    @Test
    void of_one_setup_hypotheses_are_undecided() {
        Hypothesis faster =
                hypothesis("SSDs sort faster", "terasort", new TreeMap<>(), Prediction.of(Expectation.FASTER, 0));
        Findings alone = new Measured()
                .runs("terasort", "ssd", FAST)
                .findings(ComparisonOptions.standard().with(new Study("Figure 2", List.of(faster))));
        assertThat(Reports.text(alone))
                .contains("terasort takes 253.2 s on ssd.", "  undecided: SSDs sort faster")
                .contains("cache=cold, compression=none): open; not both setups have valid runs");
    }

    @Test
    void what_nobody_asked_is_absent() throws IOException {
        JsonNode report = new ObjectMapper().readTree(Reports.json(sample()));
        for (String absent : List.of("interactions", "hypotheses", "figure")) {
            assertThat(report.has(absent)).as(absent).isFalse();
        }
    }

    private static Findings study() {
        TreeMap<String, String> plain = new TreeMap<>(Map.of("compression", "none"));
        TreeMap<String, String> compressed = new TreeMap<>(Map.of("compression", "snappy"));
        List<Hypothesis> hypotheses = List.of(
                hypothesis("SSDs sort faster", "terasort", plain, Prediction.of(Expectation.FASTER, 0)),
                hypothesis("alike when they read", "teraread", plain, Prediction.of(Expectation.ALIKE, 0.05)),
                hypothesis(
                        "compression hides it",
                        "terasort",
                        new TreeMap<>(),
                        Prediction.smallerDifference(plain, compressed)));
        return new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd-11", SLOW)
                .runs("terasort", "ssd", FAST)
                .with("compression", "snappy")
                .runs("terasort", "hdd-11", FAST)
                .runs("terasort", "ssd", FAST)
                .findings(ComparisonOptions.standard()
                        .withInteractions(List.of("compression"))
                        .with(new Study("Figure 2", hypotheses)));
    }

    private static Hypothesis hypothesis(
            String says, String job, SortedMap<String, String> settings, Prediction claim) {
        return new Hypothesis(says, List.of(job), settings, "hdd-11", "ssd", claim);
    }

    /** Returns four maps on three slots, one of them slow at its second attempt, and a reduce. */
    private static List<TaskTimes> attempts() {
        return List.of(
                attempt("m_000000_0", "node1", "SUCCEEDED", 0, 60),
                attempt("m_000001_0", "node2", "SUCCEEDED", 0, 62),
                attempt("m_000002_0", "node3", "FAILED", 0, 40),
                attempt("m_000002_1", "node3", "SUCCEEDED", 41, 191),
                attempt("m_000003_0", "node1", "SUCCEEDED", 60, 118),
                new TaskTimes(
                        "attempt_1_r_000000_0",
                        "reduce",
                        "node2",
                        "SUCCEEDED",
                        START.plusSeconds(62),
                        START.plusSeconds(230),
                        START.plusSeconds(192),
                        START.plusMillis(192_500)));
    }

    private static TaskTimes attempt(String id, String host, String state, long from, long to) {
        return new TaskTimes(
                "attempt_1_" + id, "map", host, state, START.plusSeconds(from), START.plusSeconds(to), null, null);
    }

    private static Findings sample() {
        Measured runs = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd-11", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("wordcount", "hdd-11", 100.2, 103.5, 98.7, 101.1, 104.9)
                .runs("wordcount", "ssd", 99.0, 101.8, 97.4, 102.6, 96.3)
                .runs("teragen", "hdd-11", 60, 60);
        runs.next("teragen", "ssd", 30).tasks(List.of());
        runs.runs("shuffle", "hdd-11", 80, 82, 81, 140, 80.5)
                .with("compression", "snappy")
                .runs("shuffle", "ssd", 50, 52, 51)
                .runs("terasort", "ssd", 240, 241);
        runs.next("terasort", "ssd", 239)
                .tasks(attempts())
                .counted(
                        "org.apache.hadoop.mapreduce.JobCounter",
                        Map.of("DATA_LOCAL_MAPS", 3L, "RACK_LOCAL_MAPS", 1L, "OTHER_LOCAL_MAPS", 1L));
        runs.next("terasort", "ssd", 1).ended(Status.FAILED, "no space left");
        Mix mix = Mix.of("sorting", "mostly sorting", new TreeMap<>(Map.of("terasort", 0.8, "wordcount", 0.2)));
        return runs.findings(ComparisonOptions.standard().withMixes(List.of(mix)));
    }
}
