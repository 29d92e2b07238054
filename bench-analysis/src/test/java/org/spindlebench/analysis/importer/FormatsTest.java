package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;

/** Reads results as Hadoop and tools of benchmarks keep them. */
class FormatsTest {
    private static final String CONSOLE = """
            2021-02-09 10:43:01,100 INFO client.RMProxy: Connecting to ResourceManager at rm/10.0.0.1:8032
            2021-02-09 10:43:02,250 INFO mapreduce.Job: Running job: job_1612_0007
            2021-02-09 10:43:08,300 INFO mapreduce.Job:  map 0% reduce 0%
            2021-02-09 10:45:02,750 INFO mapreduce.Job: Job job_1612_0007 completed successfully
            2021-02-09 10:45:02,800 INFO mapreduce.Job: Counters: 3
            \tFile System Counters
            \t\tHDFS: Number of bytes written=1000
            \tJob Counters\s
            \t\tLaunched map tasks=4
            \t\tLaunched reduce tasks=2
            """;
    private static final String HIBENCH = """
            Type         Date       Time     Input_data_size      Duration(s)          Throughput(bytes/s)  Throughput/node
            HadoopSort   2018-05-24 02:27:22 328495365            37.810               8688055              8688055
            HadoopSort   2018-05-24 02:41:55 328498058            38.1                 8688000              8688000
            """;
    private static final String JOBS = """
            {"jobs": {"job": [
             {"submitTime": 1600000000000, "startTime": 1600000001000, "finishTime": 1600000061500, "id": "job_16_0001",
              "name": "TeraSort", "state": "SUCCEEDED", "mapsTotal": 4, "reducesTotal": 2},
             {"submitTime": 1600000100000, "startTime": 1600000101000, "finishTime": 1600000131000, "id": "job_16_0002",
              "name": "TeraSort", "state": "FAILED", "mapsTotal": 4, "reducesTotal": 2}]}}
            """;
    private static final String FIO = """
            {"fio version": "fio-3.33", "timestamp_ms": 1600000060000, "global options": {"rw": "write", "bs": "1m"},
             "jobs": [
              {"jobname": "seq", "error": 0, "job options": {"size": "1g"},
               "read": {"io_bytes": 0, "runtime": 0}, "write": {"io_bytes": 1073741824, "runtime": 10000}},
              {"jobname": "timed", "error": 0, "job options": {"time_based": "1"},
               "read": {"io_bytes": 5000, "runtime": 60000}, "write": {"io_bytes": 0, "runtime": 0}}]}
            """;
    private static final String HYPERFINE = """
            {"results": [{"command": "cp a b", "mean": 1.5, "times": [1.25, 1.75], "exit_codes": [0, 1],
             "parameters": {"setup": "ssd", "size": "10"}}]}
            """;
    private static final String JMH = """
            [{"benchmark": "a.Sort.all", "mode": "avgt", "params": {"setup": "hdd"},
              "primaryMetric": {"score": 2.0, "scoreUnit": "ms/op", "rawData": [[1.5, 2.5], [2.0]]}},
             {"benchmark": "a.Sort.rate", "mode": "thrpt",
              "primaryMetric": {"score": 4.0, "scoreUnit": "ops/s", "rawData": [[4.0]]}}]
            """;

    private static final Map<String, String> SAMPLES = Map.of(
            "console", CONSOLE,
            "hibench", HIBENCH,
            "historyserver", JOBS,
            "fio", FIO,
            "hyperfine", HYPERFINE,
            "jmh", JMH,
            "testdfsio", "----- TestDFSIO ----- : read\nTest exec time sec: 4.5\n");

    @TempDir
    Path directory;

    @Test
    void output_of_a_console_is_read_with_counters() throws IOException {
        RunRecord run = read("console", CONSOLE).get(0);
        assertThat(run.subject()).isEqualTo(new Subject("results", "default", Map.of("maps", "4", "reduces", "2")));
        assertThat(run.times().elapsed()).isEqualTo(120.5);
        assertThat(run.identity().jobId()).isEqualTo("job_1612_0007");
        assertThat(run.counter("File System Counters", "HDFS: Number of bytes written"))
                .isEqualTo(1000);
        assertThat(run.source().localStart()).isEqualTo("2021-02-09T10:43:02.250");
    }

    /** Copied from a page, a terminal, or an older Hadoop. */
    @ParameterizedTest
    @ValueSource(strings = {"""
                \t17/05/12 02:28:29 INFO mapreduce.Job: Running job: job_1_0001
                \t17/05/12 02:29:50 INFO mapreduce.Job: Job job_1_0001 completed successfully
                \t17/05/12 02:29:51 INFO mapreduce.Job: Counters: 31
                \t\tJob Counters
                \t\t\tLaunched map tasks=6
                """, """
                17/05/12 02:28:29 INFO mapreduce.Job: Running job: job_1_0001
                17/05/12 02:29:50 INFO mapreduce.Job: Job job_1_0001 completed successfully
                17/05/12 02:29:51 INFO mapreduce.Job: Counters: 31
                    Job Counters
                        Launched map tasks=6
                """, """
                \u001b[32m[2017-05-12 02:28:29]\u001b[0m INFO Job: Running job: job_1_0001
                \u001b[32m[2017-05-12 02:29:50]\u001b[0m INFO Job: Job job_1_0001 completed successfully
                INFO Job: Counters: 31
                \tJob Counters
                \t\tLaunched map tasks=6
                """, """
                17/05/12 02:28:29 INFO mapred.JobClient: Running job: job_1_0001
                17/05/12 02:29:50 INFO mapred.JobClient: Job complete: job_1_0001
                17/05/12 02:29:50 INFO mapred.JobClient: Counters: 31
                17/05/12 02:29:50 INFO mapred.JobClient:   Job Counters
                17/05/12 02:29:50 INFO mapred.JobClient:     Launched map tasks=6
                """})
    void output_of_a_console_is_read_wherever_it_was_copied_from(String text) throws IOException {
        RunRecord run = read("console", text).get(0);
        assertThat(run.times().elapsed()).isEqualTo(81);
        assertThat(run.subject().settings()).containsEntry("maps", "6");
        assertThat(run.counter("Job Counters", "Launched map tasks")).isEqualTo(6);
    }

    /** Hadoop counts the attempts that it launched, and some of them ended without a result. */
    @Test
    void a_console_states_tasks_and_not_attempts() throws IOException {
        String more = CONSOLE.replaceFirst(
                "(\\s+)Launched map tasks=(\\d+)", "$1Killed map tasks=2$1Failed map tasks=1$1Launched map tasks=1$2");
        int launched = Integer.parseInt(more.replaceFirst("(?s).*Launched map tasks=(\\d+).*", "$1"));
        assertThat(read("console", more).get(0).subject().settings())
                .containsEntry("maps", String.valueOf(launched - 3));
    }

    @Test
    void jobs_of_a_console_end_as_hadoop_says() throws IOException {
        String failed = CONSOLE.replace("completed successfully", "failed with state FAILED due to: Task failed");
        String killed = CONSOLE.replace("completed successfully", "failed with state KILLED due to: by a user");
        List<RunRecord> runs =
                read("console", CONSOLE + failed.replace("_0007", "_0008") + killed.replace("_0007", "_0009"));
        assertThat(runs).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED, Status.INTERRUPTED);
        assertThat(runs.get(1).reasons()).containsExactly("failed with state FAILED due to: Task failed");
    }

    @Test
    void output_that_is_cut_off_or_has_no_times_is_listed() throws IOException {
        String cut =
                CONSOLE.substring(0, CONSOLE.indexOf("2021-02-09 10:45:02,750")).replace("_0007", "_0001");
        String untimed = CONSOLE.replaceAll("(?m)^2021-02-09 \\S+ ", "").replace("_0007", "_0002");
        assertThat(Imported.of("console", file(), cut + untimed + CONSOLE).complaints())
                .containsExactlyInAnyOrder(
                        "results.txt: line 2: the output of job_1612_0001 is cut off: it does not say how the job ended",
                        "results.txt: line 5: the lines of job_1612_0002 have no times such as 2026-03-01 10:00:00, so its"
                                + " duration is unknown");
    }

    /** As forks of HiBench write them, and as people cut them. */
    @Test
    void lines_of_hibench_may_lack_the_header_and_the_size() throws IOException {
        Imported read = Imported.of("hibench", file(), """
                WORDCOUNT    2013-04-30 14:21:50 121.450
                tail: cannot open 'hibench.report' for reading: No such file or directory
                SORT         2014-06-19 13:22:31 /benchmarks/sort/Input .318
                TERASORT 10:41:58 <1403487716341,1403487718438>  2.097000
                LDA          2019-12-01 19:22:16 96567346             74.813               1290782
                """);
        assertThat(read.runs()).extracting(run -> run.times().elapsed()).containsExactly(121.45, 0.318, 74.813);
        assertThat(read.runs())
                .extracting(run -> run.subject().settings())
                .containsExactly(
                        Map.of(), Map.of("input", "/benchmarks/sort/Input"), Map.of("input_data_size", "96567346"));
        assertThat(read.unreadable()).extracting(line -> line.line()).containsExactly(2L, 4L);
        assertThatThrownBy(() -> read("hibench", "job,setup,duration_s\n")).hasMessageContaining("not HiBench's");
    }

    @Test
    void lines_of_hibench_are_read() throws IOException {
        List<RunRecord> runs = read("hibench", HIBENCH);
        assertThat(runs).extracting(run -> run.times().elapsed()).containsExactly(37.81, 38.1);
        assertThat(runs.get(0).subject())
                .isEqualTo(new Subject("HadoopSort", "default", Map.of("input_data_size", "328495365")));
        FileForm rounding = new FileForm(
                Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of("input_data_size", 2), Map.of());
        assertThat(read("hibench", HIBENCH, rounding))
                .extracting(run -> run.subject().settings().get("input_data_size"))
                .containsExactly("330000000", "330000000");
    }

    @Test
    void jobs_of_a_history_server_are_read() throws IOException {
        List<RunRecord> runs = read("historyserver", JOBS);
        assertThat(runs).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED);
        assertThat(runs.get(0).times().elapsed()).isEqualTo(61.5);
        assertThat(runs.get(0).times().yarnStarted()).isEqualTo(Instant.ofEpochMilli(1_600_000_000_000L));
        assertThat(runs.get(0).subject())
                .isEqualTo(new Subject("TeraSort", "default", Map.of("maps", "4", "reduces", "2")));
    }

    @Test
    void jobs_of_fio_are_read_and_those_of_a_fixed_time_are_invalid() throws IOException {
        List<RunRecord> runs = read("fio", FIO);
        assertThat(runs).extracting(RunRecord::status).containsExactly(Status.OK, Status.INVALID);
        assertThat(runs.get(0).subject())
                .isEqualTo(new Subject("fio-seq-write", "default", Map.of("rw", "write", "bs", "1m", "size", "1g")));
        assertThat(runs.get(0).times().elapsed()).isEqualTo(10);
        assertThat(runs.get(0).throughput().bytes()).isEqualTo(1L << 30);
    }

    /** Results of a document share its time, and may have one name and one duration. */
    @Test
    void text_around_a_document_is_no_part_of_it() throws IOException {
        String noted = "[root@worker ~]# fio --output-format=json,normal job.fio\nnote: both iodepth >= 1 and a"
                + " synchronous engine\n" + FIO + "\nseq: (groupid=0, jobs=1): err= 0\n  write: IOPS=102\n";
        assertThat(read("fio", noted)).isEqualTo(read("fio", FIO)).hasSize(2);
        assertThat(read("fio", "\uFEFF" + FIO)).hasSize(2);
        assertThatThrownBy(() -> read("fio", noted + FIO))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("holds more than one JSON document: save each in a file of its own");
        assertThatThrownBy(() -> read("fio", "fio-3.33\nStarting 1 process\n"))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("not JSON: no line begins with { or [");
    }

    @Test
    void jobs_that_ran_in_their_client_are_listed() {
        assertThatThrownBy(() -> read("console", CONSOLE.replace("job_1612_0007", "job_local1612_0001")))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining(
                        "line 2: job_local1612_0001 ran in its client (LocalJobRunner), so it measures no")
                .hasMessageContaining("set mapreduce.framework.name to yarn");
    }

    @Test
    void equal_results_of_one_document_are_runs_of_their_own() throws IOException {
        String twice = FIO.replace("timed", "seq")
                .replace("\"time_based\": \"1\"", "\"size\": \"1g\"")
                .replace(
                        "\"read\": {\"io_bytes\": 5000, \"runtime\": 60000}",
                        "\"read\": {\"io_bytes\": 0, \"runtime\": 0}")
                .replace("\"write\": {\"io_bytes\": 0, ", "\"write\": {\"io_bytes\": 1073741824, ")
                .replace("1073741824, \"runtime\": 0", "1073741824, \"runtime\": 10000");
        assertThat(Runs.of(read("fio", twice).stream()).cells().get(0).counts().ok())
                .isEqualTo(2);
    }

    @Test
    void a_copy_with_another_setup_is_refused() throws IOException {
        for (String format : List.of("hibench", "console", "historyserver")) {
            List<RunRecord> runs = new ArrayList<>();
            for (String setup : List.of("hdd", "ssd")) {
                Path file = Files.writeString(directory.resolve(setup + ".txt"), SAMPLES.get(format));
                try (Stream<RunRecord> read = Imports.read(
                        Importers.named(format).orElseThrow(),
                        new ImportFile(file, setup, Optional.of(setup)),
                        line -> {})) {
                    read.forEach(runs::add);
                }
            }
            assertThatThrownBy(() -> Runs.of(runs.stream()))
                    .as(format)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageMatching(".*(occurs twice|copy of an earlier run).*");
        }
    }

    @Test
    void times_of_hyperfine_are_read() throws IOException {
        List<RunRecord> runs = read("hyperfine", HYPERFINE);
        assertThat(runs).extracting(run -> run.times().elapsed()).containsExactly(1.25, 1.75);
        assertThat(runs).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED);
        assertThat(runs.get(0).subject()).isEqualTo(new Subject("cp-a-b", "ssd", Map.of("size", "10")));
        String scan = HYPERFINE.replace("cp a b", "./job.sh ssd 10 ssd-10");
        assertThat(read("hyperfine", scan).get(0).subject().job()).isEqualTo("job.sh-ssd-10");
    }

    @Test
    void iterations_of_jmh_are_read_and_forks_are_visits() throws IOException {
        List<RunRecord> runs = read("jmh", JMH);
        assertThat(runs).extracting(run -> run.times().elapsed()).containsExactly(0.0015, 0.0025, 0.002, 0.25);
        assertThat(runs.get(2).position()).isEqualTo(new Position(3, 4, 1, 3, 0, 2));
        assertThat(runs.get(0).subject()).isEqualTo(new Subject("a.Sort.all", "hdd", Map.of("mode", "avgt")));
        String percentiles = JMH.replace("ops/s", "events");
        assertThat(Imported.of("jmh", file(), percentiles).complaints())
                .singleElement()
                .asString()
                .contains("a.Sort.rate has no durations in rawData: its unit is 'events'");
    }

    static Stream<String> formats() {
        return Importers.ALL.stream().map(Importer::name).filter(name -> !List.of("csv", "aloja")
                .contains(name));
    }

    /** Every format has a sample here, and a refusal of its file by another format names it. */
    @ParameterizedTest
    @MethodSource("formats")
    void a_file_of_another_format_is_refused_with_the_command_that_reads_it(String format) throws IOException {
        String sample = SAMPLES.get(format);
        assertThat(read(format, sample)).isNotEmpty();
        for (Importer other : Importers.ALL) {
            if (!other.name().equals(format)) {
                assertThatThrownBy(() -> read(other.name(), sample))
                        .as(other.name())
                        .isInstanceOf(InvalidDocumentException.class)
                        .hasMessageContaining("It looks like")
                        .hasMessageContaining("read it with `import " + format + "`");
            }
        }
    }

    @Test
    void what_no_format_reads_is_named() {
        String iostat = "Linux 6.8 (n1)\n\navg-cpu:  %user\n  0.95\n\nDevice  r/s  rMB/s\nsda  0.68  0.01\n";
        for (Importer importer : Importers.ALL) {
            assertThatThrownBy(() -> read(importer.name(), iostat))
                    .hasMessageContaining("iostat's text output: Spindle reads no logs of devices")
                    .hasMessageContaining("`run --probe`");
        }
        assertThatThrownBy(() -> read("console", "Avro-Json\n{}\n")).hasMessageContaining("`import jobhistory`");
    }

    @Test
    void a_compressed_file_that_is_cut_off_is_named() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(CONSOLE.getBytes(StandardCharsets.UTF_8));
        }
        for (int length : List.of(3, 12, packed.size() / 2, packed.size() - 9)) {
            Files.write(file(), Arrays.copyOf(packed.toByteArray(), length));
            assertThatThrownBy(() -> {
                        try (Stream<RunRecord> runs = Imports.read(
                                Importers.named("console").orElseThrow(), ImportFile.of(file()), line -> {})) {
                            runs.forEach(run -> {});
                        }
                    })
                    .as("%d bytes", length)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessage(file() + ": the compressed file is cut off or damaged: copy it anew");
        }
    }

    private Path file() {
        return directory.resolve("results.txt");
    }

    private List<RunRecord> read(String format, String text) throws IOException {
        return read(format, text, FileForm.UNKNOWN);
    }

    private List<RunRecord> read(String format, String text, FileForm form) throws IOException {
        Path file = Files.writeString(file(), text);
        try (Stream<RunRecord> runs = Imports.read(
                Importers.named(format).orElseThrow(),
                new ImportFile(file, "results", Optional.empty(), form),
                line -> {})) {
            return runs.toList();
        }
    }
}
