package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;

class CpuAndMemoryTest {
    @Test
    void busy_shares_are_weighted_by_threads() {
        CpuLoad terasort = cpu(Nodes.cpu(12L, 0.5), Nodes.cpu(4L, 0.9));
        assertThat(terasort.threads()).isEqualTo(16);
        assertThat(terasort.busy()).isCloseTo(0.6, within(1e-12));
    }

    @Test
    void processors_that_are_not_known_leave_no_mean() {
        assertThat(cpu().reason()).isEqualTo("no node was watched");
        assertThat(cpu(Nodes.cpu(4L, 0.5), null).reason())
                .isEqualTo("its processors' time is unknown (n1, 1 of 2 nodes)");
        assertThat(cpu(Nodes.cpu(4L, 0.5), Nodes.cpu(null, 0.5)).busy()).isNull();
        assertThat(cpu(Nodes.cpu(null, 0.5)).busy()).isEqualTo(0.5);
    }

    @Test
    void data_smaller_than_memory_may_stay_in_it() {
        List<NodeLoad> nodes = List.of(memory("n1", 100L), memory("n2", 300L));
        MemoryRatio less = MemoryRatio.of(399L, nodes);
        assertThat(less.ratio()).isEqualTo(399 / 400.0);
        assertThat(less.memoryPerNode()).isEqualTo(200);
        assertThat(less.dataPerNode()).isEqualTo(199);
        assertThat(less.warning()).contains("may never leave the page cache");
        assertThat(MemoryRatio.of(400L, nodes).warning()).isNull();
        assertThat(less.limitedTo(null)).isSameAs(less);
        assertThat(less.limitedTo(100L).memoryPerNode()).isEqualTo(100);
        assertThat(less.limitedTo(100L).ratio()).isEqualTo(1.99);
        assertThat(less.limitedTo(100L).warning()).isNull();
        assertThat(JsonDocument.text(less)).contains("\"ratio\": 0.9975").doesNotContain("null");
    }

    @Test
    void memory_that_is_not_known_leaves_no_ratio() {
        assertThat(MemoryRatio.of(null, List.of(memory("n1", 1L))).reason()).contains("the size of the job's data");
        assertThat(MemoryRatio.of(5L, List.of()).reason()).isEqualTo("no node was watched");
        MemoryRatio partly = MemoryRatio.of(5L, List.of(memory("n1", 1L), Nodes.figures("n2")));
        assertThat(partly.reason()).isEqualTo("the size of its memory is unknown (n2, 1 of 2 nodes)");
        assertThat(partly.ratio()).isNull();
        assertThat(partly.warning()).isNull();
    }

    private static NodeLoad memory(String node, Long total) {
        return Nodes.figures(node, null, Nodes.memory(total, null, null));
    }

    private static CpuLoad cpu(NodeLoad.CpuTime... nodes) {
        NodeLoad[] figures = new NodeLoad[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            figures[i] = Nodes.figures("n" + i, nodes[i], null);
        }
        return CpuLoad.of(List.of(figures));
    }
}
