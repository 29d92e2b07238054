package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;

/** Reads tables with a column of durations for each setup or job. */
class CsvWideTest {
    @TempDir
    Path directory;

    private final List<UnreadableLine> unreadable = new ArrayList<>();

    @Test
    void columnsAreSetupsAndAnEmptyCellIsNoRun() throws IOException {
        List<String> runs = runs(Map.of("hdd", "hdd", "ssd", "flash"), """
                job,hdd,compression,ssd
                sort,61,none,31
                sort,62,snappy,
                grep,,none,12.5
                """);
        assertThat(runs)
                .containsExactly(
                        "line-000002-1 sort hdd {compression=none} 61.0",
                        "line-000002-2 sort flash {compression=none} 31.0",
                        "line-000003-3 sort hdd {compression=snappy} 62.0",
                        "line-000004-4 grep flash {compression=none} 12.5");
        assertThat(unreadable).isEmpty();
    }

    @Test
    void severalColumnsMayBeRepeatsOfOneSetup() throws IOException {
        assertThat(runs(Map.of("disk_1", "hdd", "disk_2", "hdd"), "job;disk_1;disk_2\nsort;1:01,5;1:02,5\n"))
                .containsExactly("line-000002-1 sort hdd {} 61.5", "line-000002-2 sort hdd {} 62.5");
    }

    @Test
    void whatIsComputedFromALineIsNoSetting() throws IOException {
        assertThat(runs(
                        Map.of("hdd", "hdd", "ssd", "ssd"),
                        "job,maps,hdd,ssd,Ratio,avg (s),max_maps\nsort,4,61,31,1.97,46,8\n"))
                .containsExactly(
                        "line-000002-1 sort hdd {maps=4, max_maps=8} 61.0",
                        "line-000002-2 sort ssd {maps=4, max_maps=8} 31.0");
    }

    @Test
    void aRateIsNoDuration() {
        for (String column : List.of("mb_s", "throughput_mb_per_s", "speedup", "score", "IOPS", "write rate", "gb/s")) {
            FileForm form = new FileForm(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(column.toLowerCase(Locale.ROOT), "duration_s"),
                    Map.of(),
                    Map.of());
            assertThatThrownBy(() -> read(form, "job,setup," + column + "\nsort,hdd,118\n"))
                    .hasMessageContaining("'" + column.toLowerCase(Locale.ROOT) + "' is a rate or a ratio by its name");
        }
        assertThatThrownBy(() ->
                        runs(Map.of("hdd (mb/s)", "hdd", "ssd (mb/s)", "ssd"), "job,hdd (MB/s),ssd (MB/s)\nsort,1,2\n"))
                .hasMessageContaining("is a rate or a ratio by its name");
    }

    @Test
    void aSecondLineOfNamesIsRefused() {
        for (String second : List.of("run,1,2", "job,,", "setup,,")) {
            assertThatThrownBy(() -> runs(
                            Map.of("hdd_1", "hdd", "hdd_2", "hdd"), "job,hdd_1,hdd_2\n" + second + "\nsort,61,62\n"))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining(
                            "line 2, which begins with '" + second.split(",")[0] + "', is a further line of names");
        }
    }

    @Test
    void columnsAreJobsWhereAColumnNamesTheSetup() throws IOException {
        assertThat(runs(Map.of("sort", "terasort"), "setup,sort\nhdd,61\n"))
                .containsExactly("line-000002-1 terasort hdd {} 61.0");
    }

    /** A column that numbers the lines has no name in the header of pandas, and no cell there in that of R. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {",job,hdd,ssd", "job,hdd,ssd"})
    void aColumnThatNumbersTheLinesIsNoSetup(String header) throws IOException {
        assertThat(runs(Map.of("hdd", "hdd", "ssd", "ssd"), header + "\n0,sort,61,31\n1,sort,62,32\n"))
                .containsExactly(
                        "line-000002-1 sort hdd {} 61.0",
                        "line-000002-2 sort ssd {} 31.0",
                        "line-000003-3 sort hdd {} 62.0",
                        "line-000003-4 sort ssd {} 32.0");
    }

    /** Each line has its own number, although each of its runs has the same. */
    @Test
    void aColumnThatNamesLinesSeparatesNoRuns() throws IOException {
        assertThat(runs(Map.of("hdd", "hdd", "ssd", "ssd"), """
                run,job,hdd,ssd
                a,sort,61,31
                b,sort,62,32
                c,sort,63,33
                d,sort,64,34
                """))
                .allMatch(run -> run.contains("{}"))
                .hasSize(8);
    }

    @Test
    void theColumnsUnitCountsIfAllNameIt() throws IOException {
        assertThat(runs(Map.of("hdd_ms", "hdd", "ssd_ms", "ssd"), "job,hdd_ms,ssd_ms\nsort,61500,31500\n"))
                .containsExactly("line-000002-1 sort hdd {} 61.5", "line-000002-2 sort ssd {} 31.5");
        assertThat(runs(Map.of("systems", "old"), "job,systems\nsort,61\n"))
                .containsExactly("line-000002-1 sort old {} 61.0");
    }

    @Test
    void numberedColumnsBesideAJobAndASetupAreRepeats() throws IOException {
        assertThat(runs(
                        Map.of("run1", "run1", "run2", "run2", "run_3", "run_3"),
                        "job,setup,size,run1,run2,run_3\nsort,hdd,9,30,31,\nsort,ssd,9,20,21,22\n"))
                .containsExactly(
                        "line-000002-1 sort hdd {size=9} 30.0",
                        "line-000002-2 sort hdd {size=9} 31.0",
                        "line-000003-3 sort ssd {size=9} 20.0",
                        "line-000003-4 sort ssd {size=9} 21.0",
                        "line-000003-5 sort ssd {size=9} 22.0");
    }

    @Test
    void aCellThatIsNoDurationIsListedAndTheOthersAreRead() throws IOException {
        assertThat(runs(Map.of("hdd", "hdd", "ssd", "ssd"), "job,hdd,ssd\nsort,NA,31\n"))
                .containsExactly("line-000002-2 sort ssd {} 31.0");
        assertThat(unreadable).singleElement().asString().startsWith("runs.csv: line 2: duration_s is");
    }

    @Test
    void aLineThatSummarisesOthersIsListedOnce() throws IOException {
        assertThat(runs(Map.of("hdd", "hdd", "ssd", "ssd"), "job,hdd,ssd\nsort,61,31\nscan,63,33\nmean,62,32\n"))
                .hasSize(4);
        assertThat(unreadable)
                .singleElement()
                .asString()
                .startsWith("runs.csv: line 4: job is 'mean', so the line summarises others");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job,hdd,ssd            | nvme  | --wide names nvme, which is not a column",
                "job,setup,hdd          | hdd   | there is a column setup, so --wide can name only numbered repeats",
                "job,setup,run1         | job   | --wide names job, which is the column job",
                "job,duration_s,hdd     | hdd   | there is a column duration_s, so the table is not wide",
                "job,hdd,started_at     | hdd   | so started_at can be that of none",
                "benchmark,hdd          | hdd   | if these are meant, add --columns job=benchmark",
                "job,hdd_min            | hdd_min | say the durations' unit with --unit"
            })
    void otherHeadersAreRefused(String header, String column, String message) {
        assertThatThrownBy(() -> runs(Map.of(column, "x"), header + "\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "benchmark;disk;seconds  | job=benchmark setup=disk duration_s=seconds",
                "job;setup;duration_s    | ''",
                "job;disk;ssd;seconds    | setup=disk duration_s=seconds",
                "job;foo;bar             | ''",
                "job;job;seconds         | ''",
                "# made by hand          | ''"
            })
    void aGuessNamesEveryColumnThatIsMissing(String header, String guess) throws IOException {
        Path file = Files.writeString(directory.resolve("runs.csv"), header + "\n");
        assertThat(String.join(" ", Importers.guessedColumns(ImportFile.of(file))))
                .isEqualTo(guess);
    }

    private List<String> runs(Map<String, String> wide, String content) throws IOException {
        return read(
                new FileForm(Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), wide), content);
    }

    private List<String> read(FileForm form, String content) throws IOException {
        Path path = Files.writeString(directory.resolve("runs.csv"), content);
        ImportFile file = new ImportFile(path, "runs", Optional.empty(), form);
        try (Stream<RunRecord> runs = Imports.read(Importers.named("csv").orElseThrow(), file, unreadable::add)) {
            return runs.map(run -> run.identity().run() + " " + run.subject().job() + " "
                            + run.subject().setup() + " " + run.subject().settings() + " "
                            + run.times().elapsed())
                    .toList();
        }
    }
}
