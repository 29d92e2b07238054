package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.report.page.DotPlot;
import org.spindlebench.analysis.stats.Paired.Matched.PairedBasis;

class AnswerTableTest {
    private static final String END = "\u001b[0m";

    /** Returns runs of one job that is faster on the SSD, one that is slower, and one that is the same. */
    private static Measured mixed() {
        return new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 20, 20.1, 19.9, 20, 20.1)
                .runs("terasort", "ssd", 10, 10.1, 9.9, 10, 10.1)
                .runs("sort", "hdd", 10, 10.1, 9.9, 10, 10.1)
                .runs("sort", "ssd", 12, 12.1, 11.9, 12, 12.1)
                .runs("wordcount", "hdd", 30, 30.3, 29.7, 30, 30.1)
                .runs("wordcount", "ssd", 30, 30.2, 29.8, 30, 30.1);
    }

    private static String verdict(Findings findings) {
        return VerdictText.of(findings, Answers.of(findings));
    }

    private static List<String> lines(Findings findings, boolean colours) {
        return AnswerTable.of(findings, Answers.of(findings), new Footnotes(findings))
                .get(0)
                .lines(colours);
    }

    @Test
    void each_job_has_a_line_with_its_verdict_and_the_last_line_is_the_mean() {
        List<String> lines = lines(mixed().findings(), false);
        assertThat(lines).hasSize(2 + 3 + 1).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(119));
        assertThat(lines.get(0))
                .as("the CVs make place for the longer verdict")
                .matches("job +hdd +ssd +ratio +95 % interval +n +verdict +notes");
        assertThat(lines.get(2)).matches("terasort +20.02 s +10.02 s +1.998x +\\[.*] +5, 5 +faster.*");
        assertThat(lines.get(3)).startsWith("wordcount ").contains("same within 5 %; what limited it is not known");
        assertThat(lines.get(4)).startsWith("sort ").contains("slower");
        assertThat(lines.get(5)).startsWith("geometric mean ");
    }

    @Test
    void colours_mark_verdicts_only_and_only_if_asked_for() {
        assertThat(String.join("\n", lines(mixed().findings(), false))).doesNotContain("\u001b");
        List<String> lines = lines(mixed().findings(), true);
        assertThat(lines.get(2)).contains("\u001b[32mfaster" + END);
        assertThat(lines.get(3)).doesNotContain("\u001b");
        assertThat(lines.get(4)).contains("\u001b[31mslower" + END);
    }

    @Test
    void names_from_outside_cannot_disturb_the_terminal_nor_widen_the_table() {
        String name = "\u001b[2J" + "x".repeat(300);
        Findings findings = new Measured()
                .runs(name, "hdd\u0007", 10, 11, 12)
                .runs(name, "y".repeat(200), 5, 6, 7)
                .findings();
        assertThat(Reports.text(findings)).doesNotContain("\u001b", "\u0007");
        assertThat(lines(findings, true)).allSatisfy(line -> assertThat(line)
                .hasSizeLessThan(120 + "\u001b[32m".length() + END.length())
                .doesNotContain("\u001b[2J"));
    }

    @Test
    void the_verdict_is_on_all_jobs_and_counts_those_with_each_verdict() {
        assertThat(verdict(mixed().findings()))
                .matches("ssd is faster than hdd: 1\\.18\\dx \\[.*] as fast over all 3 jobs together"
                        + " \\(faster in 1, slower in 1, same in 1\\)\\.");
    }

    @Test
    void setups_that_are_the_same_without_records_of_devices_have_an_unknown_limit_everywhere() {
        String unknown = "what limited it is not known";
        double[] equal = {10, 10.1, 9.9, 10.1, 10};
        Findings one =
                new Measured().runs("a", "hdd", equal).runs("a", "ssd", equal).findings();
        Findings two = new Measured()
                .runs("a", "hdd", equal)
                .runs("a", "ssd", equal)
                .runs("b", "hdd", equal)
                .runs("b", "ssd", equal)
                .findings();

        assertThat(verdict(one)).contains("is as fast as hdd within 5 %: ", "]; " + unknown + ".");
        assertThat(verdict(two)).contains("]; " + unknown + " (same in all 2).");
        assertThat(Reports.answerMarkdown(two)).contains("| same within 5 %; " + unknown + " |");
        assertThat(Reports.json(two)).contains("\"limit_known\": false");
    }

    @Test
    void a_cell_with_figures_of_devices_or_processors_keeps_the_short_words() {
        Measured runs = new Measured();
        NodeMetrics busy = new NodeMetrics(
                "yarn",
                List.of(),
                List.of(),
                List.of(),
                new Proofs(List.of(), null, new CpuLoad(1, 4L, 0.9, null), null, null, null, null, null, null),
                "a");
        for (double seconds : new double[] {10, 10.1, 9.9, 10.1, 10}) {
            runs.next("terasort", "hdd", seconds).evidence(busy);
            runs.next("terasort", "ssd", seconds).evidence(busy);
        }

        assertThat(lines(runs.findings(), false).get(2))
                .contains(" same within 5 %")
                .doesNotContain(";");
        assertThat(verdict(runs.findings())).doesNotContain("what limited it");
        assertThat(Reports.json(runs.findings())).doesNotContain("limit_known");
    }

    @Test
    void without_a_verdict_it_says_what_would_give_one() {
        Findings single = new Measured()
                .runs("terasort", "hdd", 20)
                .runs("terasort", "ssd", 10)
                .findings();
        assertThat(Answers.of(single).rows().get(0).answers().get("ssd").claim())
                .returns(Verdict.UNDECIDED, judged -> judged.verdict())
                .returns(Reason.ONE_RUN, judged -> judged.reason());
        assertThat(verdict(single))
                .isEqualTo(
                        "terasort: it is undecided whether ssd is faster than hdd: one run only. One side has a single run:"
                                + " two more runs of each setup would show how much they vary.");
    }

    @Test
    void an_open_answer_over_many_settings_promises_no_number_of_runs() {
        Measured many = new Measured();
        for (int setting = 1; setting <= 6; setting++) {
            many.with("containers", Integer.toString(setting))
                    .runs("terasort", "hdd", 100)
                    .runs("terasort", "ssd", setting % 2 == 0 ? 60 : 150);
        }
        assertThat(verdict(many.findings()))
                .contains("it is undecided whether", "More settings, or more runs of each")
                .doesNotContain("More than 100");
        assertThat(Reports.text(many.findings()))
                .contains("Answers over few settings of single runs are wrong more often if only some differ.");
    }

    @Test
    void an_answer_over_many_settings_shows_how_far_they_differ_everywhere() {
        Measured many = new Measured();
        for (int setting = 1; setting <= 6; setting++) {
            double fast = setting == 1 ? 100 / 1.5 : 100;
            many.with("containers", Integer.toString(setting))
                    .runs("terasort", "hdd", 99.9, 100, 100.1)
                    .runs("terasort", "ssd", fast - 0.1, fast, fast + 0.1);
        }
        Findings findings = many.findings();

        assertThat(findings.matched().get(0).matched().basis())
                .as("for exactly these settings, below twelve")
                .isEqualTo(PairedBasis.THESE_CONFIGURATIONS);
        assertThat(verdict(findings))
                .contains("ssd is faster than hdd: 1.07", "] as fast (1.000x to 1.500x over 6 settings).");
        assertThat(lines(findings, false).get(0)).contains("lowest to highest  verdict");
        assertThat(lines(findings, false).get(2)).contains("1.000x to 1.500x  faster");
        assertThat(Reports.answerMarkdown(findings)).contains("| 1.000x to 1.500x | faster |");
        assertThat(JsonDocument.text(DotPlot.of(findings, Answers.of(findings))))
                .contains("faster in 17 %, 1.000x to 1.500x");
        assertThat(Reports.text(findings)).doesNotContain("Answers over few settings");
    }

    @Test
    void over_several_settings_the_pooled_claim_decides_unless_an_interaction_is_claimed() {
        double[] twice = {10, 10.1, 9.9, 10, 10.1};
        double[] equal = {10, 10.1, 9.9, 10.1, 10};
        assertThat(overTwo(false, equal, twice)).isEqualTo("faster");
        assertThat(overTwo(true, equal, twice)).isEqualTo("undecided: depends on settings");
        assertThat(overTwo(true, new double[] {100, 100.4, 99.9, 100.1}, 50, 58, 45, 52))
                .as("twice as fast under both, once with little and once with much variation")
                .isEqualTo("faster");
    }

    /** Judges a contender over two choices of settings; under the first it is twice as fast. */
    private static String overTwo(boolean interaction, double[] baseline, double... contender) {
        Runs runs = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 20, 20.1, 19.9, 20, 20.1)
                .runs("terasort", "ssd", 10, 10.1, 9.9, 10, 10.1)
                .with("compression", "snappy")
                .runs("terasort", "hdd", baseline)
                .runs("terasort", "ssd", contender)
                .runs();
        ComparisonOptions options = ComparisonOptions.standard();
        Findings findings = Findings.of(runs, interaction ? options.withInteractions(List.of("compression")) : options);
        return Answers.of(findings).together().get("ssd").claim().words();
    }

    @Test
    void contenders_are_named_the_fastest_first() {
        Findings findings =
                mixed().runs("terasort", "nvme", 5, 5.1, 4.9, 5, 5.1).findings();
        assertThat(verdict(findings))
                .contains("Against hdd: nvme is faster (", ", terasort alone); ssd is faster (", ", over 3 jobs)");
        assertThat(Answers.of(findings).rows().get(0).answers()).containsOnlyKeys("ssd", "nvme");
    }

    @Test
    void settings_in_which_a_job_differs_name_its_rows() {
        Findings findings = mixed().with("compression", "snappy")
                .runs("terasort", "hdd", 10, 10.1, 9.9, 10)
                .runs("terasort", "ssd", 10, 10.1, 9.9, 10.1)
                .findings();
        assertThat(Answers.of(findings).rows().stream().map(AnswerTable::label))
                .containsExactly("terasort (none)", "terasort (snappy)", "wordcount", "sort");
        assertThat(verdict(findings)).contains("4 jobs and settings");
    }

    @Test
    void of_one_setup_the_table_says_how_many_runs_show_a_difference() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 100, 103, 98, 101)
                .runs("sort", "hdd", 7)
                .findings();
        assertThat(lines(findings, false)).satisfies(lines -> {
            assertThat(lines.get(0)).matches("job +mean +CV +95 % interval +n +to see 5 %");
            assertThat(lines.get(2)).matches("terasort +100.5 s +2.1 % +\\[97.19 s, 103.8 s] +4 +6 runs");
            assertThat(lines.get(3)).matches("sort +7.000 s +1 +-");
        });
        assertThat(verdict(findings))
                .isEqualTo(
                        "On hdd, 2 jobs take 7.000 s to 100.5 s. Seeing a difference of 5 % from another setup takes 6"
                                + " runs of each job on each setup.");
        assertThat(Reports.text(findings)).doesNotContain("nothing to compare");
    }

    @Test
    void visits_are_advised_where_visits_count_and_one_visit_hides_how_they_differ() {
        assertThat(verdict(visited(1)))
                .contains(" visits to each setup, and more if visits differ, which one visit does not show.");
        assertThat(verdict(visited(3))).endsWith(" visits to each setup.");
        assertThat(lines(visited(3), false).get(2)).matches("terasort .* \\d+ visits");
    }

    private static Findings visited(int visits) {
        Measured measured = new Measured();
        for (int visit = 1; visit <= visits; visit++) {
            for (double seconds : new double[] {100, 103, 98}) {
                measured.next("terasort", "hdd", seconds + visit).visit(visit);
            }
        }
        return measured.findings();
    }

    @Test
    void csv_has_base_units_and_a_row_for_each_answer() {
        assertThat(Reports.answerCsv(mixed().findings()).lines().toList())
                .hasSize(1 + 3 + 1)
                .first()
                .asString()
                .startsWith("job,baseline,contender,baseline_seconds,baseline_cv,baseline_runs,baseline_n,")
                .endsWith("speedup,low,high,verdict,limit_known");
    }

    @Test
    void markdown_has_the_table_and_the_notes() {
        assertThat(Reports.answerMarkdown(mixed().findings()))
                .contains(
                        "### ssd against hdd", "| job | hdd |", "| terasort | 20.02 s |", "runs-taken-as-independent");
    }
}
