package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DataNodeIo;
import org.spindlebench.analysis.proof.RoleAttribution.HdfsMoved;
import org.spindlebench.analysis.proof.RoleAttribution.JobBytes;
import org.spindlebench.analysis.proof.RoleAttribution.ShuffleBounds;
import org.spindlebench.analysis.proof.RoleIo.Origin;

/** A node whose disk sdb holds directories of HDFS and of the shuffle. */
class RoleAttributionTest {
    private static final long GB = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final JobBytes TERAREAD = new JobBytes(8 * GB, 0L, 0L, 4 * MIB, 4L);
    private static final JobBytes TERAGEN = new JobBytes(0L, 8 * GB, 0L, 4 * MIB, 4L);
    private static final JobBytes SHUFFLE = new JobBytes(MIB, 0L, 2 * GB, 2 * GB, 8L);
    private static final JobBytes TERASORT = new JobBytes(4 * GB, 4 * GB, 4 * GB, 4 * GB, 8L);

    private static NodeLayout shared() {
        return Nodes.layout("n1")
                .disk("sdb")
                .on("hdfs", "sdb")
                .on("shuffle", "sdb")
                .made();
    }

    private static RoleAttribution of(JobBytes job) {
        return new RoleAttribution(job, List.of(shared()));
    }

    private static List<NodeLoad> moved(long read, long written) {
        return List.of(Nodes.figures("n1", Nodes.moved("sdb", read, written)));
    }

    @Test
    void aJobOfOneRoleGivesItTheSharedDevices() {
        RoleIo hdfs = of(TERAREAD).of("hdfs", moved(8 * GB, 40 * MIB));
        assertThat(hdfs.origin()).isEqualTo(Origin.ONE_ROLE);
        assertThat(hdfs.ofDevices()).isTrue();
        assertThat(hdfs.io().bytesPerRead()).isEqualTo(8 * GB / 10.0);
        assertThat(hdfs.io().readWait()).isEqualTo(0.01);
        assertThat(hdfs.io().bytesWritten()).isEqualTo(40 * MIB);
        assertThat(hdfs.io().bytesPerWrite())
                .as("the job wrote nothing to HDFS")
                .isNull();
        assertThat(hdfs.io().writeWait()).isNull();
        assertThat(hdfs.devices()).containsEntry("n1", List.of("sdb"));
        RoleIo shuffle = of(TERAREAD).of("shuffle", moved(8 * GB, 40 * MIB));
        assertThat(shuffle.known()).isFalse();
        assertThat(shuffle.reason()).startsWith("not separable").endsWith("the job has no data of this role");
        assertThat(of(TERAGEN).of("hdfs", moved(0, 8 * GB)).io().bytesPerRead()).isNull();
        assertThat(of(TERAGEN).of("hdfs", moved(0, 8 * GB)).io().bytesPerWrite())
                .isEqualTo(8 * GB / 10.0);
        assertThat(of(SHUFFLE).of("shuffle", moved(GB, GB)).io().bytesPerWrite())
                .isEqualTo(GB / 10.0);
        assertThat(of(SHUFFLE).of("hdfs", moved(GB, GB)).known()).isFalse();
        assertThat(JsonDocument.text(hdfs)).contains("\"origin\": \"one role\"");
    }

    /** The other role may have a MiB for each task, and 5 % of the bytes. */
    @ParameterizedTest
    @CsvSource({
        "1000000000, 4194304, 4, true",
        "1000000000, 4194305, 4, false",
        "67108864, 3355443, 4, true",
        "67108864, 3355444, 4, false",
        "67108863, 0, 4, false",
        "1000000000, 0, , false",
        "1000000000, , 4, false"
    })
    void theCountersDecideWhetherAJobHasOneRole(Long own, Long other, Long tasks, boolean only) {
        assertThat(new JobBytes(own, 0L, 0L, other, tasks).hasOnly("hdfs")).isEqualTo(only);
        assertThat(new JobBytes(0L, own, other, 0L, tasks).hasOnly("hdfs")).isEqualTo(only);
        assertThat(new JobBytes(other, 0L, own, 0L, tasks).hasOnly("shuffle")).isEqualTo(only);
        assertThat(new JobBytes(0L, other, 0L, own, tasks).hasOnly("shuffle")).isEqualTo(only);
        assertThat(new JobBytes(own, 0L, 0L, other, tasks).hasOnly("shuffle")).isFalse();
    }

    @Test
    void devicesOfARolesOwnStayMeasuredWhateverTheJobDoes() {
        NodeLayout own = Nodes.layout("n1")
                .disk("sdb")
                .disk("sdc")
                .on("hdfs", "sdb")
                .on("shuffle", "sdc")
                .made();
        List<NodeLoad> figures = List.of(Nodes.figures("n1", Nodes.moved("sdb", GB, GB), Nodes.moved("sdc", 1, 1)));
        RoleAttribution attribution = new RoleAttribution(TERAREAD, List.of(own));
        RoleIo hdfs = attribution.of("hdfs", figures);
        assertThat(hdfs.origin()).isEqualTo(Origin.MEASURED);
        assertThat(hdfs.io().bytesPerWrite()).isEqualTo(GB / 10.0);
        assertThat(attribution.of("shuffle", figures).io().bytesRead()).isOne();
        assertThat(attribution.together(figures).io().bytesRead()).isEqualTo(GB + 1);
        HdfsMoved moved = attribution.moved(new DataNodeIo(1, 1, 1), true, true);
        assertThat(attribution.shareOut(hdfs, attribution.together(figures), moved))
                .isEqualTo(hdfs);
    }

    @Test
    void ofTwoDisksOnlyThoseOfTheRoleCount() {
        NodeLayout firstForShuffle = Nodes.layout("n1")
                .disk("sdb")
                .disk("sdc")
                .on("hdfs", "sdb")
                .on("hdfs", "sdc")
                .on("shuffle", "sdb")
                .made();
        List<NodeLoad> figures = List.of(Nodes.figures("n1", Nodes.moved("sdb", GB, GB), Nodes.moved("sdc", 7, 7)));
        RoleAttribution attribution = new RoleAttribution(SHUFFLE, List.of(firstForShuffle));
        assertThat(attribution.of("shuffle", figures).io().bytesRead()).isEqualTo(GB);
        assertThat(attribution.together(figures).io().bytesRead()).isEqualTo(GB + 7);
    }

    @Test
    void nodesWithoutDirectoriesAreLeftOutAndThoseNotReachedAreNot() {
        NodeLayout master = Nodes.layout("m").disk("sda").made();
        List<NodeLoad> figures = List.of(
                Nodes.figures("n1", Nodes.moved("sdb", 8 * GB, 0)), Nodes.figures("m", Nodes.moved("sda", 5, 5)));
        NodeLayout reached = reached(shared());
        assertThat(new RoleAttribution(TERAREAD, List.of(reached, reached(master)))
                        .of("hdfs", figures)
                        .io()
                        .bytesRead())
                .isEqualTo(8 * GB);
        assertThat(new RoleAttribution(TERAREAD, List.of(reached, master))
                        .of("hdfs", figures)
                        .known())
                .as("nobody knows what directories a node has that was not reached")
                .isFalse();
    }

    private static NodeLayout reached(NodeLayout layout) {
        return new NodeLayout(
                layout.node(),
                null,
                "6.1",
                null,
                null,
                null,
                null,
                layout.devices(),
                layout.directories(),
                layout.system(),
                null,
                null);
    }

    private static RoleIo shareOut(String role, long read, long written, HdfsMoved hdfs) {
        RoleAttribution attribution = of(TERASORT);
        List<NodeLoad> figures = moved(read, written);
        return attribution.shareOut(attribution.of(role, figures), attribution.together(figures), hdfs);
    }

    @Test
    void bytesAreSharedOutByWhatDataNodesMovedAndNothingElseIs() {
        HdfsMoved moved = of(TERASORT).moved(new DataNodeIo(1, 3 * GB, 4 * GB), false, true);
        RoleIo hdfs = shareOut("hdfs", 5 * GB, 7 * GB, moved);
        RoleIo shuffle = shareOut("shuffle", 5 * GB, 7 * GB, moved);
        assertThat(hdfs.origin()).isEqualTo(Origin.BY_DATA_NODES);
        assertThat(hdfs.io().bytesRead()).isEqualTo(3 * GB);
        assertThat(hdfs.io().bytesWritten()).isEqualTo(4 * GB);
        assertThat(shuffle.io().bytesRead()).isEqualTo(2 * GB);
        assertThat(shuffle.io().bytesWritten()).isEqualTo(3 * GB);
        assertThat(shuffle.ofDevices()).isFalse();
        assertThat(shuffle.io().reads()).isNull();
        assertThat(shuffle.io().bytesPerRead()).isNull();
        assertThat(shuffle.io().busy()).isNull();
        assertThat(shuffle.busiest()).isNull();
    }

    @Test
    void fewLogicalBytesAreNotSharedOutSinceTheJobsOwnFilesAreNotAmongThem() {
        HdfsMoved few = of(new JobBytes(4 * GB, 100 * MIB, 4 * GB, 4 * GB, 8L)).moved(null, true, true);
        assertThat(few.read()).isEqualTo(4_031_250_000L);
        assertThat(few.written()).isNull();
        assertThat(few.reason()).contains("wrote less than 134217728 bytes to HDFS");
        HdfsMoved enough =
                of(new JobBytes(4 * GB, 128 * MIB, 4 * GB, 4 * GB, 8L)).moved(null, true, true);
        assertThat(enough.written()).isEqualTo(135_266_304L);
        assertThat(enough.reason()).isNull();
    }

    @Test
    void logicalBytesStandForHdfsOnlyWhereTheyWereOnTheDevices() {
        RoleAttribution attribution = of(TERASORT);
        HdfsMoved cold = attribution.moved(null, true, true);
        assertThat(cold.origin()).isEqualTo(Origin.BY_LOGICAL_BYTES);
        assertThat(cold.read()).isEqualTo(4_031_250_000L);
        RoleIo shuffle = shareOut("shuffle", 5 * GB, 8 * GB, cold);
        assertThat(shuffle.origin()).isEqualTo(Origin.BY_LOGICAL_BYTES);
        assertThat(shuffle.io().bytesRead()).isEqualTo(968_750_000L);
        assertThat(shuffle.io().bytesWritten()).isEqualTo(3_968_750_000L);
        RoleIo warm = shareOut("shuffle", 5 * GB, 8 * GB, attribution.moved(null, false, true));
        assertThat(warm.io().bytesRead()).isNull();
        assertThat(warm.io().bytesWritten()).isEqualTo(3_968_750_000L);
        assertThat(shareOut("shuffle", 5 * GB, 8 * GB, attribution.moved(null, false, false))
                        .reason())
                .contains("not separable")
                .contains("the DataNodes' own I/O is hidden, and the caches were not cooled");
        assertThat(shareOut("shuffle", 3 * GB, 3 * GB, cold).known())
                .as("the devices moved less than HDFS: a cache held the rest")
                .isFalse();
    }

    @Test
    void devicesBesideTheSystemOrThatCompressAreNotSharedOut() {
        HdfsMoved moved = of(TERASORT).moved(new DataNodeIo(1, GB, GB), false, true);
        List<NodeLoad> figures = moved(5 * GB, 7 * GB);
        for (NodeLayout layout : List.of(
                Nodes.layout("n1")
                        .disk("sdb")
                        .on("hdfs", "sdb")
                        .on("shuffle", "sdb")
                        .root("sdb")
                        .made(),
                Nodes.layout("n1")
                        .disk("sdb")
                        .on("hdfs", "sdb", "rw,compress=zstd")
                        .on("shuffle", "sdb")
                        .made())) {
            RoleAttribution attribution = new RoleAttribution(TERASORT, List.of(layout));
            RoleIo hdfs = attribution.of("hdfs", figures);
            assertThat(attribution
                            .shareOut(hdfs, attribution.together(figures), moved)
                            .reason())
                    .contains("not shared out: ");
        }
    }

    private static ShuffleBounds bounds(long read, long written, Long untilFlushed, DataNodeIo dataNodes) {
        RoleAttribution attribution = of(TERASORT);
        return attribution.bounds(
                attribution.together(moved(read, written)),
                untilFlushed == null ? null : attribution.together(moved(read, untilFlushed)),
                dataNodes);
    }

    @Test
    void ofTheShuffleTheLeastAndTheMostAreKnown() {
        long noise = 64 * MIB;
        ShuffleBounds bounds = bounds(6 * GB, 7 * GB, 8 * GB, null);
        assertThat(bounds.leastWritten()).isEqualTo(7 * GB - 4_600_000_000L - noise);
        assertThat(bounds.mostWritten()).isEqualTo(4 * GB);
        assertThat(bounds.leastRead()).isEqualTo(6 * GB - 4_600_000_000L - noise);
        assertThat(bounds.mostRead()).isEqualTo(6 * GB);
        assertThat(bounds(6 * GB, 7 * GB, null, null).mostWritten()).isEqualTo(7 * GB);
        ShuffleBounds known = bounds(6 * GB, 7 * GB, 8 * GB, new DataNodeIo(1, 2 * GB, 4 * GB));
        assertThat(known.mostRead()).isEqualTo(4 * GB);
        assertThat(known.leastRead()).isEqualTo(6 * GB - 2_300_000_000L - noise);
        RoleAttribution unknown = new RoleAttribution(TERASORT, List.of());
        assertThat(unknown.bounds(unknown.together(List.of()), null, null)).isNull();
    }
}
