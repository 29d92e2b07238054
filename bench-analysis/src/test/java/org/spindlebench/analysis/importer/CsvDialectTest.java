package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;

/** Reads tables as spreadsheets, statistics programs and scripts write them. */
class CsvDialectTest {
    private static final String HEADER = "job;setup;duration_s\n";

    @TempDir
    Path directory;

    /** All numbers of a file are read in one way; what a number leaves open the others decide. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.203,86 1.204 1.198,5           | 1203.86 1204 1198.5",
                "1,203.86 1,204 1,198.5           | 1203.86 1204 1198.5",
                "860,89 861 1.204                 | 860.89 861 1204",
                "0.204 1.204                      | 0.204 1.204",
                "0,204 1,204                      | 0.204 1.204",
                "1.203.860 1.204                  | 1203860 1204",
                "1'203.86 1'204                   | 1203.86 1204",
                "61 62                            | 61 62",
                "1e3 2.5E+2                       | 1000 250",
                "1:51.73 5:03 1:02:03             | 111.73 303 3723",
                "0:01:51,5 0:02:00                | 111.5 120",
                "5m51.3s 2m 40s                   | 351.3 120 40",
                "1h2m3s 1500ms PT5M51.3S 2min     | 3723 1.5 351.3 120",
                "12.5sec 12.5seconds              | 12.5 12.5"
            })
    void numbers_and_durations_of_a_file_are_read_in_one_way(String texts, String seconds) throws IOException {
        assertThat(durations(FileForm.UNKNOWN, texts.split(" +"))).containsExactly(numbers(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.203,86 861.5  | line 2 has '1.203,86', with a decimal comma, and line 3 has '861.5', with a decimal point",
                "1.204 1.198     | line 2 has '1.204', whose mark can be that of decimals or of thousands",
                "1,204 861       | line 2 has '1,204', whose mark",
                "5:03 5:19       | line 2 has '5:03', which can be minutes and seconds or hours and minutes"
            })
    void a_file_that_leaves_its_dialect_open_is_refused_whole(String texts, String reason) {
        assertThatThrownBy(() -> durations(FileForm.UNKNOWN, texts.split(" +")))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void aDayWithTwoPartsIsOpen() {
        assertThatThrownBy(() -> durations(FileForm.UNKNOWN, "1 day, 5:51"))
                .hasMessageContaining(
                        "line 2 has '1 day, 5:51', which can be minutes and seconds or hours and minutes");
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t", "|"})
    void three_decimals_are_open_in_a_file_without_commas(String separator) {
        assertThatThrownBy(() ->
                        Imported.of("csv", file(), "job,setup,duration_s\nsort,hdd,37.810\n".replace(",", separator)))
                .hasMessageContaining("line 2 has '37.810', whose mark can be that of decimals or of thousands");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".||1.204 1.198|1.204 1.198",
                ",||1.204 1.198|1204 1198",
                "|m:s|5:03|303",
                "|h:m|5:03|18180",
                "|ms|1500 2s|1.5 2",
                "|m:s|5:03 0:01:00|303 60",
                "|min|1.5|90"
            })
    void the_user_decides_what_a_file_leaves_open(Character decimal, String unit, String texts, String seconds)
            throws IOException {
        FileForm form = new FileForm(
                Optional.empty(),
                Optional.ofNullable(decimal),
                Optional.ofNullable(unit),
                Map.of("took", "duration_s"),
                Map.of(),
                Map.of());
        assertThat(durations(form, texts.split(" +"))).containsExactly(numbers(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ms  | 1500 | ''         | the name of column 'duration_s' states the unit s, and --unit states ms",
                "m:s | 303  | ''         | --unit m:s says what 5:51 is, and no duration has this form: leave it out",
                "h:m | 1h2m | ''         | --unit h:m says what 5:51 is, and no duration has this form",
                "s   | 1500 | stage      | --columns names 'stage', which is not a column; the columns are 'job', 'setup'",
                "s   | 1500 | stage      | if 'job' is right, import this file without --columns",
            })
    void what_the_user_states_must_fit_the_file(String unit, String text, String column, String reason) {
        FileForm form = columns(column.isEmpty() ? Map.of() : Map.of(column, "job"), Optional.of(unit));
        assertThatThrownBy(() -> read(HEADER + "sort;hdd;" + text + "\n", form)).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:75.5", "5m51", "12 parsecs", "1.2.3,4", "1..2"})
    void other_texts_are_listed(String text) throws IOException {
        Imported imported = Imported.of("csv", file(), HEADER + "sort;hdd;4\nsort;hdd;" + text + "\n");
        assertThat(imported.complaints()).singleElement().asString().startsWith("runs.csv: line 3: duration_s is");
    }

    /** A point is the decimal mark where commas separate cells. */
    @Test
    void three_decimals_are_decimals_in_a_file_with_commas() throws IOException {
        assertThat(Imported.of("csv", file(), "job,setup,duration_s\nsort,hdd,37.810\n")
                        .only()
                        .times()
                        .elapsed())
                .isEqualTo(37.81);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sep=;\n\"job\";\"setup\";\"duration_s\"\n\"sort\";\"hdd\";\"1.303,86\"\n",
                "# made by a script\n#\njob,setup,duration_s\n# warm\nsort,hdd,1303.86\n",
                "# job,setup,duration_s\nsort,hdd,1303.86\n",
                ",job,setup,duration_s\n0,sort,hdd,1303.86\n",
                "job,setup,duration_s\n\"1\",sort,hdd,1303.86\n",
                "job|setup|duration_s\nsort|hdd|1303.86\n",
                "job\tsetup\tduration_s\nsort\thdd\t1303.86\n"
            })
    void what_other_programs_add_is_no_data(String text) throws IOException {
        for (byte[] content :
                List.of(text.getBytes(StandardCharsets.UTF_8), ("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE))) {
            RunRecord run = Imported.of("csv", file(), content).only();
            assertThat(run.times().elapsed()).isEqualTo(1303.86);
            assertThat(run.subject().setup()).isEqualTo("hdd");
            assertThat(run.subject().settings()).isEmpty();
        }
    }

    @Test
    void a_nameless_column_that_does_not_number_lines_is_refused() {
        assertThatThrownBy(
                        () -> Imported.of("csv", file(), ",job,setup,duration_s\nsnappy,sort,hdd,4\nnone,sort,hdd,5\n"))
                .hasMessageContaining("column 1 has no name, and does not number the lines");
    }

    @ParameterizedTest
    @CsvSource({"SUCCEEDED,OK", "passed,OK", "KILLED,INTERRUPTED", "error,FAILED"})
    void words_of_other_programs_are_understood(String word, Status status) throws IOException {
        assertThat(Imported.of("csv", file(), "job,setup,duration_s,status\nsort,hdd,4," + word + "\n")
                        .only()
                        .status())
                .isEqualTo(status);
    }

    /** An application in YARN's state FINISHED may have failed. */
    @Test
    void finished_is_no_success() throws IOException {
        String text = "job,setup,duration_s,status\nsort,hdd,4,ok\nsort,hdd,4,FINISHED\n";
        assertThat(Imported.of("csv", file(), text).complaints())
                .singleElement()
                .asString()
                .contains("what YARN calls FINISHED may have failed, so write its final status");
    }

    @Test
    void columns_with_other_names_are_suggested_and_read_if_named() throws IOException {
        String text = "Benchmark,Disk,Elapsed_ms\nsort,hdd,4500\n";
        assertThatThrownBy(() -> Imported.of("csv", file(), text))
                .hasMessageContaining(
                        "if these are meant, add --columns job=benchmark,setup=disk,duration_s=elapsed_ms");
        FileForm form = new FileForm(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("benchmark", "job", "disk", "setup", "elapsed_ms", "duration_s"),
                Map.of(),
                Map.of());
        RunRecord run = read(text, form).get(0);
        assertThat(run.subject().job() + " " + run.subject().setup()).isEqualTo("sort hdd");
        assertThat(run.times().elapsed()).isEqualTo(4.5);
        assertThatThrownBy(() -> Imported.of("csv", file(), "a,b\n1,2\n")).hasMessageNotContaining("add --columns");
    }

    @ParameterizedTest
    @CsvSource({
        "elapsed_ms,0.0045", "Duration(ms),0.0045", "durationMs,0.0045", "elapsedMillis,0.0045", "wall.us,0.0000045",
        "runtime_min,270", "Run hours,16200", "seconds,4.5", "elapsed,4.5", "times,4.5"
    })
    void a_unit_in_the_name_of_a_column_counts(String name, double seconds) throws IOException {
        FileForm form = new FileForm(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(name.toLowerCase(Locale.ROOT), "duration_s"),
                Map.of(),
                Map.of());
        assertThat(read("job,setup," + name + "\nsort,hdd,4.5\n", form)
                        .get(0)
                        .times()
                        .elapsed())
                .isCloseTo(seconds, within(1e-9));
    }

    /** Sizes of the input that differ by noise within a size, and tenfold between sizes. */
    private static final String SIZES = """
            job,setup,duration_s,input_size
            count,hdd,40.1,328495365
            count,hdd,124.2,3284900528
            count,ssd,39.3,328498058
            count,ssd,121.7,3284943413
            count,ssd,39.9,328501969
            """;

    @Test
    void a_quantity_is_never_a_name_of_runs() throws IOException {
        List<RunRecord> runs = read(SIZES, FileForm.UNKNOWN);
        assertThat(runs)
                .extracting(run -> run.subject().settings().get("input_size"))
                .doesNotHaveDuplicates();
        assertThat(runs.get(0).warnings())
                .extracting(Warning::code, Warning::message)
                .containsExactly(tuple(
                        "column-nearly-equal",
                        "values of input_size differ by less than 1 %, such as 328495365 and 328498058, so their runs are no"
                                + " repeats of each other: --round input_size=2 rounds a size to 2 digits, and"
                                + " --ignore input_size leaves out what was measured"));
    }

    @Test
    void rounded_quantities_are_repeats() throws IOException {
        FileForm form = new FileForm(
                Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of("input_size", 2), Map.of());
        assertThat(read(SIZES, form))
                .extracting(run -> run.subject().settings().get("input_size"))
                .containsExactly("330000000", "3300000000", "330000000", "3300000000", "330000000");
        assertThatThrownBy(() -> read(SIZES.replace("input_size", "size"), form))
                .hasMessageContaining("--round names input_size, which is not a setting of the file");
    }

    @ParameterizedTest
    @CsvSource({
        "a b c d e,column-not-a-setting",
        "1 2 3 4 5,column-not-a-setting",
        "1527128842 1527129842 1527130842 1527131842 1527132842,column-not-a-setting",
        "10.5 20.25 31.0 44.1 55.9,column-splits-runs",
        "100 200 100 200 100,''"
    })
    void columns_are_told_apart_by_their_values(String values, String code) throws IOException {
        String[] each = values.split(" ");
        StringBuilder text = new StringBuilder("job,setup,duration_s,x\n");
        for (int i = 0; i < each.length; i++) {
            text.append("sort,")
                    .append(i % 2 == 0 ? "hdd" : "ssd")
                    .append(",4,")
                    .append(each[i])
                    .append('\n');
        }
        RunRecord run = read(text.toString(), FileForm.UNKNOWN).get(0);
        assertThat(run.warnings()).extracting(Warning::code).isEqualTo(code.isEmpty() ? List.of() : List.of(code));
        assertThat(run.subject().settings().containsKey("x")).isEqualTo(!code.equals("column-not-a-setting"));
    }

    /** Three runs of each job and setup have the numbers 1 to 3, also if each setting has them again. */
    @ParameterizedTest
    @CsvSource({
        "run,1 2 3 1 2 3,true",
        "trial,0 1 2 0 1 2,true",
        "run,1 2 3 1 2 2,false",
        "run,10 20 30 10 20 30,false",
        "nodes,1 2 3 1 2 3,false"
    })
    void numbers_of_repeats_are_no_setting(String column, String values, boolean areRepeats) throws IOException {
        String[] each = values.split(" ");
        StringBuilder text = new StringBuilder("job,setup,duration_s,codec," + column + "\n");
        for (int i = 0; i < each.length; i++) {
            text.append("sort,%s,4,none,%s\n".formatted(i < 3 ? "hdd" : "ssd", each[i]));
        }
        RunRecord run = read(text.toString(), FileForm.UNKNOWN).get(0);
        assertThat(run.subject().settings().containsKey(column)).isNotEqualTo(areRepeats);
        assertThat(run.warnings())
                .extracting(Warning::code)
                .isEqualTo(areRepeats ? List.of("column-not-a-setting") : List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "result    | ok FAILED ok ok       | column 'result' says that runs failed, and no column is called status: add --columns status=result",
                "stauts    | success timeout ok ok | add --columns status=stauts",
                "exit_code | 0 0 1 0               | column 'exit_code' says that runs failed, and no column is called status: write ok or failed",
                "result    | ok ok ok ok           | ''",
                "result    | ok failed win ok      | ''",
                "exit_code | 0 0 0 0               | ''"
            })
    void failed_runs_in_a_column_of_another_name_are_refused(String column, String words, String reason)
            throws IOException {
        StringBuilder text = new StringBuilder("job,setup,duration_s," + column + "\n");
        for (String word : words.split(" ")) {
            text.append("sort,hdd,4,").append(word).append('\n');
        }
        if (reason.isEmpty()) {
            assertThat(read(text.toString(), FileForm.UNKNOWN)).hasSize(4);
        } else {
            assertThatThrownBy(() -> read(text.toString(), FileForm.UNKNOWN)).hasMessageContaining(reason);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Dauer in Minuten      | the name of column 'Dauer in Minuten' may state the unit 'Minuten'",
                "Dauer (Std.)          | may state the unit 'Std.', which is not one of `us`, `ms`, `s`, `min` and `h`: state the unit with --unit",
                "612.5                 | the first line names the columns, and '612.5' is a number: write a line such as",
                "Time taken (in hours) | ''",
                "took                  | ''"
            })
    void a_column_of_durations_with_an_unknown_unit_is_refused(String name, String reason) throws IOException {
        String text = "job,setup," + name + "\nsort,hdd,4\n";
        FileForm form = columns(Map.of(name.toLowerCase(Locale.ROOT), "duration_s"), Optional.empty());
        if (reason.isEmpty()) {
            assertThat(read(text, form)).hasSize(1);
        } else {
            assertThatThrownBy(() -> read(text, form)).hasMessageContaining(reason);
        }
        assertThat(read(text, columns(form.columns(), Optional.of(name.contains("hours") ? "h" : "s"))))
                .hasSize(1);
    }

    private static FileForm columns(Map<String, String> columns, Optional<String> unit) {
        return new FileForm(Optional.empty(), Optional.empty(), unit, columns, Map.of(), Map.of());
    }

    @Test
    void a_file_without_a_header_is_told_so() {
        assertThatThrownBy(() -> Imported.of("csv", file(), "sort,hdd,612.5\nsort,ssd,431\n"))
                .hasMessageContaining(
                        "the first line names the columns, and has the number '612.5'; if it is a run, write");
    }

    private double[] durations(FileForm form, String... texts) throws IOException {
        StringBuilder text =
                new StringBuilder(form.columns().isEmpty() ? HEADER : HEADER.replace("duration_s", "took"));
        for (String one : texts) {
            text.append("sort;hdd;").append(one).append('\n');
        }
        return read(text.toString(), form).stream()
                .mapToDouble(run -> run.times().elapsed())
                .toArray();
    }

    private static double[] numbers(String texts) {
        return Stream.of(texts.split(" +")).mapToDouble(Double::parseDouble).toArray();
    }

    private Path file() {
        return directory.resolve("runs.csv");
    }

    private List<RunRecord> read(String text, FileForm form) throws IOException {
        Path file = Files.writeString(file(), text);
        List<String> unreadable = new ArrayList<>();
        try (Stream<RunRecord> runs = Imports.read(
                Importers.named("csv").orElseThrow(),
                new ImportFile(file, "runs", Optional.empty(), form),
                line -> unreadable.add(line.toString()))) {
            List<RunRecord> read = runs.toList();
            assertThat(unreadable).isEmpty();
            return read;
        }
    }
}
