package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.Storage.Inherited;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.Input;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.Sizing.ProbeContainers;

class PreflightTest {
    private static final Plan PLAN = Fixtures.plan("terasort", "terasort");
    private static final long GB = 1_000_000_000;
    private static final String CODING = "spindle.erasure.coding";
    private static final String POLICY = "spindle.storage.policy";
    private static final NodeShape NODE = new NodeShape("a", 4 * GIB, 0, 4, 0);

    private final FakeCluster cluster = new FakeCluster();

    private List<String> problems(ClusterShape shape, TaskRequests requests) {
        return problems(cluster, shape, requests);
    }

    private static List<String> problems(FakeCluster cluster, ClusterShape shape, TaskRequests requests) {
        Sizing sizing = new Sizing(shape, null, 7, configuration -> requests);
        return new Preflight(cluster.access(), sizing, Fixtures.settings(PLAN, new Cooling.NoCooling()))
                .problems(PLAN.runs());
    }

    private static QueueShape queue(boolean running, long userMemory, long amMemory) {
        return new QueueShape("nightly", running, userMemory, Integer.MAX_VALUE, amMemory, "rest");
    }

    private static TaskRequests heaps(long mapHeap, long reduceHeap) {
        ContainerSize task = new ContainerSize(GIB, 1);
        return new TaskRequests(task, task, task, mapHeap, reduceHeap, 0, 128 << 20, 10_000_000);
    }

    @Test
    void aSoundClusterHasNoProblem() {
        assertThat(problems(Fixtures.shape(3), Fixtures.REQUESTS)).isEmpty();
    }

    @Test
    void aStoppedQueueIsNamedWithItsOption() {
        ClusterShape shape = Fixtures.shape(3, queue(false, Long.MAX_VALUE, Long.MAX_VALUE), NODE);

        assertThat(problems(shape, Fixtures.REQUESTS))
                .containsExactly("queue nightly is stopped; name another with --queue");
    }

    @Test
    void aJobHistoryServerThatDoesNotAnswerIsNamedWithItsKey() {
        FakeCluster silent = new FakeCluster() {
            @Override
            public void probe() throws IOException {
                throw new IOException("no JobHistoryServer answers at host:10020");
            }
        };

        assertThat(problems(silent, Fixtures.shape(3), Fixtures.REQUESTS))
                .singleElement()
                .asString()
                .startsWith("mapreduce.jobhistory.address: ")
                .contains("host:10020")
                .contains("start it");
    }

    @Test
    void aContainerThatIsTooLargeIsNamedWithItsKeyForEachKindOfTask() {
        assertThat(problems(Fixtures.shape(3), Fixtures.requests(5 * GIB, 128 << 20)))
                .anySatisfy(problem -> assertThat(problem)
                        .isEqualTo(
                                "mapreduce.map.memory.mb: 5120 MiB exceeds the largest container, 4096 MiB; lower it"))
                .anySatisfy(problem -> assertThat(problem).startsWith("mapreduce.reduce.memory.mb: 5120 MiB"));
    }

    @Test
    void aHeapThatLeavesNothingOfItsContainerIsNamed() {
        assertThat(problems(Fixtures.shape(3), heaps(GIB, GIB * 8 / 10)))
                .singleElement()
                .asString()
                .startsWith("mapreduce.map.java.opts: a heap of 1024 MiB leaves nothing")
                .contains("0.8");
    }

    @Test
    void aHeapInBytesIsTakenForAForgottenUnit() {
        assertThat(problems(Fixtures.shape(3), heaps(0, 1000)))
                .containsExactly("mapreduce.reduce.java.opts: -Xmx of 1000 bytes; was a unit forgotten (-Xmx819m)?");
    }

    @Test
    void anApplicationMasterAboveTheQueuesShareWaitsOnlyBesideOthers() {
        QueueShape queue = queue(true, Long.MAX_VALUE, GIB / 2);
        ClusterShape busy = Fixtures.shape(3, queue, new NodeShape("a", 4 * GIB, GIB, 4, 1));

        assertThat(problems(Fixtures.shape(3, queue, NODE), Fixtures.REQUESTS)).isEmpty();
        assertThat(problems(busy, Fixtures.REQUESTS))
                .singleElement()
                .asString()
                .startsWith("yarn.app.mapreduce.am.resource.mb: an ApplicationMaster of 1024 MiB")
                .contains("512 MiB that queue nightly grants")
                .contains("yarn.scheduler.capacity.maximum-am-resource-percent");
    }

    @Test
    void aProbesApplicationMasterMustLeaveRoomForAJobs() {
        Sizing tight = new Sizing(
                        Fixtures.shape(3, queue(true, Long.MAX_VALUE, GIB), NODE), null, 7, any -> Fixtures.REQUESTS)
                .withProbe(Optional.of(ProbeContainers.of(256L << 20)));
        assertThat(new Preflight(cluster.access(), tight, Fixtures.settings(PLAN, new Cooling.NoCooling()))
                        .problems(PLAN.runs()))
                .singleElement()
                .asString()
                .startsWith(
                        "--probe yarn: its ApplicationMaster of 512 MiB and a job's of 1024 MiB exceed the 1024 MiB")
                .contains("--probe off");
        Sizing enough = new Sizing(
                        Fixtures.shape(3, queue(true, Long.MAX_VALUE, 3 * GIB / 2), NODE),
                        null,
                        7,
                        any -> Fixtures.REQUESTS)
                .withProbe(Optional.of(ProbeContainers.of(256L << 20)));
        assertThat(new Preflight(cluster.access(), enough, Fixtures.settings(PLAN, new Cooling.NoCooling()))
                        .problems(PLAN.runs()))
                .isEmpty();
    }

    @Test
    void noRoomBesideTheApplicationMasterIsAProblem() {
        ClusterShape full = Fixtures.shape(3, new NodeShape("a", 4 * GIB, 3 * GIB, 4, 3));

        assertThat(problems(full, Fixtures.REQUESTS))
                .singleElement()
                .asString()
                .startsWith("no container of terasort fits")
                .contains("mapreduce.map.memory.mb");
    }

    @Test
    void tooLittleSpaceIsAProblemWithItsOption() {
        Sizing sizing = Fixtures.sizing(Fixtures.shape(3));
        Plan large = Plan.ofOneSetup("c", "s", "setup", 7, List.of(Fixtures.spec(1, "teragen", 1L << 40)));

        assertThat(new Preflight(cluster.access(), sizing, Fixtures.settings(large, new Cooling.NoCooling()))
                        .problems(large.runs()))
                .singleElement()
                .asString()
                .startsWith("HDFS has 1099.5 GB left, but the plan needs 6597.1 GB")
                .contains("--bytes-per-node");
    }

    @Test
    void theSpaceOfOtherHostsDoesNotCount() {
        HostSet hosts = new HostSet(List.of("a.invalid", "b.invalid"));
        Plan plan = Plan.ofOneSetup("c", "s", "setup", 7, List.of(Fixtures.spec(1, "teragen", GB)));
        Sizing sizing = Fixtures.sizing(Fixtures.shape(3));
        Preflight preflight = new Preflight(
                cluster.access(), sizing, Fixtures.settings(plan, plan.first(), new Cooling.NoCooling(), hosts));
        cluster.memory.remainingByHost(Map.of("a.invalid", GB, "b.invalid", 2 * GB, "c.invalid", 100 * GB));

        assertThat(preflight.problems(plan.runs()))
                .singleElement()
                .asString()
                .startsWith("HDFS has 3.0 GB left on the setup's hosts, but the plan needs 6.0 GB");
        cluster.memory.remainingByHost(Map.of("a.invalid", 4 * GB, "b.invalid", 2 * GB));
        assertThat(preflight.problems(plan.runs())).isEmpty();
    }

    @Test
    void spaceThatNobodyTellsIsAProblem() {
        cluster.storage = FaultyStorage.failingFrom(cluster.memory, 1);

        assertThat(problems(Fixtures.shape(3), Fixtures.REQUESTS))
                .containsExactly("cannot find out how much space HDFS has left: HDFS is gone");
    }

    @Test
    void thePeakHoldsWhatIsThereAtOnceWithTheUnsortedRowsOfSortedOnes() {
        Preflight preflight = new Preflight(
                cluster.access(), Fixtures.sizing(Fixtures.shape(3)), Fixtures.settings(PLAN, new Cooling.NoCooling()));

        assertThat(preflight.peakBytes(Fixtures.plan("teragen").runs())).isEqualTo(3000);
        assertThat(preflight.peakBytes(Fixtures.plan("terasort", "terasort").runs()))
                .isEqualTo(3000 + 1000);
        assertThat(preflight.peakBytes(Fixtures.plan("teraread").runs())).isEqualTo(6000);
        assertThat(preflight.peakBytes(
                        Fixtures.plan("terasort", "teraread", "teravalidate").runs()))
                .as("the output of terasort is gone when sorted rows are made")
                .isEqualTo(6000);
    }

    @Test
    void anErasureCodingPolicyThatHdfsCannotFollowIsRefusedWithTheRemedy() {
        cluster.memory.enabled("XOR-2-1-1024k", "RS-6-3-1024k");
        Preflight preflight = new Preflight(
                cluster.access(), Fixtures.sizing(Fixtures.shape(3)), Fixtures.settings(PLAN, new Cooling.NoCooling()));

        assertThat(preflight.problems(
                        plan("terasort", Map.of(CODING, "XOR-2-1-1024k")).runs()))
                .isEmpty();
        assertThat(preflight.problems(
                        plan("terasort", Map.of(CODING, "RS-6-3-1024k")).runs()))
                .containsExactly("erasure_coding: RS-6-3-1024k spreads each block group over 9 DataNodes, but there are"
                        + " only 3; use a policy with fewer units, or start more DataNodes");
        assertThat(preflight.problems(
                        plan("terasort", Map.of(CODING, "RS-3-2-1024k")).runs()))
                .containsExactly(
                        "erasure_coding: HDFS has not enabled RS-3-2-1024k; enable it with `hdfs ec -enablePolicy"
                                + " -policy RS-3-2-1024k`, or use XOR-2-1-1024k or RS-6-3-1024k");
    }

    @Test
    void aSetupsPolicyThatHdfsIgnoresForErasureCodedFilesIsRefused() {
        cluster.memory.enabled("XOR-2-1-1024k");
        List<RunSpec> runs = plan("terasort", Map.of(CODING, "XOR-2-1-1024k")).runs();

        assertThat(problems(runs, StoragePolicy.ALL_SSD)).isEmpty();
        assertThat(problems(runs, StoragePolicy.ONE_SSD))
                .containsExactly(
                        "erasure_coding: HDFS ignores the setup's storage policy ONE_SSD for erasure-coded files;"
                                + " leave out erasure_coding, or name a setup with HOT or COLD or ALL_SSD");
    }

    private List<String> problems(List<RunSpec> runs, StoragePolicy policy) {
        CampaignSettings any = Fixtures.settings(PLAN, new Cooling.NoCooling());
        CampaignSettings settings = new CampaignSettings(
                any.plan(),
                any.visit(),
                any.queue(),
                any.baseDirectory(),
                any.limits(),
                any.cooling(),
                null,
                any.tolerance(),
                any.guest(),
                policy,
                null,
                Map.of(),
                Collections.emptySortedMap(),
                null,
                List.of(),
                null);
        return new Preflight(cluster.access(), Fixtures.sizing(Fixtures.shape(3)), settings).problems(runs);
    }

    @Test
    void anOutputTakesWhatItsJobWritesUnderItsOwnPolicy() {
        Preflight preflight = new Preflight(
                cluster.access(), Fixtures.sizing(Fixtures.shape(3)), Fixtures.settings(PLAN, new Cooling.NoCooling()));

        assertThat(preflight.peakBytes(Fixtures.plan("wordcount").runs())).isEqualTo(3000 + 3 * 30);
        assertThat(preflight.peakBytes(
                        plan("dfsio-write", Map.of(CODING, "RS-6-3-1024k")).runs()))
                .isEqualTo(1500);
        assertThat(preflight.peakBytes(
                        plan("dfsio-write", Map.of(CODING, "XOR-2-1-1024k")).runs()))
                .isEqualTo(1500);
        assertThat(preflight.peakBytes(
                        plan("dfsio-write", Map.of(CODING, "RS-10-4-1024k")).runs()))
                .isEqualTo(1400);
        assertThat(preflight.peakBytes(
                        plan("dfsio-write", Map.of(CODING, "our-own")).runs()))
                .isEqualTo(3000);
        assertThat(preflight.peakBytes(
                        plan("dfsio-read", Map.of(CODING, "RS-6-3-1024k")).runs()))
                .as("what it reads was written under the same policy, and it writes nothing")
                .isEqualTo(1500);
        assertThat(preflight.peakBytes(
                        plan("terasort", Map.of(CODING, "RS-6-3-1024k")).runs()))
                .as("input and output")
                .isEqualTo(1500 + 1500);
        assertThat(preflight.peakBytes(
                        plan("scaled", Map.of("spindle.output.bytes", "10")).runs()))
                .isEqualTo(3000 + 3 * 10);
    }

    @Test
    void aPolicysOwnTypeOfStorageMustHaveRoom() {
        cluster.memory.remainingByType(Map.of("DISK", 1L << 40, "SSD", 2_500L));

        assertThat(problemsOf(plan("dfsio-write", Map.of(POLICY, "ONE_SSD")))).isEmpty();
        assertThat(problemsOf(plan("dfsio-write", Map.of(POLICY, "HOT")))).isEmpty();
        assertThat(problemsOf(plan("dfsio-write", Map.of(POLICY, "ALL_SSD"))))
                .singleElement()
                .asString()
                .startsWith("storage_policy: ALL_SSD needs 0.0 GB on storage of type SSD")
                .contains("lower --bytes-per-node");
        assertThat(problemsOf(plan("dfsio-read", Map.of(POLICY, "ALL_SSD")))).hasSize(1);
        assertThat(problemsOf(plan("dfsio-write", Map.of(POLICY, "COLD"))))
                .as("no DataNode has any")
                .singleElement()
                .asString()
                .contains("type ARCHIVE");
        cluster.memory.remainingByType(Map.of());
        assertThat(problemsOf(plan("dfsio-write", Map.of(POLICY, "ALL_SSD"))))
                .as("nobody says")
                .isEmpty();
    }

    @Test
    void aPathThatAProgramReadsMustExistAndNotBeSpindlesOwn() {
        cluster.memory.put("/data/logs/a", 1, 3);
        cluster.memory.put("/base/other/a", 1, 3);

        assertThat(problemsOf(reading("/data/logs"))).isEmpty();
        assertThat(problemsOf(reading("/data/none")))
                .containsExactly("input of mine: there is no /data/none in HDFS; name a path with data");
        for (String path : List.of("/base/other", "/base")) {
            assertThat(problemsOf(reading(path)))
                    .singleElement()
                    .asString()
                    .startsWith("input of mine: " + path + " and Spindle's own directory /base contain each other");
        }
    }

    private static Plan reading(String path) {
        RunSpec plain = Fixtures.spec(1, "mine", 500);
        Program program = new Program(
                Call.ofShell("x"),
                List.of(),
                new Input(null, path),
                OneWaveOf.NONE,
                new ProgramProof(false, false, 0, 0, List.of()));
        return Plan.ofOneSetup(
                "c",
                "s",
                "setup",
                7,
                List.of(new RunSpec(
                        plain.id(), 1, 1, 1, "mine", plain.size(), plain.settings(), plain.configuration(), program)));
    }

    private static Plan plan(String job, Map<String, String> configuration) {
        RunSpec plain = Fixtures.spec(1, job, 500);
        return Plan.ofOneSetup(
                "c",
                "s",
                "setup",
                7,
                List.of(new RunSpec(plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), configuration)));
    }

    private List<String> problemsOf(Plan plan) {
        Sizing sizing = Fixtures.sizing(Fixtures.shape(3));
        return new Preflight(cluster.access(), sizing, Fixtures.settings(plan, new Cooling.NoCooling()))
                .problems(plan.runs());
    }

    @Test
    void allProblemsComeAtOnceAndEachOnce() {
        cluster.storage = FaultyStorage.failingFrom(cluster.memory, 1);
        ClusterShape shape = Fixtures.shape(3, queue(false, Long.MAX_VALUE, Long.MAX_VALUE), NODE);

        assertThat(problems(shape, heaps(1000, 1000))).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void aClusterWithoutNodeManagersIsAProblem() {
        assertThat(problems(Fixtures.shape(3, new NodeShape[0]), Fixtures.REQUESTS))
                .anySatisfy(problem -> assertThat(problem).startsWith("no NodeManager is running for queue default"));
    }

    @Test
    void whatErasureCodedFilesCannotHaveIsRefusedBelowACodedDirectory() {
        cluster.memory.enabled("XOR-2-1-1024k");
        Sizing below = Fixtures.sizing(Fixtures.shape(3)).below(new Inherited("XOR-2-1-1024k", null));
        Preflight preflight = new Preflight(cluster.access(), below, Fixtures.settings(PLAN, new Cooling.NoCooling()));

        assertThat(preflight.problems(plan("terasort", Map.of()).runs())).isEmpty();
        assertThat(preflight.problems(
                        plan("terasort", Map.of("spindle.replication", "2")).runs()))
                .containsExactly("terasort: replication: erasure-coded files have no replicas; leave out replication or"
                        + " erasure_coding");
    }
}
