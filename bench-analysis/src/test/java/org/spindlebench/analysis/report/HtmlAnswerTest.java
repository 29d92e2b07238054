package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.HtmlReportWriter.HtmlAnswer;
import org.spindlebench.analysis.report.page.HtmlReport.AnswerParagraph;

class HtmlAnswerTest {
    private static List<String> sentences(Findings findings) {
        assertThat(new HtmlAnswer(findings).answers()).hasSize(1);
        return new HtmlAnswer(findings).answers().get(0).sentences();
    }

    private static String verdict(Findings findings) {
        return VerdictText.of(findings, Answers.of(findings));
    }

    @Test
    void what_was_compared_is_the_answer() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 10, 11)
                .runs("terasort", "ssd", 5, 6)
                .findings();
        assertThat(new HtmlAnswer(findings).question()).isEqualTo("How fast is ssd against hdd?");
        assertThat(sentences(findings)).singleElement().asString().startsWith("terasort: ssd is 1.909x");
    }

    @Test
    void what_is_said_of_most_jobs_comes_first() {
        Measured runs = new Measured().with("compression", "lz4");
        for (String setup : List.of("hdd", "ssd")) {
            runs.runs("terasort", setup, 10, 11);
        }
        runs.with("compression", "snappy");
        for (String setup : List.of("hdd", "ssd")) {
            runs.runs("terasort", setup, 10, 11).runs("sort", setup, 8, 9);
        }
        assertThat(new HtmlAnswer(runs.findings()).answers())
                .extracting(AnswerParagraph::heading)
                .map(heading -> heading.replaceAll(".*compression=([a-z0-9]+).*", "$1"))
                .containsExactly("snappy", "lz4", "How to read these sentences");
    }

    @Test
    void of_one_setup_the_answer_is_how_long_jobs_took_even_where_it_is_named_the_baseline() {
        Measured runs = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 10, 11)
                .runs("sort", "hdd", 7)
                .with("compression", "snappy")
                .runs("terasort", "hdd", 8, 9);
        for (Findings findings : List.of(
                runs.findings(), runs.findings(ComparisonOptions.standard().against("hdd")))) {
            assertThat(new HtmlAnswer(findings).question()).isEqualTo("How long do jobs take on hdd?");
            assertThat(sentences(findings))
                    .containsExactly(
                            "terasort on hdd (compression=none): 10.50 s [4.15, 16.85], mean of 2 runs",
                            "terasort on hdd (compression=snappy): 8.50 s [2.15, 14.85], mean of 2 runs",
                            "sort on hdd: 7.00 s, of a single run");
        }
    }

    @Test
    void where_one_side_has_no_valid_run_the_other_is_named() {
        Measured runs = new Measured().runs("terasort", "hdd", 10, 11);
        runs.next("terasort", "ssd", 1).ended(Status.FAILED, "no space left");
        assertThat(verdict(runs.findings())).isEqualTo("Nothing could be compared: only hdd has valid runs.");
        assertThat(sentences(runs.findings())).hasSize(1);
    }

    @Test
    void without_a_valid_run_there_is_nothing_to_say() {
        Measured runs = new Measured();
        runs.next("terasort", "hdd", 1).ended(Status.FAILED, "no space left");
        assertThat(new HtmlAnswer(runs.findings()).question()).isEqualTo("How long do jobs take on hdd?");
        assertThat(verdict(runs.findings())).isEqualTo("No run is valid, so there is no duration.");
        assertThat(new HtmlAnswer(runs.findings()).answers()).isEmpty();
    }

    @Test
    void what_may_not_be_compared_is_in_the_warnings() {
        Findings findings = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 10, 11)
                .with("compression", "snappy")
                .runs("terasort", "ssd", 5, 6)
                .findings();
        assertThat(verdict(findings))
                .isEqualTo(
                        "Nothing could be compared with hdd: no other setup has a run with the same job and settings. The"
                                + " most similar runs differ in compression. To compare them anyway, add this option, which"
                                + " marks the result: --across compression");
        assertThat(sentences(findings)).hasSize(2);
    }
}
