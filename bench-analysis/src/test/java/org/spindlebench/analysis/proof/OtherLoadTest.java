package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.OtherLoad.LoadObservation;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;

class OtherLoadTest {
    private static final long GB = 1_000_000_000;
    private static final long LEAST = 64L << 20;

    @Test
    void busy_time_that_neither_tasks_nor_daemons_explain_is_of_others() {
        // 2 nodes with 8 threads have 160 thread-seconds in 10 s, of which 120 are busy. Allowed are 10 for daemons, 4
        // in addition to the tasks' time, and 10 for 2 GB.
        List<NodeLoad> nodes =
                List.of(Nodes.figures("n1", Nodes.cpu(8L, 0.9), null), Nodes.figures("n2", Nodes.cpu(8L, 0.6), null));
        OtherLoad load = OtherLoad.of(new LoadObservation(nodes, 40.0, null, GB, GB, null, null, null));
        assertThat(load.cpuAllowed()).isCloseTo(24, within(1e-9));
        assertThat(load.cpuUnexplained()).isCloseTo(56, within(1e-9));
        assertThat(load.cpuShare()).isCloseTo(0.35, within(1e-12));
        assertThat(load.others()).isTrue();
        assertThat(load.beyond(0.36)).isFalse();
        assertThat(load.beyond(0.34)).isTrue();
        assertThat(load.deviceShare()).isNull();
        assertThat(load.reason()).isEqualTo("hdfs: no device was watched; shuffle: no device was watched");
        OtherLoad own = OtherLoad.of(new LoadObservation(nodes, 119.0, null, GB, GB, null, null, null));
        assertThat(own.cpuUnexplained()).isZero();
        assertThat(own.others()).isFalse();
    }

    @Test
    void the_processors_time_of_emulated_disks_is_not_of_others() {
        // 8 threads have 80 thread-seconds in 10 s. 72 are busy, and 5 + 2 are allowed beside the tasks' 20.
        List<NodeLoad> nodes = List.of(Nodes.figures("n1", Nodes.cpu(8L, 0.9), null));
        OtherLoad real = cpu(nodes, 20.0);
        assertThat(real.cpuUnexplained()).isCloseTo(45, within(1e-9));
        assertThat(real.others()).isTrue();
        assertThat(real.cpuEmulator()).isNull();
        OtherLoad emulated = OtherLoad.of(new LoadObservation(nodes, 20.0, null, null, null, null, null, 30.0));
        assertThat(emulated.cpuUnexplained()).isCloseTo(15, within(1e-9));
        assertThat(emulated.cpuEmulator()).isEqualTo(30);
        assertThat(emulated.others()).isFalse();
        OtherLoad unknown = OtherLoad.of(new LoadObservation(nodes, null, null, null, null, null, null, 30.0));
        assertThat(unknown.cpuEmulator()).isEqualTo(30);
        assertThat(unknown.others()).isNull();
    }

    @Test
    void what_an_application_master_takes_to_start_is_no_load_of_others_however_short_the_job() {
        // 2 threads have 20 thread-seconds in 10 s. Allowed are 5 for daemons and 0.2 in addition to the tasks' time.
        OtherLoad starting = cpu(List.of(Nodes.figures("n1", Nodes.cpu(2L, 0.6), null)), 2.0);
        assertThat(starting.cpuUnexplained()).isCloseTo(4.8, within(1e-9));
        assertThat(starting.others()).isFalse();
        OtherLoad other = cpu(List.of(Nodes.figures("n1", Nodes.cpu(2L, 0.65), null)), 2.0);
        assertThat(other.cpuUnexplained()).isCloseTo(5.8, within(1e-9));
        assertThat(other.cpuShare()).isGreaterThan(OtherLoad.CPU_LIMIT);
        assertThat(other.others()).isTrue();
    }

    @Test
    void cpu_needs_the_time_of_all_nodes_and_of_tasks() {
        NodeLoad node = Nodes.figures("n1", Nodes.cpu(4L, 0.5), null);
        assertThat(cpu(List.of(node), null).reason()).startsWith("CPU: the tasks' time is unknown; hdfs");
        assertThat(cpu(List.of(node, Nodes.figures("n2")), 1.0).cpuShare()).isNull();
        assertThat(cpu(List.of(), 1.0).others()).isNull();
        RoleIo two = RoleIo.of(
                "hdfs", List.of(Nodes.layout("n1").made(), Nodes.layout("n2").made()), List.of());
        OtherLoad partly = OtherLoad.of(new LoadObservation(List.of(node), 1.0, two, null, null, null, null, null));
        assertThat(partly.reason()).startsWith("CPU: the processors' time is unknown on some nodes");
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

    private static OtherLoad cpu(List<NodeLoad> nodes, Double tasks) {
        return OtherLoad.of(new LoadObservation(nodes, tasks, null, null, null, null, null, null));
    }

    private static OtherLoad devices(RoleIo hdfs, RoleIo shuffle, ShuffleObservation counted) {
        return OtherLoad.of(new LoadObservation(List.of(), null, hdfs, GB, GB, shuffle, counted, null));
    }
}
