package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.report.page.Charts.ChartMaker;
import org.spindlebench.analysis.report.page.Dataset.Columns;

/** Adds a picture of the page as README's table "Where to add things" says. */
class AddedChartTest {
    /** A picture as a developer would add it; its specification is {@code pictures/longest.json}. */
    private static List<Chart> longest(Findings findings, RunEvidence evidence, SetupSelection interest) {
        Dataset rows = new Columns<CellSummary>()
                .ofCell(Function.identity(), cell -> "")
                .seconds("seconds", "longest run [s]", cell -> cell.elapsed().max())
                .rows(findings.cells().stream());
        return List.of(new Chart(
                        "longest",
                        "The longest run",
                        "How long the longest run of each job took.",
                        "Bars of seconds by job and setup.",
                        List.of(),
                        Chart.Crowd.FIRST,
                        Chart.MOST,
                        rows)
                .limitedTo(interest));
    }

    @Test
    void a_picture_is_one_method_one_specification_and_one_line_and_is_in_the_page(@TempDir Path directory)
            throws IOException {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 12, 11, 10)
                .runs("terasort", "ssd", 6, 5, 7)
                .findings();
        List<ChartMaker> makers = new ArrayList<>(Charts.ALL);
        makers.add(AddedChartTest::longest);
        Path file = directory.resolve("report.html");

        HtmlFileWriter.write(file, page(Charts.of(makers, findings, RunEvidence.NONE)));

        String html = Files.readString(file);
        assertThat(data(html, "page").get("pictures"))
                .extracting(JsonNode::asText)
                .startsWith("runs", "average")
                .endsWith("longest");
        JsonNode picture = data(html, "picture-longest");
        assertThat(picture.get("title").asText()).isEqualTo("The longest run");
        assertThat(picture.at("/spec/encoding/y/field").asText()).isEqualTo("seconds");
        assertThat(picture.get("setups")).extracting(JsonNode::asText).containsExactly("hdd", "ssd");
        assertThat(picture.get("columns"))
                .filteredOn(column -> column.get("name").asText().equals("seconds"))
                .singleElement()
                .satisfies(column -> assertThat(column.get("values"))
                        .extracting(JsonNode::asDouble)
                        .containsExactly(12.0, 7.0));
    }

    private static HtmlReport page(List<Chart> pictures) {
        return new HtmlReport(
                "title", List.of(), List.of(), "verdict", null, List.of(), List.of(), "", List.of(), List.of(),
                pictures, List.of(), List.of(), List.of(), null);
    }

    private static JsonNode data(String html, String id) throws IOException {
        Matcher element = Pattern.compile("<script type=\"application/json\" id=\"" + id + "\">(.*)</script>")
                .matcher(html);
        assertThat(element.find()).as(id).isTrue();
        return new ObjectMapper().readTree(element.group(1));
    }
}
