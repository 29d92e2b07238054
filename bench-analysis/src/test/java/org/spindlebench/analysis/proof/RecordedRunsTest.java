package org.spindlebench.analysis.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.node.Window;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/** Computes the numbers of recorded runs again, from their samples. They are those of the record, to the last bit. Its version knew less of a node than this one. */
class RecordedRunsTest {
    private static final Path RUNS = Path.of("../docs/examples/paced-devices/records/runs");

    static List<Path> records() throws IOException {
        try (Stream<Path> files = Files.list(RUNS)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void the_example_has_runs_with_samples() throws IOException {
        assertThat(records()).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("records")
    void the_load_of_nodes_is_that_of_their_samples(Path file) throws IOException {
        NodeMetrics evidence = Records.readOne(file).evidence();
        Map<String, Window> windows = new HashMap<>();
        for (NodeLoad node : evidence.nodes()) {
            windows.put(node.node(), new Window(node.node()));
        }
        SampleFile.read(RUNS.resolve(evidence.samples()), (name, reading) -> {
            NodeLoad node = node(evidence, name);
            if (lies(reading, node)) {
                windows.get(name).add(reading);
            }
        });
        assertThat(evidence.nodes()).isNotEmpty().allSatisfy(node -> {
            NodeLoad again = windows.get(node.node()).load();
            assertThat(again.devices()).isNotEmpty().isEqualTo(node.devices());
            assertThat(again.memory()).isEqualTo(node.memory());
            assertThat(again.networks()).isEqualTo(node.networks());
            assertThat(again.pressure()).isEqualTo(node.pressure());
            assertThat(again.cpu().busy()).isEqualTo(node.cpu().busy());
            assertThat(again.readings()).isEqualTo(node.readings());
        });
    }

    @ParameterizedTest
    @MethodSource("records")
    void measured_roles_are_the_sums_of_the_nodes_devices(Path file) throws IOException {
        RunRecord run = Records.readOne(file);
        NodeMetrics evidence = run.evidence();
        assertThat(evidence.proofs().roles()).isNotEmpty();
        for (RoleIo role : evidence.proofs().roles()) {
            if (role.origin() == Origin.MEASURED) {
                RoleIo again = role.role().equals(RoleIo.BOTH)
                        ? RoleIo.used(RoleIo.BOTH, evidence.layout(), evidence.nodes())
                        : RoleIo.of(role.role(), evidence.layout(), evidence.nodes());
                assertThat(again).isEqualTo(role);
            }
        }
    }

    private static NodeLoad node(NodeMetrics evidence, String name) {
        return evidence.nodes().stream()
                .filter(node -> node.node().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean lies(Reading reading, NodeLoad node) {
        return reading.millis() >= node.from().toEpochMilli()
                && reading.millis() <= node.to().toEpochMilli();
    }
}
