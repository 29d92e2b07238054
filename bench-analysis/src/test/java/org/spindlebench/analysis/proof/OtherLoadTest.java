package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.Processes;
import org.spindlebench.analysis.proof.OtherLoad.LoadObservation;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;

class OtherLoadTest {
    private static final long GB = 1_000_000_000;
    private static final long LEAST = 64L << 20;

    @Test
    void the_time_of_other_processes_and_of_other_virtual_machines_is_of_others() {
        // 2 nodes with 8 threads have 160 thread-seconds in 10 s.
        NodeLoad.CpuTime stolen = new NodeLoad.CpuTime(8L, 0.9, null, null, null, 0.1);
        OtherLoad load = cpu(List.of(node("n1", stolen, 12), node("n2", Nodes.cpu(8L, 0.9), 28)));
        assertThat(load.cpuUnexplained()).isCloseTo(12 + 28 + 8, within(1e-9));
        assertThat(load.cpuShare()).isCloseTo(0.3, within(1e-12));
        assertThat(load.cpuThreads()).isCloseTo(2.8, within(1e-12));
        assertThat(load.others()).isTrue();
        assertThat(load.beyond(0.31)).isFalse();
        assertThat(load.beyond(0.29)).isTrue();
        assertThat(load.deviceShare()).isNull();
        assertThat(load.reason()).isEqualTo("hdfs: no device was watched; shuffle: no device was watched");
    }

    @Test
    void what_hadoop_spindle_and_the_job_use_is_never_of_others() {
        NodeLoad busy = with(Nodes.figures("n1", Nodes.cpu(2L, 1.0), null), new Processes(10, 9, 11, null, 0.4));
        OtherLoad load = cpu(List.of(busy));
        assertThat(load.cpuUnexplained()).isCloseTo(0.4, within(1e-12));
        assertThat(load.others()).isFalse();
    }

    @Test
    void one_node_with_a_neighbour_is_found_however_many_idle_nodes_there_are() {
        List<NodeLoad> nodes = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            nodes.add(node("n" + i, Nodes.cpu(64L, 0.5), i == 7 ? 1.5 : 0));
        }
        assertThat(cpu(nodes).others()).isFalse();
        nodes.set(7, node("n7", Nodes.cpu(64L, 0.5), 1.6));
        assertThat(cpu(nodes).others()).isTrue();
    }

    @Test
    void cpu_needs_the_processes_of_all_nodes() {
        NodeLoad node = node("n1", Nodes.cpu(4L, 0.5), 9);
        assertThat(cpu(List.of(node, Nodes.figures("n2", Nodes.cpu(4L, 0.5), null)))
                        .cpuShare())
                .isNull();
        assertThat(cpu(List.of()).others()).isNull();
        RoleIo two = RoleIo.of(
                "hdfs", List.of(Nodes.layout("n1").made(), Nodes.layout("n2").made()), List.of());
        OtherLoad partly = OtherLoad.of(new LoadObservation(List.of(node), two, null, null, null, null));
        assertThat(partly.reason()).startsWith("CPU: the probe does not see all processes on some nodes");
        assertThat(partly.beyond(0)).isFalse();
    }

    @Test
    void bytes_of_a_device_beyond_what_the_job_asked_are_of_others() {
        long allowed = 1_150_000_000 + LEAST;
        RoleIo hdfs = Nodes.role("hdfs", allowed + 300, allowed + 200);
        OtherLoad load = devices(hdfs, null, null);
        assertThat(load.bytesUnexplained()).isEqualTo(500);
        assertThat(load.deviceShare()).isEqualTo(500 / (2.0 * allowed + 500));
        assertThat(load.judged()).containsExactly("hdfs");
        assertThat(load.others()).isFalse();
        assertThat(devices(Nodes.role("hdfs", allowed, allowed), null, null).deviceShare())
                .isZero();
        assertThat(devices(Nodes.role("hdfs", 2 * GB, 0), null, null).others()).isTrue();
        assertThat(devices(Nodes.role("hdfs", 0, 0), null, null).deviceShare()).isZero();
    }

    @Test
    void the_shuffle_may_read_what_tasks_and_node_managers_read() {
        ShuffleObservation counted = new ShuffleObservation(GB, GB, GB, null, null);
        long allowed = 2_300_000_000L + LEAST;
        OtherLoad load = devices(null, Nodes.role("shuffle", allowed + 7, 0), counted);
        assertThat(load.bytesUnexplained()).isEqualTo(7);
        assertThat(load.judged()).containsExactly("shuffle");
        assertThat(devices(null, Nodes.role("shuffle", 1, 1), null).deviceShare())
                .isNull();
    }

    @Test
    void devices_of_several_roles_or_of_the_system_are_not_judged() {
        OtherLoad load = devices(Nodes.besideSystem("hdfs", 9 * GB, 0), Nodes.notSeparable("shuffle"), null);
        assertThat(load.deviceShare()).isNull();
        assertThat(load.bytesUnexplained()).isNull();
        assertThat(load.others()).isNull();
        assertThat(load.reason())
                .contains("hdfs: the system is on the same devices (n1: sdb)", "shuffle: not separable");
        assertThat(JsonDocument.text(load)).doesNotContain("null");
    }

    private static NodeLoad node(String name, NodeLoad.CpuTime cpu, double others) {
        return with(Nodes.figures(name, cpu, null), new Processes(10, 1, 2, null, others));
    }

    private static NodeLoad with(NodeLoad node, Processes processes) {
        return new NodeLoad(
                node.node(),
                node.from(),
                node.to(),
                node.readings(),
                node.cpu(),
                null,
                null,
                null,
                null,
                null,
                null,
                processes);
    }

    private static OtherLoad cpu(List<NodeLoad> nodes) {
        return OtherLoad.of(new LoadObservation(nodes, null, null, null, null, null));
    }

    private static OtherLoad devices(RoleIo hdfs, RoleIo shuffle, ShuffleObservation counted) {
        return OtherLoad.of(new LoadObservation(List.of(), hdfs, GB, GB, shuffle, counted));
    }
}
