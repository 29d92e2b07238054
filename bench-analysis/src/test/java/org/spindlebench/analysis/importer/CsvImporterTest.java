package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

class CsvImporterTest {
    private static final String HEADER = "job,setup,duration_s";

    @TempDir
    Path directory;

    @Test
    void a_line_becomes_a_run() throws IOException {
        RunRecord run = read("""
                        job,setup,duration_s,status,started_at,cost_usd,compression,bytes_per_node,my own
                        terasort,hdd,12.5,ok,2026-03-01T10:00:00+01:00,0.25,snappy,1000000000,x
                        """).only();
        assertThat(run.subject())
                .isEqualTo(new Subject(
                        "terasort",
                        "hdd",
                        Map.of("compression", "snappy", "bytes_per_node", "1000000000", "my own", "x")));
        assertThat(run.identity().campaign()).isEqualTo("runs");
        assertThat(run.identity().run()).isEqualTo("line-000002");
        assertThat(run.source()).isEqualTo(new ImportSource("csv", "runs.csv", 2L));
        assertThat(run.status()).isEqualTo(Status.OK);
        assertThat(run.times().elapsed()).isEqualTo(12.5);
        assertThat(run.times().yarnStarted()).isEqualTo(Instant.parse("2026-03-01T09:00:00Z"));
        assertThat(run.cost()).isEqualTo(0.25);
        assertThat(run.sizes().bytesPerNode()).isEqualTo(1_000_000_000L);
        assertThat(run.position()).isNull();
    }

    @Test
    void a_record_of_it_can_be_written_and_read_again() throws IOException {
        RunRecord run = read(HEADER + ",visit\nterasort,hdd,12.5,3\n").only();
        RunRecord again = JsonDocument.parse(
                JsonDocument.line(run), RunRecord.class, RunRecord.SCHEMA, new TextOrigin("memory", 1));
        assertThat(again).isEqualTo(run);
    }

    @Test
    void what_spreadsheets_do_to_a_file_does_no_harm() throws IOException {
        String text = "\ufeff\"Job\" , SETUP;x,Duration_S\r\n\r\n\"tera,\"\"sort\"\"\",\"a\", 3 \r\n";
        assertThatThrownBy(() -> read(text)).hasMessageContaining("no column setup (is 'setup;x' meant?)");
        RunRecord run = read(text.replace(";x", "")).only();
        assertThat(run.subject()).isEqualTo(new Subject("tera,\"sort\"", "a", Map.of()));
        assertThat(run.source().line()).isEqualTo(3);
        assertThat(run.times().elapsed()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void cells_are_separated_by_what_separates_the_header(String separator) throws IOException {
        Imported imported = read("job,setup,duration_s,size\nsort,hdd,4,\nsort,ssd,2,5\n".replace(",", separator));
        assertThat(imported.unreadable()).isEmpty();
        assertThat(imported.runs())
                .extracting(run -> run.subject().settings())
                .containsExactly(Map.of(), Map.of("size", "5"));
    }

    @Test
    void old_line_ends_are_lines_too() throws IOException {
        assertThat(read(HEADER + "\rsort,hdd,4\rsort,hdd,5").runs()).hasSize(2);
    }

    @Test
    void an_empty_cell_is_a_setting_that_is_not_known() throws IOException {
        assertThat(read(HEADER + ",cache\nsort,hdd,4,\n").only().subject().settings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"failed,FAILED", "Invalid,INVALID", "INTERRUPTED,INTERRUPTED"})
    void a_run_that_did_not_end_well_needs_no_duration(String word, Status status) throws IOException {
        RunRecord run = read(HEADER + ",status\nsort,hdd,," + word + "\n").only();
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.reasons()).containsExactly("its line says: " + word);
        assertThat(run.times()).isNull();
    }

    @Test
    void a_failed_run_keeps_the_duration_that_it_has() throws IOException {
        assertThat(read(HEADER + ",status\nsort,hdd,7,failed\n").only().times().elapsed())
                .isEqualTo(7);
    }

    @Test
    void an_empty_status_is_ok() throws IOException {
        assertThat(read(HEADER + ",status\nsort,hdd,7,\nsort,hdd,7,failed\n").runs())
                .extracting(RunRecord::status)
                .containsExactly(Status.OK, Status.FAILED);
    }

    @Test
    void an_empty_status_is_unknown_where_others_say_ok() throws IOException {
        Imported imported = read(HEADER + ",status\nsort,hdd,7,\nsort,hdd,7,ok\n");
        assertThat(imported.runs()).hasSize(1);
        assertThat(imported.complaints())
                .containsExactly("runs.csv: line 2: status is empty, and other lines say which runs succeeded: write ok"
                        + " or failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mean,hdd,5,", "sort,AVERAGE,5,", "sort,hdd,5,std dev", "Grand total,,9,"})
    void lines_that_summarise_others_are_no_runs(String line) throws IOException {
        String runs = ",run\nsort,hdd,4,1\nsort,hdd,6,2\nsort,ssd,4,1\nsort,ssd,6,2\n";
        Imported imported = read(HEADER + runs + line + "\n");
        assertThat(imported.runs())
                .hasSize(4)
                .allSatisfy(run -> assertThat(run.subject().settings()).isEmpty());
        assertThat(imported.complaints()).singleElement().asString().endsWith("give it another name");
    }

    @ParameterizedTest
    @CsvSource({"iteration,mean", "index,max", "id,min", "#,Total", "no,Maximum"})
    void aColumnThatNumbersRunsHasNoWordsForSummaries(String column, String word) throws IOException {
        String runs = "sort,hdd,4,1\nsort,hdd,6,2\nsort,ssd,4,3\nsort,ssd,6,4\n";
        Imported imported = read(HEADER + "," + column + "\n" + runs + "sort,hdd,5," + word + "\n");
        assertThat(imported.runs())
                .hasSize(4)
                .allSatisfy(run -> assertThat(run.subject().settings()).isEmpty());
        assertThat(imported.complaints())
                .containsExactly("runs.csv: line 6: " + column + " is '" + word + "', so the line summarises others:"
                        + " remove it, or give it another name");
    }

    /** A setup may be called std, and a job total: such lines repeat each other, as no summary does. */
    @ParameterizedTest
    @ValueSource(strings = {"sort,std,5", "total,hdd,5"})
    void a_word_for_summaries_that_lines_repeat_is_a_name(String line) throws IOException {
        Imported imported = read(HEADER + "\nsort,ssd,4\nsort,ssd,4.1\n" + line + "\n" + line + ".1\n");
        assertThat(imported.runs()).hasSize(4);
        assertThat(imported.complaints()).isEmpty();
    }

    @Test
    void a_time_that_its_zone_skipped_is_listed() throws IOException {
        Path file = Files.writeString(
                directory.resolve("runs.csv"),
                HEADER + ",started_at\nsort,hdd,4,2026-03-29 02:30\nsort,hdd,4,2026-03-29 03:30\n");
        FileForm berlin = new FileForm(
                Optional.of(ZoneId.of("Europe/Berlin")),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of());
        List<String> unreadable = new ArrayList<>();
        try (Stream<RunRecord> runs = Imports.read(
                Importers.named("csv").orElseThrow(),
                new ImportFile(file, "runs.csv", Optional.empty(), berlin),
                line -> unreadable.add(line.toString()))) {
            assertThat(runs)
                    .extracting(run -> run.times().yarnStarted())
                    .containsExactly(Instant.parse("2026-03-29T01:30:00Z"));
        }
        assertThat(unreadable)
                .singleElement()
                .asString()
                .contains("started_at is '2026-03-29 02:30', which clocks of Europe/Berlin skipped");
    }

    @Test
    void visits_and_blocks_make_a_position() throws IOException {
        Imported imported = read("""
                job,setup,duration_s,visit,block
                sort,hdd,4,1,1

                sort,ssd,0,1,1
                sort,hdd,5,2,
                """);
        assertThat(imported.runs())
                .extracting(RunRecord::position)
                .containsExactly(new Position(1, 0, 1, 1, 0, 1), new Position(3, 0, 1, 2, 0, 2));
    }

    @Test
    void a_block_alone_makes_one_without_a_visit() throws IOException {
        assertThat(read(HEADER + ",block\nsort,hdd,4,7\n").only().position()).isEqualTo(new Position(1, 0, 7, 1, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sort,hdd,          | duration_s is empty",
                ",hdd,4             | job is empty",
                "sort,,4            | setup is empty",
                "sort,hdd,0         | duration_s is '0', and must be more than 0",
                "sort,hdd,-1        | duration_s is '-1', and must be more than 0",
                "sort,hdd,NaN       | duration_s is 'NaN', and must be a number such as 12.5",
                "sort,hdd,1e999     | duration_s is '1e999', and must be a number such as 12.5",
                "sort,hdd,0x1p3     | duration_s is '0x1p3', and must be a number such as 12.5",
                "sort,hdd,1.30,5    | 4 cells, but the header has 3 (is there a decimal comma?)",
                "sort,hdd,12,5      | 4 cells, but the header has 3 (is there a decimal comma?)",
                "sort,hdd           | 2 cells, but the header has 3",
                "sort,hdd,\"4       | not CSV: Missing closing quote for value"
            })
    void a_line_that_cannot_be_read_is_listed_with_number_and_reason(String line, String reason) throws IOException {
        Imported imported = read(HEADER + "\nsort,hdd,4\n" + line + "\nsort,hdd,5\n");
        assertThat(imported.runs()).hasSize(2);
        assertThat(imported.complaints()).singleElement().asString().startsWith("runs.csv: line 3: " + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status     | fine                 | status is 'fine', and must be one of ok, invalid, failed, interrupted",
                "started_at | yesterday            | started_at is 'yesterday', and must be an instant such as 2026-03-01T10:00:00Z",
                "started_at | 1769900000000        | started_at is '1769900000000', and must be",
                "started_at | 2026-02-30T10:00:00Z | started_at is '2026-02-30T10:00:00Z', and must be",
                "cost_usd   | -1                   | cost_usd is '-1', and must not be negative",
                "cost_usd   | 1 $                  | cost_usd is '1 $', and must be a number",
                "visit      | 0                    | visit is '0', and must be a whole number from 1",
                "block      | 1.5                  | block is '1.5', and must be a whole number from 1",
                "visit      | 4000000000           | visit is 4000000000, and must be at most 2147483647",
            })
    void a_cell_that_cannot_be_read_spoils_its_line(String column, String cell, String reason) throws IOException {
        Imported imported = read(HEADER + "," + column + "\nsort,hdd,4,\nsort,hdd,4," + cell + "\n");
        assertThat(imported.runs()).hasSize(1);
        assertThat(imported.complaints()).singleElement().asString().startsWith("runs.csv: line 3: " + reason);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T10:00:00Z,2026-03-01T10:00:00Z",
        "2026-03-01 10:00:30 UTC,2026-03-01T10:00:30Z",
        "2026-03-01 10:00 +0200,2026-03-01T08:00:00Z",
        "2026-07-01 10:00:00 CEST,2026-07-01T08:00:00Z",
        "2026-03-01T10:00:00.25-0330,2026-03-01T13:30:00.25Z",
        "2026-03-01T10:00+02:00,2026-03-01T08:00:00Z"
    })
    void a_start_with_a_zone_is_an_instant(String text, Instant instant) throws IOException {
        assertThat(read(HEADER + ",started_at\nsort,hdd,4," + text + "\n")
                        .only()
                        .times()
                        .yarnStarted())
                .isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-01T10:00:00", "2026-03-01 10:00", "2026-03-01 10:00:00 CST"})
    void a_start_without_a_known_zone_only_orders_the_file(String text) throws IOException {
        RunRecord run = read(HEADER + ",started_at\nsort,hdd,4," + text + "\n").only();
        assertThat(run.times().yarnStarted()).isNull();
        assertThat(run.source().localStart()).isEqualTo("2026-03-01T10:00");
        assertThat(run.warnings()).extracting(Warning::code).containsExactly("time-zone-unknown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job,duration,setup            | no column duration_s (is 'duration' meant?); the columns are 'job', 'duration', 'setup'; if these are meant, add --columns duration_s=duration; required columns: job, setup, duration_s",
                "a,b                           | no column job, setup, duration_s; the columns are 'a', 'b'",
                "job,setup,duration_s,Job      | two columns are called 'job'",
                "job,setup,duration_s,,x,      | columns without a name: 4, 6",
                "job,setup,\"duration_s        | not CSV: Missing closing quote"
            })
    void a_header_that_is_not_understood_is_refused_with_all_that_is_known(String header, String message) {
        assertThatThrownBy(() -> read(header + "\nsort,hdd,4\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("runs.csv: line 1: " + message);
    }

    @Test
    void a_file_that_holds_nothing_readable_is_refused_with_the_first_reasons() {
        assertThatThrownBy(() -> read(HEADER + "\nsort,hdd,x\nsort,hdd,y\nsort,hdd,z\nsort,hdd,w\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(
                        directory.resolve("runs.csv") + ": no run could be read; expected: CSV with a header")
                .hasMessageContaining("line 2: duration_s is 'x'")
                .hasMessageEndingWith("; and 1 more");
        assertThatThrownBy(() -> read(HEADER)).hasMessageContaining("no run could be read");
        assertThatThrownBy(() -> read("\n \n")).hasMessageContaining("empty; its first line must name the columns");
    }

    @Test
    void a_line_that_is_not_utf8_spoils_nothing_but_itself() throws IOException {
        String text = HEADER + "\ncaf\u00e9,hdd,4\nsort,hdd,5\n";
        Imported imported =
                Imported.of("csv", directory.resolve("runs.csv"), text.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(imported.complaints()).containsExactly("runs.csv: line 2: not UTF-8 text: save the file as UTF-8");
        assertThat(imported.runs()).hasSize(1);
        assertThat(read(text).runs().get(0).subject().job()).isEqualTo("caf\u00e9");
    }

    @Test
    void a_line_of_any_length_takes_bounded_memory() throws IOException {
        Imported imported = read(HEADER + "\n" + "x".repeat(3_000_000) + ",hdd,4\nsort,hdd,5\n");
        assertThat(imported.complaints()).containsExactly("runs.csv: line 2: longer than 1048576 bytes");
        assertThat(imported.runs()).hasSize(1);
    }

    private Imported read(String text) throws IOException {
        return Imported.of("csv", directory.resolve("runs.csv"), text);
    }
}
