package org.spindlebench.runner.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.runner.cli.Session;

class ImportCommandTest {
    private static final String HEADER = "job,setup,duration_s,status\n";

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void recordsAreWrittenWhereReportsReadThem() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\nsort,hdd,,failed\n");

        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isZero();

        assertThat(runs()).extracting(run -> run.identity().run()).containsExactly("line-000002", "line-000003");
        assertThat(session.out())
                .isEqualTo(directory.resolve("runs.csv") + ": 2 runs (1 ok, 1 failed) -> "
                        + directory.resolve("imported/runs.jsonl") + System.lineSeparator());
        assertThat(files()).containsExactly("runs.jsonl");
    }

    @Test
    void linesThatCannotBeReadAreListedTwentyOnStderrAndAllInAFile() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\n" + "sort,hdd,x,ok\n".repeat(25));

        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isEqualTo(1);

        Path list = directory.resolve("imported/runs.unreadable.txt");
        assertThat(session.err().lines())
                .hasSize(21)
                .startsWith("runs.csv: line 3: duration_s is 'x', and must be a number such as 12.5")
                .endsWith("and 5 more: see " + list);
        assertThat(Files.readAllLines(list)).hasSize(25);
        assertThat(session.out()).contains("1 run (1 ok)", "lines that could not be read: 25");
        assertThat(runs()).hasSize(1);
    }

    /** As in {@code import csv <(zcat runs.csv.gz)}, which can be read once only. */
    @Test
    void aPipeIsRead() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(pipe, HEADER + "sort,hdd,4,ok\n", StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.setDaemon(true);
        writer.start();

        assertThat(session.run("import", "csv", "pipe", "--out", "imported")).isZero();

        assertThat(session.out()).contains("1 run (1 ok)");
    }

    @Test
    void theFormOfAFileCanBeStatedInOptions() throws IOException {
        write("runs.csv", """
                Benchmark;Disk;Elapsed_ms;Size;Begin
                sort;hdd;1.204;1001;2026-03-01 10:00
                sort;ssd;1.198;1002;2026-03-01 11:00
                """);

        assertThat(session.run(
                        "import",
                        "csv",
                        "runs.csv",
                        "--out",
                        "imported",
                        "--decimal",
                        "comma",
                        "--round",
                        "size=2",
                        "--columns",
                        "job=benchmark,setup=disk,duration_s=elapsed_ms,started_at=begin",
                        "--time-zone",
                        "Europe/Berlin"))
                .isZero();

        assertThat(runs()).extracting(run -> run.times().elapsed()).containsExactly(1.204, 1.198);
        assertThat(runs())
                .extracting(run -> run.subject().settings().get("size"))
                .containsOnly("1000");
        assertThat(runs().get(0).times().yarnStarted()).isEqualTo(Instant.parse("2026-03-01T09:00:00Z"));
    }

    @Test
    void allWrongOptionsAreNamedAtOnce() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\n");

        assertThat(session.run(
                        "import",
                        "csv",
                        "runs.csv",
                        "--out",
                        "imported",
                        "--decimal",
                        "dot",
                        "--round",
                        "size",
                        "--columns",
                        "job",
                        "--time-zone",
                        "Berlin",
                        "--unit",
                        "days"))
                .isEqualTo(2);

        assertThat(session.err()).contains("--decimal", "--round", "--columns", "--time-zone", "--unit", "5 problems");
    }

    @Test
    void optionsOfCsvAreRefusedForOtherFormats() throws IOException {
        write("a.log", "----- TestDFSIO ----- : read\nTest exec time sec: 4.5\n");

        assertThat(session.run("import", "testdfsio", "a.log", "--out", "imported", "--decimal", "comma"))
                .isEqualTo(2);

        assertThat(session.err())
                .contains("--decimal", "only for csv: files of format testdfsio have one form", "leave it out");
    }

    @Test
    void importedSizesCanBeRoundedLater() throws IOException {
        write("runs.csv", "job,setup,duration_s,size\nsort,hdd,4,1001\nsort,hdd,5,1002\nsort,ssd,2,1003\n");
        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isZero();

        assertThat(session.run("report", "imported", "--round", "size=2,sizes=2", "--format", "csv"))
                .isZero();

        assertThat(session.out()).contains("sort,hdd,ssd,4.5,");
        assertThat(session.err()).contains("warning: --round sizes: no run has a number in this setting");
    }

    @Test
    void aSummaryIsJsonOnRequest() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\nsort,hdd\n");

        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported", "--json"))
                .isEqualTo(1);

        JsonNode summary =
                new ObjectMapper().readTree(session.out()).path("imported").path(0);
        assertThat(summary.path("campaign").asText()).isEqualTo("runs");
        assertThat(summary.path("runs").asInt()).isEqualTo(1);
        assertThat(summary.path("unreadable").asInt()).isEqualTo(1);
        assertThat(summary.path("unreadableList").asText()).endsWith("runs.unreadable.txt");
    }

    @Test
    void theSameAgainIsNoMistakeAndAnotherOfThatNameIsRefused() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\n");
        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isZero();
        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isZero();

        write("runs.csv", HEADER + "sort,hdd,5,ok\n");
        assertThat(session.run("import", "csv", "runs.csv", "--out", "imported"))
                .isEqualTo(2);

        assertThat(session.err()).contains("runs.jsonl: exists already, with other records");
        assertThat(runs()).extracting(run -> run.times().elapsed()).containsExactly(4.0);
        assertThat(files()).containsExactly("runs.jsonl");
    }

    @Test
    void filesOfOneNameAreCampaignsOfTheirOwn() throws IOException {
        write("a/runs.csv", HEADER + "sort,hdd,4,ok\n");
        write("b/runs.csv", HEADER + "sort,hdd,5,ok\n");

        assertThat(session.run("import", "csv", "a/runs.csv", "b/runs.csv", "--out", "imported"))
                .isZero();

        assertThat(runs()).extracting(run -> run.identity().campaign()).containsExactly("runs-2", "runs");
    }

    /** The job of such a file is its name, so both files must have it. */
    @Test
    void filesOfOneNameFromTwoSetupsAreImportedOneAfterTheOther() throws IOException {
        String output = """
                26/03/01 10:00:00 INFO mapreduce.Job: Running job: job_1612_0007
                26/03/01 10:%s:00 INFO mapreduce.Job: Job job_1612_0007 completed successfully
                """;
        write("hdd/sort.log", output.formatted("02"));
        write("ssd/sort.log", output.formatted("01").replace("_0007", "_0008"));
        for (int again = 0; again < 2; again++) {
            for (String setup : List.of("hdd", "ssd")) {
                assertThat(session.run("import", "console", setup + "/sort.log", "--setup", setup, "--out", "all"))
                        .as(session.err())
                        .isZero();
            }
        }
        assertThat(directory.resolve("all/sort-ssd.jsonl")).exists();
        assertThat(session.run("report", "all")).as(session.err()).isZero();
        assertThat(session.out()).contains("2 valid runs in 2 cells");
        write("hdd/sort.log", output.formatted("03"));
        assertThat(session.run("import", "console", "hdd/sort.log", "--setup", "hdd", "--out", "all"))
                .isEqualTo(2);
    }

    @Test
    void allFilesAreImportedOrNone() throws IOException {
        write("good.csv", HEADER + "sort,hdd,4,ok\n");
        write("bad.csv", "a,b\n1,2\n");
        write("empty.csv", HEADER);

        assertThat(session.run("import", "csv", "good.csv", "bad.csv", "empty.csv", "--out", "imported"))
                .isEqualTo(2);

        assertThat(session.err())
                .contains(directory.resolve("bad.csv") + ": line 1: no column job, setup, duration_s")
                .contains(directory.resolve("empty.csv") + ": no run could be read")
                .contains("2 problems; nothing was imported.");
        assertThat(files()).isEmpty();
    }

    @Test
    void allMistakesInTheArgumentsAreReportedAtOnce() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\n");
        assertThat(session.run("import", "cvs", "gone.csv", ".", "runs.csv", "runs.csv", "--setup", "a b", "--fast"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("unknown format `cvs`", "nearest  csv")
                .contains("gone.csv: no such file")
                .contains(".: a directory: name the files in it")
                .contains("runs.csv: given twice")
                .contains("--setup: not usable as part of a file's name")
                .contains("--out: missing")
                .contains("--fast: unknown option")
                .contains("7 problems; nothing was imported.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"iostat", "collectl"})
    void logsOfNodesAreRefusedInOneSentence(String format) throws IOException {
        assertThat(session.run("import", format, "node-1", "--runs", "results/hdd", "--out", "watched"))
                .isEqualTo(2);

        assertThat(session.err().lines())
                .containsExactly(
                        "error: import: Spindle reads no logs of " + format + ": let it sample the nodes itself with"
                                + " `run --probe`, or import durations with `import csv`",
                        "1 problem; nothing was imported.");
        assertThat(directory.resolve("watched")).doesNotExist();
    }

    @Test
    void aSetupIsRefusedWhereFilesNameTheirOwn() throws IOException {
        write("runs.csv", HEADER + "sort,hdd,4,ok\n");
        assertThat(session.run("import", "csv", "runs.csv", "--setup", "ssd", "--out", "imported"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--setup: files of format csv name the setup of every run themselves");
    }

    @Test
    void importWithoutArgumentsSaysWhatIsMissing() {
        assertThat(session.run("import")).isEqualTo(2);
        assertThat(session.err()).contains("no format given", "--out: missing");
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<RunRecord> runs() throws IOException {
        try (Stream<RunRecord> runs = Records.read(directory.resolve("imported"))) {
            return runs.toList();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("imported"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
