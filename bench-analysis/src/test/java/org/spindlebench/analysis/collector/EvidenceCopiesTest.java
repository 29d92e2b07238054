package org.spindlebench.analysis.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.collector.CollectedEvidence.EvidenceCopies;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Source;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

class EvidenceCopiesTest {
    private static final RunRecord RUN = RunRecord.measured(
            new Identity("campaign", "run-1", "suite", null, null),
            new Source("csv", "runs.csv", 2L),
            new Subject("sort", "hdd", null),
            12);

    @Test
    void evidenceIsAddedWithADoubtWhereANodeIsMissing() {
        RunRecord whole = EvidenceCopies.with(RUN, evidence("iostat", List.of("a", "b"), List.of()));
        RunRecord part = EvidenceCopies.with(RUN, evidence("iostat", List.of("a", "b"), List.of("b")));

        assertThat(whole.evidence().nodes()).extracting(NodeFigures::node).containsExactly("a", "b");
        assertThat(whole.warnings()).isEmpty();
        assertThat(part.warnings()).extracting(Warning::code).containsExactly("evidence-incomplete");
        assertThat(part.warnings().get(0).message()).contains("end: b. The evidence of these nodes");
        assertThat(RUN.evidence()).isNull();
    }

    @Test
    void otherNodesJoinThoseThatAreThereAndAreMissingNoMore() {
        NodeMetrics own = new NodeMetrics("local", figures("a"), List.of("b.example.org", "c"), "samples.gz");
        RunRecord run = RUN.watched(own, List.of(new Warning("evidence-incomplete", "b and c"), new Warning("x", "y")));

        RunRecord one = EvidenceCopies.with(run, evidence("iostat", List.of("b"), List.of()));
        RunRecord both = EvidenceCopies.with(one, evidence("iostat", List.of("c"), List.of()));

        assertThat(one.evidence().probe()).isEqualTo("local, iostat");
        assertThat(one.evidence().nodes()).extracting(NodeFigures::node).containsExactly("a", "b");
        assertThat(one.evidence().missing()).containsExactly("c");
        assertThat(one.evidence().samples()).isNull();
        assertThat(one.warnings()).extracting(Warning::code).containsExactly("x", "evidence-incomplete");
        assertThat(both.evidence().probe()).isEqualTo("local, iostat");
        assertThat(both.evidence().missing()).isEmpty();
        assertThat(both.warnings()).extracting(Warning::code).containsExactly("x");
    }

    @Test
    void evidenceOfANodeIsNotReplaced() {
        RunRecord run = RUN.watched(evidence("local", List.of("node-1.example.org"), List.of()), List.of());

        for (String same : List.of("node-1", "NODE-1.example.org", "node-1.example.org")) {
            NodeMetrics more = evidence("iostat", List.of(same), List.of());
            assertThatThrownBy(() -> EvidenceCopies.with(run, more))
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageContaining(
                            "run run-1 of campaign campaign has evidence of node " + same + " already (local)");
        }
        assertThat(EvidenceCopies.with(run, evidence("iostat", List.of("node-10"), List.of()))
                        .evidence()
                        .nodes())
                .hasSize(2);
    }

    @Test
    void aCopyWithoutMoreNamesNoFileOfSamples() {
        RunRecord run = RUN.watched(new NodeMetrics("local", figures("a"), List.of(), "samples.gz"), List.of());

        assertThat(EvidenceCopies.without(run).evidence().samples()).isNull();
        assertThat(EvidenceCopies.without(RUN)).isEqualTo(RUN);
    }

    private static NodeMetrics evidence(String probe, List<String> nodes, List<String> missing) {
        return new NodeMetrics(probe, figures(nodes.toArray(String[]::new)), missing, null);
    }

    private static List<NodeFigures> figures(String... nodes) {
        return List.of(nodes).stream()
                .map(node -> new NodeFigures(node, Fixtures.at(0), Fixtures.at(1), 1, null, null, null, null, null))
                .toList();
    }
}
