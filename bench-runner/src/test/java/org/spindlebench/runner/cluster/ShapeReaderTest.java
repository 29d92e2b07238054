package org.spindlebench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;

class ShapeReaderTest {
    private static QueueShape queue(String json) throws JsonProcessingException {
        return ShapeReader.fromWeb("q", true, new ObjectMapper().readTree(json), new Slots.Free(1000, 100));
    }

    @Test
    void aUserGetsTheGuaranteedShareTimesItsFactor() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":100,\"userLimitFactor\":1}")
                        .userMemory())
                .isEqualTo(400);
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":100,\"userLimitFactor\":2}")
                        .userMemory())
                .isEqualTo(800);
    }

    @Test
    void aUserNeverGetsMoreThanTheQueuesMaximum() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":60,\"userLimitFactor\":2}")
                        .userMemory())
                .isEqualTo(600);
    }

    @Test
    void aNegativeFactorMeansNoLimitBelowTheMaximum() throws JsonProcessingException {
        assertThat(queue("{\"absoluteCapacity\":40,\"absoluteMaxCapacity\":60,\"userLimitFactor\":-1}")
                        .userMemory())
                .isEqualTo(600);
    }

    @Test
    void theApplicationMastersLimitIsInMebibytesAndMayBeUnknown() throws JsonProcessingException {
        assertThat(queue("{\"AMResourceLimit\":{\"memory\":512,\"vCores\":1}}").amMemory())
                .isEqualTo(512L << 20);
        assertThat(queue("{}").amMemory()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void underANodeLabelTheQueuesPartOfItsPartitionCounts() throws JsonProcessingException {
        JsonNode leaf = new ObjectMapper().readTree("""
                {"absoluteCapacity": 40, "absoluteMaxCapacity": 40, "userLimitFactor": 1, "AMResourceLimit": {"memory": 512},
                 "capacities": {"queueCapacitiesByPartition": [
                   {"partitionName": "", "absoluteCapacity": 40, "absoluteMaxCapacity": 40},
                   {"partitionName": "ssd", "absoluteCapacity": 80, "absoluteMaxCapacity": 90}]},
                 "resources": {"resourceUsagesByPartition": [
                   {"partitionName": "ssd", "amLimit": {"memory": 64}}]}}
                """);
        QueueShape queue =
                ShapeReader.fromWeb("q", true, ShapeReader.ofPartition(leaf, "ssd"), new Slots.Free(1000, 100));
        assertThat(queue.userMemory()).isEqualTo(800);
        assertThat(queue.amMemory()).isEqualTo(64L << 20);
        assertThat(ShapeReader.ofPartition(leaf, "")).isEqualTo(leaf);
        assertThat(ShapeReader.ofPartition(leaf, "hdd").path("AMResourceLimit").isMissingNode())
                .as("a limit that is another partition's")
                .isTrue();
    }

    @Test
    void aJobThatAsksForNoLabelGetsNoNodeThatHasOne() {
        NodeReport plain = node("a", Set.of());
        NodeReport gpu = node("b", Set.of("gpu"));
        NodeReport old = node("c", null);

        assertThat(ShapeReader.inPartition("", List.of(plain, gpu, old))).containsExactly(plain, old);
        assertThat(ShapeReader.inPartition("gpu", List.of(plain, gpu, old))).containsExactly(gpu);
    }

    private static NodeReport node(String host, Set<String> labels) {
        NodeReport node = Records.newRecord(NodeReport.class);
        node.setNodeId(NodeId.newInstance(host, 1));
        node.setNodeLabels(labels);
        return node;
    }
}
