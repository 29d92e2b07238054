package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

class RoleIoTest {
    private final List<NodeLayout> layouts = new ArrayList<>();
    private final List<NodeLoad> figures = new ArrayList<>();

    @Test
    void sums_and_weighted_means_go_over_all_devices_of_all_nodes() {
        layouts.add(Nodes.layout("n1")
                .disk("sdb")
                .disk("sdc")
                .disk("sdd")
                .on("hdfs", "sdb")
                .on("hdfs", "sdc")
                .on("shuffle", "sdd")
                .made());
        layouts.add(Nodes.layout("n2").disk("sdb").on("hdfs", "sdb").made());
        figures.add(Nodes.figures(
                "n1",
                new DeviceIo("sdb", new Io(30L, 3L, 3000L, 10L, 1L, 4000L, 100.0, 400.0, 0.01, 0.1, 0.02, 2.0, 0.8)),
                new DeviceIo("sdd", new Io(999L, 9L, 999L, 999L, 9L, 999L, 1.0, 1.0, 9.0, 9.0, 9.0, 9.0, 1.0))));
        figures.add(Nodes.figures(
                "n2",
                new DeviceIo("sdb", new Io(10L, 2L, 5000L, 0L, 0L, 0L, 500.0, null, 0.05, null, 0.08, 1.0, 0.4))));
        RoleIo hdfs = hdfs();
        assertThat(hdfs.reason()).isNull();
        assertThat(hdfs.nodes()).isEqualTo(2);
        assertThat(hdfs.devices())
                .containsExactly(Map.entry("n1", List.of("sdb", "sdc")), Map.entry("n2", List.of("sdb")));
        assertThat(List.of(hdfs.io().reads(), hdfs.io().readsMerged(), hdfs.io().bytesRead()))
                .containsExactly(40L, 5L, 8000L);
        assertThat(List.of(
                        hdfs.io().writes(), hdfs.io().writesMerged(), hdfs.io().bytesWritten()))
                .containsExactly(10L, 1L, 4000L);
        assertThat(hdfs.io().bytesPerRead()).isEqualTo(200.0);
        assertThat(hdfs.io().bytesPerWrite()).isEqualTo(400.0);
        assertThat(hdfs.io().readWait()).isCloseTo((30 * 0.01 + 10 * 0.05) / 40, within(1e-12));
        assertThat(hdfs.io().writeWait()).isCloseTo(0.1, within(1e-12));
        assertThat(hdfs.io().service()).isCloseTo((40 * 0.02 + 10 * 0.08) / 50, within(1e-12));
        // sdc of n1 did nothing, but it counts.
        assertThat(hdfs.io().queue()).isCloseTo(1.0, within(1e-12));
        assertThat(hdfs.io().busy()).isCloseTo(0.4, within(1e-12));
        assertThat(hdfs.busiest()).isEqualTo(new RoleIo.Busiest("n1", "sdb", 0.8));
        assertThat(hdfs.freeOfSystem()).isTrue();
        assertThat(RoleIo.of("shuffle", layouts, figures).reason())
                .isEqualTo("no directory of shuffle is known (n2, 1 of 2 nodes)");
    }

    @Test
    void devices_that_did_nothing_have_no_size_of_requests() {
        layouts.add(Nodes.layout("n1").disk("sdb").on("hdfs", "sdb").made());
        figures.add(Nodes.figures("n1", Nodes.moved("sda", 5, 5)));
        RoleIo hdfs = hdfs();
        assertThat(hdfs.io().reads()).isZero();
        assertThat(hdfs.io().bytesWritten()).isZero();
        assertThat(hdfs.io().bytesPerRead()).isNull();
        assertThat(hdfs.io().readWait()).isNull();
        assertThat(hdfs.io().busy()).isZero();
    }

    @Test
    void one_node_without_figures_of_the_role_leaves_none() {
        for (String node : List.of("n1", "n2", "n3")) {
            layouts.add(Nodes.layout(node)
                    .disk("sdb")
                    .on("hdfs", "sdb")
                    .on("shuffle", "sdb")
                    .made());
            figures.add(Nodes.figures(node, Nodes.moved("sdb", 5, 5)));
        }
        layouts.add(Nodes.layout("n4").disk("sdb").on("hdfs", "sdb").made());
        figures.add(Nodes.figures("n5", Nodes.moved("sdb", 5, 5)));
        RoleIo hdfs = hdfs();
        assertThat(hdfs.known()).isFalse();
        assertThat(hdfs.io().bytesRead()).isNull();
        assertThat(hdfs.devices()).isEmpty();
        assertThat(hdfs.nodes()).isEqualTo(5);
        assertThat(hdfs.reason())
                .isEqualTo("not separable: sdb serves HDFS and shuffle at once (n1 and 2 more, 3 of 5 nodes);"
                        + " no samples cover the whole window (n4, 1 of 5 nodes);"
                        + " the devices of its directories are unknown (n5, 1 of 5 nodes)");
    }

    @Test
    void of_many_reasons_the_first_are_told() {
        for (String disk : List.of("a", "b", "c", "d", "e")) {
            layouts.add(Nodes.layout("n" + disk)
                    .disk(disk)
                    .on("hdfs", disk)
                    .on("shuffle", disk)
                    .made());
        }
        assertThat(hdfs().reason())
                .contains("a serves", "c serves")
                .doesNotContain("d serves")
                .endsWith("; and 2 more reasons");
    }

    @Test
    void nothing_watched_is_no_zero() {
        assertThat(hdfs().reason()).isEqualTo("no node was watched");
        layouts.add(Nodes.layout("n1").disk("sdb").on("hdfs", "sdb").made());
        figures.add(Nodes.figures("n1"));
        assertThat(hdfs().reason()).isEqualTo("its samples show no active device (n1)");
        figures.set(0, Nodes.figures("n1", Nodes.unknown("sdb")));
        assertThat(hdfs().reason()).startsWith("sdb has no numbers: it appeared");
    }

    @Test
    void a_partition_that_a_tool_leaves_out_did_not_do_nothing() {
        layouts.add(Nodes.layout("n1")
                .disk("sda")
                .partition("sda", "sda2")
                .on("hdfs", "sda2")
                .made());
        figures.add(Nodes.figures("n1", Nodes.moved("sda", 5, 5)));
        assertThat(hdfs().reason()).isEqualTo("sda2 is not in the samples, only sda as a whole (n1)");
        figures.set(0, Nodes.figures("n1", Nodes.moved("sda", 5, 5), Nodes.moved("sda1", 5, 5)));
        assertThat(hdfs().io().bytesRead()).isZero();
    }

    @Test
    void paths_stand_in_for_an_nvme_disk_that_counts_nothing() {
        layouts.add(Nodes.layout("n1")
                .disk("nvme0n1", "nvme0c0n1", "nvme0c1n1")
                .on("hdfs", "nvme0n1")
                .made());
        figures.add(Nodes.figures("n1", Nodes.moved("nvme0c0n1", 1000, 500)));
        RoleIo one = hdfs();
        assertThat(one.io().bytesRead()).isEqualTo(1000);
        assertThat(one.busiest()).isEqualTo(new RoleIo.Busiest("n1", "nvme0n1", 0.1));
        figures.set(0, Nodes.figures("n1", Nodes.moved("nvme0c0n1", 1000, 500), Nodes.moved("nvme0c1n1", 3000, 0)));
        RoleIo two = hdfs();
        assertThat(two.io().bytesRead()).isEqualTo(4000);
        assertThat(two.io().bytesPerRead()).isEqualTo(200.0);
        assertThat(two.io().queue()).isEqualTo(1.0);
        // The two paths may have been busy at once, or one after the other.
        assertThat(two.io().busy()).isNull();
        assertThat(two.busiest()).isNull();
        figures.set(0, Nodes.figures("n1", Nodes.moved("nvme0n1", 7, 8), Nodes.moved("nvme0c0n1", 7, 8)));
        assertThat(hdfs().io().bytesRead()).isEqualTo(7);
        figures.set(0, Nodes.figures("n1", Nodes.unknown("nvme0c1n1")));
        assertThat(hdfs().reason()).startsWith("nvme0c1n1 has no numbers");
    }

    @Test
    void the_system_and_compression_beside_it_are_named() {
        assertThat(Nodes.besideSystem("hdfs", 1, 1).system()).containsExactly("n1: sdb");
        assertThat(Nodes.compressing("hdfs", 1, 1).compressing()).containsExactly("n1: /hdfs/sdb");
    }

    @Test
    void they_are_a_document(@TempDir Path directory) throws IOException {
        for (RoleIo one : List.of(Nodes.role("hdfs", 10, 20), Nodes.notSeparable("hdfs"))) {
            Path file = directory.resolve("role.json");
            JsonDocument.write(file, one);
            assertThat(JsonDocument.read(file, RoleIo.class)).isEqualTo(one);
            assertThat(Files.readString(file)).doesNotContain("null").doesNotContain("known");
        }
    }

    private RoleIo hdfs() {
        return RoleIo.of("hdfs", layouts, figures);
    }
}
