package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.check.PastRuns.PastRun;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Eviction;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.RunLoop;
import org.spindlebench.runner.run.Sizing;

class EstimatorTest {
    private static final long GB = 1_000_000_000L;
    private static final ClusterShape SHAPE = Fixtures.shape(3);

    @TempDir
    private Path out;

    private final FakeCluster cluster = new FakeCluster() {
        @Override
        public JobHistory read(String jobId, Duration appears) {
            return Fixtures.inForce(
                    Fixtures.history(counters, Fixtures.task("map", 2, 5), Fixtures.task("map", 2, 7)),
                    submitted.get(submitted.size() - 1).configuration());
        }
    };

    private Estimate estimate(Plan plan, PastRuns past) throws Exception {
        return estimate(SHAPE, plan, past);
    }

    private Estimate estimate(ClusterShape shape, Plan plan, PastRuns past) throws Exception {
        CampaignSettings settings = Fixtures.settings(plan, new Cooling.NoCooling());
        return new Estimator(cluster.access(), Fixtures.sizing(shape), settings, past).estimate();
    }

    /** Returns an earlier run of {@code bytes} bytes in total; {@link Fixtures#plan} asks two nodes for 1,000. */
    private static PastRun past(String job, String setup, String cache, long bytes, double tasks) {
        return past(job, setup, cache, bytes, tasks, false);
    }

    private static PastRun past(String job, String setup, String cache, long bytes, double tasks, boolean evicted) {
        return new PastRun(
                "earlier",
                null,
                job,
                setup,
                null,
                Map.of("compression", "none", "cache", cache),
                bytes,
                evicted,
                tasks,
                tasks,
                evicted ? 1000 : 3,
                7 * bytes / 1000.0);
    }

    private static PastRuns past(PastRun... runs) {
        return new PastRuns(List.of(runs));
    }

    @Test
    void decoysCountInBytesAndTheirTimeComesFromRunsThatReadSuch() throws Exception {
        Plan plan = Fixtures.plan("teragen");
        DataNodeAddress node = new DataNodeAddress("a", "a:1", null, true);
        Cooling eviction = Eviction.of(List.of(node), Map.of(), OptionalLong.of(Fixtures.GIB));
        PastRun evicted = past("teragen", "setup", "cold", 1000, 10, true);
        PastRun dropped = past("teragen", "setup", "cold", 1000, 10, false);

        Estimate alike = estimate(plan, past(evicted, dropped), eviction);
        assertThat(alike.hdfs().bytes()).isEqualTo(3000 + 3 * Fixtures.GIB);
        assertThat(alike.time().seconds()).isEqualTo(1010);
        Estimate unknown = estimate(plan, past(dropped), eviction);
        assertThat(unknown.time().seconds()).isNull();
        assertThat(unknown.time().small()).isFalse();
        assertThat(estimate(plan, past(evicted)).time().seconds()).isNull();
    }

    private Estimate estimate(Plan plan, PastRuns past, Cooling cooling) throws Exception {
        return new Estimator(cluster.access(), Fixtures.sizing(SHAPE), Fixtures.settings(plan, cooling), past)
                .estimate();
    }

    @Test
    void bytesFollowFromThePlanAlone() throws Exception {
        Plan large = Plan.ofOneSetup("c", "s", "setup", 7, List.of(Fixtures.spec(1, "terasort", 10 * GB)));
        Estimate estimate = estimate(large, past());

        assertThat(estimate.hdfs().bytes()).isEqualTo(3 * 20 * GB + 20 * GB);
        assertThat(estimate.hdfs().free()).isEqualTo(cluster.memory.remaining());
        assertThat(estimate.local().bytesPerNode() / (1040.0 * GB / 100))
                .as("maps once, and twice what the reduces of a host may fetch of uneven ranges")
                .isBetween(1 + 2 * 1.05, 1 + 2 * 1.3);
        assertThat(estimate.local().freePerNode()).isNull();
    }

    @Test
    void jobsThatShuffleNothingNeedNoLocalSpaceUnlessTheirInputIsSorted() throws Exception {
        assertThat(estimate(Fixtures.plan("teragen", "hdfs-write"), past())
                        .local()
                        .bytesPerNode())
                .isZero();
        assertThat(estimate(Fixtures.plan("teraread"), past()).local().bytesPerNode())
                .isCloseTo((long) (520 * (1 + 2 * 8 / 7.0 * 1.017)), within(3L));
    }

    @Test
    void hostsWithOneReduceMoreThanOthersAndFewSampledKeysNeedMoreLocalSpace() throws Exception {
        long even = local("shuffle", Map.of("mapreduce.job.reduces", "8"));
        assertThat(even).isEqualTo(3 * 520);
        assertThat(local("shuffle", Map.of("mapreduce.job.reduces", "3"))).isEqualTo(520 + 2 * 520 * 4 / 3 + 1);
        long sampled = local("terasort", Map.of("mapreduce.job.reduces", "2400"));
        long stock = local(
                "terasort", Map.of("mapreduce.job.reduces", "2400", "mapreduce.terasort.partitions.sample", "100000"));
        assertThat(sampled / 520.0).isBetween(3.2, 3.4);
        assertThat(stock / 520.0).isBetween(4.2, 4.8);
    }

    private long local(String job, Map<String, String> configuration) throws Exception {
        RunSpec plain = Fixtures.spec(1, job, 500);
        RunSpec run = new RunSpec(plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), configuration);
        return estimate(Fixtures.shape(3), Plan.ofOneSetup("c", "s", "setup", 7, List.of(run)), past())
                .local()
                .bytesPerNode();
    }

    @Test
    void whereThereAreFewerSlotsThanHostsTheTasksHostsHoldMoreThanTheMean() throws Exception {
        Plan plan = Fixtures.plan("terasort");
        Estimate all = new Estimator(
                        new FakeCluster().access(),
                        new Sizing(Fixtures.shape(3), 2, 7, configuration -> Fixtures.REQUESTS),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        past())
                .estimate();
        Estimate one = new Estimator(
                        new FakeCluster().access(),
                        new Sizing(Fixtures.shape(3), 1, 7, configuration -> Fixtures.REQUESTS),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        past())
                .estimate();

        // It is not exactly twice, because the skew of one partition differs from that of two.
        assertThat(one.local().bytesPerNode())
                .isBetween(2 * all.local().bytesPerNode() - 20, 2 * all.local().bytesPerNode() + 20);
    }

    @Test
    void theShareOfTheQueueCountsTheApplicationMaster() throws Exception {
        NodeShape node = new NodeShape("a", 4 * Fixtures.GIB, 0, 4, 0);
        QueueShape half = new QueueShape("q", true, 2 * Fixtures.GIB, Integer.MAX_VALUE, Fixtures.GIB, "rest");

        assertThat(estimate(Fixtures.plan("teragen"), past()).queueShare()).isEqualTo(1);
        assertThat(estimate(Fixtures.shape(3, half, node), Fixtures.plan("teragen"), past())
                        .queueShare())
                .isEqualTo(1);
        assertThat(estimate(Fixtures.plan("teravalidate"), past()).queueShare()).isNull();
    }

    @Test
    void withoutRecordsTheHoursAreUnknownAndTheJobsNamed() throws Exception {
        Estimate.Time time = estimate(
                        Fixtures.plan("teragen", "hdfs-write"), past(past("teragen", "setup", "warm", 1000, 5)))
                .time();

        assertThat(time.seconds()).isNull();
        assertThat(time.unknownJobs()).containsExactly("hdfs-write");
        assertThat(time.small()).isTrue();
    }

    @Test
    void runsTakeWhatTheyTookBeforeAndEachInputIsMadeOnce() throws Exception {
        Estimate.Time time = estimate(
                        Fixtures.plan("terasort", "terasort"), past(past("terasort", "setup", "warm", 1000, 5)))
                .time();

        assertThat(time.seconds()).isCloseTo(2 * (5 + 3) + 7, within(1e-9));
        assertThat(time.campaigns()).containsExactly("earlier");
    }

    @Test
    void whatGrowsWithTheBytesIsScaledAndTheRestIsNot() throws Exception {
        Estimate.Time time = estimate(Fixtures.plan("teragen"), past(past("teragen", "setup", "warm", 100, 5)))
                .time();

        assertThat(time.seconds()).isCloseTo(50 + 3, within(1e-9));
    }

    @Test
    void theMostAlikeRunsCountAndTheSetupMoreThanItsSettings() throws Exception {
        PastRun other = past("teragen", "other", "warm", 1000, 50);
        PastRun cold = past("teragen", "setup", "cold", 1000, 20);
        PastRun warm = past("teragen", "setup", "warm", 1000, 5);

        assertThat(estimate(Fixtures.plan("teragen"), past(other, cold, warm))
                        .time()
                        .seconds())
                .isEqualTo(8);
        assertThat(estimate(Fixtures.plan("teragen"), past(other, cold)).time().seconds())
                .isEqualTo(23);
        assertThat(estimate(Fixtures.plan("teragen"), past(other)).time().seconds())
                .isEqualTo(53);
    }

    @Test
    void aPlanIsSmallByItsBytesAndItsRuns() throws Exception {
        Plan large = Plan.ofOneSetup("c", "s", "setup", 7, List.of(Fixtures.spec(1, "teragen", 4 * GB + 1)));
        String[] many = new String[101];
        Arrays.fill(many, "teragen");

        assertThat(estimate(large, past()).time().small()).isFalse();
        assertThat(estimate(Fixtures.plan(many), past()).time().small()).isFalse();
    }

    private CampaignDirectory ran(ClusterShape shape) throws Exception {
        return ran(environment(shape));
    }

    private CampaignDirectory ran(Environment environment) throws Exception {
        Plan plan = Fixtures.plan("teragen", "terasort");
        CampaignDirectory directory = new CampaignDirectory(out.resolve("earlier"));
        directory.create(plan);
        JsonDocument.write(directory.environment(), environment);
        cluster.counters = Map.of();
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(environment.shape()),
                        new Interruption(),
                        progress())
                .run(Fixtures.SOFTWARE);
        return directory;
    }

    private static Progress progress() {
        return new Progress(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                2,
                TimeLeft.ofNothing());
    }

    private static Environment environment(ClusterShape shape) {
        return environment(shape, null);
    }

    private static Environment emulated(int scale) {
        return environment(
                SHAPE,
                new LabState(LabState.SCHEMA, "now", null, "setup", scale, 1L, List.of(), null, null, null, null));
    }

    private static Environment environment(ClusterShape shape, LabState laboratory) {
        return new Environment(
                Environment.SCHEMA,
                Fixtures.SOFTWARE,
                shape,
                "q",
                "off",
                "off",
                "/b",
                false,
                List.of(),
                null,
                List.of(),
                laboratory);
    }

    @Test
    void emulatedDisksAreLikeOthersOfTheSameScaleOnly() throws Exception {
        ran(emulated(30));
        Plan plan = Fixtures.plan("teragen");

        assertThat(PastRuns.read(out, emulated(30)).runs()).hasSize(1);
        assertThat(PastRuns.read(out, emulated(60)).runs()).isEmpty();
        assertThat(PastRuns.read(out, environment(SHAPE)).runs()).isEmpty();
        assertThat(PlannedHours.of(out, plan, Map.of("setup", 30)).jobs()).isEmpty();
        assertThat(PlannedHours.of(out, plan, Map.of("setup", 60)).jobs()).containsExactly("teragen");
        assertThat(PlannedHours.of(out, plan, Map.of()).jobs()).containsExactly("teragen");
    }

    @Test
    void eachVisitMakesTheInputsOfAllItsRunsAnewWhicheverMakesThem() throws Exception {
        CampaignDirectory directory = ran(SHAPE);
        List<RunSpec> runs = new ArrayList<>();
        for (int containers : new int[] {2, 4, 8}) {
            runs.add(new RunSpec(
                    "00" + runs.size() + "-teragen",
                    runs.size() + 1,
                    1,
                    1,
                    "teragen",
                    Size.perNode(500),
                    Map.of("containers_per_node", String.valueOf(containers)),
                    Map.of()));
        }
        Plan plan = Plan.ofOneSetup("campaign", "suite", "setup", 7, runs);
        ObjectMapper json = new ObjectMapper();
        Path first = directory.runs().resolve("001-teragen.json");
        ObjectNode ended = (ObjectNode) json.readTree(first.toFile());
        for (int run = 0; run < runs.size(); run++) {
            ObjectNode copy = ended.deepCopy();
            ((ObjectNode) copy.get("identity")).put("run", runs.get(run).id());
            ((ObjectNode) copy.get("subject"))
                    .set("settings", json.valueToTree(runs.get(run).settings()));
            // The third reads what the second made.
            ((ObjectNode) copy.get("steps")).put("prepare", run == 2 ? 0 : 100 * (run + 1));
            json.writeValue(
                    directory.runs().resolve(runs.get(run).id() + ".json").toFile(), copy);
            // A repeat reads what the first run made.
            ((ObjectNode) copy.get("identity")).put("run", "repeat-" + run);
            ((ObjectNode) copy.get("steps")).put("prepare", 0);
            json.writeValue(directory.runs().resolve("repeat-" + run + ".json").toFile(), copy);
        }

        assertThat(PlannedHours.of(out, plan, Map.of()).seconds()).isBetween(300.0 + 3 * 5, 300.0 + 3 * 15);
        double elapsed = ended.at("/times/elapsed").asDouble();
        assertThat(elapsed).isPositive();
        assertThat(PlannedHours.expected(out, plan, Map.of()))
                .hasSize(runs.size())
                .allSatisfy((run, seconds) -> assertThat(seconds).isEqualTo(elapsed));
        assertThat(PlannedHours.expected(out, plan, Map.of("setup", 30))).isEmpty();
    }

    @Test
    void recordsOfTheSameNodesAreFoundAndOnlyTheValidOnes() throws Exception {
        // The fake cluster sorts nothing, so the run of terasort is invalid.
        ran(SHAPE);

        assertThat(PastRuns.read(out, environment(SHAPE)).runs())
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.job()).isEqualTo("teragen");
                    assertThat(run.bytes()).isEqualTo(1000);
                    assertThat(run.tasks()).isEqualTo(5);
                });
        ClusterShape busy = Fixtures.shape(
                3,
                new NodeShape("b", 4 * Fixtures.GIB, Fixtures.GIB, 4, 1),
                new NodeShape("a", 4 * Fixtures.GIB, 0, 4, 0));
        assertThat(PastRuns.read(out, environment(busy)).runs()).hasSize(1);
    }

    @Test
    void recordsOfOtherNodesSayNothingAndDamagedOnesKeepNobodyFromRunning() throws Exception {
        CampaignDirectory directory = ran(SHAPE);

        assertThat(PastRuns.read(out, environment(Fixtures.shape(2))).runs()).isEmpty();
        assertThat(PastRuns.read(out, environment(Fixtures.shape(3, new NodeShape[0])))
                        .runs())
                .isEmpty();
        Files.writeString(directory.runs().resolve("001-teragen.json"), "{");
        assertThat(PastRuns.read(out, environment(SHAPE)).runs()).isEmpty();
        assertThat(PastRuns.read(out.resolve("none"), environment(SHAPE)).runs())
                .isEmpty();
    }

    @Test
    void afterTheCampaignTheMeasuredPeakAndTimeStandBesideTheEstimate() throws Exception {
        CampaignDirectory directory = ran(SHAPE);
        JsonDocument.write(directory.estimate(), estimate(Fixtures.plan("teragen", "terasort"), past()));

        EstimateCheck.noteError(directory, progress());

        Estimate estimate = JsonDocument.read(directory.estimate(), Estimate.class, Estimate.SCHEMA);
        // In addition to teragen's rows, HDFS holds only the marker of the campaign's directory, with three replicas.
        assertThat(estimate.measured().hdfsBytes()).isBetween(3000L, 10_000L);
        assertThat(estimate.measured().seconds()).isNotNegative();
        assertThat(estimate.time().seconds()).isNull();
    }
}
