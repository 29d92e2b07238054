package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.RunEvidence;

/** Adds a report as README's table "Where to add things" says. */
class AddedReportTest {
    private static final Findings FINDINGS = new Measured()
            .runs("terasort", "hdd", 12, 11, 10)
            .runs("terasort", "ssd", 6, 5, 7)
            .runs("teragen", "hdd", 8, 9, 10)
            .runs("teragen", "ssd", 4, 3, 5)
            .findings();

    /** A report as a developer would add it: each speed-up on a line of its own. */
    private static final class SpeedUpReport implements ReportWriter {
        private static final String NAME = "speed-ups.txt";

        @Override
        public boolean owns(String name) {
            return name.equals(NAME);
        }

        @Override
        public List<Path> write(Path directory, Findings findings, JsonObject document) throws IOException {
            return List.of(Files.writeString(
                    directory.resolve(NAME), lines(JsonDocument.tree(document).get("comparisons"))));
        }

        static String lines(JsonNode comparisons) {
            return StreamSupport.stream(comparisons.spliterator(), false)
                    .map(one -> one.get("job").asText() + " " + one.get("speedup") + "\n")
                    .collect(Collectors.joining());
        }
    }

    @TempDir
    Path directory;

    private List<Path> write() throws IOException {
        List<ReportWriter> reports = new ArrayList<>(Reports.all(RunEvidence.NONE));
        reports.add(new SpeedUpReport());
        return Reports.write(directory, FINDINGS, reports);
    }

    @Test
    void a_report_is_one_class_and_one_line_and_is_written_next_to_the_others() throws IOException {
        List<Path> files = write();

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .startsWith("report.html", "report.md", "report.json")
                .endsWith("speed-ups.txt");
        JsonNode report = new ObjectMapper().readTree(Files.readString(directory.resolve("report.json")));
        assertThat(directory.resolve("speed-ups.txt"))
                .content()
                .isEqualTo(SpeedUpReport.lines(report.get("comparisons")))
                .matches("teragen 2\\.2\\d+\nterasort 1\\.8\\d+\n");
        assertThat(write()).as("it replaces its own").isEqualTo(files);
    }

    @Test
    void what_somebody_else_wrote_under_its_name_is_not_replaced() throws IOException {
        Path file = Files.writeString(directory.resolve("speed-ups.txt"), "my own");

        assertThatThrownBy(this::write)
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(file + " was not written by Spindle");
        assertThat(file).hasContent("my own");
    }
}
