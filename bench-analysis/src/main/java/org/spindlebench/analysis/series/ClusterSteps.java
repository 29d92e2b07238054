package org.spindlebench.analysis.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.CpuFigures;
import org.spindlebench.analysis.proof.Reasons;
import org.spindlebench.analysis.record.Evidence;

/** Adds up nodes, one after another. For one thread. */
final class ClusterSteps {
    private final StepGrid grid;
    private final Evidence evidence;
    private final CpuFigures cpu;
    private final Map<String, Long> threads = new TreeMap<>();
    private final Map<String, List<String>> interfaces = new TreeMap<>();
    private final NodeSum[] sums;

    ClusterSteps(StepGrid grid, Evidence evidence) {
        this.grid = grid;
        this.evidence = evidence;
        this.cpu = CpuFigures.of(evidence.nodes());
        this.sums = new NodeSum[grid.steps()];
        Arrays.fill(sums, NodeSum.ZERO);
        for (NodeFigures node : evidence.nodes()) {
            Long known = node.cpu() == null ? null : node.cpu().threads();
            threads.put(node.node(), known == null ? 0 : known);
        }
        for (NodeLayout layout : evidence.layout()) {
            interfaces.put(
                    layout.node(),
                    layout.networks().stream()
                            .filter(network -> Boolean.TRUE.equals(network.physical()))
                            .map(NodeLayout.Network::name)
                            .toList());
        }
    }

    /** Of a node, those with hardware behind them. */
    List<String> interfaces(String node) {
        return interfaces.getOrDefault(node, List.of());
    }

    /** Takes up a node of which all samples have been read. */
    void add(NodeSteps node) {
        double share = cpu.threads() == null ? 1 : threads.get(node.node()) / (double) cpu.threads();
        for (int step = 0; step < sums.length; step++) {
            sums[step] = sums[step].plus(node.at(step), share);
        }
    }

    ClusterSeries series() {
        int nodes = evidence.nodes().size();
        if (!evidence.missing().isEmpty()) {
            return new ClusterSeries(
                    nodes,
                    List.of(),
                    List.of("not watched from the job's begin to its end: " + String.join(", ", evidence.missing())));
        }
        List<String> reasons = new ArrayList<>();
        if (cpu.reason() != null) {
            reasons.add("CPU: " + cpu.reason());
        }
        Reasons noNetwork = new Reasons();
        evidence.nodes().stream()
                .map(NodeFigures::node)
                .filter(node -> interfaces(node).isEmpty())
                .forEach(node -> noNetwork.add(node, "no interface with hardware behind it is known"));
        String network = noNetwork.text(nodes);
        if (network != null) {
            reasons.add("networks: " + network);
        }
        return new ClusterSeries(nodes, grid.each(this::step), reasons);
    }

    private NodeStep step(int step) {
        NodeSum sum = sums[step];
        NodeSum known = cpu.reason() == null
                ? sum
                : new NodeSum(Double.NaN, sum.received(), sum.sent(), sum.pageCache(), sum.dirty());
        return known.step(grid, step);
    }
}
