package org.spindlebench.analysis.proof;

import java.util.List;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * How busy the processors of all nodes were: the CPU column of the paper's Table 3.
 *
 * @param nodes their number
 * @param threads hardware threads of all nodes; null where one does not say
 * @param busy Σ busy share · threads / Σ threads
 * @param reason why there is no busy share, for people; null where there is one
 */
public record CpuFigures(int nodes, Long threads, Double busy, String reason) {
    /** Over all nodes; of a single one also where it does not say how many threads it has. */
    public static CpuFigures of(List<NodeFigures> nodes) {
        if (nodes.isEmpty()) {
            return new CpuFigures(0, null, null, "no node was watched");
        }
        Reasons reasons = new Reasons();
        long threads = 0;
        double busy = 0;
        for (NodeFigures node : nodes) {
            NodeFigures.Cpu cpu = node.cpu();
            if (cpu == null || cpu.busy() == null) {
                reasons.add(node.node(), "its processors' time is not known");
            } else if (cpu.threads() != null && cpu.threads() > 0) {
                threads += cpu.threads();
                busy += cpu.busy() * cpu.threads();
            } else if (nodes.size() == 1) {
                return new CpuFigures(1, null, cpu.busy(), null);
            } else {
                reasons.add(node.node(), "its number of hardware threads is not known");
            }
        }
        String reason = reasons.text(nodes.size());
        return reason == null
                ? new CpuFigures(nodes.size(), threads, busy / threads, null)
                : new CpuFigures(nodes.size(), null, null, reason);
    }
}
