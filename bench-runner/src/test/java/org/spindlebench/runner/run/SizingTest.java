package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SplitHosts;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.Storage.Inherited;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;
import org.spindlebench.runner.run.Calibration.SleepWave;
import org.spindlebench.runner.run.Sizing.ProbeContainers;

class SizingTest {
    private static SizedRun size(String job, long bytesPerNode) {
        return Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, job, bytesPerNode));
    }

    @Test
    void bytesAreThoseOfANodeTimesTheHosts() {
        SizedRun run = size("hdfs-write", 1001);

        assertThat(run.bytes()).isEqualTo(2002);
        assertThat(run.nodes()).isEqualTo(2);
    }

    @Test
    void rowsAreWholeOnlyTheRemainderOfOneRowIsDropped() {
        assertThat(size("teragen", 1099).bytes()).isEqualTo(2100);
        assertThat(size("terasort", 1099).input().orElseThrow().bytes()).isEqualTo(2100);
        assertThat(size("wordcount", 1099).bytes()).isEqualTo(2198);
    }

    @Test
    void inputsOfOtherErasureCodingAreOtherInputs() {
        RunSpec plain = Fixtures.spec(1, "scaled", 1000);
        RunSpec coded = new RunSpec(
                plain.id(),
                1,
                1,
                1,
                "scaled",
                plain.size(),
                plain.settings(),
                Map.of(JobKeys.ERASURE_CODING, "XOR-2-1-1024k"));
        Sizing sizing = Fixtures.sizing(Fixtures.shape(3));

        assertThat(sizing.size(plain).input().orElseThrow().variant()).isEqualTo("random");
        assertThat(sizing.size(coded).input().orElseThrow().variant()).isEqualTo("random-XOR-2-1-1024k");
    }

    @Test
    void twoNodeManagersOnOneHostAreOneNode() {
        ClusterShape embedded = Fixtures.shape(
                1, new NodeShape("localhost", 4 * GIB, 0, 4, 0), new NodeShape("localhost", 4 * GIB, 0, 4, 0));
        SizedRun run = Fixtures.sizing(embedded).size(Fixtures.spec(1, "teragen", 1000));

        assertThat(run.bytes()).isEqualTo(1000);
        assertThat(run.nodes()).isEqualTo(1);
        assertThat(run.maps()).isEqualTo(7);
    }

    @Test
    void splitsOfAJobThatMakesItsDataNameTheHostsWithTheirRoomBesideAProbe() {
        RunSpec plain = Fixtures.spec(1, "hdfs-write", 1000);
        RunSpec placed = new RunSpec(
                plain.id(),
                1,
                1,
                1,
                plain.job(),
                plain.size(),
                plain.settings(),
                Map.of(JobKeys.PLACEMENT, JobKeys.HOSTS));
        Sizing sizing = Fixtures.sizing(Fixtures.shape(
                3,
                new NodeShape("twice", 4 * GIB, 0, 4, 0),
                new NodeShape("busy", 4 * GIB, 4 * GIB, 4, 4),
                new NodeShape("twice", 2 * GIB, 0, 2, 0),
                new NodeShape("half", 4 * GIB, 2 * GIB, 4, 2)));

        assertThat(sizing.size(plain).splitHosts()).isEmpty();
        assertThat(sizing.size(placed).splitHosts()).isEqualTo("half=2,twice=6");
        assertThat(sizing.withProbe(Optional.of(ProbeContainers.of(GIB / 4)))
                        .size(placed)
                        .splitHosts())
                .isEqualTo("half=1,twice=5");
        JobRequest request = sizing.size(placed).request(7, null, "/out");
        assertThat(sizing.size(placed).call(request, Map.of(), null).configuration())
                .containsEntry(SplitHosts.KEY, "half=2,twice=6");
        assertThat(sizing.size(plain).call(request, Map.of(), null).configuration())
                .doesNotContainKey(SplitHosts.KEY);
    }

    @Test
    void replicationIsThreeOrWhatTheDataNodesCanHold() {
        assertThat(Fixtures.sizing(Fixtures.shape(5)).replication()).isEqualTo(3);
        assertThat(Fixtures.sizing(Fixtures.shape(3)).replication()).isEqualTo(3);
        assertThat(Fixtures.sizing(Fixtures.shape(2)).replication()).isEqualTo(2);
        assertThat(Fixtures.sizing(Fixtures.shape(0)).replication()).isEqualTo(3);
    }

    @Test
    void dataThatIsToStayOnTheWritersHostsHasOneReplicaUnlessTheUserWantsMore() {
        Sizing local = Fixtures.sizing(Fixtures.shape(5)).withSingleReplica().withProbe(Optional.empty());

        assertThat(local.replication()).isEqualTo(1);
        assertThat(local.size(Fixtures.spec(1, "hdfs-write", 1000)).outputReplication())
                .isEqualTo(1);
        assertThat(local.size(Fixtures.spec(1, "teraread", 1000)).input().orElseThrow())
                .extracting(InputData::replication)
                .isEqualTo(1);
    }

    @Test
    void aJobWithOneReplicaKeepsItOnAnyCluster() {
        Sizing two = Fixtures.sizing(Fixtures.shape(2));

        assertThat(two.size(Fixtures.spec(1, "teragen", 1000)).outputReplication())
                .isEqualTo(2);
        assertThat(two.size(Fixtures.spec(1, "terasort", 1000)).outputReplication())
                .isEqualTo(1);
    }

    @Test
    void textHasAtLeastFourSplitsAndNoneLargerThanABlock() {
        InputData small = size("wordcount", 1000).input().orElseThrow();
        InputData large = size("wordcount", 5 * GIB + 1).input().orElseThrow();
        Sizing oneSlot = new Sizing(Fixtures.shape(3), 1, 7, configuration -> Fixtures.REQUESTS);
        InputData least =
                oneSlot.size(Fixtures.spec(1, "wordcount", 1000)).input().orElseThrow();

        assertThat(small).isEqualTo(new InputData(ContentKind.TEXT, 2000, 7, 3, 128L << 20, 7, ""));
        assertThat(large.files()).isEqualTo(81);
        assertThat(large.bytes() / large.files()).isLessThanOrEqualTo(128L << 20);
        assertThat(least.files()).isEqualTo(4);
    }

    @Test
    void textHasNoSplitForEachBlockIfSplitsAreLarger() {
        String key = "mapreduce.input.fileinputformat.split.minsize";
        assertThat(text(5 * GIB, Map.of()).files()).isEqualTo(80);
        assertThat(text(5 * GIB, Map.of(key, "1")).files()).isEqualTo(80);
        assertThat(text(5 * GIB, Map.of(key, "536870912")).files()).isEqualTo(20);
    }

    private InputData text(long bytesPerNode, Map<String, String> configuration) {
        Size size = Size.perNode(bytesPerNode);
        RunSpec spec = new RunSpec("001-wordcount", 1, 1, 1, "wordcount", size, Map.of(), configuration);
        return new Sizing(Fixtures.shape(3), null, 7, any -> Fixtures.REQUESTS)
                .size(spec)
                .input()
                .orElseThrow();
    }

    @Test
    void jobsThatReadTheSameShareOneContent() {
        InputData sorted = size("teravalidate", 1000).input().orElseThrow();

        assertThat(size("teraread", 1000).input()).contains(sorted);
        assertThat(sorted.kind()).isEqualTo(ContentKind.TERA_SORTED);
        assertThat(sorted.id())
                .isNotEqualTo(size("terasort", 1000).input().orElseThrow().id());
    }

    @Test
    void aWaveOfMapsIsSizedByMapsAndOneOfBothByTheLarger() {
        ContainerSize small = new ContainerSize(GIB, 1);
        ContainerSize large = new ContainerSize(2 * GIB, 1);
        Sizing largeReduces = new Sizing(
                Fixtures.shape(3), null, 7, configuration -> new TaskRequests(small, large, small, 0, 0, 0, 128, 0));
        Sizing largeMaps = new Sizing(
                Fixtures.shape(3), null, 7, configuration -> new TaskRequests(large, small, small, 0, 0, 0, 128, 0));

        assertThat(largeReduces.size(Fixtures.spec(1, "teragen", 1000)).maps()).isEqualTo(7);
        assertThat(largeReduces.size(Fixtures.spec(1, "terasort", 1000)).maps()).isEqualTo(3);
        assertThat(largeReduces.size(Fixtures.spec(1, "shuffle", 1000)).maps()).isEqualTo(3);
        assertThat(largeMaps.size(Fixtures.spec(1, "shuffle", 1000)).maps()).isEqualTo(3);
    }

    @Test
    void aWaveOfBothIsSizedByWhicheverFewerFitOf() {
        NodeShape node = new NodeShape("a", 64 * GIB, 0, 16, 0);
        ClusterShape memory = Fixtures.shape(3, node);
        ClusterShape dominant =
                new ClusterShape(memory.nodes(), memory.queue(), GIB, 64 * GIB, 16, true, memory.dataNodeHosts(), 3);
        TaskRequests manyVcores = new TaskRequests(
                new ContainerSize(2 * GIB, 4),
                new ContainerSize(4 * GIB, 1),
                new ContainerSize(GIB, 1),
                0,
                0,
                0,
                128,
                0);
        Sizing both = new Sizing(dominant, null, 7, configuration -> manyVcores);

        // 4 maps of 4 vcores would fill the node, but the ApplicationMaster takes one vcore.
        assertThat(both.size(Fixtures.spec(1, "shuffle", 1000)).maps()).isEqualTo(3);
        assertThat(both.size(Fixtures.spec(1, "shuffle", 1000)).reduces()).isEqualTo(3);
        assertThat(both.size(Fixtures.spec(1, "terasort", 1000)).reduces()).isEqualTo(15);
        assertThat(new Sizing(memory, null, 7, configuration -> manyVcores)
                        .size(Fixtures.spec(1, "shuffle", 1000))
                        .maps())
                .isEqualTo(15);
        assertThat(both.waves(Fixtures.plan("shuffle").runs()))
                .extracting(SleepWave::kind)
                .containsExactly("map", "reduce");
    }

    @Test
    void aClusterThatIsFullStillGetsOneTask() {
        ClusterShape full = Fixtures.shape(3, new NodeShape("a", 4 * GIB, 4 * GIB, 4, 4));
        SizedRun run = Fixtures.sizing(full).size(Fixtures.spec(1, "teragen", 1000));

        assertThat(run.maps()).isEqualTo(1);
        assertThat(run.slots().chosen()).isZero();
    }

    @Test
    void aProbeTakesAContainerOfEachHostAndAnApplicationMaster() {
        NodeShape node = new NodeShape("a", 4 * GIB, 0, 4, 0);
        ClusterShape shape =
                Fixtures.shape(3, node, new NodeShape("a", 4 * GIB, 0, 4, 0), new NodeShape("b", 4 * GIB, 0, 4, 0));
        Sizing alone = Fixtures.sizing(shape);
        // Requests are rounded up to half a GiB, and 12 tasks of 1 GiB fit on the nodes. The probe's containers cost
        // one task on each of two hosts. The two ApplicationMasters, of 1 GiB and half a GiB, cost one task each at
        // worst.
        Sizing watched = alone.withProbe(Optional.of(ProbeContainers.of(256L << 20)));

        assertThat(alone.size(Fixtures.spec(1, "teragen", 1000)).slots().chosen())
                .isEqualTo(11);
        assertThat(watched.size(Fixtures.spec(1, "teragen", 1000)).slots().chosen())
                .isEqualTo(8);
    }

    @Test
    void slotsAreListedOnceAJob() {
        assertThat(Fixtures.sizing(Fixtures.shape(3))
                        .slots(Fixtures.plan("teragen", "terasort", "teragen").runs()))
                .extracting(Sizing.SlotsOf::name)
                .containsExactly("teragen", "terasort");
    }

    @Test
    void slotsOfAJobAreListedForEachNumberOfContainersPerNode() {
        RunSpec two = asking("2");
        RunSpec four = asking("4");
        Sizing sizing = new Sizing(Fixtures.shape(3), null, 7, SizingTest::asMemorySays);
        Map<String, Integer> chosen = chosen(sizing, two, four);

        assertThat(chosen).containsOnlyKeys("terasort, 2 per node", "terasort, 4 per node");
        assertThat(chosen.get("terasort, 2 per node")).isLessThan(chosen.get("terasort, 4 per node"));
        assertThat(chosen(sizing, four, two))
                .as("whichever comes first in a plan")
                .isEqualTo(chosen);
    }

    private static TaskRequests asMemorySays(Map<String, String> configuration) {
        return Fixtures.requests(Long.parseLong(configuration.get("mapreduce.map.memory.mb")) << 20, 128L << 20);
    }

    private static RunSpec asking(String containersPerNode) {
        RunSpec spec = Fixtures.spec(1, "terasort", 500);
        return new RunSpec(
                spec.id(),
                spec.index(),
                spec.block(),
                spec.repeat(),
                spec.job(),
                spec.size(),
                spec.settings(),
                Map.of(JobKeys.CONTAINERS_PER_NODE, containersPerNode));
    }

    private static Map<String, Integer> chosen(Sizing sizing, RunSpec... runs) {
        return sizing.slots(List.of(runs)).stream()
                .collect(Collectors.toMap(Sizing.SlotsOf::name, Sizing.SlotsOf::chosen));
    }

    @Test
    void aRunTakesOverTheErasureCodingAndTheEncryptionOfTheDirectoryAboveIt() {
        RunSpec plain = Fixtures.spec(1, "terasort", 1000);
        RunSpec other = new RunSpec(
                plain.id(),
                1,
                1,
                1,
                "terasort",
                plain.size(),
                plain.settings(),
                Map.of(JobKeys.ERASURE_CODING, "XOR-2-1-1024k"));
        Sizing below = Fixtures.sizing(Fixtures.shape(9)).below(new Inherited("RS-6-3-1024k", "AES/CTR/NoPadding"));

        assertThat(below.size(plain).erasureCoding().orElseThrow().name()).isEqualTo("RS-6-3-1024k");
        assertThat(below.size(other).erasureCoding().orElseThrow().name())
                .as("what the suite asks for comes first")
                .isEqualTo("XOR-2-1-1024k");
        SizedRun shuffle = below.size(Fixtures.spec(1, "shuffle", 1000));
        assertThat(shuffle.erasureCoding()).as("it stores nothing in HDFS").isEmpty();
        assertThat(shuffle.configuration()).containsEntry(Sizing.ENCRYPTION, "AES/CTR/NoPadding");
        assertThat(below.withSingleReplica().size(plain).configuration()).containsKey(JobKeys.ERASURE_CODING);
        assertThat(Fixtures.sizing(Fixtures.shape(9)).size(plain).configuration())
                .doesNotContainKeys(JobKeys.ERASURE_CODING, Sizing.ENCRYPTION);
        Program writes = new Program(
                Call.ofCommand(List.of("mine", "${tag}", "${output}")),
                List.of(),
                null,
                OneWaveOf.NONE,
                new ProgramProof(true, true, 0, 2, List.of()));
        RunSpec program = new RunSpec("3", 1, 1, 1, "mine", plain.size(), plain.settings(), Map.of(), writes);
        assertThat(below.size(program).configuration())
                .as("a program's output is below the directory, too")
                .containsEntry(JobKeys.ERASURE_CODING, "RS-6-3-1024k");
    }
}
