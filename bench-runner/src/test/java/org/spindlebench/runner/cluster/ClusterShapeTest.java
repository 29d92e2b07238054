package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;

class ClusterShapeTest {
    private static ClusterShape abc(String... dataNodes) {
        List<NodeShape> nodes = Stream.of("a.invalid", "b.invalid", "c.invalid")
                .map(host -> new NodeShape(host, 4L << 30, 0, 4, 0))
                .toList();
        QueueShape queue = new QueueShape("pilot", true, 12L << 30, 12, 1L << 30, "rest");
        return new ClusterShape(nodes, queue, 1 << 20, 4L << 30, 4, false, List.of(dataNodes), 3);
    }

    private static HostSet hosts(String... names) {
        return new HostSet(List.of(names));
    }

    @Test
    void aListOfHostsIsAPartOfTheCluster() {
        ClusterShape pilot = abc("a.invalid", "b.invalid", "c.invalid").on(hosts("a.invalid", "c.invalid"));

        assertThat(pilot.nodes()).extracting(NodeShape::host).containsExactly("a.invalid", "c.invalid");
        assertThat(pilot.dataNodeHosts()).containsExactly("a.invalid", "c.invalid");
        assertThat(pilot.hosts()).isEqualTo(2);
        assertThat(pilot.queue()).isEqualTo(abc().queue());
    }

    @Test
    void hostsThatYarnOrHdfsDoesNotKnowAreRefused() {
        assertThatThrownBy(() -> abc().on(hosts("a.invalid", "x.invalid", "y.invalid")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("nodes: no usable NodeManager that this queue may use runs on x.invalid")
                .hasMessageContaining("y.invalid; correct `hosts`");
        assertThatThrownBy(() -> abc("a.invalid").on(hosts("a.invalid", "c.invalid")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("nodes: no DataNode that this queue may use runs on c.invalid;");
    }

    @Test
    void hostsWithoutADataNodeAreNamedWhereDataNodesAreKnown() {
        assertThat(abc("a.invalid", "b.invalid", "c.invalid", "d.invalid").withoutDataNode())
                .isEmpty();
        assertThat(abc().withoutDataNode()).isEmpty();
        assertThat(abc("b.invalid").withoutDataNode()).map(Warning::message).hasValueSatisfying(text -> assertThat(text)
                .startsWith("no DataNode runs on a.invalid, c.invalid: "));
    }

    @Test
    void unknownDataNodesRefuseNoHost() {
        assertThat(abc().on(hosts("b.invalid")).dataNodes()).isZero();
    }
}
