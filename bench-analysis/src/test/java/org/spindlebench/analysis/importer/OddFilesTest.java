package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;

/** Reads files that look usual, and would mislead who takes them for that. */
class OddFilesTest {
    private static final String DFSIO = """
            ----- TestDFSIO ----- : %s
                        Date & time: Tue Mar 12 14:03:%s CET 2024
                    Number of files: 4
             Total MBytes processed: 400
                  Throughput mb/sec: %s
             Average IO rate mb/sec: %s
              IO rate std deviation: 1.0
                 Test exec time sec: %s
            """;

    @TempDir
    private Path directory;

    private Imported read(String format, String content) throws IOException {
        return Imported.of(format, directory.resolve("results.txt"), content);
    }

    /** Returns a console's output of a job between two times. */
    private static String console(int number, String begin, String end) {
        String id = "job_1709_000" + number;
        return begin + " INFO mapreduce.Job: Running job: " + id + "\n" + end + " INFO mapreduce.Job: Job " + id
                + " completed successfully\n";
    }

    @ParameterizedTest
    @CsvSource({
        "2024-03-11 14:02:13, 2024-03-11 14:08:13, 360",
        "2024-03-11 11:59:13 PM, 2024-03-12 12:05:13 AM, 360",
        "2024-03-12 09:59:13 AM, 2024-03-12 10:59:13 PM, 46800",
        "2024-03-11T14:02:13.002Z, 2024-03-11T14:02:14.502Z, 1.5",
        "[2024-03-11T23:59:13.500+0100], [2024-03-12T00:00:13.500+0100], 60",
        "2024-03-31 01:50:00 +0100, 2024-03-31 03:10:00 +0200, 1200",
    })
    void clocksOfConsolesAreRead(String begin, String end, double seconds) throws IOException {
        assertThat(read("console", console(1, begin, end)).runs())
                .extracting(run -> run.times().elapsed())
                .containsExactly(seconds);
    }

    @Test
    void aTimeOfTheDayBeginsAgainAtNoonAndAtMidnight() throws UnreadableException {
        for (String[] one : new String[][] {
            {"2026-03-03 10:30:00 PM", "2026-03-03T22:30:00Z"},
            {"2026-03-03 12:30 AM", "2026-03-03T00:30:00Z"},
            {"2026-03-03 12:30 PM", "2026-03-03T12:30:00Z"},
            {"2026-03-03 14:30 PM", "2026-03-03T14:30:00Z"},
        }) {
            assertThat(Instants.iso("started_at", one[0], Optional.of(ZoneId.of("UTC")))
                            .instant())
                    .isEqualTo(Instant.parse(one[1]));
        }
    }

    @Test
    void jobsThatAConsoleShowsAtOnceKeepTheirTimesAndCounters() throws IOException {
        String counters = "Counters: 1\n\tJob Counters \n\t\tLaunched map tasks=%d\n";
        Imported read = read(
                "console",
                """
                2024-03-11 14:00:00 INFO mapreduce.Job: Running job: job_1_0021
                2024-03-11 14:00:05 INFO mapreduce.Job: Running job: job_1_0022
                2024-03-11 14:02:00 INFO mapreduce.Job: Job job_1_0021 completed successfully
                """
                        + counters.formatted(7)
                        + "2024-03-11 14:03:05 INFO mapreduce.Job: Job job_1_0022 completed successfully\n"
                        + counters.formatted(99));
        assertThat(read.complaints()).isEmpty();
        assertThat(read.runs()).extracting(run -> run.times().elapsed()).containsExactly(120.0, 180.0);
        assertThat(read.runs())
                .extracting(run -> run.subject().settings().get("maps"))
                .containsExactly("7", "99");
    }

    @Test
    void aJobThatNeverEndsLeavesTheLinesOfOthersAsTheyAre() throws IOException {
        Imported read = read(
                "console",
                "2024-03-11 14:00:00 INFO mapreduce.Job: Running job: job_1_0001\n"
                        + console(2, "2024-03-11 14:01:00", "2024-03-11 14:02:00")
                        + "2024-03-11 14:03:00 INFO mapred.JobClient: Running job: job_1_0003\n"
                        + "2024-03-11 14:03:30 INFO mapred.JobClient: Job complete: job_1_0003\n");
        assertThat(read.runs()).extracting(run -> run.times().elapsed()).containsExactly(60.0, 30.0);
        assertThat(read.complaints()).singleElement().asString().contains("job_1_0001 is cut off");
    }

    @Test
    void linesOfTwoResultsOfTestDfsioThatAlternateAreOfNeither() throws IOException {
        String[] write = DFSIO.formatted("write", "22", "46.1", "46.2", "30.1").split("(?m)(?<=\n)");
        String[] rest = DFSIO.formatted("read", "23", "92.1", "92.2", "15.1").split("(?m)(?<=\n)");
        StringBuilder mixed = new StringBuilder();
        for (int line = 0; line < write.length; line++) {
            mixed.append(write[line]).append(rest[line]);
        }
        mixed.append(DFSIO.formatted("append", "24", "12.1", "12.2", "5.1"));
        Imported read = read("testdfsio", mixed.toString());
        assertThat(read.runs()).extracting(run -> run.subject().job()).containsExactly("testdfsio-append");
        assertThat(read.complaints()).anyMatch(line -> line.contains("save each result in a file of its own"));
    }

    @ParameterizedTest
    @CsvSource({"10.240, '19,34', false", "10.240, 19.34, true", "'10,240', 19.34, true", "'10240', '19,34', true"})
    void aPointBesideADecimalCommaMaySeparateThousands(String size, String rate, boolean isRead) throws IOException {
        Imported read = read(
                "testdfsio",
                DFSIO.formatted("write", "22", rate, "46.25", "81.25").replace("processed: 400", "processed: " + size)
                        + DFSIO.formatted("read", "23", "92.1", "92.2", "15.1"));
        assertThat(read.runs()).hasSize(isRead ? 2 : 1);
        assertThat(read.complaints().toString().contains("'10.240' and '19,34' in one result"))
                .isEqualTo(!isRead);
    }

    @ParameterizedTest
    @ValueSource(strings = {"min", "[s]"})
    void aLineOfUnitsIsNotSkipped(String unit) {
        assertThatThrownBy(() -> read("csv", "job,setup,duration_s,size\n-,-," + unit + ",GB\nsort,hdd,6.5,100\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("line 2 has '" + unit + "' for a duration, so it is a line of units")
                .hasMessageContaining("--unit");
    }

    @Test
    void anHourThatOccursTwiceIsNoInstant() throws UnreadableException {
        Optional<ZoneId> berlin = Optional.of(ZoneId.of("Europe/Berlin"));
        assertThat(Instants.iso("started_at", "2026-10-25 02:30:00", berlin).instant())
                .isNull();
        assertThat(Instants.iso("started_at", "2026-10-25 02:30:00 +0100", berlin)
                        .instant())
                .isEqualTo(Instant.parse("2026-10-25T01:30:00Z"));
        assertThat(Instants.iso("started_at", "2026-10-25 03:30:00", berlin).instant())
                .isEqualTo(Instant.parse("2026-10-25T02:30:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "none | None | 'none' and 'None'",
                "3 | 3.0 | '3' and '3.0'",
                "1.000,5 | 1000,50 | '1.000,5' and '1000,50'",
                "NONE | \"\" | 'NONE' and an empty cell",
                "1.000 | 1 |",
                "zstd | lz4 |",
                "03 | 30 |",
            })
    void valuesThatAreProbablyTheSameAreNamed(String one, String other, String named) throws IOException {
        Imported read = read(
                "csv",
                "job;setup;duration_s;codec\nsort;hdd;60;%s\nsort;hdd;61;%s\nsort;ssd;30;%s\n"
                        .formatted(one, other, one));
        List<String> warnings = read.runs().get(0).warnings().stream()
                .filter(warning -> warning.code().equals("column-spelled-differently"))
                .map(Warning::message)
                .toList();
        if (named == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .contains("values of codec")
                    .contains(named);
        }
    }

    @Test
    void aSetupWithTwoSpellingsIsNamed() throws IOException {
        assertThat(read("csv", "job,setup,duration_s\nsort,hdd,60\nsort,HDD,61\nsort,ssd,30\n")
                        .runs()
                        .get(0)
                        .warnings())
                .extracting(Warning::message)
                .anyMatch(message ->
                        message.contains("values of setup are probably the same, and separate runs: 'hdd' and 'HDD'"));
    }

    @Test
    void aPrefixOfContainersIsNoPartOfCounters() throws IOException {
        String log = console(1, "2024-03-11 14:00:00", "2024-03-11 14:01:00")
                + "2024-03-11 14:01:00 INFO mapreduce.Job: Counters: 2\n\tJob Counters \n\t\tLaunched map tasks=8\n";
        for (String prefix : List.of("namenode-1  | ", "2024-03-11T14:01:00.123Z ", "Mar 11 14:00:00 nn1 sh[22]: ")) {
            assertThat(read("console", log.replaceAll("(?m)^(?=\\t)", prefix))
                            .only()
                            .subject()
                            .settings())
                    .as(prefix)
                    .containsEntry("maps", "8");
        }
    }

    @Test
    void aJobOfHadoop1ThatIsCompleteMayHaveFailed() throws IOException {
        RunRecord run = read("console", """
                        13/05/02 10:00:01 INFO mapred.JobClient: Running job: job_201305020959_0001
                        13/05/02 10:03:51 INFO mapred.JobClient: Job complete: job_201305020959_0001
                        13/05/02 10:03:51 INFO mapred.JobClient:     Failed map tasks=1
                        13/05/02 10:03:51 INFO mapred.JobClient: Job Failed: # of failed Map Tasks exceeded allowed limit.
                        """).only();
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.reasons()).containsExactly("# of failed Map Tasks exceeded allowed limit.");
    }

    @Test
    void anEndWithoutABeginIsListed() throws IOException {
        String end = "2024-03-11 13:00:00 INFO mapreduce.Job: Job job_1709_0009 completed successfully\n";
        Imported read = read("console", end + console(1, "2024-03-11 14:00:00", "2024-03-11 14:01:00"));
        assertThat(read.runs()).hasSize(1);
        assertThat(read.complaints()).singleElement().asString().contains("job_1709_0009 ends here");
    }

    @ParameterizedTest
    @CsvSource({
        // Day, month and year: the id says that the cluster started in March 2024.
        "job_1710450000000_0001, 14/03/24 23:52:00, 15/03/24 00:04:00",
        "job_1710450000000_0001, 31/12/23 23:52:00, 31/12/23 23:54:00",
        "job_201403140000_0001, 14/03/24 23:52:00, 15/03/24 00:04:00",
    })
    void dayMonthAndYearAreNotTakenForYearMonthAndDay(String id, String begin, String end) throws IOException {
        String log = console(1, begin, end).replace("job_1709_0001", id)
                + console(2, "2024-03-11 14:00:00", "2024-03-11 14:01:00");
        Imported read = read("console", log);
        assertThat(read.runs()).hasSize(1);
        assertThat(read.complaints()).singleElement().asString().contains("write dates as year-month-day");
    }

    @Test
    void theTimeMayBeFarInTheLineOrOnTheLineBefore() throws IOException {
        String host = "Mar  1 10:00:00 ip-10-0-12-113.eu-central-1.compute.internal hadoop-edge[20133]: ";
        String far = console(1, host + "24/03/01 10:00:00", host + "24/03/01 10:01:00");
        assertThat(read("console", far).only().times().elapsed()).isEqualTo(60);
        String before = """
                Mar 01, 2024 11:59:30 AM org.apache.hadoop.mapreduce.Job monitorAndPrintJob
                INFO: Running job: job_1709_0001
                Mar 01, 2024 12:00:30 PM org.apache.hadoop.mapreduce.Job monitorAndPrintJob
                INFO: Job job_1709_0001 completed successfully
                """;
        assertThat(read("console", before).only().times().elapsed()).isEqualTo(60);
    }

    @Test
    void namesOfJobsStayDistinct() {
        List<List<String>> names = List.of(
                List.of("\u6392\u5e8f\u57fa\u51c6", "\u8bcd\u9891\u7edf\u8ba1"),
                List.of("gr\u00f6\u00dfe", "gr\u00fc\u00dfe"),
                List.of("x".repeat(80) + "teragen", "x".repeat(80) + "terasort"),
                List.of("x".repeat(70) + "a" + "y".repeat(70), "x".repeat(70) + "b" + "y".repeat(70)));
        for (List<String> two : names) {
            String one = Importer.SafeName.ofJob(two.get(0));
            assertThat(one).isNotEqualTo(Importer.SafeName.ofJob(two.get(1))).hasSizeLessThanOrEqualTo(64);
        }
        assertThat(Importer.SafeName.ofJob("streamjob31415.jar"))
                .isEqualTo(Importer.SafeName.ofJob("streamjob27182.jar"));
        assertThat(Importer.SafeName.ofJob("a b")).isEqualTo("a-b");
    }

    private static String fio(String version, String options, String... jobs) {
        return "{\"fio version\": \"fio-" + version + "\", \"timestamp_ms\": 1600000060000, \"jobs\": ["
                + Arrays.stream(jobs)
                        .map(moved ->
                                "{\"jobname\": \"seq\", \"groupid\": 0, \"error\": 0, \"job options\": {\"rw\": \"write\", "
                                        + options + "}, \"read\": {\"io_bytes\": 0, \"runtime\": 0}, \"write\": {"
                                        + moved + "}}")
                        .collect(Collectors.joining(","))
                + "]}";
    }

    @Test
    void fioBeforeVersion3CountsKibibytes() throws IOException {
        String moved = "\"io_bytes\": 10485760, \"runtime\": 68000";
        assertThat(read("fio", fio("2.19", "\"size\": \"10g\"", moved))
                        .only()
                        .throughput()
                        .bytes())
                .isEqualTo(10L << 30);
        RunRecord late = read("fio", fio("3.35", "\"size\": \"10g\"", moved)).only();
        assertThat(late.status()).isEqualTo(Status.INVALID);
        assertThat(late.reasons()).containsExactly("fio moved 10485760 of 10737418240 bytes, so it ended early");
    }

    @Test
    void copiesOfAJobOfFioAreOneRun() throws IOException {
        RunRecord run = read(
                        "fio",
                        fio(
                                "3.35",
                                "\"size\": \"1g\", \"numjobs\": \"2\"",
                                "\"io_bytes\": 1073741824, \"runtime\": 70000",
                                "\"io_bytes\": 1073741824, \"runtime\": 71000"))
                .only();
        assertThat(run.times().elapsed()).isEqualTo(71);
        assertThat(run.throughput().bytes()).isEqualTo(2L << 30);
    }

    @Test
    void everyOptionOfFioIsASettingAndSomeEndItEarly() throws IOException {
        String whole = "\"io_bytes\": 1073741824, \"runtime\": 70000";
        RunRecord run = read(
                        "fio", fio("3.35", "\"size\": \"1g\", \"fsync\": \"1\", \"filename\": \"/dev/sdb\"", whole))
                .only();
        assertThat(run.subject().settings()).containsOnlyKeys("rw", "size", "fsync");
        for (String option : List.of("ss", "ramp_time", "steadystate")) {
            assertThat(read("fio", fio("3.35", "\"" + option + "\": \"1\"", whole))
                            .only()
                            .status())
                    .as(option)
                    .isEqualTo(Status.INVALID);
        }
        String ended = "fio: terminating on signal 2\n" + fio("3.35", "\"bs\": \"1m\"", whole);
        assertThat(read("fio", ended).only().status()).isEqualTo(Status.INTERRUPTED);
    }

    @Test
    void aCommandThatASignalEndedHasNoExitCode() throws IOException {
        Imported read = read(
                "hyperfine",
                "{\"results\": [{\"command\": \"sort\", \"times\": [20.4, 3.9], \"exit_codes\": [0, null]}]}");
        assertThat(read.runs()).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED);
    }

    @Test
    void twoRunsOnALineOfHibenchAreListed() throws IOException {
        String line = "HadoopSort 2024-03-01 10:00:00 3284906140 99.104 33146050 11048683";
        Imported read = read("hibench", line + "\n" + line + line + "\n");
        assertThat(read.runs()).hasSize(1);
        assertThat(read.complaints()).singleElement().asString().contains("write each run on a line of its own");
    }

    @Test
    void smallFilesOfTestDfsioHaveARateAndNoBytes() throws IOException {
        RunRecord run = read(
                        "testdfsio",
                        DFSIO.formatted("write", "22", "0.01", "0.01", "5.1").replace("processed: 400", "processed: 0"))
                .only();
        assertThat(run.status()).isEqualTo(Status.OK);
        assertThat(run.throughput().bytes()).isNull();
    }

    @Test
    void anArchiveOrXmlIsNamed() {
        String tar = "a.log" + "\0".repeat(252) + "ustar" + "\0".repeat(300);
        assertThatThrownBy(() -> read("testdfsio", tar)).hasMessageContaining("a tar archive: unpack it");
        assertThatThrownBy(() -> read("historyserver", "<?xml version=\"1.0\"?><jobs/>"))
                .hasMessageContaining("XML or HTML");
    }

    @Test
    void durationsOfTwoToolsAreComparedWithAWarning() throws IOException {
        StringBuilder log = new StringBuilder();
        for (int run = 1; run < 4; run++) {
            log.append(console(run, "2024-03-11 14:0" + run + ":00", "2024-03-11 14:0" + run + ":3" + run));
        }
        List<RunRecord> runs = new ArrayList<>(read("console", log.toString()).runs());
        runs.addAll(Imported.of(
                        "csv",
                        directory.resolve("ssd.csv"),
                        "job,setup,duration_s\nresults,ssd,20\nresults,ssd,21\nresults,ssd,22\n")
                .runs());
        assertThat(Findings.of(Runs.of(runs.stream()), ComparisonOptions.standard())
                        .families()
                        .get(0)
                        .comparisons())
                .singleElement()
                .satisfies(compared -> assertThat(compared.warnings())
                        .extracting(Warning::message)
                        .anyMatch(message -> message.contains("source.format (console; csv)")));
    }

    @Test
    void runsThatAlojaLeavesOutAreInvalid() throws IOException {
        Imported read = read(
                "aloja",
                "ID,Benchmark,Exe.Time,Net,Disk,Valid,Filter\n1,sort,60,ETH,HDD,1,0\n2,sort,9,ETH,HDD,0,0\n3,sort,9,ETH,HDD,1,1\n");
        assertThat(read.runs())
                .extracting(RunRecord::status)
                .containsExactly(Status.OK, Status.INVALID, Status.INVALID);
        assertThat(read.runs().get(0).subject().settings()).isEmpty();
    }

    @Test
    void stepsOfOneProgramMayBeNoRepeats() throws IOException {
        Imported read = read(
                "console",
                console(1, "2024-03-11 14:00:00", "2024-03-11 14:02:00")
                        + console(2, "2024-03-11 14:02:05", "2024-03-11 14:04:00")
                        + console(3, "2024-03-11 14:40:00", "2024-03-11 14:42:00"));
        assertThat(read.runs())
                .extracting(run -> run.warnings().stream()
                        .anyMatch(warning -> warning.code().equals("jobs-in-succession")))
                .containsExactly(false, true, false);
    }

    @Test
    void answersOfAHistoryServerMayBeCollectedOrEmpty() throws IOException {
        String job =
                "{\"job\": {\"id\": \"job_1_000%d\", \"name\": \"sort\", \"state\": \"SUCCEEDED\", \"startTime\": 200000,"
                        + " \"finishTime\": 800000}}";
        Imported read = read("historyserver", "[" + job.formatted(1) + "," + job.formatted(2) + "]");
        assertThat(read.runs()).extracting(run -> run.times().elapsed()).containsExactly(600.0, 600.0);
        assertThat(read.runs().get(0).warnings()).extracting(Warning::code).containsExactly("waiting-missing");
        assertThatThrownBy(() -> read("historyserver", "{\"jobs\": null}"))
                .hasMessageContaining("list of jobs is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "'Starting Job = job_1_0001, Tracking URL = http://rm', output of Hive",
        "'INFO Client: Application report for application_1_0001 (state: FINISHED)', output of Spark",
        "diff --git a/x b/x, a comparison by git",
    })
    void outputOfOtherToolsIsNamed(String line, String named) {
        assertThatThrownBy(() -> read("console", line + "\n")).hasMessageContaining("It looks like " + named);
    }

    @Test
    void aTotalOfThroughputsIsNoThroughputOfAStream() throws IOException {
        RunRecord run = read(
                        "testdfsio",
                        DFSIO.formatted("write", "22", "46.1", "46.2", "30.1")
                                .replace("Throughput mb", "Total Throughput mb"))
                .runs()
                .get(0);
        assertThat(run.throughput().stock().throughput()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"30, 30001, INVALID", "30s, 29990, INVALID", "5m, 300000, INVALID", "30, 12000, OK", "5m, 30000, OK"})
    void aJobOfFioThatItsLimitEndedIsInvalid(String limit, long millis, Status status) throws IOException {
        String job = "{\"fio version\": \"fio-3.33\", \"jobs\": [{\"jobname\": \"a\", \"job options\":"
                + " {\"runtime\": \"" + limit + "\", \"size\": \"10g\"}, \"read\": {\"io_bytes\": 1000000,"
                + " \"runtime\": " + millis + "}}]}";
        assertThat(read("fio", job).runs()).extracting(RunRecord::status).containsExactly(status);
    }

    @Test
    void modesAndThreadsOfJmhAreSettings() throws IOException {
        String one = "{\"benchmark\": \"a.sort\", \"mode\": \"%s\", \"threads\": %d, \"primaryMetric\":"
                + " {\"scoreUnit\": \"%s\", \"rawData\": [[20.1]]}}";
        assertThat(read("jmh", "[" + one.formatted("avgt", 1, "ms/op") + "," + one.formatted("thrpt", 4, "ops/s") + "]")
                        .runs())
                .extracting(run -> run.subject().settings())
                .containsExactly(Map.of("mode", "avgt", "threads", "1"), Map.of("mode", "thrpt", "threads", "4"));
    }

    @Test
    void aJobThatHasNotEndedIsListed() throws IOException {
        String job = "{\"id\": \"job_1_000%d\", \"name\": \"a\", \"submitTime\": 1600000000000, \"finishTime\": %d,"
                + " \"state\": \"%s\"}";
        String jobs = "{\"jobs\": {\"job\": [" + job.formatted(1, 0, "RUNNING") + ","
                + job.formatted(2, 1_600_000_060_000L, "SUCCEEDED") + "]}}";
        assertThat(read("historyserver", jobs).complaints())
                .singleElement()
                .asString()
                .contains("has not ended: its state is 'RUNNING'");
    }

    @ParameterizedTest
    @CsvSource({"NaN", "-nan", "Infinity"})
    void whatIsNoNumberOfJsonIsNamedWithItsLine(String number) {
        assertThatThrownBy(() ->
                        read("hyperfine", "{\"results\": [\n{\"command\": \"a\",\n\"times\": [7.0, " + number + "]}]}"))
                .hasMessageContaining("line 3: NaN and Infinity are no numbers of JSON; write null instead");
    }

    @ParameterizedTest
    @CsvSource({"p95", "p50", "P99.9", "n", "count", "95th percentile", "Mittelwert"})
    void aLineWhoseRunIsAStatisticIsNoRun(String run) throws IOException {
        Imported read = read(
                "csv",
                "job,setup,run,duration_s\na,hdd,1,10\na,hdd,2,11\na,hdd," + run + ",11\na,ssd,1,5\na,ssd,2,6\na,ssd,"
                        + run + ",6\n");
        assertThat(read.runs()).hasSize(4);
        assertThat(read.complaints()).hasSize(2).allMatch(line -> line.contains("run is '" + run + "'"));
    }
}
