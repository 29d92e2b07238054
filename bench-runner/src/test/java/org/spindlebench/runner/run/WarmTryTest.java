package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;
import org.spindlebench.runner.process.Interruption;

/** Tests a TeraSort of 100 MB after a cooling command, on a node whose HDFS disk reads as much as the test says. */
class WarmTryTest {
    private static final long BYTES_PER_NODE = 50_000_000;
    private static final long ROWS = 1_000_000;
    private static final long SECONDS = 10;

    /** Sectors of 512 bytes per second that read the whole input in ten seconds. */
    private static final long ALL = ROWS * 100 / 512 / SECONDS + 1;

    private static final Plan PLAN = Plan.ofOneSetup(
            "campaign",
            "suite",
            "setup",
            7,
            List.of(Fixtures.spec(1, "terasort", BYTES_PER_NODE), Fixtures.spec(2, "teragen", 500)));

    @TempDir
    private Path results;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private CampaignDirectory directory;

    @BeforeEach
    void create() throws IOException {
        directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(PLAN);
    }

    /** Sorts, and reads the given number of sectors per second in each window. Later windows repeat the last number. */
    private static class Sorting extends FakeCluster implements Probe {
        private final List<Long> sectors;
        int windows;

        Sorting(Long... sectors) {
            this.sectors = List.of(sectors);
        }

        @Override
        public ClusterAccess access() {
            return new ClusterAccess(storage, this, this, this, this, this::roll, this, guard());
        }

        @Override
        public JobHistory read(String jobId, Duration appears) throws IOException {
            ToolCall call = submitted.get(submitted.size() - 1);
            if (call.tool() != ToolName.TERASORT) {
                return super.read(jobId, appears);
            }
            int replication = Integer.parseInt(call.configuration().get("dfs.replication"));
            memory.put(new StoredFile(
                    call.arguments().get(1) + "/part-r-00000",
                    ROWS * 100,
                    replication,
                    replication,
                    Fixtures.REQUESTS.blockSize()));
            counters = Map.of(
                    "org.apache.hadoop.mapreduce.TaskCounter",
                    Map.of("MAP_INPUT_RECORDS", ROWS, "REDUCE_OUTPUT_RECORDS", ROWS),
                    "org.apache.hadoop.mapreduce.FileSystemCounter",
                    Map.of("HDFS_BYTES_READ", ROWS * 100));
            TaskTimes[] reduces = IntStream.range(
                            0, Integer.parseInt(call.configuration().get("mapreduce.job.reduces")))
                    .mapToObj(reduce -> Fixtures.task("reduce", reduce, reduce + 1))
                    .toArray(TaskTimes[]::new);
            return Fixtures.inForce(Fixtures.history(counters, reduces), call.configuration());
        }

        @Override
        public String method() {
            return "yarn";
        }

        @Override
        public List<NodeSamples> window(Instant from, Instant to) {
            long now = sectors.get(Math.min(windows++, sectors.size() - 1));
            return List.of(RunProofsTest.samples("n1", now));
        }

        @Override
        public List<NodeLayout> layouts() {
            return List.of(RunProofsTest.layout("n1"));
        }

        @Override
        public Optional<Flushed> flush(Duration limit) {
            return Optional.of(Flushed.of(0L));
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private boolean run(FakeCluster cluster, Interruption stop) throws Exception {
        Progress progress =
                new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, 2, TimeLeft.ofNothing());
        CampaignSettings settings = Fixtures.settings(PLAN, new Cooling.CoolingCommand("true"));
        return new RunLoop(cluster.access(), settings, directory, Fixtures.sizing(Fixtures.shape(3)), stop, progress)
                .run(Fixtures.SOFTWARE);
    }

    private RunRecord runRecord(String name) throws IOException {
        return Records.readOne(directory.runs().resolve(name + ".json"));
    }

    private List<String> names() throws IOException {
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            return records.map(run -> run.identity().run() + " " + run.status().word())
                    .toList();
        }
    }

    @Test
    void aRunThatWasColdIsMadeOnce() throws Exception {
        run(new Sorting(ALL), new Interruption());

        assertThat(names()).containsExactly("001-terasort ok", "002-teragen ok");
        RunRecord run = runRecord("001-terasort");
        assertThat(run.cacheProof().verdict()).isEqualTo(CacheProof.CacheVerdict.COLD);
        assertThat(run.proof())
                .filteredOn(check -> check.name().startsWith("cooled"))
                .singleElement()
                .matches(Check::passed);
    }

    @Test
    void aRunThatWasWarmAlthoughItWasCooledIsKeptBesideAndMadeOnceMore() throws Exception {
        run(new Sorting(0L, ALL), new Interruption());

        assertThat(names()).containsExactly("001-terasort ok", "001-terasort.warm invalid", "002-teragen ok");
        RunRecord warm = runRecord("001-terasort.warm");
        assertThat(warm.identity().tryOf()).isEqualTo("001-terasort");
        assertThat(warm.subject().settings()).containsEntry("cache", "cold");
        assertThat(warm.reasons()).singleElement().asString().contains("came from memory", "make --cold empty");
        assertThat(warm.evidence().samples()).isNull();
        assertThat(warm.evidence().nodes()).isNotEmpty();
        RunRecord again = runRecord("001-terasort");
        assertThat(again.identity().tryOf()).isNull();
        assertThat(directory.runs().resolve(again.evidence().samples())).exists();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("and repeats the run");
    }

    @Test
    void partOfTheInputFromMemoryIsAWarningAndNoOtherCell() throws Exception {
        run(new Sorting(ALL / 2), new Interruption());

        assertThat(names()).containsExactly("001-terasort ok", "002-teragen ok");
        RunRecord run = runRecord("001-terasort");
        assertThat(run.subject().settings()).containsEntry("cache", "cold");
        assertThat(run.warnings()).extracting(warning -> warning.code()).contains("partly-warm");
    }

    @Test
    void theSecondTryCountsWhateverComesOfIt() throws Exception {
        run(new Sorting(0L), new Interruption());

        assertThat(names()).containsExactly("001-terasort invalid", "001-terasort.warm invalid", "002-teragen ok");
        assertThat(runRecord("001-terasort").identity().tryOf()).isNull();
    }

    @Test
    void aCampaignThatIsResumedDoesNotRepeatEndlessly() throws Exception {
        Interruption stop = new Interruption();
        boolean interrupted = run(
                new Sorting(0L) {
                    @Override
                    public List<NodeSamples> window(Instant from, Instant to) {
                        stop.request(Duration.ZERO);
                        return super.window(from, to);
                    }
                },
                stop);
        assertThat(interrupted).isTrue();
        assertThat(names()).containsExactly("001-terasort.warm invalid");
        byte[] kept = Files.readAllBytes(directory.runs().resolve("001-terasort.warm.json"));

        Sorting cluster = new Sorting(0L);
        run(cluster, new Interruption());

        assertThat(names()).containsExactly("001-terasort invalid", "001-terasort.warm invalid", "002-teragen ok");
        assertThat(cluster.submitted)
                .filteredOn(call -> call.tool() == ToolName.TERASORT)
                .hasSize(1);
        assertThat(Files.readAllBytes(directory.runs().resolve("001-terasort.warm.json")))
                .isEqualTo(kept);
    }

    @Test
    void aRunThatWasNotCooledMayBeWarm() throws Exception {
        Progress progress =
                new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, 2, TimeLeft.ofNothing());
        new RunLoop(
                        new Sorting(0L).access(),
                        Fixtures.settings(PLAN, new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        new Interruption(),
                        progress)
                .run(Fixtures.SOFTWARE);

        assertThat(names()).containsExactly("001-terasort ok", "002-teragen ok");
        assertThat(runRecord("001-terasort").subject().settings()).containsEntry("cache", "warm");
    }
}
