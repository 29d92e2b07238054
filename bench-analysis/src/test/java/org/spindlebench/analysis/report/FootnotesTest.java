package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.record.RunRecord;

class FootnotesTest {

    @Test
    void warnings_with_numbers_of_their_own_are_never_merged() throws IOException {
        Findings findings = Findings.of(
                Runs.of(Stream.of(
                        loaded(1, "a", "31 % of the processors' time of host-3"),
                        loaded(2, "a", "42 % of the processors' time of host-3"),
                        loaded(3, "b", "42 % of the processors' time of host-3"),
                        new RunBuilder(4, "shuffle").setup("a").build())),
                ComparisonOptions.standard());

        assertThat(Reports.textWithAllNotes(findings).lines().filter(line -> line.contains("(other-load)")))
                .satisfiesExactly(
                        first -> assertThat(first).contains("(other-load): 31 % of the"),
                        second -> assertThat(second).contains("(other-load): 42 % of the"));
        assertThat(Reports.markdown(findings)).doesNotContain("31 to 42");
        JsonNode warnings = new ObjectMapper().readTree(Reports.json(findings)).get("warnings");
        assertThat(warnings)
                .as("data keeps each number")
                .filteredOn(warning -> warning.get("code").asText().equals("other-load"))
                .hasSize(2);
    }

    @Test
    void outliers_of_different_jobs_keep_the_speed_ups_that_were_measured() {
        Measured runs = new Measured();
        for (String job : List.of("terasort", "sort")) {
            double size = job.equals("sort") ? 1 : 3;
            runs.runs(job, "hdd", 100, 100.1 * size, 100.2, 99.9, 99.8, 100, 100.1, 99.9)
                    .runs(job, "ssd", 90, 90.1, 89.9, 90.2, 89.8, 90, 250 * size);
        }
        List<String> notes = Reports.textWithAllNotes(runs.findings())
                .lines()
                .filter(line -> line.contains("without "))
                .toList();

        assertThat(notes).isNotEmpty().allSatisfy(note -> assertThat(note).doesNotContainPattern("\\d to \\d"));
    }

    private static RunRecord loaded(int index, String setup, String message) {
        return new RunBuilder(index, "terasort")
                .setup(setup)
                .elapsed(10.0 + index)
                .warning("other-load", message)
                .build();
    }

    @ParameterizedTest
    @CsvSource({"hdd-11,hdd-12", "3 of 4 maps,2 of 4 maps", "p = 0.1,p = 0.2", "a,b"})
    void other_texts_and_numbers_are_other_notes(String one, String other) {
        assertThat(Footnotes.comparable(one)).isNotEqualTo(Footnotes.comparable(other));
    }

    @Test
    void the_directory_of_an_embedded_cluster_makes_no_other_note() {
        assertThat(Footnotes.comparable("/d/spindle-675b0e8e-179c-4191-9ff6-301e33507d5e/nm0"))
                .isEqualTo("/d/spindle-*/nm0");
    }

    @Test
    void a_number_that_two_decimals_would_hide_has_two_digits() {
        assertThat(NumberText.of(0.004, 2)).isEqualTo("0.0040");
        assertThat(NumberText.of(-0.00002, 3)).isEqualTo("-2.0e-05");
        assertThat(NumberText.of(0.0, 2)).isEqualTo("0.00");
        assertThat(NumberText.of(0.006, 2)).isEqualTo("0.01");
        assertThat(NumberText.of(0.3, 1, 0)).isEqualTo("0");
        Findings short1 = new Measured()
                .runs("sleep", "hdd", 0.004, 0.0041, 0.0042)
                .runs("sleep", "ssd", 0.002, 0.0021, 0.0022)
                .findings();
        assertThat(Reports.markdown(short1))
                .contains("(0.0041 s; 0.0021 s;")
                .doesNotContain("0.00 s", "0.00 +-", "+- 0.00 |");
    }

    @Test
    void a_difference_smaller_than_three_decimals_is_seen_in_every_ratio() {
        Findings close = new Measured()
                .runs("sort", "hdd", 100.03, 100.031, 100.029, 100.032)
                .runs("sort", "ssd", 100, 100.001, 99.999, 100.002)
                .findings();

        assertThat(Reports.markdown(close))
                .contains("1.0003x \\[1.0003, 1.0003\\]", "| 0.9997 \\[0.9997, 0.9997\\] |")
                .doesNotContain("1.000x", "| 1.000 |", "1.000 \\[");
    }

    @Test
    void the_legend_says_how_values_are_tied_and_what_two_columns_count() {
        Measured runs = new Measured();
        for (int value = 1; value <= 4; value++) {
            double mean = 100 + 0.6 * value;
            runs.with("containers", "" + value).runs("sort", "hdd", mean - 0.2, mean, mean + 0.2);
        }
        Sweep sweep = runs.findings().sweeps().get(0);
        assertThat(sweep.points())
                .as("a tied value whose interval leaves out 1")
                .anyMatch(point -> sweep.isTied(point)
                        && !point.speedUp().interval().orElseThrow().contains(1));
        String legend = String.join("\n", NumberText.Legend.LINES);

        assertThat(legend)
                .contains("tied with it unless they are claimed to be slower, after Bonferroni's correction")
                .contains("runs for +- 5 %: ")
                .contains("best of all settings: ")
                .doesNotContain("runs for 5 %");
    }
}
