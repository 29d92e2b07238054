package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.jobhistory.EventWriter.WriteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.collect.JobHistoryImporter.HistoryFile;

class JobHistoryImporterTest {
    private static final Instant SUBMITTED = Instant.ofEpochMilli(HistoryFixture.SUBMITTED);
    private static final String DISK_ERROR =
            "Error: java.io.FileNotFoundException: /data/7/yarn/usercache/ann/spill0.out (Input/output error)";

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void aJobThatSucceededIsRead(WriteMode mode) throws IOException {
        RunRecord run = read(HistoryFixture.complete(mode));
        assertThat(run.status()).isEqualTo(Status.OK);
        assertThat(run.subject()).isEqualTo(new Subject("Tera-Sort-1-2", "ssd", Map.of("maps", "1", "reduces", "1")));
        assertThat(run.identity().run()).isEqualTo("job_1600000000000_0007");
        assertThat(run.identity().applicationId()).isEqualTo("application_1600000000000_0007");
        assertThat(run.source()).isEqualTo(new ImportSource("jobhistory", "some.jhist", null));
        assertThat(run.times().jobSubmitted()).isEqualTo(SUBMITTED);
        assertThat(run.times().jobLaunched()).isEqualTo(SUBMITTED.plusSeconds(5));
        assertThat(run.times().jobFinished()).isEqualTo(SUBMITTED.plusSeconds(12));
        assertThat(run.times().elapsed()).isEqualTo(12);
        assertThat(run.counter("org.apache.hadoop.mapreduce.TaskCounter", "CPU_MILLISECONDS"))
                .isEqualTo(2500);
        assertThat(run.sizes().taskCpu()).isEqualTo(2.5);
        assertThat(run.sizes().input()).isEqualTo(1000);
        assertThat(run.sizes().meanShuffleSegment()).isEqualTo(200);
        assertThat(run.tasks())
                .containsExactly(
                        new TaskTimes(
                                "attempt_1600000000000_0007_m_000000_0",
                                "map",
                                "node-1",
                                "SUCCEEDED",
                                SUBMITTED.plusSeconds(6),
                                SUBMITTED.plusSeconds(8),
                                null,
                                null),
                        new TaskTimes(
                                "attempt_1600000000000_0007_r_000000_1",
                                "reduce",
                                "node-2",
                                "SUCCEEDED",
                                SUBMITTED.plusSeconds(6),
                                SUBMITTED.plusSeconds(11),
                                SUBMITTED.plusSeconds(9),
                                SUBMITTED.plusSeconds(10)));
    }

    @ParameterizedTest
    @EnumSource
    void howUnevenTheReducesWereIsKnownFromThoseThatSucceeded(WriteMode mode) throws IOException {
        assertThat(read(HistoryFixture.reduces(mode, 100, 300, 200)).sizes().reduceSkew())
                .isEqualTo(1.5);
        assertThat(read(HistoryFixture.reduces(mode, 100)).sizes().reduceSkew()).isNull();
        assertThat(read(HistoryFixture.reduces(mode, 0, 0)).sizes().reduceSkew())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"JSON,FAILED", "BINARY,KILLED"})
    void aJobThatDidNotSucceedFailedWithItsDiagnostics(WriteMode mode, String how) throws IOException {
        RunRecord run = read(HistoryFixture.unsuccessful(mode, how));
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.reasons())
                .containsExactly("the job ended as " + how + ": Task failed task_1600000000000_0007_m_000000");
        assertThat(run.times().elapsed()).isEqualTo(9);
        assertThat(run.tasks())
                .singleElement()
                .extracting(TaskTimes::state, TaskTimes::note)
                .containsExactly("FAILED", "no space left");
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatFailedIsExplainedByTheErrorsOfItsAttempts(WriteMode mode) throws IOException {
        RunRecord run = read(HistoryFixture.unsuccessful(mode, "FAILED", DISK_ERROR + "\n\tat a.B.c(B.java:1)\n"));

        assertThat(run.failure().causes()).singleElement().satisfies(cause -> {
            assertThat(cause.code()).isEqualTo("disk-error");
            assertThat(cause.message()).startsWith("a disk on node-1 (/data/7/yarn) gives errors; ");
            assertThat(run.reasons()).hasSize(2).last().isEqualTo(cause.message());
        });
        assertThat(run.failure().logs())
                .containsExactly(new ContainerLog(
                        null, "attempt_1600000000000_0007_m_000000_0", "node-1", "diagnostics", List.of(DISK_ERROR)));
    }

    @Test
    void aJobThatWasKilledIsNotExplained() throws IOException {
        RunRecord run = read(HistoryFixture.unsuccessful(WriteMode.JSON, "KILLED", DISK_ERROR));

        assertThat(run.failure()).isNull();
        assertThat(run.reasons()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void aHistoryThatIsCutAnywhereIsNeverOfARunThatIsOk(WriteMode mode) throws IOException {
        byte[] whole = HistoryFixture.complete(mode);
        int begun = 0;
        for (int length = 0; length < whole.length - 1; length += 17) {
            for (RunRecord run : all(Arrays.copyOf(whole, length))) {
                assertThat(run.status()).as("cut at " + length).isEqualTo(Status.FAILED);
                assertThat(run.reasons())
                        .containsExactly(
                                "its history is cut off: it ends before the job does; whether the job succeeded is unknown");
                begun++;
            }
        }
        assertThat(begun).isGreaterThan(20);
    }

    @Test
    void aHistoryThatIsDamagedIsOfARunThatFailedAndGivesTheSameRecordAgain() throws IOException {
        String whole = new String(HistoryFixture.complete(WriteMode.JSON), StandardCharsets.ISO_8859_1);
        byte[] damaged = whole.replace("\"MAP_ATTEMPT_FINISHED\",\"event\"", "\"MAP_ATTEMPT_FINISHED\";\"event\"")
                .getBytes(StandardCharsets.ISO_8859_1);
        RunRecord run = read(damaged);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.reasons())
                .singleElement()
                .asString()
                .startsWith("its history is damaged: ")
                .doesNotContain("@");
        assertThat(read(damaged)).isEqualTo(run);
    }

    @Test
    void fieldsThatOlderVersionsDidNotWriteAreNotNeeded() throws IOException {
        String text = """
                Avro-Json
                {"type":"record","name":"Event","fields":[{"name":"event","type":[\
                {"type":"record","name":"JobSubmitted","fields":[{"name":"jobid","type":"string"},{"name":"submitTime","type":"long"}]},\
                {"type":"record","name":"JobFinished","fields":[{"name":"finishTime","type":"long"}]}]}]}
                {"event":{"JobSubmitted":{"jobid":"job_1_0001","submitTime":1000}}}
                {"event":{"JobFinished":{"finishTime":3500}}}
                """;
        RunRecord run = read(text.getBytes(StandardCharsets.UTF_8));
        assertThat(run.status()).isEqualTo(Status.OK);
        assertThat(run.times().elapsed()).isEqualTo(2.5);
        assertThat(run.subject().job()).isEqualTo("unnamed");
        RunRecord timeless = read(text.replace("3500", "0").getBytes(StandardCharsets.UTF_8));
        assertThat(timeless.status()).isEqualTo(Status.INVALID);
    }

    @Test
    @Timeout(60)
    void eventsThatTakeNoBytesComeToAnEnd() throws IOException {
        Path file = directory.resolve("job_1_0001.jhist");
        Files.writeString(file, "Avro-Binary\n{\"type\":\"record\",\"name\":\"Nothing\",\"fields\":[]}\n");

        assertThat(HistoryFile.read(file, new RecordedJob())).contains("more events than bytes");
    }

    @Test
    void moreAttemptsThanAnyJobHasAreNotKept() throws IOException {
        byte[] history = HistoryFixture.reduces(WriteMode.JSON, 1, 2, 3, 4);
        RecordedJob job = new RecordedJob();
        assertThat(HistoryFile.read(new ByteArrayInputStream(history), history.length, 2, job))
                .isEqualTo("its history is damaged: it has more than 2 task attempts");
        assertThat(job.attempts()).isEqualTo(3);
        assertThat(job.status()).isNull();
    }

    @Test
    void aFileThatIsNoHistoryIsRefused() {
        for (String text : List.of(
                "", "Avro-BinaryX\n{}", "job,setup,duration_s\n", "Avro-Json\n{", "Avro-Json\n\"string\"\n\"x\"")) {
            assertThatThrownBy(() -> read(text.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining(
                            "some.jhist: no run could be read; expected: the .jhist file of a MapReduce job")
                    .hasMessageContaining("line 1: ");
        }
    }

    private RunRecord read(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("some.jhist"), content);
        try (Stream<RunRecord> runs =
                Imports.read(new JobHistoryImporter(), new ImportFile(file, "some", Optional.of("ssd")), line -> {})) {
            return runs.toList().get(0);
        }
    }

    private List<RunRecord> all(byte[] content) throws IOException {
        try {
            return List.of(read(content));
        } catch (InvalidDocumentException nothing) {
            return List.of();
        }
    }
}
