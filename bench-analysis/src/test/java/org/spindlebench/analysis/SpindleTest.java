package org.spindlebench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.Spindle.Report;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

class SpindleTest {
    private static final double[] HDD = {412.1, 405.7, 418.9, 409.3};
    private static final double[] SSD = {251.4, 247.9, 255.0, 249.6};
    private static final String HEADER = "job,setup,duration_s\n";
    private static final String TABLE = HEADER + "sort,hdd,412.1\nsort,hdd,405.7\nsort,ssd,251.4\nsort,ssd,247.9\n";

    @TempDir
    Path directory;

    @Test
    void two_arrays_have_the_speed_up_of_their_samples() {
        Comparison comparison = Spindle.compare(HDD, SSD);
        assertThat(comparison.speedUp()).isEqualTo(SpeedUp.of(new SamplePair(Sample.of(HDD), Sample.of(SSD)), 0.95));
        assertThat(comparison.speedUp().toString()).matches("1\\.6\\d\\dx \\[1\\.6\\d\\d, 1\\.6\\d\\d]");
        assertThat(comparison.isClaimed()).isTrue();
        assertThat(Spindle.compare(SSD, HDD).speedUp().ratio())
                .isCloseTo(1 / comparison.speedUp().ratio(), within(1e-12));
        assertThat(Spindle.compare(new double[] {1}, new double[] {2}).speedUp())
                .hasToString("0.500x (single-run)");
    }

    @Test
    void arrays_without_durations_are_refused() {
        double[] none = {};
        assertThatThrownBy(() -> Spindle.compare(HDD, none)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Spindle.compare(none, SSD)).isInstanceOf(IllegalArgumentException.class);
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Spindle.compare(HDD, new double[] {250, wrong}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a duration must be finite and above 0");
        }
    }

    @Test
    void a_table_a_file_of_records_a_directory_and_runs_in_memory_give_the_same_answer() throws IOException {
        Path table = file("runs.csv", TABLE);
        Path lines = directory.resolve("runs.jsonl");
        try (Stream<RunRecord> runs = Imports.read(table, line -> {})) {
            Files.write(lines, runs.map(JsonDocument::line).toList());
        }
        Runs runs = Runs.builder()
                .add("sort", "hdd", 412.1, 405.7)
                .add("sort", "ssd", 251.4, 247.9)
                .build();
        SpeedUp expected = SpeedUp.of(new SamplePair(Sample.of(412.1, 405.7), Sample.of(251.4, 247.9)), 0.95);
        for (Report report : List.of(
                Spindle.report(table),
                Spindle.report(lines),
                Spindle.report(directory),
                Spindle.report(runs, ComparisonOptions.standard()))) {
            assertThat(report.findings().comparisons().map(Comparison::speedUp)).containsExactly(expected);
        }
    }

    @Test
    void a_report_is_what_its_findings_print_and_write() throws IOException {
        Report report = Spindle.report(file("runs.csv", TABLE));
        assertThat(report.text()).contains("sort").contains("ssd");
        assertThat(report.markdown()).startsWith("# Report");
        assertThat(report.json()).contains("\"comparisons\"");
        assertThat(report.write(directory.resolve("out")))
                .contains(directory.resolve("out").resolve("report.html"))
                .allMatch(Files::exists);
    }

    @Test
    void lines_that_cannot_be_read_are_listed_and_files_of_one_name_do_not_count_as_one() throws IOException {
        Path first = file("a/runs.csv", TABLE + "sort,ssd,4 minus\n");
        Path second = file("b/runs.csv", TABLE);
        Report report = Spindle.report(ComparisonOptions.standard().against("ssd"), first, second);
        assertThat(report.unreadable())
                .hasSize(1)
                .first()
                .hasToString("runs.csv: line 6: duration_s is '4 minus', and" + " must be a number such as 12.5");
        assertThat(report.findings().campaigns()).hasSize(2);
        assertThat(report.findings().baseline()).isEqualTo("ssd");
    }

    @Test
    void settings_keep_runs_in_memory_apart() {
        Runs runs = Runs.builder()
                .add(new Subject("sort", "hdd", Map.of("compression", "none")), HDD)
                .add(new Subject("sort", "ssd", Map.of("compression", "snappy")), SSD)
                .build();
        Findings findings = Spindle.report(runs, ComparisonOptions.standard()).findings();
        assertThat(findings.comparisons()).isEmpty();
        assertThat(findings.doubts()).anyMatch(doubt -> doubt.warning().code().equals("not-comparable"));
    }

    @Test
    void what_cannot_be_compared_is_said() throws IOException {
        Path table = file("runs.csv", TABLE);
        assertThatThrownBy(() -> Spindle.report(directory.resolve("nope.csv"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Spindle.report(Files.createDirectory(directory.resolve("empty"))))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no run found in");
        assertThatThrownBy(() -> Spindle.report(file("header.csv", HEADER)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no run could be read");
        assertThatThrownBy(() -> Spindle.report(ComparisonOptions.standard().against("tape"), table))
                .isInstanceOf(UnknownSetupException.class);
        assertThatThrownBy(() -> Records.read(table))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("Imports.read reads CSV");
    }

    private Path file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
