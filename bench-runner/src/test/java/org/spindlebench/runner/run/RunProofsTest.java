package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeObservation;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.Flushed;
import org.spindlebench.runner.probe.Probe.NodeSamples;

/**
 * Tests a node with HDFS on sdb and the shuffle on sdc. Each second, 1,000 requests of one sector read from sdb and as
 * many write to sdc.
 */
class RunProofsTest {
    private static final EndedJob JOB = Fixtures.ended(true, "");
    private static final long SECONDS = 10;
    private static final List<String> FIELDS = List.of("reads", "sectorsRead", "writes", "sectorsWritten");

    @TempDir
    private Path directory;

    /** A probe that returns the given samples and layouts. */
    record Seen(List<NodeSamples> samples, List<NodeLayout> layouts) implements Probe {
        @Override
        public String method() {
            return "yarn";
        }

        @Override
        public List<NodeSamples> window(Instant from, Instant to) {
            return samples;
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

    private static NodeSamples samples(String node) {
        return samples(node, 1_000);
    }

    /** Returns samples of a node that reads this number of sectors per second from HDFS's disk. */
    static NodeSamples samples(String node, long read) {
        return new NodeSamples(node, sink -> {
            for (long second = -2; second <= SECONDS + 4; second++) {
                List<String> names = new ArrayList<>();
                List<Long> values = new ArrayList<>();
                add("sdb", List.of("reads", "sectorsRead"), read * (second + 2), names, values);
                add("sdc", List.of("writes", "sectorsWritten"), 1_000 * (second + 2), names, values);
                sink.take(new ProbeSample(
                        JOB.yarnStarted().plusSeconds(second).toEpochMilli(),
                        names,
                        values.stream().mapToLong(value -> value).toArray()));
            }
        });
    }

    private static void add(String disk, List<String> moves, long count, List<String> names, List<Long> values) {
        for (String field : FIELDS) {
            names.add("disk." + disk + "." + field);
            values.add(moves.contains(field) ? (Long) count : (Long) 0L);
        }
    }

    static NodeLayout layout(String node) {
        return new NodeLayout(
                node,
                "boot-of-" + node,
                "6.1",
                new NodeLayout.CpuModel("a processor", 1L, 4L, 8L),
                1L << 30,
                0.0,
                List.of(),
                List.of(disk("sda"), disk("sdb"), disk("sdc")),
                List.of(on("hdfs", "/data", "sdb"), on("shuffle", "/local", "sdc")),
                List.of(on("root", "/", "sda")),
                null,
                List.of());
    }

    private static Device disk(String name) {
        return new Device(
                name, null, "disk", null, "hdd", List.of(), List.of(), 1L << 40, null, null, null, null, null);
    }

    private static Directory on(String role, String path, String disk) {
        return new Directory(
                role,
                path,
                path,
                true,
                true,
                path,
                "ext4",
                "rw",
                "rw",
                "/dev/" + disk,
                null,
                List.of(disk),
                List.of(disk),
                null,
                1L << 40,
                1L << 40,
                null,
                null,
                null);
    }

    private Proofs proofs(Probe probe, boolean directoriesKnown) throws IOException, InterruptedException {
        return proofs(probe, directoriesKnown, Map.of());
    }

    private Proofs proofs(Probe probe, boolean directoriesKnown, Map<String, Map<String, Long>> counters)
            throws IOException, InterruptedException {
        return proofs(probe, directoriesKnown, counters, Fixtures.spec(1, "terasort", 500));
    }

    private Proofs proofs(Probe probe, boolean directoriesKnown, Map<String, Map<String, Long>> counters, RunSpec spec)
            throws IOException, InterruptedException {
        NodeObservation watch = new NodeObservation(probe, null, directoriesKnown);
        watch.flushAfterJob();
        NodeEvidence evidence = watch.evidence(JOB, directory, "001.nodes.gz");
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(spec);
        return new RunProofs(run, evidence, JOB, Fixtures.history(counters), List.of(), watch)
                .find(new Cache("off", false, null, null), null);
    }

    /** Returns the warm nodes, where a node's maps asked for this number of bytes in total. */
    private List<String> warm(Probe probe, long asked, boolean cooled) throws IOException, InterruptedException {
        NodeObservation watch = new NodeObservation(probe, null, true);
        watch.flushAfterJob();
        NodeEvidence evidence = watch.evidence(JOB, directory, "001.nodes.gz");
        SizedRun run = Fixtures.sizing(Fixtures.shape(3)).size(Fixtures.spec(1, "teraread", 500));
        List<TaskTimes> maps = Stream.of("n1", "n2", "n3")
                .map(node -> new TaskTimes("map-" + node, "map", node, "SUCCEEDED", null, null, null, null))
                .toList();
        JobHistory history = Fixtures.history(
                        Map.of("org.apache.hadoop.mapreduce.JobCounter", Map.of("DATA_LOCAL_MAPS", 3L)),
                        maps.toArray(new TaskTimes[0]))
                .reading(Map.of("map-n1", asked, "map-n2", asked, "map-n3", asked));
        return new RunProofs(run, evidence, JOB, history, List.of(), watch)
                .warmNodes(new Cache("drop", cooled, null, null));
    }

    @Test
    void aWarmNodeIsNamedThoughTheMeanOfAllNodesIsCold() throws Exception {
        long asked = SECONDS * 20_000 * 512;
        Probe probe = new Seen(
                List.of(samples("n1", 20_000), samples("n2", 5), samples("n3", 11_000)),
                List.of(layout("n1"), layout("n2"), layout("n3")));
        assertThat(warm(probe, asked, true)).containsExactly("n2");
        assertThat(warm(probe, asked, false)).isEmpty();
        assertThat(warm(probe, (64L << 20) - 1, true)).as("few bytes").isEmpty();
    }

    private static RoleIo role(Proofs proofs, String role) {
        return proofs.roles().stream()
                .filter(figures -> figures.role().equals(role))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatMustNotFitInMemoryIsWhatHdfsStores() throws Exception {
        RunSpec plain = Fixtures.spec(1, "teragen", 500);
        RunSpec coded = new RunSpec(
                plain.id(),
                plain.index(),
                plain.block(),
                plain.repeat(),
                plain.job(),
                plain.size(),
                plain.settings(),
                Map.of("spindle.erasure.coding", "RS-6-3-1024k"));

        assertThat(proofs(shared(), true, Map.of(), plain).memory().dataPerNode())
                .isEqualTo(3 * 1000);
        assertThat(proofs(shared(), true, Map.of(), coded).memory().dataPerNode())
                .isEqualTo(1000 * 3 / 2);
    }

    @Test
    void bytesOfARoleAreThoseOfItsDevicesOverAllNodes() throws Exception {
        Proofs proofs =
                proofs(new Seen(List.of(samples("n1"), samples("n2")), List.of(layout("n1"), layout("n2"))), true);
        assertThat(role(proofs, RoleIo.HDFS).reason()).isNull();
        assertThat(role(proofs, RoleIo.HDFS).io().bytesRead()).isEqualTo(2 * SECONDS * 1_000 * 512);
        assertThat(role(proofs, RoleIo.HDFS).io().bytesWritten()).isZero();
        assertThat(role(proofs, RoleIo.SHUFFLE).io().bytesWritten()).isEqualTo(2 * SECONDS * 1_000 * 512);
        assertThat(proofs.containers().perDirectory()).isEqualTo(3.5);
    }

    @Test
    void whereDaemonsHideTheirDirectoriesNoSumIsGivenForTheWhole() throws Exception {
        Proofs proofs = proofs(new Seen(List.of(samples("n1")), List.of(layout("n1"))), false);
        assertThat(role(proofs, RoleIo.HDFS).io().bytesRead()).isNull();
        assertThat(role(proofs, RoleIo.HDFS).reason()).contains("daemons that do not report their directories");
    }

    @Test
    void ofANodeThatWasNotReachedTheReasonIsGivenInsteadOfASumWithoutIt() throws Exception {
        Probe probe = new Seen(List.of(samples("n1"), NodeSamples.missing("n2")), List.of(layout("n1")));
        RoleIo hdfs = role(proofs(probe, true), RoleIo.HDFS);
        assertThat(hdfs.io().bytesRead()).isNull();
        assertThat(hdfs.reason()).contains("n2");
    }

    private static final long GB = 1_000_000_000;

    /** A node whose disk sdb holds HDFS and the shuffle, and whose DataNode reads half of what sdb does. */
    private static Seen shared() {
        NodeLayout layout = layout("n1");
        NodeLayout shared = new NodeLayout(
                "n1",
                layout.bootId(),
                layout.kernel(),
                layout.cpu(),
                layout.memory(),
                layout.clockOffset(),
                layout.networks(),
                layout.devices(),
                List.of(on("hdfs", "/data", "sdb"), on("shuffle", "/local", "sdb")),
                layout.system(),
                null,
                List.of());
        return new Seen(
                List.of(new NodeSamples("n1", sink -> samples("n1").source().forEach(sample -> {
                    List<String> names = new ArrayList<>(sample.names());
                    names.addAll(List.of("datanode.7.read", "datanode.7.written"));
                    long[] values = Arrays.copyOf(sample.values(), names.size());
                    values[names.size() - 2] = sample.value(0) * 256;
                    sink.take(new ProbeSample(sample.millis(), names, values));
                }))),
                List.of(shared));
    }

    private static Map<String, Map<String, Long>> counted(long hdfsRead, long localWritten) {
        return Map.of(
                "org.apache.hadoop.mapreduce.FileSystemCounter",
                Map.of("HDFS_BYTES_READ", hdfsRead, "FILE_BYTES_WRITTEN", localWritten),
                "org.apache.hadoop.mapreduce.JobCounter",
                Map.of("TOTAL_LAUNCHED_MAPS", 3L, "TOTAL_LAUNCHED_REDUCES", 1L));
    }

    @Test
    void aJobWithoutIntermediateDataGivesSharedDevicesToHdfs() throws Exception {
        Proofs proofs = proofs(shared(), true, counted(GB, 4 << 20));
        RoleIo hdfs = role(proofs, RoleIo.HDFS);
        assertThat(hdfs.origin()).isEqualTo(Origin.ONE_ROLE);
        assertThat(hdfs.io().bytesPerRead()).isEqualTo(512);
        assertThat(hdfs.io().bytesPerWrite()).isNull();
        assertThat(role(proofs, RoleIo.SHUFFLE).reason()).contains("the job has no data of this role");

        assertThat(role(proofs, RoleIo.BOTH).io().bytesRead()).isEqualTo(SECONDS * 1_000 * 512);
    }

    @Test
    void ofAnyOtherJobTheDataNodesOwnIoSharesOutTheBytes() throws Exception {
        Proofs proofs = proofs(shared(), true, counted(GB, GB));
        RoleIo hdfs = role(proofs, RoleIo.HDFS);
        assertThat(hdfs.origin()).isEqualTo(Origin.BY_DATA_NODES);
        assertThat(hdfs.io().bytesRead()).isEqualTo(SECONDS * 1_000 * 256);
        assertThat(hdfs.io().bytesPerRead()).isNull();
        assertThat(role(proofs, RoleIo.SHUFFLE).io().bytesRead()).isEqualTo(SECONDS * 1_000 * 256);
        assertThat(role(proofs, RoleIo.SHUFFLE).io().bytesWritten())
                .as("nobody knows what was written when the job ended")
                .isNull();
    }
}
