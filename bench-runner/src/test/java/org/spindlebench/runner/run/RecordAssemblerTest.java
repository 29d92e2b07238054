package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.Storage.Inherited;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.JobHistory.Metric;
import org.spindlebench.runner.run.RecordAssembler.Outcome;
import org.spindlebench.runner.run.RecordAssembler.RecordContent;

class RecordAssemblerTest {
    private static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final Outcome FAILED = new Outcome(Status.FAILED, List.of("prepare: gone"), null, List.of());
    private static final Cache COLD = new Cache("command", true, "drop", 7L);

    private static RunRecord assembled(String job, Cache cache, JobHistory history, int dataNodes) {
        SizedRun run = Fixtures.sizing(Fixtures.shape(dataNodes)).size(Fixtures.spec(1, job, 500));
        RecordContent parts = new RecordContent(
                run,
                cache,
                null,
                Fixtures.ended(true, ""),
                history,
                List.of(),
                List.of(new StoredFile("/a", 10, 3, 3, 1), new StoredFile("/b", 5, 1, 1, 1)),
                null,
                12_288L,
                2.5,
                null);
        return new RecordAssembler(Fixtures.settings(Fixtures.plan(job), new Cooling.NoCooling()), Fixtures.SOFTWARE)
                .assemble("001", parts, new Outcome(Status.OK, List.of(), null, List.of()));
    }

    private static List<String> codes(RunRecord run) {
        return run.warnings().stream().map(Warning::code).toList();
    }

    @Test
    void sizesAndTimesAreInBaseUnits() {
        JobHistory history = Fixtures.history(Map.of(
                TASK,
                Map.of(
                        "REDUCE_SHUFFLE_BYTES", 1040L,
                        "SHUFFLED_MAPS", 8L,
                        "CPU_MILLISECONDS", 2500L,
                        "MAP_OUTPUT_BYTES", 1020L),
                "org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter",
                Map.of("BYTES_READ", 1000L)));

        RunRecord run = assembled("terasort", COLD, history, 3);

        assertThat(run.sizes().nodes()).isEqualTo(2);
        assertThat(run.sizes().bytes()).isEqualTo(1000);
        assertThat(run.sizes().input()).isEqualTo(1000);
        assertThat(run.sizes().shuffle()).isEqualTo(1040);
        assertThat(run.sizes().meanShuffleSegment()).isEqualTo(130);
        assertThat(run.sizes().taskCpu()).isEqualTo(2.5);
        assertThat(run.sizes().output()).isEqualTo(15);
        assertThat(run.sizes().outputReplicated()).isEqualTo(35);
        assertThat(run.sizes().stored()).isEqualTo(12_288);
        assertThat(run.times().elapsed()).isEqualTo(10);
        assertThat(run.times().clientElapsed()).isEqualTo(12);
        assertThat(run.configuration()).containsEntry("io.file.buffer.size", "131072");
    }

    @Test
    void aCounterThatMapReduceLeftOutCountedNothing() {
        RunRecord run = assembled("terasort", COLD, Fixtures.history(Map.of()), 3);

        assertThat(run.sizes().shuffle()).isZero();
        assertThat(run.sizes().meanShuffleSegment()).isNull();
    }

    @Test
    void withoutHistoryNothingIsKnownAndNothingIsZero() {
        RunRecord run = assembled("terasort", COLD, null, 3);

        assertThat(run.sizes().shuffle()).isNull();
        assertThat(run.sizes().input()).isNull();
        assertThat(run.sizes().taskCpu()).isNull();
        assertThat(run.counters()).isEmpty();
        assertThat(run.wave().peakMaps()).isNull();
        assertThat(run.wave().slots()).isEqualTo(7);
        assertThat(run.times().jobLaunched()).isNull();
    }

    @Test
    void aRunIsColdWhereTheCachesWereCooledWhateverIsProved() {
        JobHistory history = Fixtures.history(Map.of());

        assertThat(assembled("terasort", COLD, history, 3).subject().settings())
                .as("it has an input, and nobody saw where that came from")
                .containsEntry("cache", "cold");
        assertThat(assembled("teragen", COLD, history, 3).subject().settings()).containsEntry("cache", "cold");
        assertThat(assembled("teragen", new Cache("off", false, null, null), history, 3)
                        .subject()
                        .settings())
                .containsEntry("cache", "warm");
        assertThat(assembled("teragen", null, history, 3).subject().settings()).containsEntry("cache", "warm");
    }

    @Test
    void aCoolingThatFailedIsAWarningAndNoneAskedForIsNot() {
        JobHistory wave = Fixtures.history(Map.of(), task("map", 0, 5));

        assertThat(codes(assembled("teragen", new Cache("local", false, "not root", null), wave, 3)))
                .containsExactly("cooling-failed");
        assertThat(codes(assembled("teragen", new Cache("off", false, null, null), wave, 3)))
                .isEmpty();
    }

    /** A metric as a developer would add it. */
    private static final class LongestMap implements Metric {
        @Override
        public String name() {
            return "longestMapSeconds";
        }

        @Override
        public OptionalDouble of(JobHistory job) {
            return job.tasks("map").stream()
                    .mapToDouble(map ->
                            Duration.between(map.started(), map.finished()).toSeconds())
                    .max();
        }
    }

    @Test
    void aMetricIsOneClassAndStandsInTheRecordThatIsWrittenAndRead(@TempDir Path directory) throws IOException {
        JobHistory history = Fixtures.history(Map.of(), task("map", 0, 5), task("map", 1, 9))
                .measured(List.of(new LongestMap(), new Collectors.ReduceSkew()));
        Path file = RecordWriter.write(directory, assembled("teragen", COLD, history, 3));

        RunRecord read = Records.readOne(file);
        assertThat(read.metrics()).isEqualTo(Map.of("longestMapSeconds", 8.0));
        assertThat(Field.of("metrics.longestMapSeconds").of(read)).hasValue("8");
        assertThat(assembled("teragen", COLD, Fixtures.history(Map.of()), 3).metrics())
                .as("without one")
                .isNull();
    }

    @Test
    void howUnevenTheReducesWereIsRecordedAndIsAWarningWhereItIsMuch() {
        JobHistory wave = Fixtures.history(Map.of(), task("reduce", 0, 5));
        RunRecord even = assembled("terasort", COLD, Fixtures.uneven(wave, 1.12), 3);
        RunRecord uneven = assembled("terasort", COLD, Fixtures.uneven(wave, 1.76), 3);

        assertThat(even.sizes().reduceSkew()).isEqualTo(1.12);
        assertThat(codes(even)).doesNotContain("reduces-uneven");
        assertThat(uneven.sizes().reduceSkew()).isEqualTo(1.76);
        assertThat(codes(uneven)).contains("reduces-uneven");
        assertThat(uneven.warnings()).anySatisfy(warning -> assertThat(warning.message())
                .contains("fetched 1.76 times the mean")
                .contains("mapreduce.terasort.partitions.sample"));
    }

    @Test
    void theSubjectHoldsAllThatMakesRunsComparable() {
        assertThat(assembled("teragen", COLD, null, 2).subject().settings())
                .isEqualTo(Map.of(
                        "compression", "none",
                        "bytes_per_node", "500",
                        "replication", "2",
                        "cache", "cold",
                        "data", "tera",
                        "sync", "close"));
    }

    @Test
    void aRunThatEndedBeforeItsCoolingBelongsWithTheRunsThatWereMeant() {
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, "teragen", 500));
        RecordContent nothing = new RecordContent(run, null, null, null, null, List.of(), null, null, null, null, null);

        RunRecord meantCold = new RecordAssembler(
                        Fixtures.settings(Fixtures.plan("teragen"), new Cooling.CoolingCommand("true")),
                        Fixtures.SOFTWARE)
                .assemble("001", nothing, FAILED);
        RunRecord meantWarm = new RecordAssembler(
                        Fixtures.settings(Fixtures.plan("teragen"), new Cooling.NoCooling()), Fixtures.SOFTWARE)
                .assemble("001", nothing, FAILED);

        assertThat(meantCold.subject().settings()).containsEntry("cache", "cold");
        assertThat(meantWarm.subject().settings()).containsEntry("cache", "warm");
    }

    @Test
    void fewerReplicasThanTheJobsAreAWarning() {
        assertThat(codes(assembled("teragen", COLD, null, 2))).containsExactly("replication-reduced");
        assertThat(codes(assembled("hdfs-write", COLD, null, 2))).isEmpty();
    }

    @Test
    void oneWaveIsWhatWasSeenToRunAtOnce() {
        JobHistory together = Fixtures.history(Map.of(), task("map", 0, 5), task("map", 1, 6));
        JobHistory apart = Fixtures.history(Map.of(), task("map", 0, 2), task("map", 2, 6));
        JobHistory still = Fixtures.history(Map.of(), task("map", 0, 5), task("map", 5, 6));

        assertThat(assembled("teragen", COLD, together, 3).wave().oneWave()).isTrue();
        assertThat(codes(assembled("teragen", COLD, together, 3))).isEmpty();
        assertThat(assembled("teragen", COLD, apart, 3).wave().oneWave()).isNull();
        assertThat(codes(assembled("teragen", COLD, apart, 3))).containsExactly("wave-not-observed");
        assertThat(assembled("teragen", COLD, still, 3).wave().oneWave()).isFalse();
        assertThat(codes(assembled("teragen", COLD, still, 3))).isEmpty();
    }

    @Test
    void onlyTheTasksOfTheJobsOwnWaveMatter() {
        JobHistory mapsApart = Fixtures.history(Map.of(), task("map", 0, 1), task("map", 2, 3), task("reduce", 3, 9));

        assertThat(assembled("terasort", COLD, mapsApart, 3).wave().oneWave()).isTrue();
        assertThat(assembled("shuffle", COLD, mapsApart, 3).wave().oneWave()).isNull();
        assertThat(assembled("teraread", COLD, mapsApart, 3).wave().oneWave()).isNull();
        assertThat(codes(assembled("teraread", COLD, mapsApart, 3))).isEmpty();
    }

    @Test
    void noTaskSeenIsNoWaveSeen() {
        assertThat(assembled("teragen", COLD, Fixtures.history(Map.of()), 3)
                        .wave()
                        .oneWave())
                .isNull();
        assertThat(assembled("shuffle", COLD, Fixtures.history(Map.of()), 3)
                        .wave()
                        .oneWave())
                .isNull();
    }

    @Test
    void fewerSlotsThanHostsIsAWarning() {
        SizedRun one = new Sizing(Fixtures.shape(3), 1, 7, configuration -> Fixtures.REQUESTS)
                .size(Fixtures.spec(1, "teragen", 500));
        RecordAssembler assembler = new RecordAssembler(
                Fixtures.settings(Fixtures.plan("teragen"), new Cooling.NoCooling()), Fixtures.SOFTWARE);
        RecordContent parts = new RecordContent(one, null, null, null, null, List.of(), null, null, null, null, null);

        assertThat(assembler.assemble("001", parts, FAILED).warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.code() + ": " + warning.message())
                        .startsWith("fewer-slots-than-hosts: one wave of teragen has 1 task on 2 hosts"));
    }

    private static Map<String, String> cellBelow(Inherited above) {
        SizedRun run = new Sizing(Fixtures.shape(9), 1, 7, configuration -> Fixtures.REQUESTS)
                .below(above)
                .size(Fixtures.spec(1, "teragen", 500));
        RecordAssembler assembler = new RecordAssembler(
                Fixtures.settings(Fixtures.plan("teragen"), new Cooling.NoCooling()), Fixtures.SOFTWARE);
        RecordContent parts = new RecordContent(run, null, null, null, null, List.of(), null, null, null, null, null);
        return assembler.assemble("001", parts, FAILED).subject().settings();
    }

    @Test
    void encryptionAndErasureCodingOfTheDirectoryMakeRunsOthersThanWithout() {
        assertThat(cellBelow(Inherited.NOTHING))
                .containsKey("replication")
                .doesNotContainKeys("encryption", "erasure_coding");
        assertThat(cellBelow(new Inherited("RS-6-3-1024k", "AES/CTR/NoPadding")))
                .containsEntry("encryption", "AES/CTR/NoPadding")
                .containsEntry("erasure_coding", "RS-6-3-1024k")
                .doesNotContainKey("replication");
    }
}
