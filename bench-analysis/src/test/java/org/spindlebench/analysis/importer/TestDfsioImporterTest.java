package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.importer.Numbers.PrintedNumber;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;

class TestDfsioImporterTest {
    private static final double MEBIBYTE = 1 << 20;

    /** Output of Hadoop 2, which prints all decimals of a double. */
    private static final String OLD = """
            ----- TestDFSIO ----- : write
                       Date & time: Sat Aug 02 12:00:05 UTC 2014
                   Number of files: 4
            Total MBytes processed: 1024.0
                 Throughput mb/sec: 19.34567891234567
            Average IO rate mb/sec: 20.5
             IO rate std deviation: 1.25
                Test exec time sec: 45.625

            """;

    /** Output of Hadoop 3, which prints two decimals in the locale's notation. */
    private static final String NEW = """
            ----- TestDFSIO ----- : read
                        Date & time: Fri Mar  6 09:10:11 CET 2020
                    Number of files: 4
             Total MBytes processed: 1024
                  Throughput mb/sec: 119,34
             Average IO rate mb/sec: 120,5
              IO rate std deviation: 1,25
                 Test exec time sec: 1.045,6

            """;

    @TempDir
    Path directory;

    @Test
    void a_result_of_old_versions_is_read() throws IOException {
        RunRecord run = read(OLD).only();
        assertThat(run.subject())
                .isEqualTo(new Subject(
                        "testdfsio-write",
                        "hdd-11",
                        Map.of("data", "zeros", "files", "4", "bytes_per_file", "268435456")));
        assertThat(run.source()).isEqualTo(new ImportSource("testdfsio", "hdd-11.log", 1L));
        assertThat(run.identity().run()).isEqualTo("line-000001");
        assertThat(run.times().elapsed()).isEqualTo(45.625);
        assertThat(run.times().clientFinished()).isEqualTo(Instant.parse("2014-08-02T12:00:05Z"));
        assertThat(run.sizes().bytes()).isEqualTo(1L << 30);
        Throughput throughput = run.throughput();
        assertThat(throughput.stock().throughput()).isCloseTo(19.34567891234567 * MEBIBYTE, within(1e-6));
        assertThat(throughput.stock().averageRate()).isEqualTo(20.5 * MEBIBYTE);
        assertThat(throughput.stock().rateSd()).isEqualTo(1.25 * MEBIBYTE);
        assertThat(throughput.stock().execSeconds()).isEqualTo(45.625);
        assertThat(throughput.streams()).isEqualTo(4);
        assertThat(throughput.overExecution()).isCloseTo((1L << 30) / 45.625, within(1e-6));
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void a_result_of_new_versions_is_read_in_a_locale_with_commas() throws IOException {
        RunRecord run = read(NEW).only();
        assertThat(run.subject().job()).isEqualTo("testdfsio-read");
        assertThat(run.times().elapsed()).isEqualTo(1045.6);
        assertThat(run.throughput().stock().throughput()).isCloseTo(119.34 * MEBIBYTE, within(1e-6));
        assertThat(run.times().clientFinished()).isEqualTo(Instant.parse("2020-03-06T08:10:11Z"));
        assertThat(run.source().localStart()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CST", "PST", "IST", "BST", "Somewhere/Else"})
    void a_time_whose_zone_is_not_known_is_no_instant(String zone) throws IOException {
        RunRecord run = read(NEW.replace("CET", zone)).only();
        assertThat(run.times().clientFinished()).isNull();
        assertThat(run.source().localStart()).isEqualTo("2020-03-06T08:52:45.400");
        assertThat(run.warnings()).extracting(Warning::code).containsExactly("time-zone-unknown");
    }

    @Test
    void the_zone_of_a_file_can_be_given() throws IOException {
        Path file = Files.writeString(directory.resolve("x.log"), NEW.replace("CET", "CST") + OLD);
        ImportFile zoned = new ImportFile(
                file,
                "x",
                Optional.empty(),
                new FileForm(
                        Optional.of(ZoneId.of("Asia/Shanghai")),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Map.of(),
                        Map.of()));
        try (Stream<RunRecord> runs = Imports.read(Importers.named("testdfsio").orElseThrow(), zoned, line -> {})) {
            // A zone in the text is a fact, and the given one fills in where there is none.
            assertThat(runs.map(run -> run.times().clientFinished().toString()))
                    .containsExactly("2020-03-06T01:10:11Z", "2014-08-02T12:00:05Z");
        }
    }

    /** A blog turns hyphens into dashes, and other programs give the test a name of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"\u2014\u2013 TestDFSIO \u2014\u2013 : ", "----- DFSIOIntegrationTest ----- : "})
    void a_heading_may_be_written_in_other_ways(String heading) throws IOException {
        assertThat(read(OLD.replace("----- TestDFSIO ----- : ", heading))
                        .only()
                        .subject()
                        .job())
                .isEqualTo("testdfsio-write");
    }

    @Test
    void several_results_lie_in_one_file() throws IOException {
        Imported imported = read(OLD + NEW + OLD.replace("12:00:05", "12:10:05"));
        assertThat(imported.unreadable()).isEmpty();
        assertThat(imported.runs())
                .extracting(run -> run.subject().job() + " " + run.identity().run())
                .containsExactly(
                        "testdfsio-write line-000001", "testdfsio-read line-000010", "testdfsio-write line-000019");
    }

    @Test
    void results_are_found_among_the_lines_of_a_logger() throws IOException {
        StringBuilder log = new StringBuilder("20/03/06 09:00:00 INFO mapreduce.Job:  map 0% reduce 0%\n");
        NEW.lines().forEach(line -> log.append("2020-03-06 09:10:11,123 INFO fs.TestDFSIO: ")
                .append(line)
                .append("\r\n20/03/06 09:10:12 WARN x.Y: Bytes Written: 12\r\n"));
        RunRecord run = read(log.toString()).only();
        assertThat(run.throughput().stock().averageRate()).isEqualTo(120.5 * MEBIBYTE);
        assertThat(run.source().line()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "12/12/07 13:52:57 INFO mapred.FileInputFormat: ",
                "17/07/05 16:15:42 INFO test.TestDFSIOEnh: ",
                "2021-02-09 10:43:16,853 [main] INFO  some.Other - ",
                "[INFO] ",
                "worker-1 | ",
                "Mar 06 09:10:11 host hadoop[4711]: ",
                "\u001b[32m21/02/09 INFO\u001b[0m fs.TestDFSIO:  ",
                "\t",
            })
    void results_are_found_behind_any_prefix(String prefix) throws IOException {
        String log = OLD.lines().map(line -> prefix + line).collect(Collectors.joining("\n"));
        RunRecord run = read(log).only();
        assertThat(run.subject().job()).isEqualTo("testdfsio-write");
        assertThat(run.times().clientFinished()).isEqualTo(Instant.parse("2014-08-02T12:00:05Z"));
        assertThat(run.throughput().stock().rateSd()).isEqualTo(1.25 * MEBIBYTE);
    }

    @Test
    void units_and_comments_after_numbers_are_ignored_and_other_units_refused() throws IOException {
        RunRecord run = read(OLD.replace("45.625", "45.625 sec (cold)").replace("20.5", "20.5 MB/s # good"))
                .only();
        assertThat(run.times().elapsed()).isEqualTo(45.625);
        assertThat(run.throughput().stock().averageRate()).isEqualTo(20.5 * MEBIBYTE);
        assertThat(read(OLD + NEW.replace("1.045,6", "17 min")).complaints())
                .singleElement()
                .asString()
                .contains("Test exec time sec is '17 min', and must be a number");
    }

    /** A console's output and the file of results have the same result with more and fewer decimals. */
    @Test
    void a_result_that_occurs_twice_counts_once_and_is_listed() throws IOException {
        Imported imported =
                read(OLD + OLD.replaceAll("(?m)^", "INFO fs.TestDFSIO: ").replace("19.34567891234567", "19.35"));
        assertThat(imported.runs()).hasSize(1);
        assertThat(imported.complaints())
                .containsExactly("hdd-11.log: line 10: the same result as at line 1, so it counts once");
        assertThat(read(OLD + OLD.replace("12:00:05", "12:00:06")).runs()).hasSize(2);
        assertThat(read(OLD + OLD.replace("45.625", "45.725")).runs()).hasSize(2);
    }

    @Test
    void what_looks_like_a_result_and_is_none_is_listed() throws IOException {
        assertThat(read("----- TestDFSIO ----- write\n" + OLD).complaints())
                .containsExactly("hdd-11.log: line 1: '----- TestDFSIO ----- write' is not the first line of a result,"
                        + " '----- TestDFSIO ----- : ...'");
        assertThat(read(OLD + "Throughput mb/sec: 7\nTest exec time sec: 8\nNumber of files: 3\n")
                        .complaints())
                .containsExactly(
                        "hdd-11.log: line 10: no line '----- TestDFSIO ----- : ...' before it says which test has"
                                + " this 'Throughput mb/sec'");
    }

    @Test
    void compressed_and_wide_text_is_read() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(OLD.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(readBytes(packed.toByteArray())).isEqualTo(45.625);
        assertThat(readBytes(("\ufeff" + OLD).getBytes(StandardCharsets.UTF_16LE)))
                .isEqualTo(45.625);
        assertThat(readBytes(("\ufeff" + OLD).getBytes(StandardCharsets.UTF_16BE)))
                .isEqualTo(45.625);
        assertThat(readBytes(OLD.getBytes(StandardCharsets.UTF_16LE))).isEqualTo(45.625);
    }

    private double readBytes(byte[] content) throws IOException {
        return Imported.of("testdfsio", directory.resolve("hdd-11.log"), content)
                .only()
                .times()
                .elapsed();
    }

    @ParameterizedTest
    @CsvSource({"PK\u0003\u0004,a zip archive or a spreadsheet", "BZh91AY,compressed by bzip2", "PAR1xx,Parquet"})
    void files_without_text_are_refused_by_what_they_are(String start, String what) {
        assertThatThrownBy(() -> Imported.of(
                        "testdfsio", directory.resolve("a.log"), start.getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("a.log: " + what);
    }

    @Test
    void a_cut_result_is_listed_where_it_begins() throws IOException {
        String cut = NEW.substring(0, NEW.indexOf("Test exec"));
        assertThat(read(OLD + cut).complaints())
                .containsExactly(
                        "hdd-11.log: line 10: the result that begins here is cut off: it has no 'Test exec time sec'");
        assertThat(read(cut + OLD).complaints())
                .singleElement()
                .asString()
                .contains("line 1: the result that begins here is cut off");
    }

    @Test
    void a_result_without_its_beginning_is_listed() throws IOException {
        Imported imported = read(OLD.substring(OLD.indexOf('\n')) + OLD);
        assertThat(imported.runs()).hasSize(1);
        assertThat(imported.complaints())
                .containsExactly(
                        "hdd-11.log: line 4: no line '----- TestDFSIO ----- : ...' before it says which test has this"
                                + " 'Total MBytes processed'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "\ufffd"})
    void a_rate_that_is_no_number_makes_a_run_invalid(String rate) throws IOException {
        for (String finite : List.of("20.5", "19.34567891234567")) {
            RunRecord run = read(OLD.replace(finite, rate)).only();
            assertThat(run.status()).isEqualTo(Status.INVALID);
            assertThat(run.reasons())
                    .containsExactly("a map moved no bytes: the mean of the maps' rates is not a number");
        }
        // The deviation of infinite rates is no number, too.
        assertThat(read(OLD.replace("20.5", "Infinity").replace("1.25", rate))
                        .only()
                        .status())
                .isEqualTo(Status.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Infinity", "\u221e"})
    void a_rate_that_is_not_finite_is_absent_with_a_warning(String rate) throws IOException {
        RunRecord run = read(OLD.replace("20.5", rate)).only();
        assertThat(run.throughput().stock().averageRate()).isNull();
        assertThat(run.throughput().stock().rateSd()).isNotNull();
        assertThat(run.warnings()).extracting(Warning::code).containsExactly("rate-missing");
    }

    @Test
    void figures_beyond_all_bounds_are_absent() throws IOException {
        RunRecord run =
                read(OLD.replace("45.625", "1e-305").replace("20.5", "1e305")).only();
        assertThat(run.throughput().overExecution()).isNull();
        assertThat(run.throughput().stock().averageRate()).isNull();
        assertThat(JsonDocument.line(run)).contains("1.0E-305");
    }

    @Test
    void a_figure_that_cannot_be_read_is_listed_and_the_run_kept() throws IOException {
        Imported imported = read(OLD.replace("20.5", "fast"));
        assertThat(imported.complaints())
                .containsExactly("hdd-11.log: line 6: Average IO rate mb/sec is 'fast', and must be a number");
        assertThat(imported.runs()).hasSize(1);
    }

    @Test
    void a_result_without_a_duration_is_no_run() {
        assertThatThrownBy(() -> read(OLD.replace("45.625", "soon")))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no run could be read; expected: results of TestDFSIO")
                .hasMessageContaining("line 8: Test exec time sec is 'soon', and must be a number");
        assertThatThrownBy(() -> read(OLD.replace("45.625", "0")))
                .hasMessageContaining("is '0', and must be more than 0");
    }

    @Test
    void a_run_that_moved_nothing_is_invalid() throws IOException {
        RunRecord run = read(OLD.replace("1024.0", "0.0")).only();
        assertThat(run.status()).isEqualTo(Status.INVALID);
        assertThat(run.reasons()).containsExactly("no bytes were processed");
    }

    @Test
    void a_log_without_a_result_is_refused() {
        assertThatThrownBy(() -> read("job,setup,duration_s\nsort,hdd,4\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("no run could be read");
    }

    @Test
    void the_setup_can_be_given() throws IOException {
        Path file = Files.writeString(directory.resolve("x.log"), OLD);
        ImportFile named = new ImportFile(file, "nightly", Optional.of("ssd"));
        try (Stream<RunRecord> runs = Imports.read(Importers.named("testdfsio").orElseThrow(), named, line -> {})) {
            RunRecord run = runs.findFirst().orElseThrow();
            assertThat(run.subject().setup()).isEqualTo("ssd");
            assertThat(run.identity().campaign()).isEqualTo("nightly");
        }
    }

    @Test
    void other_tests_of_the_tool_are_jobs_of_their_own() throws IOException {
        assertThat(read(OLD.replace(": write", ": random read"))
                        .only()
                        .subject()
                        .job())
                .isEqualTo("testdfsio-random-read");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "19.34567891234567 | 19.34567891234567",
                "19,34 | 19.34",
                "0,5 | 0.5",
                "1.0E-4 | 0.0001",
                "1024 | 1024",
                "1,024 | 1024",
                "1.024 | 1.024",
                "1.024,5 | 1024.5",
                "1,024.5 | 1024.5",
                "1.024.000 | 1024000",
                "1,024,000 | 1024000",
                "1 024,5 | 1024.5",
                "1\u00a0024,5 | 1024.5",
                "1'024.5 | 1024.5",
                "\u0661\u0662\u066b\u0665 | 12.5"
            })
    void numbers_are_read_in_the_notations_of_programs_and_locales(String text, double number) throws Exception {
        assertThat(PrintedNumber.parse("x", text)).contains(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,2,3", "1.2.3", "1,02.5,5", "12 kb", "0x10", "1e9999", "--1", ",5"})
    void other_texts_are_no_numbers(String text) {
        assertThatThrownBy(() -> PrintedNumber.parse("x", text)).hasMessageContaining("must be a number");
    }

    private Imported read(String text) throws IOException {
        return Imported.of("testdfsio", directory.resolve("hdd-11.log"), text);
    }
}
