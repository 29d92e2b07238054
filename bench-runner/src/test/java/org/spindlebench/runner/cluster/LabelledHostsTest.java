package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.LabelledHosts.NodeLabel;

class LabelledHostsTest {
    private static final List<NodeReport> NODES =
            List.of(node("n1", null), node("n2", "ssd"), node("n3", "ssd"), node("n4", "hdd"));

    private static NodeReport node(String host, String label) {
        return NodeReport.newInstance(
                NodeId.newInstance(host, 8041),
                NodeState.RUNNING,
                host + ":8042",
                "rack",
                null,
                null,
                0,
                "",
                0,
                label == null ? null : Set.of(label),
                null,
                null);
    }

    @Test
    void onlyHostsOfASetRemain() {
        LabelledHosts hosts = LabelledHosts.of(queue(Set.of("ssd"), null), NODES);
        assertThat(hosts.on(new HostSet(List.of("n1", "n2", "n4"))))
                .isEqualTo(new LabelledHosts(Map.of("n1", "", "n2", "ssd"), Map.of("n4", "hdd")));
    }

    private static QueueInfo queue(Set<String> labels, Map<String, QueueConfigurations> shares) {
        return QueueInfo.newInstance(
                "q", 1, 1, 0, List.of(), List.of(), QueueState.RUNNING, labels, null, null, false, shares);
    }

    private static QueueConfigurations most(float share) {
        return QueueConfigurations.newInstance(0, 0, share, share, 0.1f);
    }

    @Test
    void aQueueMayUseItsLabelsAndTheDefaultPartition() {
        LabelledHosts hosts = LabelledHosts.of(queue(Set.of("ssd"), null), NODES);
        assertThat(hosts.open()).isEqualTo(Map.of("n1", "", "n2", "ssd", "n3", "ssd"));
        assertThat(hosts.closed()).isEqualTo(Map.of("n4", "hdd"));
    }

    @Test
    void aQueueOfAllLabelsMayUseAllAndAQueueOfNoneTheDefaultPartition() {
        assertThat(LabelledHosts.of(queue(Set.of("*"), null), NODES).closed()).isEmpty();
        assertThat(LabelledHosts.of(queue(null, null), NODES).open()).isEqualTo(Map.of("n1", ""));
    }

    @Test
    void aShareOfNothingClosesAPartition() {
        Map<String, QueueConfigurations> shares = Map.of("", most(0), "ssd", most(0.5f), "hdd", most(0));
        LabelledHosts hosts = LabelledHosts.of(queue(Set.of("*"), shares), NODES);
        assertThat(hosts.open()).isEqualTo(Map.of("n2", "ssd", "n3", "ssd"));
        assertThat(hosts.closed()).isEqualTo(Map.of("n1", "", "n4", "hdd"));
    }

    @Test
    void aHostWithSeveralNodeManagersIsOpenWhereOneIs() {
        List<NodeReport> two = List.of(node("n1", "hdd"), node("n1", "ssd"), node("n1", "hdd"));
        LabelledHosts hosts = LabelledHosts.of(queue(Set.of("ssd"), null), two);
        assertThat(hosts.open()).isEqualTo(Map.of("n1", "ssd"));
        assertThat(hosts.closed()).isEmpty();
    }

    @Test
    void hostsOfOneLabelAreThoseThatHaveItWhetherTheQueueMayUseThemOrNot() {
        LabelledHosts hosts = LabelledHosts.of(queue(Set.of("ssd"), null), NODES);
        assertThat(hosts.only("ssd")).isEqualTo(new LabelledHosts(Map.of("n2", "ssd", "n3", "ssd"), Map.of()));
        assertThat(hosts.only("hdd")).isEqualTo(new LabelledHosts(Map.of(), Map.of("n4", "hdd")));
        assertThat(hosts.only("tape")).isEqualTo(new LabelledHosts(Map.of(), Map.of()));
    }

    @Test
    void aLabelIsSaidToEveryContainerOfAJob() {
        assertThat(new NodeLabel("ssd").arguments())
                .contains("mapreduce.job.node-label-expression=ssd", "mapreduce.reduce.node-label-expression=ssd")
                .hasSize(8);
        assertThat(NodeLabel.isChosenBy("mapreduce.map.node-label-expression")).isTrue();
        assertThat(NodeLabel.isChosenBy("mapreduce.map.memory.mb")).isFalse();
    }

    @Test
    void hostsOfOneAddressAreOneHost() {
        HostSet hosts = new HostSet(List.of("127.0.0.1", "n2.invalid"));
        assertThat(List.of("127.0.0.1", "localhost", "n2.invalid")).allMatch(hosts::has);
        assertThat(hosts.has("127.0.0.2")).isFalse();
        assertThat(hosts.has("n3.invalid")).isFalse();
    }
}
