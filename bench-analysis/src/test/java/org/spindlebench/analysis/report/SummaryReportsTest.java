package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.SummaryReports.SummaryReport;

class SummaryReportsTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"mixed, text", "mixed, markdown", "mixed, json", "warm, text", "warm, markdown", "warm, json"})
    void a_report_is_its_golden_file(String sample, String name) throws IOException {
        SummaryReport report = named(name);
        String rendered = report.render(sample.equals("warm") ? SampleSummary.warm() : SampleSummary.mixed());
        StoredText.hold(sample + "-" + report.fileName(), rendered);
    }

    /** Checks the numbers that follow from the sample's durations with another library than the one that made them. */
    @Test
    void figures_of_the_golden_file_are_right() throws IOException {
        JsonNode cells = new ObjectMapper()
                .readTree(SummaryReports.JSON.render(SampleSummary.mixed()))
                .path("cells");
        assertCell(cells.get(0), 14.0, 13.0);
        assertCell(cells.get(1), 18.1, 17.9, 16.5);
        assertThat(cells.get(1).path("job").asText()).isEqualTo("terasort");
        assertThat(cells.get(0).path("relative_to_terasort").path("task_cpu").asDouble())
                .isCloseTo(
                        Mean.of(12, 12.4).getAsDouble()
                                / Mean.of(18, 18.2, 18.1).getAsDouble(),
                        within(1e-12));
    }

    private static void assertCell(JsonNode cell, double... seconds) {
        double mean = Mean.of(seconds).getAsDouble();
        double sd = StandardDeviation.of(seconds).getAsDouble();
        assertThat(cell.path("mean").asDouble()).isCloseTo(mean, within(1e-12));
        assertThat(cell.path("sd").asDouble()).isCloseTo(sd, within(1e-12));
        assertThat(cell.path("cv").asDouble()).isCloseTo(sd / mean, within(1e-12));
        assertThat(cell.path("median").asDouble())
                .isCloseTo(Median.withDefaults().evaluate(seconds), within(1e-12));
    }

    @Test
    void figures_do_not_follow_the_locale() {
        Locale before = Locale.getDefault();
        String expected = SummaryReports.TEXT.render(SampleSummary.mixed());
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(SummaryReports.TEXT.render(SampleSummary.mixed())).isEqualTo(expected);
            Locale.setDefault(Locale.GERMANY);
            assertThat(SummaryReports.TEXT.render(SampleSummary.mixed())).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void every_report_is_written_and_the_json_can_be_read_back() throws IOException {
        CampaignSummary summary = SampleSummary.mixed();
        SummaryReports.write(directory, summary);
        for (SummaryReport report : SummaryReports.ALL) {
            assertThat(directory.resolve(report.fileName())).hasContent(report.render(summary));
        }
        JsonNode json = JsonDocument.read(directory.resolve("summary.json"), JsonNode.class, 1);
        assertThat(json.get("cells"))
                .hasSize(summary.groups().stream()
                        .mapToInt(group -> group.cells().size())
                        .sum());
    }

    @Test
    void uneven_partitions_of_terasort_are_named_where_it_stands_beside_the_shuffle() {
        String note = "terasort's largest reduce fetched 1.62 times the mean, shuffle's 1.01 times";
        assertThat(textOf(
                        new RunBuilder(1, "terasort").reduceSkew(1.62), new RunBuilder(2, "shuffle").reduceSkew(1.01)))
                .contains(note);
        assertThat(textOf(
                        new RunBuilder(1, "terasort").reduceSkew(1.05), new RunBuilder(2, "shuffle").reduceSkew(1.01)))
                .doesNotContain("largest reduce");
        assertThat(textOf(new RunBuilder(1, "terasort").reduceSkew(1.62), new RunBuilder(2, "shuffle")))
                .doesNotContain("largest reduce");
    }

    private static String textOf(RunBuilder... runs) {
        return SummaryReports.TEXT.render(CampaignSummary.of(Stream.of(runs).map(RunBuilder::build)));
    }

    @Test
    void nothing_measured_is_a_report_too() {
        assertThat(SummaryReports.TEXT.render(CampaignSummary.of(Stream.empty())))
                .startsWith("\nn: valid runs");
        assertThat(SummaryReports.JSON.render(CampaignSummary.of(Stream.empty())))
                .contains("\"cells\": []");
    }

    private static SummaryReport named(String name) {
        return SummaryReports.ALL.stream()
                .filter(report -> report.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
