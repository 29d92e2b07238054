package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.MemoryStorage;

/** Reads a log in the form that Spark 3.5 writes: two stages. One task failed and was tried again. */
class SparkHistoryTest {
    private static final String ID = "application_1700000000000_0007";
    private static final Application APPLICATION =
            new Application(ID, "SparkPi", ProgramRun.SPARK, "SUCCEEDED", null, null, List.of(), null);
    private static final String LOGS = "/base/c/runs/001/eventlog";

    private final MemoryStorage storage = new MemoryStorage();

    private JobHistory read() throws IOException {
        return new SparkHistory(storage, LOGS).read(APPLICATION, Duration.ZERO);
    }

    private static Application only(JobHistory history) {
        assertThat(history.applications()).hasSize(1);
        return history.applications().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {ID, ID + "_1"})
    void stagesTasksAndSumsComeFromTheLog(String name) throws IOException {
        storage.put(LOGS + "/" + name, resource(), 3);

        assertRead(read());
    }

    private static void assertRead(JobHistory history) {
        Application spark = only(history);
        assertThat(spark.note()).isNull();
        assertThat(spark.stages()).hasSize(2);
        assertThat(spark.stages().get(0)).satisfies(stage -> {
            assertThat(stage.name()).isEqualTo("0 map at Words.scala:12");
            assertThat(stage.tasks()).isEqualTo(2);
            assertThat(stage.peak()).isEqualTo(2);
            assertThat(stage.waves()).isEqualTo(1);
            assertThat(stage.elapsed()).isEqualTo(4);
            assertThat(stage.taskSeconds()).isEqualTo(2 + 1 + 3);
            assertThat(stage.cpu()).isCloseTo(1.75, within(1e-9));
            assertThat(stage.read()).isEqualTo(2048);
            assertThat(stage.shuffleWritten()).isEqualTo(300);
            assertThat(stage.spilled()).isEqualTo(64);
        });
        assertThat(spark.stages().get(1)).satisfies(stage -> {
            assertThat(stage.name()).isEqualTo("1 saveAsTextFile at Words.scala:14");
            assertThat(stage.tasks()).isEqualTo(1);
            assertThat(stage.shuffleRead()).isEqualTo(300);
            assertThat(stage.written()).isEqualTo(99);
        });
        assertTasks(history);
        assertThat(history.times().launched()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
        assertThat(history.times().finished()).isEqualTo(Instant.ofEpochMilli(1_700_000_020_000L));
        assertThat(history.completeCounters())
                .as("what tasks moved in HDFS is not counted alike")
                .isNull();
    }

    private static void assertTasks(JobHistory history) {
        assertThat(history.tasks())
                .extracting(TaskTimes::state)
                .containsExactly("SUCCEEDED", "FAILED", "SUCCEEDED", "SUCCEEDED");
        assertThat(history.tasks().get(0))
                .isEqualTo(new TaskTimes(
                        ID + "_0_0_0",
                        SparkHistory.KIND,
                        "worker1",
                        "SUCCEEDED",
                        Instant.ofEpochMilli(1_700_000_010_000L),
                        Instant.ofEpochMilli(1_700_000_012_000L),
                        null,
                        null));
        assertThat(history.tasks().get(1).note()).isEqualTo("ExceptionFailure");
        assertThat(history.counters().get(SparkHistory.GROUP))
                .containsEntry("inputBytes", 2048L)
                .containsEntry("inputRecords", 40L)
                .containsEntry("shuffleReadBytes", 300L)
                .containsEntry("shuffleWriteBytes", 300L)
                .containsEntry("outputRecords", 9L)
                .containsEntry("diskBytesSpilled", 64L)
                .containsEntry("stages", 2L)
                .containsEntry("tasks", 4L);
    }

    @Test
    void aLogThatSparkRolledOverIsReadInOrder() throws IOException {
        List<String> lines = resource().lines().toList();
        String directory = LOGS + "/eventlog_v2_" + ID;
        storage.put(directory + "/appstatus_" + ID, "", 3);
        storage.put(directory + "/events_2_" + ID, text(lines.subList(0, 3)), 3);
        storage.put(directory + "/events_10_" + ID, text(lines.subList(3, lines.size())), 3);

        assertRead(read());
    }

    @Test
    void onlyTheLogOfTheApplicationIsRead() throws IOException {
        storage.put(LOGS + "/application_1700000000000_0008", resource(), 3);
        storage.put(LOGS + "/" + ID + "0", resource(), 3);

        JobHistory history = read();

        assertThat(history.tasks()).isEmpty();
        assertThat(history.counters()).isEmpty();
        assertThat(only(history).note())
                .isEqualTo("there is no event log in " + LOGS
                        + "; set spark.eventLog.enabled=true and spark.eventLog.dir=hdfs://$SPINDLE_EVENTLOG");
    }

    @Test
    void ofALogThatIsCompressedOrUnfinishedItIsSaidWhatIsMissing() throws IOException {
        storage.put(LOGS + "/" + ID + ".zstd", "garbage", 3);
        assertThat(only(read()).note())
                .isEqualTo("its event log is compressed by zstd; set spark.eventLog.compress=false");

        storage.delete(LOGS + "/" + ID + ".zstd");
        storage.put(LOGS + "/" + ID + ".inprogress", resource(), 3);
        assertThat(only(read()).note()).isEqualTo("its event log has no end");
        assertThat(only(read()).stages()).hasSize(2);
    }

    @Test
    void aDamagedLineIsCountedAndTheOthersAreRead() throws IOException {
        storage.put(LOGS + "/" + ID, "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":\n" + resource(), 3);

        JobHistory history = read();

        assertThat(history.tasks()).hasSize(4);
        assertThat(only(history).note()).isEqualTo("lines of its event log that cannot be read: 1");
    }

    @Test
    void withoutADirectoryNothingIsRead() throws IOException {
        assertThat(new SparkHistory(storage, null)
                        .read(APPLICATION, Duration.ZERO)
                        .counters())
                .isEqualTo(Map.of());
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private static String resource() throws IOException {
        try (InputStream in = SparkHistoryTest.class.getResourceAsStream("spark-eventlog.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
