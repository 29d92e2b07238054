package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        assertThat(read.complaints().toString().contains("has '10.240' beside '19,34'"))
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
